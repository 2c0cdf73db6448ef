// Handlers of the clock of a test account.
import type { testModeOperations } from '../../contract/operations/test-mode.ts'
import { invalid, Problem } from '../../contract/problems/problem.ts'
import { testMode } from '../../contract/test-mode.ts'
import { durationMs } from '../../domain/times/duration.ts'
import { instant } from '../../domain/times/time.ts'
import type { Platform, TestClock } from '../platform.ts'
import type { Handlers } from './handler.ts'

export const testModeHandlers: Handlers<typeof testModeOperations> = {
  async getTestClock({ platform }) {
    return { value: shown(platform, clockOf(platform), 0) }
  },

  async advanceTestClock({ platform, body: { advance } }) {
    const clock = clockOf(platform)
    const ms = durationMs(advance)
    if (ms > testMode.advanceMs) throw invalid(['/advance: is too long; it takes at most P400D'])
    if (clock.aheadMs() + ms > testMode.aheadMs)
      throw invalid(['/advance: would set the clock more than 1200 days ahead; sign up for a new test account'])
    return { value: shown(platform, clock, await clock.advance(ms)) }
  },
}

function clockOf({ testClock }: Platform): TestClock {
  if (testClock) return testClock
  throw new Problem(
    'insufficient_scope',
    'Only a test key has a clock. POST /v1/accounts with "test": true makes an account for tests, with such a key.',
  )
}

const shown = ({ now }: Platform, clock: TestClock, leftMs: number) => ({
  now: instant(now()),
  ahead_seconds: Math.round(clock.aheadMs() / 1000),
  left_seconds: Math.ceil(leftMs / 1000),
})
