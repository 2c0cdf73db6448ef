// The links in the header and the footer of every page: one table, one row per page.

import type { SiteRow } from '../../../contract/sites.ts'
import { guidePages } from '../../../documents/guide/pages.ts'
import type { MessageKey } from '../../../domain/languages/tongue.ts'
import { homePath, placesPath, savedPath, topicsPath } from '../../../domain/posts/list-paths.ts'

export type NavigationEntry = {
  path: string
  label: string
  /** The message of its label; one without it is for developers, and in English in every language. */
  key?: MessageKey
  /** `developers`: in the footer, folded up. */
  at: 'header' | 'footer' | 'developers'
  /** The sites that have the page; all of them when left out. */
  on?: (row: SiteRow) => boolean
}

/** The pages of documents for readers and owners; the others are for developers. */
const forReaders: Readonly<Record<string, MessageKey>> = {
  '/about/': 'nav.about',
  '/help/': 'nav.help',
  '/contact/': 'nav.contact',
  '/imprint/': 'nav.imprint',
  '/policy/': 'nav.policy',
  '/pricing/': 'nav.pricing',
  '/terms/': 'nav.terms',
  '/privacy/': 'nav.privacy',
}
const readersPaths = Object.keys(forReaders)

/** The page on which people open an account. */
export const joinPath = '/join'

/** In the order of the pages. */
export const navigation: readonly NavigationEntry[] = [
  { path: homePath, label: 'Latest', key: 'nav.latest', at: 'header' },
  { path: topicsPath, label: 'Topics', key: 'nav.topics', at: 'header' },
  { path: placesPath, label: 'Places', key: 'nav.places', at: 'header' },
  { path: '/search', label: 'Search', key: 'nav.search', at: 'header' },
  { path: '/account', label: 'Your account', key: 'nav.account', at: 'header' },
  { path: joinPath, label: 'Join', key: 'nav.join', at: 'header' },
  ...guidePages
    .filter(({ path }) => path in forReaders)
    .sort((a, b) => readersPaths.indexOf(a.path) - readersPaths.indexOf(b.path))
    .map(({ path, title }): NavigationEntry => ({ path, label: title, key: forReaders[path]!, at: 'footer' })),
  { path: savedPath, label: 'Saved', key: 'saved.title', at: 'footer' },
  { path: '/transparency/', label: 'Transparency', key: 'nav.transparency', at: 'footer' },
  { path: '/status/', label: 'Status', key: 'nav.status', at: 'footer' },
  { path: '/feed.xml', label: 'RSS', key: 'nav.rss', at: 'footer' },
  { path: '/calendar.ics', label: 'Calendar', key: 'nav.calendar', at: 'footer', on: row => row.timed !== null },
  { path: '/developers/', label: 'Developers', at: 'developers' },
  ...guidePages.flatMap(({ path, title }): NavigationEntry[] =>
    path in forReaders ? [] : [{ path, label: title, at: 'developers' }],
  ),
  { path: '/problems/', label: 'Problems', at: 'developers' },
  { path: '/index.json', label: 'JSON Feed', at: 'developers' },
]

/** The links of the header, of the footer, or of its part for developers on the pages of a site. */
export function entriesAt(at: NavigationEntry['at'], row: SiteRow): NavigationEntry[] {
  return navigation.filter(entry => entry.at === at && (entry.on?.(row) ?? true))
}
