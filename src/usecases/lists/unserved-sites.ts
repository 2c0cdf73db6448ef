// The sites that have published posts and are not in SITES: nobody can read them.
import { type SiteId, siteIds } from '../../contract/sites/site-ids.ts'
import { hasListedPosts } from '../../store/lists/listed-site.ts'
import type { Platform } from '../platform.ts'

/** What is the case, and what to do, for each site. */
export async function unservedSites({
  db,
  facts,
}: Pick<Platform, 'db' | 'facts'>): Promise<{ says: string; fix: string }[]> {
  const unserved: SiteId[] = []
  for (const id of siteIds)
    if (!facts.sites.some(site => site.id === id) && (await hasListedPosts(db, id))) unserved.push(id)
  return unserved.map(id => ({
    says: `the site ${id} has published posts and is not in SITES: nobody can read them`,
    fix: 'add it to SITES, or name its former base URL in SITES_CLOSED',
  }))
}
