// Handler of messages to sellers.
import type { relayOperations } from '../../contract/operations/relay.ts'
import { readMessage } from '../posts/read-text.ts'
import { type Handler, holder } from './handler.ts'

type Body = { post_id: string; message: string; reply_email: string }

export const relayHandlers: Record<keyof typeof relayOperations, Handler> = {
  async contactSeller({ platform, request, body }) {
    const { post_id: postId, message, reply_email: replyEmail } = body as Body
    const { site, ip } = request
    const { accountId } = holder(request)
    const refusal = await readMessage(platform, accountId, { site: site.id, message })
    await platform.act('relayMessage', { site: site.id, postId, accountId, message, replyEmail, refusal, ip })
    return { value: { sent: true } }
  },
}
