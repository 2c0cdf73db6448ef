// The handler of messages to sellers.
import type { relayOperations } from '../../contract/operations/relay.ts'
import { sentences } from '../../contract/sentences.ts'
import { relayedMessages, relayMessage, replyToMessage } from '../delivery/relay-message.ts'
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

  async listRelayMessages({ platform, request, query }) {
    const { keyId } = holder(request)
    return { value: await relayedMessages(platform, { keyId, site: request.site.id, query }) }
  },

  async replyToMessage({ platform, request, params: { id }, body: { message: reply } }) {
    const { site, ip } = request
    const { accountId, keyId } = holder(request)
    const outcome = await replyToMessage(platform, { site: site.id, id, accountId, keyId, reply, ip })
    return outcome === 'sent'
      ? { value: { sent: true } }
      : { status: 202, value: { sent: false, message: sentences.messageHeld } }
  },
}
