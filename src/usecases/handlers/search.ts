// The handler of search.

import type { searchOperations } from '../../contract/operations/search.ts'
import { withAddresses } from '../../domain/posts/addresses.ts'
import { meteredSearch } from '../lists/metered-search.ts'
import { listLinks } from '../lists/post-drafts.ts'
import type { Handlers } from './handler.ts'

export const searchHandlers: Handlers<typeof searchOperations> = {
  async search({ platform, request, query }) {
    const { caller: key, site, ip, url } = request
    const caller = key ? { keyId: key.keyId, accountId: key.accountId } : { ip }
    const answer = await meteredSearch(platform, { site: site.id, caller, query })
    const { items, nextCursor, hint, usage, headers } = answer
    const posts = withAddresses(items.join(','), site.baseUrl)
    const rest = JSON.stringify({ ...(nextCursor && { next_cursor: nextCursor }), ...(hint && { hint }), usage })
    const body = `{"items":[${posts}],${rest.slice(1)}`
    return { body, headers: { ...headers, link: listLinks(site, url, nextCursor) } }
  },
}
