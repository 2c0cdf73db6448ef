// The page of a list of posts (all of them, a topic, a place, an author): cards, links to the lists inside it, and feeds.

import { limits } from '../../../contract/limits.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { type SiteRow, siteRow } from '../../../contract/sites.ts'
import { guideDocuments } from '../../../documents/guide/documents.ts'
import { homePath, nearPath, nearPlacePath, placesPath, topicsPath } from '../../../domain/posts/list-paths.ts'
import type { Days } from '../../../domain/times/days.ts'
import type { Facets } from '../../../usecases/lists/facets.ts'
import { allPosts, type CountedLink, type Link, type SiteList } from '../../../usecases/lists/site-lists.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import { choiceWords as words } from '../kit/choice-words.ts'
import { factsOf, listLink, topicList } from '../kit/facts.ts'
import { type Html, html } from '../kit/html.ts'
import { type AskedList, type Latest, queryOf } from '../kit/latest.ts'
import { layout } from '../kit/layout.ts'
import { listTitle } from '../kit/list-words.ts'
import { inlines } from '../kit/markdown-html.ts'
import { nearScript } from '../kit/near-script.ts'
import { bodyOf, headline, isOff, ofText, type ShownPost, statusWord } from '../kit/post-words.ts'
import { excerpt } from '../kit/prose.ts'
import { choicesHtml, placeFormHtml } from './list-choices.ts'

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
}

/** A place with posts, and how far away it is. */
export type NearLink = CountedLink & { km: number }

/** The first or a later page of a list. `now` in epoch milliseconds. */
export async function listPageHtml(
  site: SiteContext,
  list: SiteList,
  latest: Latest,
  options: Options,
): Promise<string> {
  const row = siteRow(site.id)
  const { first, groups, asked, facets, own = false } = options
  const shown = await cardsOf(row, latest.posts, options.now, asked.days)
  const { about, city } = list
  const path = own ? homePath : list.path
  const empty = first && latest.posts.length === 0
  const narrowed = Object.keys(asked.given).length > 0
  const home = first && !narrowed && (about === null || own)
  return layout({
    title: first ? listTitle(row, list) : `More ${lowered(listTitle(row, list))}`,
    site,
    description: about ? `${listTitle(row, list)}. ${row.tagline}` : row.tagline,
    ...(first && { canonical: `${site.baseUrl}${path}` }),
    // Search engines get lists, not their choices, and no empty list; the home page of a new site is an exception.
    noindex: !first || narrowed || (empty && about !== null),
    head: html`${feedLinks(row, list, asked)}${latest.next && html`\n<link rel="next" href="${list.path}${latest.next}">`}${home && !own && script(nearScript.path)}`,
    body: html`${breadcrumb(list)}<h1>${headingOf(row, list, first)}</h1>
${first && (about === null || city) && placeForm(list)}${facets && choicesHtml(list, asked, facets)}${cards(row, list, shown, options)}
${latest.next && html`<p class="next"><a href="${list.path}${latest.next}" rel="next">More ${row.nouns}</a></p>\n`}${first && city && keepPlace(list, own)}${first && city && aroundCity(list)}${first && html`<div class="below">${groups.map(group)}${follow(row, list, asked)}</div>`}${home && forAgents(row, site)}`,
  })
}

const script = (path: string) => html`\n<script type="module" src="${path}"></script>`

/** The form that asks for another place; below the name of the place where the list has one. */
function placeForm({ city }: SiteList): Html {
  if (!city) return placeFormHtml()
  return html`<details class="change"><summary>${words.change}</summary>
${placeFormHtml()}</details>
`
}

/** The link from the page of a city to the list around it. */
function aroundCity({ city, filters }: SiteList): Html | false {
  if (!city || filters.near !== undefined) return false
  return html`<p class="around"><a href="${nearPlacePath(city.geonamesId)}">${words.around(limits.nearKmDefault, city.name)}</a></p>
`
}

