// Where the header and the footer of every page lead to: one table, a page each.
import { guidePages } from '../../../contract/guide/pages.ts'
import type { SiteRow } from '../../../contract/sites.ts'
import { homePath, placesPath, topicsPath } from '../../../domain/list-paths.ts'

type Entry = {
  path: string
  label: string
  at: 'header' | 'footer'
  /** On which sites there is such a page; on all when this is left out. */
  on?: (row: SiteRow) => boolean
}

/** In the order in which they stand. */
export const navigation: readonly Entry[] = [
  { path: homePath, label: 'Latest', at: 'header' },
  { path: topicsPath, label: 'Topics', at: 'header' },
  { path: placesPath, label: 'Places', at: 'header' },
  { path: '/search', label: 'Search', at: 'header' },
  { path: '/developers/', label: 'Developers', at: 'header' },
  ...guidePages.map(({ path, title }) => ({ path, label: title, at: 'footer' as const })),
  { path: '/status/', label: 'Status', at: 'footer' },
  { path: '/transparency/', label: 'Transparency', at: 'footer' },
  { path: '/problems/', label: 'Problems', at: 'footer' },
  { path: '/index.json', label: 'JSON Feed', at: 'footer' },
  { path: '/feed.xml', label: 'RSS', at: 'footer' },
  { path: '/calendar.ics', label: 'Calendar', at: 'footer', on: row => row.timed !== null },
]

/** What the header or the footer of a site's pages links to. */
export function entriesAt(at: Entry['at'], row: SiteRow): Entry[] {
  return navigation.filter(entry => entry.at === at && (entry.on?.(row) ?? true))
}
