// The four kinds of site a platform can run.

export const siteIds = ['messages', 'stories', 'classifieds', 'events'] as const

export type SiteId = (typeof siteIds)[number]
