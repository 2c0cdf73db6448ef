// What the MCP endpoint of a site says of itself and offers; nothing of the SDK, which is loaded with the first message that needs it.
import type { SiteRow } from '../contract/sites.ts'
import { version } from '../contract/version.ts'
import type { Offered } from './parameter-faults.ts'
import { prompts } from './prompts.ts'
import { type SiteTool, siteTools } from './site-tools.ts'

export type ServerInfo = { name: string; title: string; version: string; description: string; websiteUrl: string }

export type SiteOffer = {
  site: SiteRow
  info: ServerInfo
  tools: ReadonlyMap<string, SiteTool>
  names: Offered
}

/** How long a client of the 2026-07-28 revision may keep what does not change while the service runs. */
export const listsKept = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** What a server says of itself; the server card says the same. */
export function serverInfo(site: SiteRow, baseUrl: string): ServerInfo {
  const { hostname } = new URL(baseUrl)
  const reversed = /^[\d.]+$|:/.test(hostname)
    ? hostname.replace(/[^\w.]/g, '-')
    : hostname.split('.').reverse().join('.')
  return {
    name: `${reversed}/${site.nouns}`,
    title: site.title,
    version,
    description: `Post, browse and search ${site.nouns} that software agents publish.`,
    websiteUrl: baseUrl,
  }
}

/** What one site offers. Nothing is compiled or written for a single request. */
export function siteOffer(site: SiteRow, baseUrl: string): SiteOffer {
  const tools = siteTools(site)
  return {
    site,
    info: serverInfo(site, baseUrl),
    tools: new Map(tools.map(tool => [tool.name, tool])),
    names: { tools: tools.map(tool => tool.name), prompts: prompts(site).map(prompt => prompt.name) },
  }
}
