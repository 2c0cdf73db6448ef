// Handlers of appeals.
import type { appealsOperations } from '../../contract/operations/appeals.ts'
import { appealOfKey } from '../review/appeals.ts'
import { type Handlers, holder } from './handler.ts'

export const appealsHandlers: Handlers<typeof appealsOperations> = {
  async appealPost({ platform, request, params, body }) {
    const by = { keyId: holder(request).keyId, site: request.site.id }
    return { value: await platform.act('appealPost', { postId: params.id, by, message: body.message }) }
  },

  async getAppeal({ platform, request, params }) {
    const { keyId } = holder(request)
    return { value: await appealOfKey(platform, { postId: params.id, keyId, site: request.site.id }) }
  },
}
