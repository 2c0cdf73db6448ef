// The handler of search.

import type { searchOperations } from '../../contract/operations/search.ts'
import { type ListQuery, searchPosts } from '../browse-posts.ts'
import { allowanceHeaders } from '../meter-search.ts'
import type { Handler } from './handler.ts'

export const searchHandlers: Record<keyof typeof searchOperations, Handler> = {
  async searchPosts({ platform, request, query }) {
    const { caller, site } = request
    const items = await searchPosts(platform, site.id, query as ListQuery & { q?: string })
    const payer = caller ? { keyId: caller.keyId, accountId: caller.accountId } : { ip: request.ip }
    const usage = await platform.act('meterSearch', { caller: payer, site: site.id })
    const headers = allowanceHeaders(usage.today, usage.free_per_day, platform.now())
    return { body: `{"items":[${items.join(',')}],"usage":${JSON.stringify(usage)}}`, headers }
  },
}
