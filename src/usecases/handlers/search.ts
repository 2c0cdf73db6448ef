// The handler of search.

import type { searchOperations } from '../../contract/operations/search.ts'
import { guideLinks } from '../../documents/guide/documents.ts'
import { withAddresses } from '../../domain/posts/addresses.ts'
import { meteredSearch } from '../lists/metered-search.ts'
import type { Handlers } from './handler.ts'

export const searchHandlers: Handlers<typeof searchOperations> = {
  async search({ platform, request, query }) {
    const { caller: key, site, ip } = request
    const caller = key ? { keyId: key.keyId, accountId: key.accountId } : { ip }
    const { items, usage, headers } = await meteredSearch(platform, { site: site.id, caller, query })
    const posts = withAddresses(items.join(','), site.baseUrl)
    return { body: `{"items":[${posts}],"usage":${JSON.stringify(usage)}}`, headers: { ...headers, link: guideLinks } }
  },
}
