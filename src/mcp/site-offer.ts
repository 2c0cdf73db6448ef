// The server info and the tools of each offer of a site. It imports nothing of the SDK, which is loaded when first needed.

import { type Offer, offers } from '../contract/operations/tool.ts'
import type { PricedSite } from '../contract/sites/priced-site.ts'
import { type ServerInfo, serverInfo } from '../documents/guide/mcp-server.ts'
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

/** How long a client of the 2026-07-28 revision may keep the lists of tools, prompts and resources. */
export const listsKept = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** The offers of a site. Schemas and definitions are made once, not for each request. */
export function siteOffers(site: PricedSite, baseUrl: string): Map<Offer, SiteOffer> {
  const all = siteTools(site)
  const info = serverInfo(site, baseUrl)
  const offerOf = (offer: Offer): SiteOffer => {
    const tools = all.filter(({ tool }) => offers.indexOf(tool.offer) <= offers.indexOf(offer))
    const names = tools.map(tool => tool.name)
    const excluded = all.filter(tool => !tools.includes(tool)).map(tool => tool.name)
    return {
      site,
      offer,
      info,
      tools: new Map(tools.map(tool => [tool.name, tool])),
      names: { tools: names, excluded, prompts: prompts(site, offer).map(prompt => prompt.name) },
    }
  }
  return new Map(offers.map(offer => [offer, offerOf(offer)]))
}
