// The page of a list of posts (all of them, a topic, a place, an author): cards, links to the lists inside it, and feeds.

import { limits } from '../../../contract/limits.ts'
import { guideDocuments } from '../../../documents/guide/documents.ts'
import { type MessageKey, sourceLanguage } from '../../../domain/languages/tongue.ts'
import { placesPath, topicsPath } from '../../../domain/posts/list-paths.ts'
import type { CountedLink, SiteList } from '../../../usecases/lists/site-lists.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import { factsOf, listLink, topicList } from '../kit/facts.ts'
import { type Html, html } from '../kit/html.ts'
import type { Latest } from '../kit/latest.ts'
import { layout } from '../kit/layout.ts'
import { linkName, listHeading, listTitle } from '../kit/list-words.ts'
import { inlines } from '../kit/markdown-html.ts'
import { bodyOf, headline, ofText, type ShownPost, statusWord } from '../kit/post-words.ts'
import { excerpt } from '../kit/prose.ts'
import { type PageSite, rowIn, type SpokenRow } from '../kit/spoken.ts'

/** A group of links beside the posts. `all` links to the page of the whole group. */
export type LinkGroup = {
  heading: MessageKey
  links: readonly CountedLink[]
  all?: { path: string; said: MessageKey }
}

/** Where an agent, or whoever builds one, begins. */
const startPath = '/developers/'

type Options = { first: boolean; now: number; groups: readonly LinkGroup[] }

/** The first or a later page of a list. `now` in epoch milliseconds. */
export async function listPageHtml(site: PageSite, list: SiteList, latest: Latest, options: Options): Promise<string> {
  const row = rowIn(site)
  const shown = await cardsOf(row, latest.posts, options.now)
  const { first, groups } = options
  const { path, about } = list
  const empty = first && latest.posts.length === 0
  return layout({
    title: first ? listTitle(row, list) : row.say('list.more-of', { title: lowered(row, listTitle(row, list)) }),
    site,
    description: about
      ? row.say('list.description', { title: listTitle(row, list), tagline: row.tagline })
      : row.tagline,
    ...(first && { canonical: `${site.baseUrl}${path}` }),
    // Search engines should not index an empty list; the home page of a new site is an exception.
    noindex: !first || (empty && about !== null),
    head: html`${feedLinks(row, list)}${latest.next && html`\n<link rel="next" href="${path}${latest.next}">`}`,
    body: html`${breadcrumb(row, list)}<h1>${headingOf(row, list, first)}</h1>
${!about && html`<p class="lede">${row.tagline}${first && html` ${row.markup('list.for-agents', { link: html`<a href="${startPath}">${startPath}</a>` })}`}</p>\n`}${first && !about && searchForm(row)}${first && groups.map(each => group(row, each))}${first && follow(row, list)}${cards(row, shown, options)}
${latest.next && html`<p class="next"><a href="${path}${latest.next}" rel="next">${row.say('list.next')}</a></p>\n`}${first && !about && forAgents(row, site)}`,
  })
}

function headingOf(row: SpokenRow, list: SiteList, first: boolean): Html {
  return listHeading(row, list, first ? (row.pageOrder === 'soonest' ? 'upcoming' : 'latest') : 'more')
}

