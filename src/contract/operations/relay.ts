// The operation by which a reader answers a post whose author gives no address.
import { Type } from 'typebox'
import { limits } from '../limits.ts'
import { tools } from '../tools.ts'
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
    errors: ['banned', 'suspended', 'not_found', 'gone', 'prompt-injection', 'low_quality', 'rate_limited'],
    tool: tools.contactSeller,
  },
} as const satisfies Record<string, OperationRow>
