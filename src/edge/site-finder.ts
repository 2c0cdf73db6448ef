// Finds the site of a Host header (contract.md §1).
import type { SiteContext } from '../contract/sites/site-context.ts'

/** Returns a function from host to site. It ignores letter case, the default port and a final dot. A single site has every host. */
export function siteFinder(sites: readonly SiteContext[]): (host: string) => SiteContext | undefined {
  const [only, ...others] = sites
  if (others.length === 0) return () => only
  const byHost = new Map<string, SiteContext>()
  for (const site of sites) {
    const { host, port, protocol } = new URL(site.baseUrl)
    byHost.set(host, site)
    if (port === '') byHost.set(`${host}:${protocol === 'https:' ? 443 : 80}`, site)
  }
  return host => byHost.get(host.toLowerCase().replace(/\.(?=:\d+$|$)/, ''))
}
