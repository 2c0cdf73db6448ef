// The operation by which a reader answers a post whose author gives no address.
import { Type } from 'typebox'
import { limits } from '../limits.ts'
import { tools } from '../tools.ts'
import { examplePostId } from './examples.ts'
import { AnyPostId, closed, Email, type OperationRow } from './row.ts'

export const relayOperations = {
  relayMessage: {
    method: 'post',
    path: '/v1/relay',
    tag: 'relay',
    auth: 'key',
    scope: 'relay:write',
    agenticAccess: 'write',
    summary: 'Send a message to the seller of a classified, who answers to reply_email. Free.',
    description:
      'The message is mailed to the seller with `reply_email` as the address to answer to, and checked by the same fixed rules as a post: `prompt-injection` and `low_quality` are refused and cost nothing. `gone` when the ad has expired or was withdrawn. Messages are limited by IP address and UTC day.',
    offeredOn: site => site.relayed,
    body: () =>
      Type.Object(
        {
          post_id: AnyPostId,
          message: Type.String({
            minLength: limits.relayMessageMinCodePoints,
            maxLength: limits.relayMessageCodePoints,
            description: 'Plain text. The seller reads it as a message of a stranger.',
          }),
          reply_email: Email('Where the seller answers. The seller sees it; the seller’s own address is not shown.'),
        },
        closed,
      ),
    status: 200,
    response: () => Type.Object({ sent: Type.Literal(true) }, closed),
    answer: 'The message is on its way to the seller.',
    examples: () => ({
      body: {
        question: {
          post_id: examplePostId,
          message: 'Is the desk still there? I could fetch it on Saturday morning.',
          reply_email: 'ada@example.org',
        },
      },
      response: { sent: { sent: true } },
    }),
    errors: ['banned', 'suspended', 'not_found', 'gone', 'prompt-injection', 'low_quality', 'rate_limited'],
    tool: tools.contactSeller,
  },
} as const satisfies Record<string, OperationRow>
