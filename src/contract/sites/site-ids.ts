// The kinds of site a platform can run.

/** A new site goes last: the search index numbers the rows of a site by its place here. */
const shipped = ['messages', 'stories', 'classifieds', 'events'] as const

export type SiteId = (typeof shipped)[number]

/** Every site, in the order in which sites are named. */
export const siteIds: SiteId[] = [...shipped]

/**
 * Adds a kind of site; its row then goes into `siteRows`. Schemas list the sites when they are made, so this comes before
 * any other file of the contract is loaded (test/kit/fifth-site.ts is preloaded). To the types it is one of the shipped sites.
 */
export function addSiteId(id: string): SiteId {
  siteIds.push(id as SiteId)
  return id as SiteId
}
