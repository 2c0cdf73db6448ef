// The page of a list of posts (all of them, a topic, a place, an author): cards, links to the lists inside it, and feeds.

import { limits } from '../../../contract/limits.ts'
import { guideDocuments } from '../../../documents/guide/documents.ts'
import { sourceLanguage } from '../../../domain/languages/tongue.ts'
import { cityName } from '../../../domain/places/city-names.ts'
import { homePath, nearPath, nearPlacePath, placesPath, topicsPath } from '../../../domain/posts/list-paths.ts'
import type { AreaMap } from '../../../usecases/lists/area-map.ts'
import type { AuthorSite, Since } from '../../../usecases/lists/authors.ts'
import type { Facets } from '../../../usecases/lists/facets.ts'
import { allPosts, type CountedLink, type Link, type SiteList } from '../../../usecases/lists/site-lists.ts'
import { cardList, cardsOf, monthOf } from '../kit/cards.ts'
import { listLink } from '../kit/facts.ts'
import { type Html, html } from '../kit/html.ts'
import { type AskedList, feedQueryOf, type Latest } from '../kit/latest.ts'
import { layout } from '../kit/layout.ts'
import { linkName, listHeading, listTitle, moreTitle, type NamedLink, placeLabel } from '../kit/list-words.ts'
import { inlines } from '../kit/markdown-html.ts'
import { nearScript } from '../kit/near-script.ts'
import { linkTo, type PageSite, rowIn, type SpokenRow } from '../kit/spoken.ts'
import { saveScript } from '../saved/saved-scripts.ts'
import { choicesHtml, placeFormHtml } from './list-choices.ts'
import { mapHtml } from './map-html.ts'

/** A group of links beside the posts. `all` links to the page of the whole group. */
export type LinkGroup = { heading: string; links: readonly CountedLink[]; all?: Link }

/** What stands around the posts: choices above, groups of links below, and where an empty list points to. */
type Options = {
  first: boolean
  now: number
  groups: readonly LinkGroup[]
  asked: AskedList
  facets: Facets | null
  nearest?: readonly NearLink[]
  /** The page is for one reader: it begins with the place that this reader has chosen. */
  own?: boolean
  /** The map of the area of the list. */
  map?: AreaMap | null
  since?: Since
  author?: Author | null
}

/** The author of a list: since when, epoch milliseconds, and where else. */
export type Author = { since: number | null; elsewhere: readonly AuthorSite[] }

/** A place with posts, and how far away it is. */
export type NearLink = CountedLink & { km: number }

/** The first or a later page of a list. `now` in epoch milliseconds. */
export async function listPageHtml(site: PageSite, list: SiteList, latest: Latest, options: Options): Promise<string> {
  const row = rowIn(site)
  const { first, groups, asked, facets, own = false } = options
  const shown = await cardsOf(row, latest.posts, options.now, {
    days: asked.days,
    since: options.author ? undefined : options.since,
  })
  const { about, city } = list
  const path = own ? homePath : list.path
  const empty = first && latest.posts.length === 0
  const narrowed = Object.keys(asked.given).length > 0
  const home = first && !narrowed && (about === null || own)
  return layout({
    title: first ? listTitle(row, list) : moreTitle(row, list),
    site,
    description: about
      ? row.say('list.description', { title: listTitle(row, list), tagline: row.tagline })
      : row.tagline,
    ...(first && { canonical: `${site.baseUrl}${path}` }),
    // Search engines get lists, not their choices, and no empty list; the home page of a new site is an exception.
    noindex: !first || narrowed || (empty && about !== null),
    skipTo: 'list',
    head: html`${feedLinks(row, list, asked)}${latest.next && html`\n<link rel="next" href="${list.path}${latest.next}">`}${home && !own && script(nearScript.path)}${shown.length > 0 && html`\n${saveScript(row)}`}`,
    body: html`${breadcrumb(row, list)}<h1>${listHeading(row, list, first ? (row.pageOrder === 'soonest' ? 'upcoming' : 'latest') : 'more')}</h1>
${options.author && aboutAuthor(row, site, list, options.author)}${first && (about === null || city) && placeForm(row, list)}${facets && choicesHtml(row, list, asked, facets)}${cards(row, list, shown, options)}
${latest.next && html`<p class="next"><a href="${list.path}${latest.next}" rel="next">${row.say('list.more')}</a></p>\n`}${first && city && keepPlace(row, list, own)}${first && city && aroundCity(row, list)}${first && html`<div class="below">${options.map && mapHtml(row, options.map)}${groups.map(each => group(row, each))}${follow(row, list, asked)}</div>`}${home && forAgents(row, site)}`,
  })
}

const script = (path: string) => html`\n<script type="module" src="${path}"></script>`

