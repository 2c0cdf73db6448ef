// The four kinds of site a platform can run.

/** A new site goes last: the search index numbers the rows of a site by its place here. */
export const siteIds = ['messages', 'stories', 'classifieds', 'events'] as const

export type SiteId = (typeof siteIds)[number]
