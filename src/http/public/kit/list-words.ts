// The title of a list on its page, in its feeds and in its calendar.
import { capital } from '../../../contract/words.ts'
import { placesPath, topicsPath } from '../../../domain/posts/list-paths.ts'
import type { Link, SiteList } from '../../../usecases/lists/site-lists.ts'
import { type Html, html } from './html.ts'
import type { SpokenRow } from './spoken.ts'

/** The name of a list with the places around it, for titles that stand alone: "Events in Paris, Île-de-France, France". */
export function listTitle(row: SpokenRow, { about, above, path }: SiteList): string {
  if (!about) return row.title
  // The first entry is the page of all topics or places.
  const around = above
    .slice(1)
    .map(link => linkName(row, link))
    .reverse()
  const name = [linkName(row, { name: about.name, path }), ...around].join(', ')
  return row.say(`list.${about.word}`, { list: capital(row.word(`site.${row.id}`, row.nouns)), name })
}

/** The heading of a list, with a name of its own direction of writing. */
export function listHeading(row: SpokenRow, { about, path }: SiteList, which: 'upcoming' | 'latest' | 'more'): Html {
  const list = row.say(`list.${which}`)
  if (!about) return html`${list}`
  const name = html`<bdi>${linkName(row, { name: about.name, path })}</bdi>`
  return row.markup(`list.${about.word}`, { list, name })
}

/** The name of a list in the language of the reader: countries, and the pages of all topics and places. */
export function linkName({ tongue }: SpokenRow, { name, path }: Link): string {
  if (path === topicsPath) return tongue.say('nav.topics')
  if (path === placesPath) return tongue.say('nav.places')
  const [, country] = /^\/in\/([A-Z]{2})\/$/.exec(path) ?? []
  return country === undefined ? name : tongue.country(country)
}
