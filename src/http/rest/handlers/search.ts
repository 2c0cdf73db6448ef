// The handler of search.
import type { ListQuery } from '../../../actions/browse-posts.ts'
import { meteredSearch } from '../../../actions/metered-search.ts'
import type { searchOperations } from '../../../contract/operations/search.ts'
import { callerAddress } from '../../edge.ts'
import type { Handler } from '../handler.ts'

export const searchHandlers: Record<keyof typeof searchOperations, Handler> = {
  async searchPosts({ platform, request, query }) {
    const { caller: key, site } = request
    const caller = key ? { keyId: key.keyId, accountId: key.accountId } : { ip: callerAddress(request) }
    const { items, usage, headers } = await meteredSearch(platform, {
      site: site.id,
      caller,
      query: query as ListQuery,
    })
    return { body: `{"items":[${items.join(',')}],"usage":${JSON.stringify(usage)}}`, headers }
  },
}
