// The handler of search.
import { type ListQuery, searchPosts } from '../../../actions/browse-posts.ts'
import { allowanceHeaders } from '../../../actions/meter-search.ts'
import type { searchOperations } from '../../../contract/operations/search.ts'
import { callerAddress } from '../../edge.ts'
import type { Handler } from '../handler.ts'

export const searchHandlers: Record<keyof typeof searchOperations, Handler> = {
  async searchPosts({ platform, request, query }) {
    const { caller, site } = request
    const items = await searchPosts(platform, site.id, query as ListQuery & { q?: string })
    const payer = caller ? { keyId: caller.keyId, accountId: caller.accountId } : { ip: callerAddress(request) }
    const usage = await platform.act('meterSearch', { caller: payer, site: site.id })
    const headers = allowanceHeaders(usage.today, usage.free_per_day, platform.now())
    return { body: `{"items":[${items.join(',')}],"usage":${JSON.stringify(usage)}}`, headers }
  },
}
