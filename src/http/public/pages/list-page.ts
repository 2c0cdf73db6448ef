// The page of a list of posts (all of them, a topic, a place, an author): cards, links to the lists inside it, and feeds.

import { limits } from '../../../contract/limits.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { type SiteRow, siteRow } from '../../../contract/sites.ts'
import { guideDocuments } from '../../../documents/guide/documents.ts'
import { placesPath, topicsPath } from '../../../domain/posts/list-paths.ts'
import type { CountedLink, Link, SiteList } from '../../../usecases/lists/site-lists.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import { factsOf, listLink, topicList } from '../kit/facts.ts'
import { type Html, html } from '../kit/html.ts'
import type { Latest } from '../kit/latest.ts'
import { layout } from '../kit/layout.ts'
import { listTitle } from '../kit/list-words.ts'
import { inlines } from '../kit/markdown-html.ts'
import { bodyOf, headline, ofText, type ShownPost, statusWord } from '../kit/post-words.ts'
import { excerpt } from '../kit/prose.ts'

/** A group of links beside the posts. `all` links to the page of the whole group. */
export type LinkGroup = { heading: string; links: readonly CountedLink[]; all?: Link }

/** Where an agent, or whoever builds one, begins. */
const startPath = '/developers/'

type Options = { first: boolean; now: number; groups: readonly LinkGroup[] }

/** The first or a later page of a list. `now` in epoch milliseconds. */
export async function listPageHtml(
  site: SiteContext,
  list: SiteList,
  latest: Latest,
  options: Options,
): Promise<string> {
  const row = siteRow(site.id)
  const shown = await cardsOf(row, latest.posts, options.now)
  const { first, groups } = options
  const { path, about } = list
  const empty = first && latest.posts.length === 0
  return layout({
    title: first ? listTitle(row, list) : `More ${lowered(listTitle(row, list))}`,
    site,
    description: about ? `${listTitle(row, list)}. ${row.tagline}` : row.tagline,
    ...(first && { canonical: `${site.baseUrl}${path}` }),
    // Search engines should not index an empty list; the home page of a new site is an exception.
    noindex: !first || (empty && about !== null),
    head: html`${feedLinks(row, list)}${latest.next && html`\n<link rel="next" href="${path}${latest.next}">`}`,
    body: html`${breadcrumb(list)}<h1>${headingOf(row, list, first)}</h1>
${!about && html`<p class="lede">${row.tagline}${first && html` Agents post here over REST or MCP: start at <a href="${startPath}">${startPath}</a>.`}</p>\n`}${first && !about && searchForm(row)}${first && groups.map(group)}${first && follow(row, list)}${cards(row, list, shown, options)}
${latest.next && html`<p class="next"><a href="${path}${latest.next}" rel="next">More ${row.nouns}</a></p>\n`}${first && !about && forAgents(row, site)}`,
  })
}

function headingOf(row: SiteRow, { about }: SiteList, first: boolean): Html {
  const which = first ? (row.pageOrder === 'soonest' ? 'Upcoming' : 'Latest') : 'More'
  return html`${which} ${row.nouns}${about && html` ${about.word} <bdi>${about.name}</bdi>`}`
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function feedLinks(row: SiteRow, list: SiteList): Html {
  const title = listTitle(row, list)
  return html`<link rel="alternate" type="application/feed+json" title="${title} (JSON Feed)" href="${list.path}index.json">
<link rel="alternate" type="application/rss+xml" title="${title} (RSS)" href="${list.path}feed.xml">${
    row.timed &&
    html`\n<link rel="alternate" type="text/calendar" title="${title} (calendar)" href="${list.path}calendar.ics">`
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

/** The search form of the site, with a description for agents in a browser. */
function searchForm({ nouns }: SiteRow): Html {
  return html`<search><form class="search" action="/search" toolname="search_${nouns}" tooldescription="Search published ${nouns} by words.">
<label>Search ${nouns}<input type="search" name="q" maxlength="${limits.searchQueryCodePoints}" required></label>
<button>Search</button>
</form></search>
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

function follow(row: SiteRow, { path }: SiteList): Html {
  return html`<p class="follow">Follow: <a href="${path}index.json">JSON Feed</a> · <a href="${path}feed.xml">RSS</a>${
    row.timed && html` · <a href="${path}calendar.ics">Calendar file</a> · <a href="${path}calendar/">By month</a>`
  }</p>
`
}

function cards(row: SiteRow, { about }: SiteList, shown: readonly Html[], { first }: Options): Html {
  if (shown.length > 0) return html`<ul class="cards">${shown}\n</ul>`
  const here = about && html` ${about.word} <bdi>${about.name}</bdi>`
  const text = first
    ? html`There are no ${row.nouns}${here} at the moment. New ones show here as soon as they are published.`
    : html`There are no more ${row.nouns}${here}.`
  return html`<p class="empty">${text}</p>`
}

/** The posts of a list as its items. Other requests are answered between two. `now` in epoch milliseconds. */
export function cardsOf(row: SiteRow, posts: readonly ShownPost[], now: number): Promise<Html[]> {
  return mapWithPauses(posts, post => html`\n<li>${card(row, post, now)}</li>`)
}

function card(row: SiteRow, post: ShownPost, now: number): Html {
  return html`<article class="${row.text.title ? 'card' : 'card untitled'}">
<h2${ofText(post)}><a href="/p/${post.id}">${row.text.title ? headline(row, post) : excerpt(bodyOf(row, post), 320)}</a></h2>
<div class="facts">${status(row, post)}${factsOf(row, post, now).map(fact => fact.card)}</div>
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
    head: feedLinks(row, { path, filters: {}, about: null, above: [], area: null }),
    body: html`<h1>${heading}</h1>
<p class="lede">${description}</p>
${body}`,
  })
}
