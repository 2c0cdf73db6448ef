// The links in the header and the footer of every page: one table, one row per page.

import type { SiteRow } from '../../../contract/sites.ts'
import { guidePages } from '../../../documents/guide/pages.ts'
import { homePath, placesPath, topicsPath } from '../../../domain/posts/list-paths.ts'

type Entry = {
  path: string
  label: string
  /** `developers`: in the footer, folded up. */
  at: 'header' | 'footer' | 'developers'
  /** The sites that have the page; all of them when left out. */
  on?: (row: SiteRow) => boolean
}

/** The pages of documents for readers and owners; the others are for developers. */
const forReaders = ['/about/', '/help/', '/contact/', '/imprint/', '/policy/', '/pricing/', '/terms/', '/privacy/']

const entry = (path: string, label: string, at: Entry['at']): Entry => ({ path, label, at })

/** In the order of the pages. */
export const navigation: readonly Entry[] = [
  { path: homePath, label: 'Latest', at: 'header' },
  { path: topicsPath, label: 'Topics', at: 'header' },
  { path: placesPath, label: 'Places', at: 'header' },
  { path: '/search', label: 'Search', at: 'header' },
  { path: '/account', label: 'Your account', at: 'header' },
  ...guidePages
    .filter(({ path }) => forReaders.includes(path))
    .sort((a, b) => forReaders.indexOf(a.path) - forReaders.indexOf(b.path))
    .map(({ path, title }) => entry(path, title, 'footer')),
  { path: '/transparency/', label: 'Transparency', at: 'footer' },
  { path: '/status/', label: 'Status', at: 'footer' },
  { path: '/feed.xml', label: 'RSS', at: 'footer' },
  { path: '/calendar.ics', label: 'Calendar', at: 'footer', on: row => row.timed !== null },
  { path: '/developers/', label: 'Developers', at: 'developers' },
  ...guidePages.flatMap(({ path, title }) => (forReaders.includes(path) ? [] : entry(path, title, 'developers'))),
  { path: '/problems/', label: 'Problems', at: 'developers' },
  { path: '/index.json', label: 'JSON Feed', at: 'developers' },
]

/** The links of the header, of the footer, or of its part for developers on the pages of a site. */
export function entriesAt(at: Entry['at'], row: SiteRow): Entry[] {
  return navigation.filter(entry => entry.at === at && (entry.on?.(row) ?? true))
}
