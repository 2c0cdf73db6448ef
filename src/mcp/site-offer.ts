// What the MCP endpoint of a site says of itself and offers; nothing of the SDK, which is loaded with the first message that needs it.
import { type ServerInfo, serverInfo } from '../contract/guide/mcp-server.ts'
import { type Offer, offers } from '../contract/operations/tool.ts'
import type { PricedSite } from '../contract/priced-site.ts'
import type { Offered } from './parameter-faults.ts'
import { prompts } from './prompts.ts'
import { type SiteTool, siteTools } from './site-tools.ts'

export type SiteOffer = {
  site: PricedSite
  offer: Offer
  info: ServerInfo
  tools: ReadonlyMap<string, SiteTool>
  names: Offered
}

/** How long a client of the 2026-07-28 revision may keep what does not change while the service runs. */
export const listsKept = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** What one site offers under each name of an offer. Nothing is compiled or written for a single request. */
export function siteOffers(site: PricedSite, baseUrl: string): Map<Offer, SiteOffer> {
  const all = siteTools(site)
  const info = serverInfo(site, baseUrl)
  const offerOf = (offer: Offer): SiteOffer => {
    const tools = all.filter(({ tool }) => offers.indexOf(tool.offer) <= offers.indexOf(offer))
    const names = tools.map(tool => tool.name)
    const elsewhere = all.filter(tool => !tools.includes(tool)).map(tool => tool.name)
    return {
      site,
      offer,
      info,
      tools: new Map(tools.map(tool => [tool.name, tool])),
      names: { tools: names, elsewhere, prompts: prompts(site, offer).map(prompt => prompt.name) },
    }
  }
  return new Map(offers.map(offer => [offer, offerOf(offer)]))
}
