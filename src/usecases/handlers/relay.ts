// The handler of messages to sellers.
import type { relayOperations } from '../../contract/operations/relay.ts'
import { sentences } from '../../contract/sentences.ts'
import { blockSender, relayedMessages, relayMessage, replyToMessage } from '../delivery/relay-message.ts'
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

  async blockSender({ platform, request, params: { id } }) {
    const { accountId, keyId } = holder(request)
    await blockSender(platform, { site: request.site.id, id, accountId, keyId })
    return { value: { id, blocked: true } }
  },

  async reportMessage({ platform, request, params: { id }, body: { note } }) {
    const { accountId, keyId } = holder(request)
    await platform.act('reportMessage', { site: request.site.id, id, accountId, keyId, note: note || null })
    return { value: { id, reported: true } }
  },
}
