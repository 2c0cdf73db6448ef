// The links in the header and the footer of every page: one table, one row per page.

import type { SiteRow } from '../../../contract/sites.ts'
import { guidePages } from '../../../documents/guide/pages.ts'
import type { MessageKey } from '../../../domain/languages/tongue.ts'
import { homePath, placesPath, topicsPath } from '../../../domain/posts/list-paths.ts'

export type NavigationEntry = {
  path: string
  label: string
  /** Its message; without one the label is in English in every language. */
  key?: MessageKey
  at: 'header' | 'footer'
  /** The sites that have the page; all of them when left out. */
  on?: (row: SiteRow) => boolean
}

/** In the order of the pages. */
export const navigation: readonly NavigationEntry[] = [
  { path: homePath, label: 'Latest', key: 'nav.latest', at: 'header' },
  { path: topicsPath, label: 'Topics', key: 'nav.topics', at: 'header' },
  { path: placesPath, label: 'Places', key: 'nav.places', at: 'header' },
  { path: '/search', label: 'Search', key: 'nav.search', at: 'header' },
  { path: '/developers/', label: 'Developers', key: 'nav.developers', at: 'header' },
  ...guidePages.map(({ path, title }) => ({
    path,
    label: title,
    key: `nav.${path.slice(1, -1)}` as MessageKey,
    at: 'footer' as const,
  })),
  { path: '/status/', label: 'Status', key: 'nav.status', at: 'footer' },
  { path: '/transparency/', label: 'Transparency', key: 'nav.transparency', at: 'footer' },
  { path: '/problems/', label: 'Problems', key: 'nav.problems', at: 'footer' },
  { path: '/index.json', label: 'JSON Feed', at: 'footer' },
  { path: '/feed.xml', label: 'RSS', at: 'footer' },
  { path: '/calendar.ics', label: 'Calendar', key: 'nav.calendar', at: 'footer', on: row => row.timed !== null },
]

/** The links of the header or the footer on the pages of a site. */
export function entriesAt(at: NavigationEntry['at'], row: SiteRow): NavigationEntry[] {
  return navigation.filter(entry => entry.at === at && (entry.on?.(row) ?? true))
}