/** English writes the name of a list within a sentence in lower case. */
function lowered({ tongue }: SpokenRow, text: string): string {
  return tongue.tag === sourceLanguage ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

function feedLinks(row: SpokenRow, list: SiteList): Html {
  const title = listTitle(row, list)
  return html`<link rel="alternate" type="application/feed+json" title="${title} (JSON Feed)" href="${list.path}index.json">
<link rel="alternate" type="application/rss+xml" title="${title} (RSS)" href="${list.path}feed.xml">${
    row.timed &&
    html`\n<link rel="alternate" type="text/calendar" title="${title} (calendar)" href="${list.path}calendar.ics">`
  }`
}

/** The lists around a list, the widest first, down to the list itself. */
export function breadcrumb(row: SpokenRow, list: Pick<SiteList, 'above' | 'about' | 'path'>): Html | false {
  const { above, about, path } = list
  if (above.length === 0) return false
  const here = about && html`<li><bdi aria-current="page">${linkName(row, { name: about.name, path })}</bdi></li>`
  return html`<nav class="crumbs" aria-label="${row.say('list.breadcrumb')}"><ol>${above.map(link => html`<li>${listLink(link.path, linkName(row, link))}</li>`)}${here}</ol></nav>
`
}

/** The search form of the site, with a description for agents in a browser. */
function searchForm(row: SpokenRow): Html {
  const { nouns } = row
  return html`<search><form class="search" action="/search" toolname="search_${nouns}" tooldescription="Search published ${nouns} by words.">
<label>${row.say('list.search')}<input type="search" name="q" maxlength="${limits.searchQueryCodePoints}" required></label>
<button>${row.say('list.search-button')}</button>
</form></search>
`
}

function group(row: SpokenRow, { heading, links, all }: LinkGroup): Html | false {
  if (links.length === 0) return false
  return html`<section class="inside"><h2>${row.say(heading)}</h2>
${countedLinks(row, links)}${all && html`<p><a href="${all.path}">${row.say(all.said)}</a></p>`}
</section>
`
}

/** Links to lists, each with the number of its posts. */
function countedLinks(row: SpokenRow, links: readonly CountedLink[]): Html {
  return html`<ul class="counted">${links.map(link => html`<li>${listLink(link.path, linkName(row, link))} <span>${row.tongue.number(link.posts)}</span></li>`)}</ul>
`
}

function follow(row: SpokenRow, { path }: SiteList): Html {
  return html`<p class="follow">${row.say('list.follow')} <a href="${path}index.json">JSON Feed</a> · <a href="${path}feed.xml">RSS</a>${
    row.timed &&
    html` · <a href="${path}calendar.ics">${row.say('list.calendar-file')}</a> · <a href="${path}calendar/">${row.say('list.by-month')}</a>`
  }</p>
`
}

function cards(row: SpokenRow, shown: readonly Html[], { first }: Options): Html {
  if (shown.length > 0) return html`<ul class="cards">${shown}\n</ul>`
  return html`<p class="empty">${row.say(first ? 'list.empty-told' : 'list.end')}</p>`
}

/** The posts of a list as its items. Other requests are answered between two. `now` in epoch milliseconds. */
export function cardsOf(row: SpokenRow, posts: readonly ShownPost[], now: number): Promise<Html[]> {
  return mapWithPauses(posts, post => html`\n<li>${card(row, post, now)}</li>`)
}

function card(row: SpokenRow, post: ShownPost, now: number): Html {
  return html`<article class="${row.text.title ? 'card' : 'card untitled'}">
<h2${ofText(post)}><a href="/p/${post.id}">${row.text.title ? headline(row, post) : excerpt(bodyOf(row, post), 320)}</a></h2>
<div class="facts">${status(row, post)}${factsOf(row, post, now).map(fact => fact.card)}</div>
${row.text.title && html`<p class="text"${ofText(post)}>${excerpt(bodyOf(row, post))}</p>\n`}${topicList(row, post)}
</article>`
}

function status(row: SpokenRow, post: ShownPost): Html | false {
  const word = statusWord(row, post)
  return word !== null && html`<p class="status"><strong>${word}</strong></p>`
}

function forAgents(row: SpokenRow, { baseUrl }: PageSite): Html {
  const links = guideDocuments(row).filter(({ optional }) => !optional)
  return html`<section class="agents" aria-labelledby="agents"${row.tongue.tag !== sourceLanguage && html` lang="en" dir="ltr"`}>
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
export type FoundPlaces = { q: string; found: readonly { label: string; path: string }[] }

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
  const list = html`<ul>${found.map(({ label, path }) => html`\n<li>${listLink(path, label)}</li>`)}\n</ul>`
  return html`<section aria-labelledby="found"><h2 id="found">${row.markup('places.found', { name: html`<bdi>${q}</bdi>` })}</h2>
${found.length > 0 ? list : html`<p>${row.say('places.none')}</p>`}
</section>
`
}

const emptyList = (row: SpokenRow) => html`<p class="empty">${row.say('list.empty')}</p>`

type Overview = { heading: string; path: string; description: string; body: Html; noindex?: boolean }

function overviewPage(site: PageSite, { heading, path, description, body, noindex = false }: Overview): string {
  const row = rowIn(site)
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
