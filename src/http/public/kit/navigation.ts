// The links in the header and the footer of every page: one table, one row per page.

import type { SiteRow } from '../../../contract/sites.ts'
import { guidePages } from '../../../documents/guide/pages.ts'
import { homePath, placesPath, topicsPath } from '../../../domain/posts/list-paths.ts'

type Entry = {
  path: string
  label: string
  at: 'header' | 'footer'
  /** The sites that have the page; all of them when left out. */
  on?: (row: SiteRow) => boolean
}

/** In the order of the pages. */
export const navigation: readonly Entry[] = [
  { path: homePath, label: 'Latest', at: 'header' },
  { path: topicsPath, label: 'Topics', at: 'header' },
  { path: placesPath, label: 'Places', at: 'header' },
  { path: '/search', label: 'Search', at: 'header' },
  { path: '/account', label: 'Your account', at: 'header' },
  { path: '/developers/', label: 'Developers', at: 'footer' },
  ...guidePages.map(({ path, title }) => ({ path, label: title, at: 'footer' as const })),
  { path: '/status/', label: 'Status', at: 'footer' },
  { path: '/transparency/', label: 'Transparency', at: 'footer' },
  { path: '/problems/', label: 'Problems', at: 'footer' },
  { path: '/index.json', label: 'JSON Feed', at: 'footer' },
  { path: '/feed.xml', label: 'RSS', at: 'footer' },
  { path: '/calendar.ics', label: 'Calendar', at: 'footer', on: row => row.timed !== null },
]

/** The links of the header or the footer on the pages of a site. */
export function entriesAt(at: Entry['at'], row: SiteRow): Entry[] {
  return navigation.filter(entry => entry.at === at && (entry.on?.(row) ?? true))
}
