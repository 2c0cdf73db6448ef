// The server info and the tools of each offer of a site. It imports nothing of the SDK, which is loaded when first needed.

import { authRequired, type Offer, offers, withOutputs } from '../contract/operations/tool.ts'
import type { PricedSite } from '../contract/sites/priced-site.ts'
import { type ServerInfo, serverInfo } from '../documents/guide/mcp-server.ts'
import { skills, skillText } from '../documents/guide/skills.ts'
import type { Offered } from './parameter-faults.ts'
import { prompts } from './prompts.ts'
import { type ListedTool, type ListedWith, listed, type SiteTool, siteTools } from './site-tools.ts'

export type SiteOffer = {
  site: PricedSite
  offer: Offer
  info: ServerInfo
  tools: ReadonlyMap<string, SiteTool>
  /** The tools as tools/list shows them. */
  listed: ReadonlyMap<string, ListedTool>
  names: Offered
  /** The files of the skills by their path below skill://, the same bytes as over HTTP. */
  skillFiles(): Record<string, string>
}

/** What a client chooses in the address: which tools, whether with output schemas, or else with how they are authorized. */
export type OfferChoice = `${Offer}` | `${Offer} ${typeof withOutputs | typeof authRequired}`

/** How long a client of the 2026-07-28 revision may keep the lists of tools, prompts and resources. */
export const listsKept = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** The offers of a site, each short, with output schemas, and with how its tools are authorized. Schemas and definitions are made once, not for each request. */
export function siteOffers(site: PricedSite, baseUrl: string): Map<OfferChoice, SiteOffer> {
  const all = siteTools(site)
  const info = serverInfo(site, baseUrl)
  const offerOf = (offer: Offer, more: Partial<ListedWith> = {}): SiteOffer => {
    const tools = all.filter(({ tool }) => offers.indexOf(tool.offer) <= offers.indexOf(offer))
    const names = tools.map(tool => tool.name)
    const excluded = all.filter(tool => !tools.includes(tool)).map(tool => tool.name)
    return {
      site,
      offer,
      info,
      tools: new Map(tools.map(tool => [tool.name, tool])),
      listed: new Map(tools.map(tool => [tool.name, listed(tool, { outputs: false, security: false, ...more })])),
      names: { tools: names, excluded, prompts: prompts(site, offer).map(prompt => prompt.name) },
      skillFiles: () =>
        Object.fromEntries(skills(site).map(skill => [`${skill.name}/SKILL.md`, skillText(skill, baseUrl)])),
    }
  }
  return new Map(
    offers.flatMap((offer): [OfferChoice, SiteOffer][] => [
      [offer, offerOf(offer)],
      [`${offer} ${withOutputs}`, offerOf(offer, { outputs: true, security: true })],
      [`${offer} ${authRequired}`, offerOf(offer, { security: true })],
    ]),
  )
}
