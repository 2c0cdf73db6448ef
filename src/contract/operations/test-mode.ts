// The clock of a test account (docs/test-mode.md).
import { Type } from 'typebox'
import { Instant } from '../posts.ts'
import { dayMs } from '../spans.ts'
import { testMode } from '../test-mode.ts'
import { counted } from '../words.ts'
import { changing, reading } from './agentic-access.ts'
import { closed, operation } from './row.ts'

const time = 'T(?:[0-9]{1,4}H(?:[0-9]{1,5}M)?(?:[0-9]{1,6}S)?|[0-9]{1,5}M(?:[0-9]{1,6}S)?|[0-9]{1,6}S)'
const advancePattern = `^P(?:[0-9]{1,4}D(?:${time})?|${time})$`

const TestClock = Type.Object(
  {
    now: Instant('The time of the test account.'),
    ahead_seconds: Type.Integer({ minimum: 0, description: 'How far that is ahead of the service.' }),
    left_seconds: Type.Integer({
      minimum: 0,
      description:
        'What was not advanced within the time of one request: send the rest in another. 0 when all is done.',
    }),
  },
  { ...closed, title: 'TestClock' },
)

const ofTestKeys = {
  tag: 'accounts',
  auth: 'key',
  scope: null,
  tool: null,
  path: '/v1/test/clock',
  status: 200,
  response: () => TestClock,
} as const

export const testModeOperations = {
  getTestClock: operation({
    method: 'get',
    ...ofTestKeys,
    agenticAccess: reading('Only a test key has a clock of its own.'),
    summary: 'The time of a test account.',
    description: 'Free. For test keys alone: any other key gets 403 `insufficient_scope`.',
    answer: 'The clock.',
    examples: () => ({ response: { unmoved: { now: '2026-11-21T12:00:00Z', ahead_seconds: 0, left_seconds: 0 } } }),
  }),
  advanceTestClock: operation({
    method: 'post',
    ...ofTestKeys,
    agenticAccess: changing('Moves the time of one test account; nothing else notices.'),
    summary: 'Advance the time of a test account, and do on the way what is due.',
    description: `Free. For test keys alone. Retries of webhooks, decisions, expiry, auto-recharge, deadlines and deletion happen in their order, for this account alone. At most ${counted(testMode.advanceMs / dayMs, 'day')} at once; a clock never goes back.`,
    body: () =>
      Type.Object(
        {
          advance: Type.String({
            pattern: advancePattern,
            maxLength: 30,
            description: 'A duration (ISO 8601) of days, hours, minutes and seconds, such as `P8D` or `PT90M`.',
          }),
        },
        closed,
      ),
    answer: 'The clock after the change.',
    examples: () => ({
      body: { days: { advance: 'P8D' }, minutes: { advance: 'PT90M' } },
      response: { advanced: { now: '2026-11-29T12:00:00Z', ahead_seconds: 691_200, left_seconds: 0 } },
    }),
  }),
}
