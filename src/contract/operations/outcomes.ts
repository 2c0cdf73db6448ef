// The stream of outcomes: the events of the posts of a key, and of its account (contract.md §10).
import { Type } from 'typebox'
import { type AccountEventKind, accountKinds, type EventKind, eventKinds } from '../event-kinds.ts'
import { idSchema } from '../ids.ts'
import { Instant, type OwnPost } from '../posts.ts'
import { ownPostOfAnySite } from '../sites/any-site.ts'
import { counted } from '../words.ts'
import { accountEvents } from './account-events.ts'
import { exampleOwnPost } from './examples.ts'
import { paging, waiting } from './filters.ts'
import { closed, operation } from './row.ts'
import { approvalLine, keyNeeded, readsPosts, rejectionLine } from './tool.ts'
import { exampleDelivery, kept, looks } from './webhook-parts.ts'

const after = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: '`cursor` of the page before.',
  }),
)

function outcomeLine(type: EventKind, timestamp: string, data: object): string {
  if (isOfAccount(type)) return `${type} (${timestamp}): ${accountEvents[type].line(data as never)}`
  const { id, site, rejection, edit, approval } = data as OwnPost
  const reason = edit?.rejection ?? rejection
  const shownApproval = type.startsWith('approval.') ? (edit?.approval ?? approval) : undefined
  return [
    `${type} ${id} (${site}, ${timestamp})${edit ? `, edit ${edit.id} ${edit.status}` : ''}.`,
    ...(reason ? [rejectionLine(reason)] : []),
    ...(shownApproval ? approvalLine(shownApproval) : []),
  ].join(' ')
}

const isOfAccount = (type: EventKind): type is AccountEventKind => (accountKinds as readonly string[]).includes(type)

export const outcomesOperations = {
  listOutcomes: operation({
    method: 'get',
    path: '/v1/outcomes',
    ...looks,
    scope: 'account:read',
    summary: `What became of the posts of this key, and events of its account, oldest first, for callers without a public address. Kept ${kept}.`,
    description:
      'Free. Keep `cursor` and send it as `after`: nothing is missed and nothing comes twice. Ask again at once while `has_more`, otherwise with `wait`: the answer comes with the next outcome, or empty after so many seconds. The items are those that webhooks deliver, for the posts of this key, the balance and the endpoints of the account, and the budget of this key.',
    query: () => Type.Object({ after, limit: paging.limit, ...waiting }, closed),
    status: 200,
    response: site =>
      Type.Object(
        {
          items: Type.Array(
            Type.Object(
              {
                id: idSchema('message'),
                type: Type.Enum([...eventKinds]),
                timestamp: Instant('When it happened.'),
                data: Type.Union([ownPostOfAnySite(site), ...accountKinds.map(kind => accountEvents[kind].data)]),
              },
              closed,
            ),
          ),
          cursor: Type.String({ description: 'Send it as after to go on from here, also when the page is empty.' }),
          has_more: Type.Boolean({ description: 'Whether the next page has outcomes already.' }),
        },
        closed,
      ),
    answer: 'One page of outcomes.',
    examples: (site, baseUrl) => ({
      parameters: { limit: 20 },
      response: {
        page: {
          items: [
            {
              id: exampleDelivery.id,
              type: 'post.published',
              timestamp: '2026-11-21T12:00:09Z',
              data: exampleOwnPost(site, baseUrl, 'published'),
            },
          ],
          cursor: 'ZS4xNw',
          has_more: false,
        },
      },
    }),
    soughtAt: ['/v1/events', '/v1/stream'],
    tool: {
      name: 'list_outcomes',
      title: 'List what became of your posts',
      description: `What became of the posts and edits of your key, oldest first, with reasons, answers of the owner and news of the account. Free, kept ${kept}. Pass cursor as after the next time: nothing is missed or comes twice. ${keyNeeded}`,
      hints: readsPosts,
      offer: 'post',
      holdsPosts: true,
      summary: answer =>
        [
          ...answer.items.map(({ type, timestamp, data }) => outcomeLine(type, timestamp, data)),
          `${counted(answer.items.length, 'outcome')}; ${answer.has_more ? 'there are more, call again now with' : 'no more for now, later call again with'} after: ${answer.cursor}`,
        ].join('\n'),
    },
  }),
}
