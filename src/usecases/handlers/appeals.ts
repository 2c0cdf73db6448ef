// Handlers of appeals.
import type { appealsOperations } from '../../contract/operations/appeals.ts'
import { appealByKey, appealOfKey } from '../posts/appeals.ts'
import { type Handler, holder } from './handler.ts'

export const appealsHandlers: Record<keyof typeof appealsOperations, Handler> = {
  async appealPost({ platform, request, body }) {
    const { message } = body as { message: string }
    const by = { keyId: holder(request).keyId, site: request.site.id }
    return { value: await appealByKey(platform, { postId: request.params.id ?? '', by, message }) }
  },

  async getAppeal({ platform, request }) {
    const { caller, site, params } = { ...request, caller: holder(request) }
    return { value: await appealOfKey(platform, { postId: params.id ?? '', keyId: caller.keyId, site: site.id }) }
  },
}