/** The form that asks for another place; below the name of the place where the list has one. */
function placeForm(row: SpokenRow, { city }: SiteList): Html {
  if (!city) return placeFormHtml(row)
  return html`<details class="change"><summary>${row.say('near.change')}</summary>
${placeFormHtml(row)}</details>
`
}

/** The link from the page of a city to the list around it. */
function aroundCity({ say, tongue }: SpokenRow, { city, filters }: SiteList): Html | false {
  if (!city || filters.near !== undefined) return false
  return html`<p class="around"><a href="${nearPlacePath(city.geonamesId)}">${say('near.around', { distance: tongue.km(limits.nearKmDefault), name: cityName(tongue.tag, city.geonamesId, city.name) })}</a></p>
`
}

/** The button that makes a place the beginning of the home page, or forgets it. */
function keepPlace({ say, tongue }: SpokenRow, { city, filters }: SiteList, own: boolean): Html | false {
  if (!city || filters.near === undefined) return false
  const value = own ? '' : String(city.geonamesId)
  return html`<form class="keep" action="${nearPath}" method="post"><input type="hidden" name="place" value="${value}"><button class="secondary outline">${own ? say('near.forget') : say('near.keep', { name: cityName(tongue.tag, city.geonamesId, city.name) })}</button></form>
`
}

function feedLinks(row: SpokenRow, list: SiteList, asked?: AskedList): Html {
  const title = listTitle(row, list)
  const query = asked ? feedQueryOf(asked) : ''
  return html`<link rel="alternate" type="application/feed+json" title="${title} (JSON Feed)" href="${list.path}index.json${query}">
<link rel="alternate" type="application/rss+xml" title="${title} (RSS)" href="${list.path}feed.xml${query}">${
    row.timed &&
    html`\n<link rel="alternate" type="text/calendar" title="${row.say('list.calendar-of', { title })}" href="${list.path}calendar.ics${query}">`
  }`
}

/** The lists around a list, the widest first, down to the list itself. */
export function breadcrumb(
  row: SpokenRow,
  { above, about, path }: Pick<SiteList, 'above' | 'about' | 'path'>,
): Html | false {
  if (above.length === 0) return false
  return html`<nav class="crumbs" aria-label="${row.say('list.breadcrumb')}"><ol>${above.map(link => html`<li>${listLink(link.path, linkName(row, link))}</li>`)}${
    about && html`<li><bdi aria-current="page">${linkName(row, { name: about.name, path })}</bdi></li>`
  }</ol></nav>
`
}

function group(row: SpokenRow, { heading, links, all }: LinkGroup): Html | false {
  if (links.length === 0) return false
  return html`<section class="inside"><h2>${heading}</h2>
${countedLinks(row, links)}${all && html`<p><a href="${all.path}">${all.name}</a></p>`}
</section>
`
}

/** Links to lists, each with the number of its posts. */
function countedLinks(row: SpokenRow, links: readonly CountedLink[], name = 'counted'): Html {
  return html`<ul class="${name}">${links.map(link => html`<li>${listLink(link.path, linkName(row, link))} <span>${row.tongue.number(link.posts)}</span></li>`)}</ul>
`
}

function follow(row: SpokenRow, { path, filters }: SiteList, asked: AskedList): Html {
  const query = feedQueryOf(asked)
  const months = row.timed && filters.near === undefined
  return html`<p class="follow">${row.say('list.follow')} <a href="${path}index.json${query}">JSON Feed</a> · <a href="${path}feed.xml${query}">RSS</a>${
    row.timed && html` · <a href="${path}calendar.ics${query}">${row.say('list.calendar-file')}</a>`
  } · <a href="${path}follow/${query}" rel="nofollow">${row.say('follow.follow')}</a>${months && html` · <a href="${path}calendar/">${row.say('list.by-month')}</a>`}</p>
${filters.author !== undefined && html`<p><a href="${path}report" rel="nofollow">${row.say('list.report-handle')}</a></p>\n`}`
}

function cards(row: SpokenRow, list: SiteList, shown: readonly Html[], options: Options): Html {
  const { about, path } = list
  const { say } = row
  const { first, nearest = [], asked } = options
  const follow = `${path}follow/${feedQueryOf(asked)}`
  if (shown.length > 0) return cardList(row, shown)
  const narrowed = Object.keys(asked.given).length > 0
  const text = first
    ? narrowed
      ? html`${say('list.none-chosen')} <a href="${path}">${say('list.all')}</a>`
      : say(about ? 'list.empty-here' : 'list.empty')
    : say('list.end')
  return html`<div id="list" class="empty"><p>${text}</p>${first && html`\n<p>${row.markup('list.tell', { a: linkTo(follow, html` rel="nofollow"`) })}</p>`}${nearestHtml(
    row,
    nearest,
  )}</div>`
}

