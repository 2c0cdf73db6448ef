// The title of a list on its page, in its feeds and in its calendar, and the names of lists in the language of a page.
import { cityName } from '../../../domain/places/city-names.ts'
import { countryName } from '../../../domain/places/countries.ts'
import { placesPath, topicsPath } from '../../../domain/posts/list-paths.ts'
import type { CountedLink, Link, SiteList } from '../../../usecases/lists/site-lists.ts'
import { type Html, html } from './html.ts'
import type { SpokenRow } from './spoken.ts'

/** The name of a list with the places around it, for titles that stand alone: "Events in Paris, Île-de-France, France". */
export function listTitle(row: SpokenRow, list: SiteList): string {
  return titled(row, list, row.title)
}

/** The title of a later page of a list: "More events in Paris, Île-de-France, France". */
export function moreTitle(row: SpokenRow, list: SiteList): string {
  return titled(row, list, row.say('list.more'))
}

function titled(row: SpokenRow, { about, above, path }: SiteList, list: string): string {
  if (!about) return list
  // The first entry is the page of all topics or places.
  const around = above
    .slice(1)
    .map(link => linkName(row, link))
    .reverse()
  const name = [linkName(row, { name: about.name, path }), ...around].join(row.say('list.comma'))
  return row.say(`list.${about.word}`, { list, name })
}

/** The heading of a list, with a name of its own direction of writing. */
export function listHeading(row: SpokenRow, { about, path }: SiteList, which: 'upcoming' | 'latest' | 'more'): Html {
  const list = row.say(`list.${which}`)
  if (!about) return html`${list}`
  const name = html`<bdi>${linkName(row, { name: about.name, path })}</bdi>`
  return row.markup(`list.${about.word}`, { list, name })
}

/** The name of a list in the language of a page: cities, countries, and the pages of all topics and places. */
export function linkName({ tongue, say }: SpokenRow, { name, path }: Link): string {
  if (path === topicsPath) return say('nav.topics')
  if (path === placesPath) return say('nav.places')
  const [, country, city] =
    /^\/(?:in\/([A-Z]{2})\/|(?:in|near)\/(?:[A-Z]{2}\/)?(?:[A-Z\d-]{4,6}\/)?(\d{1,10})\/)$/.exec(path) ?? []
  if (city !== undefined) return cityName(tongue.tag, city, name)
  return country === undefined ? name : tongue.country(country)
}

/** A link to the list of a found place: its label, and its country by code. */
export type NamedLink = CountedLink & { country: string }

/** The label of a found place, "Paris, Île-de-France, France", with the name of its country in the language of a page. */
export function placeLabel({ tongue, say }: SpokenRow, label: string, country: string): string {
  const end = `, ${countryName(country)}`
  if (label === countryName(country)) return tongue.country(country)
  return label.endsWith(end)
    ? [...label.slice(0, -end.length).split(', '), tongue.country(country)].join(say('list.comma'))
    : label
}
