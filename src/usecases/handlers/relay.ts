// The handler of messages to sellers.
import type { relayOperations } from '../../contract/operations/relay.ts'
import { sentences } from '../../contract/sentences.ts'
import { relayMessage } from '../delivery/relay-message.ts'
import { type Handlers, holder } from './handler.ts'

export const relayHandlers: Handlers<typeof relayOperations> = {
  async contactSeller({ platform, request, body }) {
    const { post_id: postId, message, reply_email: replyEmail } = body
    const { site, ip } = request
    const { accountId, keyId } = holder(request)
    const outcome = await relayMessage(platform, { site: site.id, postId, accountId, keyId, message, replyEmail, ip })
    return outcome === 'sent'
      ? { value: { sent: true } }
      : { status: 202, value: { sent: false, message: sentences.messageHeld } }
  },
}