/** The nearest places with posts, where there are none; nothing if none is known. */
export function nearestHtml({ say, tongue }: SpokenRow, nearest: readonly NearLink[]): Html | false {
  if (nearest.length === 0) return false
  return html`\n<p>${say('near.nearest')}</p>
<ul class="counted">${nearest.map(({ path, name, km, posts }) => html`<li>${listLink(path, name)} <span>${tongue.km(km)} · ${tongue.number(posts)}</span></li>`)}</ul>`
}

/** Since when an author is here, and the other sites with posts of the author. */
function aboutAuthor(row: SpokenRow, { siblings = [] }: PageSite, list: SiteList, author: Author): Html {
  const { say, tongue } = row
  const links = author.elsewhere.flatMap(({ site, posts, more }) => {
    const sibling = siblings.find(({ id }) => id === site)
    const { title } = rowIn({ id: site, tongue })
    return sibling
      ? html`<li>${listLink(`${sibling.baseUrl}${tongue.prefix}${list.path}`, title)} <span>${tongue.number(posts)}${more && '+'}</span></li>`
      : []
  })
  return html`${author.since !== null && html`<p class="lede">${say('author.since', { month: monthOf(row, author.since) })}</p>\n`}${
    links.length > 0 &&
    html`<section class="inside"><h2>${row.markup('author.elsewhere', { name: html`<bdi>${list.about?.name ?? ''}</bdi>` })}</h2>\n<ul class="counted">${links}</ul></section>\n`
  }`
}

/** For agents, in English; a page in another language leads them to the pages in English. */
function forAgents(row: SpokenRow, { baseUrl }: PageSite): Html {
  if (row.tongue.tag !== sourceLanguage)
    return html`<section class="agents"><p>${row.markup('list.for-agents', { a: linkTo('/developers/', html` hreflang="en"`) })}</p></section>
`
  const links = guideDocuments(row).filter(({ optional }) => !optional)
  return html`<section class="agents" aria-labelledby="agents">
<h2 id="agents">For software agents</h2>
<p>Post, read and search ${row.nouns} through the API: <code>GET ${baseUrl}/v1</code> lists every operation and says how to sign up. Every ${row.noun} is paid for and checked against the policy before it is published.${row.relayed && html` Replies to the ${row.relayed.recipient} go through <code>POST /v1/relay</code>.`}</p>
<ul>${links.map(({ path, title, about }) => html`\n<li><a href="${path}">${title}</a>: ${inlines(about, baseUrl)}</li>`)}\n</ul>
</section>
`
}

export function topicsPageHtml(site: PageSite, topics: readonly CountedLink[]): string {
  const row = rowIn(site)
  return overviewPage(site, {
    heading: row.say('nav.topics'),
    path: topicsPath,
    description: row.say('topics.told'),
    body: topics.length > 0 ? countedLinks(row, topics) : emptyList(row),
  })
}

/** The name that was searched for, and the places found. */
export type FoundPlaces = { q: string; found: readonly NamedLink[] }

/** The page of all countries, with a form that finds a place by its name, and its results. */
export function placesPageHtml(site: PageSite, countries: readonly CountedLink[], search: FoundPlaces | null): string {
  const row = rowIn(site)
  return overviewPage(site, {
    heading: row.say('nav.places'),
    path: placesPath,
    description: row.say('places.told'),
    noindex: search !== null,
    body: html`<search><form class="search" action="${placesPath}" toolname="find_place" tooldescription="Find a city, a state or a country by name; the answer leads to its ${row.nouns}.">
<label>${row.say('places.find')}<input type="search" name="q" maxlength="${limits.placeQueryCodePoints}" autocomplete="address-level2" value="${search?.q ?? ''}" required></label>
<button>${row.say('places.find-button')}</button>
</form></search>
${search && foundPlaces(row, search)}<h2>${row.say('places.countries')}</h2>
${countries.length > 0 ? countedLinks(row, countries) : emptyList(row)}`,
  })
}

function foundPlaces(row: SpokenRow, { q, found }: FoundPlaces): Html {
  const named = found.map(link => ({ ...link, name: placeLabel(row, link.name, link.country) }))
  return html`<section aria-labelledby="found"><h2 id="found">${row.markup('places.found', { name: html`<bdi>${q}</bdi>` })}</h2>
${found.length > 0 ? countedLinks(row, named, 'counted rows') : html`<p>${row.say('places.none')}</p>`}
</section>
`
}

const emptyList = ({ say }: SpokenRow) => html`<p class="empty">${say('list.empty-short')}</p>`

type Overview = { heading: string; path: string; description: string; body: Html; noindex?: boolean }

function overviewPage(site: PageSite, { heading, path, description, body, noindex = false }: Overview): string {
  const row = rowIn(site)
  return layout({
    title: heading,
    site,
    description,
    canonical: `${site.baseUrl}${path}`,
    noindex,
    head: feedLinks(row, { ...allPosts, path }),
    body: html`<h1>${heading}</h1>
<p class="lede">${description}</p>
${body}`,
  })
}
