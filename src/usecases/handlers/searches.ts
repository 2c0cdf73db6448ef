// Handlers of the operations on searches that stand.
import type { searchesOperations } from '../../contract/operations/searches.ts'
import { letSearchStand, listStandingSearches } from '../lists/standing-searches.ts'
import { type Handlers, holder } from './handler.ts'

export const searchesHandlers: Handlers<typeof searchesOperations> = {
  async createStandingSearch({ platform, request, body }) {
    const { accountId } = holder(request)
    return { value: await letSearchStand(platform, { accountId, site: request.site.id, query: body }) }
  },

  async listStandingSearches({ platform, request }) {
    return { value: { items: await listStandingSearches(platform, holder(request).accountId) } }
  },

  async deleteStandingSearch({ platform, request, params }) {
    const { accountId } = holder(request)
    return { value: await platform.act('deleteStandingSearch', { accountId, searchId: params.id }) }
  },
}