/** The button that makes a place the beginning of the home page, or forgets it. */
function keepPlace({ city, filters }: SiteList, own: boolean): Html | false {
  if (!city || filters.near === undefined) return false
  const value = own ? '' : String(city.geonamesId)
  return html`<form class="keep" action="${nearPath}" method="post"><input type="hidden" name="place" value="${value}"><button class="secondary outline">${own ? words.forget : words.keep(city.name)}</button></form>
`
}

function headingOf(row: SiteRow, { about }: SiteList, first: boolean): Html {
  const which = first ? (row.pageOrder === 'soonest' ? 'Upcoming' : 'Latest') : 'More'
  return html`${which} ${row.nouns}${about && html` ${about.word} <bdi>${about.name}</bdi>`}`
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function feedLinks(row: SiteRow, list: SiteList, asked?: AskedList): Html {
  const title = listTitle(row, list)
  const query = asked ? queryOf(asked) : ''
  return html`<link rel="alternate" type="application/feed+json" title="${title} (JSON Feed)" href="${list.path}index.json${query}">
<link rel="alternate" type="application/rss+xml" title="${title} (RSS)" href="${list.path}feed.xml${query}">${
    row.timed &&
    html`\n<link rel="alternate" type="text/calendar" title="${title} (calendar)" href="${list.path}calendar.ics${query}">`
  }`
}

/** The lists around a list, the widest first, down to the list itself. */
export function breadcrumb({ above, about }: Pick<SiteList, 'above' | 'about'>): Html | false {
  if (above.length === 0) return false
  return html`<nav class="crumbs" aria-label="Breadcrumb"><ol>${above.map(({ name, path }) => html`<li>${listLink(path, name)}</li>`)}${
    about && html`<li><bdi aria-current="page">${about.name}</bdi></li>`
  }</ol></nav>
`
}

function group({ heading, links, all }: LinkGroup): Html | false {
  if (links.length === 0) return false
  return html`<section class="inside"><h2>${heading}</h2>
${countedLinks(links)}${all && html`<p><a href="${all.path}">${all.name}</a></p>`}
</section>
`
}

/** Links to lists, each with the number of its posts. */
function countedLinks(links: readonly CountedLink[]): Html {
  return html`<ul class="counted">${links.map(({ path, name, posts }) => html`<li>${listLink(path, name)} <span>${posts.toLocaleString('en')}</span></li>`)}</ul>
`
}

function follow(row: SiteRow, { path, filters }: SiteList, asked: AskedList): Html {
  const query = queryOf(asked)
  const months = row.timed && filters.near === undefined
  return html`<p class="follow">Follow: <a href="${path}index.json${query}">JSON Feed</a> · <a href="${path}feed.xml${query}">RSS</a>${
    row.timed && html` · <a href="${path}calendar.ics${query}">Calendar file</a>`
  }${months && html` · <a href="${path}calendar/">By month</a>`}</p>
${filters.author !== undefined && html`<p><a href="${path}report" rel="nofollow">Report this handle</a></p>\n`}`
}

function cards(row: SiteRow, list: SiteList, shown: readonly Html[], options: Options): Html {
  const { about, path } = list
  const { first, nearest = [], asked } = options
  if (shown.length > 0) return html`<ul class="cards">${shown}\n</ul>`
  const here = about && html` ${about.word} <bdi>${about.name}</bdi>`
  const narrowed = Object.keys(asked.given).length > 0
  const text = first
    ? narrowed
      ? html`No ${row.nouns}${here} match these choices. <a href="${path}">${words.all}</a>`
      : html`There are no ${row.nouns}${here} at the moment. New ones show here as soon as they are published.`
    : html`There are no more ${row.nouns}${here}.`
  return html`<div class="empty"><p>${text}</p>${
    nearest.length > 0 &&
    html`\n<p>${words.nearest}:</p>
<ul class="counted">${nearest.map(({ path, name, km, posts }) => html`<li>${listLink(path, name)} <span>${km} km · ${posts}</span></li>`)}</ul>`
  }</div>`
}

/** The posts of a list as its items. Other requests are answered between two. `now` in epoch milliseconds. */
export function cardsOf(
  row: SiteRow,
  posts: readonly ShownPost[],
  now: number,
  days: Days | null = null,
): Promise<Html[]> {
  return mapWithPauses(posts, post => html`\n<li>${card(row, post, now, days)}</li>`)
}

function card(row: SiteRow, post: ShownPost, now: number, days: Days | null): Html {
  return html`<article class="${row.text.title ? 'card' : 'card untitled'}${isOff(row, post) && ' off'}">
<h2${ofText(post)}><a href="/p/${post.id}">${row.text.title ? headline(row, post) : excerpt(bodyOf(row, post), 320)}</a></h2>
<div class="facts">${status(row, post)}${factsOf(row, post, now, days).map(fact => fact.card)}</div>
${row.text.title && html`<p class="text"${ofText(post)}>${excerpt(bodyOf(row, post))}</p>\n`}${topicList(post)}
</article>`
}

function status(row: SiteRow, post: ShownPost): Html | false {
  const word = statusWord(row, post)
  return word !== null && html`<p class="status"><strong>${word}</strong></p>`
}

function forAgents(row: SiteRow, { baseUrl }: SiteContext): Html {
  const links = guideDocuments(row).filter(({ optional }) => !optional)
  return html`<section class="agents" aria-labelledby="agents">
<h2 id="agents">For software agents</h2>
<p>Post, read and search ${row.nouns} through the API: <code>GET ${baseUrl}/v1</code> lists every operation and says how to sign up. Every ${row.noun} is paid for and checked against the policy before it is published.${row.relayed && html` Replies to the ${row.relayed.recipient} go through <code>POST /v1/relay</code>.`}</p>
<ul>${links.map(({ path, title, about }) => html`\n<li><a href="${path}">${title}</a>: ${inlines(about, baseUrl)}</li>`)}\n</ul>
<p>Agents post here over REST or MCP. To build one, start at <a href="/developers/">/developers/</a>.</p>
</section>
`
}

export function topicsPageHtml(site: SiteContext, topics: readonly CountedLink[]): string {
  const row = siteRow(site.id)
  return overviewPage(site, {
    heading: 'Topics',
    path: topicsPath,
    description: `What ${row.nouns} are about, the topics of most ${row.nouns} first.`,
    body: topics.length > 0 ? countedLinks(topics) : emptyList(row),
  })
}

/** The name that was searched for, and the places found. */
export type FoundPlaces = { q: string; found: readonly { label: string; path: string }[] }

/** The page of all countries, with a form that finds a place by its name, and its results. */
export function placesPageHtml(
  site: SiteContext,
  countries: readonly CountedLink[],
  search: FoundPlaces | null,
): string {
  const row = siteRow(site.id)
  return overviewPage(site, {
    heading: 'Places',
    path: placesPath,
    description: `Where ${row.nouns} are: countries, states and cities.`,
    noindex: search !== null,
    body: html`<search><form class="search" action="${placesPath}" toolname="find_place" tooldescription="Find a city, a state or a country by name; the answer leads to its ${row.nouns}.">
<label>Near where? A city, a state or a country<input type="search" name="q" maxlength="${limits.placeQueryCodePoints}" autocomplete="address-level2" value="${search?.q ?? ''}" required></label>
<button>Find</button>
</form></search>
${search && foundPlaces(search)}<h2>Countries</h2>
${countries.length > 0 ? countedLinks(countries) : emptyList(row)}`,
  })
}

function foundPlaces({ q, found }: FoundPlaces): Html {
  const list = html`<ul>${found.map(({ label, path }) => html`\n<li>${listLink(path, label)}</li>`)}\n</ul>`
  return html`<section aria-labelledby="found"><h2 id="found">Places called <bdi>${q}</bdi></h2>
${found.length > 0 ? list : html`<p>No place of 1,000 people or more has this name or a name that begins with it.</p>`}
</section>
`
}

const emptyList = ({ nouns }: SiteRow) => html`<p class="empty">There are no ${nouns} at the moment.</p>`

type Overview = { heading: string; path: string; description: string; body: Html; noindex?: boolean }

function overviewPage(site: SiteContext, { heading, path, description, body, noindex = false }: Overview): string {
  const row = siteRow(site.id)
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
