// The page of one post, and the pages for missing ones.

import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { type PlaceWords, siteRow } from '../../../contract/sites.ts'
import type { MessageKey } from '../../../domain/languages/tongue.ts'
import { cityName } from '../../../domain/places/city-names.ts'
import type { EventChange } from '../../../domain/posts/post.ts'
import { textsUnder } from '../../../domain/posts/post-text.ts'
import type { Checked } from '../../../usecases/review/public-log.ts'
import { webCalendars } from '../kit/calendar-links.ts'
import { authorHtml, factLines, factsOf, topicList } from '../kit/facts.ts'
import { dataBlock, type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { contentClass, nameClass, rootClass } from '../kit/microformats.ts'
import {
  announcedHeadline,
  authorPathOf,
  bodyOf,
  headline,
  isCancelled,
  isClosed,
  isOff,
  nextTime,
  ofText,
  type ShownPost,
  statusWord,
  tracedOccurrences,
} from '../kit/post-words.ts'
import { dateBlock, posterHtml } from '../kit/poster-html.ts'
import { excerpt, prose } from '../kit/prose.ts'
import { readersTime } from '../kit/readers-time.ts'
import { linkTo, type PageSite, rowIn, type SpokenRow } from '../kit/spoken.ts'
import { chainScript, checkedHtml } from '../log/checked-line.ts'
import { saveScript } from '../saved/saved-scripts.ts'
import { answerFormHtml } from './answer-page.ts'
import { reportPath } from './report-page.ts'
import { shareImageSize } from './share-image.ts'

const notices: Readonly<Record<string, MessageKey>> = {
  addresses_ai_readers: 'post.risk.addresses_ai_readers',
  external_links: 'post.risk.external_links',
  mentions_payment: 'post.risk.mentions_payment',
}

/**
 * The context of a post's page. `place` is for the data block; `now` in epoch milliseconds; `next` is the post to read next. `test`: the page is for the account alone.
 */
type About = {
  place: PlaceWords
  event: EventChange | null
  now: number
  next?: ShownPost | null
  checked?: Checked | null
  test?: boolean
}

/** The note above a post of a test account. */
export function testNotice(row: SpokenRow): Html {
  return html`<p class="notice">${row.say('post.test')}</p>\n`
}

export function postPageHtml(
  site: PageSite,
  post: ShownPost,
  { place, event, now, next = null, checked = null, test = false }: About,
): string {
  const row = rowIn(site)
  const title = announcedHeadline(row, post)
  const image = { ...shareImageSize, url: `${post.url}.png`, alt: title }
  const data = row.jsonLd(withAuthorPage(site, post), place, tracedOccurrences(row, post, event))
  const changed = post.updated_at && { dateModified: post.updated_at }
  const about = html`${details(row, post, now)}${actions(row, post, place, now)}${!test && html`\n<div class="keeping"></div>`}`
  const text = html`\n<div class="text ${contentClass}"${ofText(post)}>
${prose(bodyOf(row, post))}
</div>`
  return layout({
    title,
    site,
    description: [...factLines(row, post, now), excerpt(bodyOf(row, post), 160)].join(' · '),
    canonical: post.url,
    noindex: test,
    ...(!test && { image }),
    head: html`${
      !test &&
      html`<link rel="alternate" type="application/json" href="/p/${post.id}.json">
<link rel="alternate" type="application/json+oembed" href="/oembed?${new URLSearchParams({ url: post.url }).toString()}" title="${title}">\n`
    }<link rel="license" href="${post.license.url}">
${dataBlock({ ...data, image: image.url, ...changed })}${hasScript(row, post, now) && html`\n<script type="module" src="${readersTime.path}"></script>`}${!test && html`\n${saveScript(row)}`}${checked?.entry && html`\n<script type="module" src="${chainScript.path}"></script>`}`,
    body: html`${test && testNotice(row)}<article class="post ${rootClass(row)}">
${heading(row, post, now)}
${statusNotice(row, post)}${ending(row, post, now)}${row.text.title ? [about, text] : [text, about]}
${riskNotices(row, post)}${row.relayed && !isEnded(post, now) && !isClosed(row, post) && relayNote(row, site, post)}${next && readNext(row, next)}${credit(row, post, checked)}
</article>`,
  })
}

/** The post with the address of its author's page, for the data block. */
function withAuthorPage({ baseUrl }: PageSite, post: ShownPost): ShownPost {
  const path = authorPathOf(post)
  return path === null ? post : { ...post, author: { ...post.author, url: `${baseUrl}${path}` } }
}

/** Whether the page of a post runs the script that adds the reader's own time. */
function hasScript(row: Pick<SpokenRow, 'timed'>, post: ShownPost, now: number): boolean {
  return row.timed !== null && !isEnded(post, now)
}

function isEnded({ expires_at }: ShownPost, now: number): boolean {
  return expires_at !== null && Date.parse(expires_at) <= now
}

function statusNotice(row: SpokenRow, post: ShownPost): Html | false {
  const word = statusWord(row, post)
  if (word === null) return false
  const before = row.timed && post[row.timed.startBefore]
  const text = isClosed(row, post)
    ? row.say('post.closed')
    : isCancelled(row, post)
      ? row.say('post.cancelled')
      : before
        ? row.markup('post.moved-from', { time: timePoint(row, String(before)) })
        : row.say('post.moved')
  return html`<div class="notice status" role="note" aria-label="${row.say('post.change')}"><p><strong>${row.say('post.status', { status: word })}</strong> ${text}</p></div>\n`
}

function timePoint({ tongue }: SpokenRow, text: string): Html {
  return html`<time datetime="${text}">${tongue.point(text)}</time>`
}

/** The heading. A text without a title is not its own heading, because screen readers would read it twice. */
function heading(row: SpokenRow, post: ShownPost, now: number): Html {
  const off = isOff(row, post)
  const next = nextTime(row, post, now)
  const struck = off && ' off'
  const words = row.text.title
    ? html`<h1 class="${nameClass(row)}${struck}"${ofText(post)}>${headline(row, post)}</h1>`
    : html`<h1>${row.markup('post.by', { author: authorHtml(post) })}</h1>`
  return html`<div class="bill${off && ' off'}">${posterHtml(row, post)}
${next && dateBlock(row, next.time.start, now)}${words}</div>`
}

/** The post to read after this one. */
function readNext(row: SpokenRow, post: ShownPost): Html {
  return html`<aside class="further" aria-labelledby="next">${posterHtml(row, post)}
<p id="next">${row.say('post.read-next')}</p>
<h2${ofText(post)}><a href="/p/${post.id}" rel="next">${headline(row, post)}</a></h2></aside>
`
}

function ending(row: SpokenRow, post: ShownPost, now: number): Html | false {
  if (!isEnded(post, now)) return false
  return html`<div class="notice"><p>${row.say(row.timed ? 'post.over' : 'post.expired')}</p></div>\n`
}

/** The form for readers, and the operation for agents. */
function relayNote(row: SpokenRow, { baseUrl }: PageSite, post: ShownPost): Html {
  return html`${answerFormHtml(row, post)}<p class="told">${row.markup('post.relay', { request: html`<code>POST ${baseUrl}/v1/relay</code>`, id: html`<span class="unbroken"><code>${post.id}</code></span>` })}</p>
`
}

function details(row: SpokenRow, post: ShownPost, now: number): Html {
  return html`<dl class="details">${factsOf(row, post, now).map(fact => fact.detail)}
<dt>${row.say('fact.topics')}</dt><dd>${topicList(row, post)}</dd>
</dl>`
}

/** The actions of a reader: adding the times to a calendar, and opening the place on a map. */
function actions(row: SpokenRow, post: ShownPost, place: PlaceWords, now: number): Html | false {
  const calendar =
    row.timed &&
    !isEnded(post, now) &&
    html`<a${isCancelled(row, post) && html` class="plain"`} href="/p/${post.id}.ics" type="text/calendar">${row.say('post.add-to-calendar')}</a>`
  const next = calendar && !isCancelled(row, post) ? nextTime(row, post, now) : null
  const web = next ? webCalendars(row, post, next.time) : []
  const [url, name] = mapOf(row, post, place) ?? []
  const map =
    url && html`<a class="plain" href="${url}" rel="noopener">${row.say('post.map', { place: name ?? '' })}</a>`
  const others = html`\n<p class="others">${row.say('post.add-to')} ${web.map(({ name: calendar, url: form }, i) => html`${i > 0 && ' · '}<a href="${form}" rel="noopener nofollow"><bdi>${calendar}</bdi></a>`)}</p>`
  return Boolean(calendar || map) && html`\n<p class="actions">${calendar}${map}</p>${web.length > 0 && others}`
}

/** The map of a post, and the name of what it shows: the street of the venue, the venue, or the city. */
function mapOf(row: SpokenRow, post: ShownPost, place: PlaceWords): [url: string, name: string] | null {
  const { lat, lon, locality, country } = place
  const [venue, ...street] = textsUnder(row, post, row.venue)
  if (venue !== undefined && locality !== undefined) {
    const sought = [...(street.length > 0 ? street : [venue]), locality, country].join(', ')
    return [`https://www.openstreetmap.org/search?${new URLSearchParams({ query: sought })}`, venue]
  }
  if (lat === undefined || locality === undefined) return null
  const { city } = post.location ?? {}
  const name = city ? cityName(row.tongue.tag, city.geonames_id, locality) : locality
  return [`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=13/${lat}/${lon}`, name]
}

function riskNotices({ say, words }: SpokenRow, { risk_flags: flags }: ShownPost): Html | false {
  // A long text often names an amount of money and asks for none: a warning that is mostly wrong is not read.
  const idle = (flag: string) => flag === 'mentions_payment' && words !== null && !flags.includes('external_links')
  const texts = flags.flatMap(flag => (notices[flag] && !idle(flag) ? say(notices[flag]) : []))
  if (texts.length === 0) return false
  return html`<div class="notice" role="note" aria-label="${say('post.before')}"><ul>${texts.map(text => html`<li>${text}</li>`)}</ul></div>\n`
}

function credit(row: SpokenRow, post: ShownPost, checked: Checked | null): Html {
  const { updated_at: updatedAt } = post
  const day = (instant: string, name: string) =>
    html`<time class="${name}" datetime="${instant}">${row.tongue.day(instant)}</time>`
  const posted = {
    author: html`<span class="p-author h-card">${authorHtml(post)}</span>`,
    day: day(post.published_at, 'dt-published'),
    cc: linkTo(post.license.url, html` rel="license"`),
  }
  return html`<footer class="credit">
<p>${updatedAt ? row.markup('post.posted-changed', { ...posted, changed: day(updatedAt, 'dt-updated') }) : row.markup('post.posted', posted)}</p>
${checked && html`${checkedHtml(row, checked)}\n`}<p>${row.markup('post.credit', { credit: html`<bdi>${post.attribution}</bdi>` })}</p>
<data class="u-url" value="${post.url}"></data><p><a href="/p/${post.id}.json" type="application/json">${row.say('post.json')}</a> · <a href="${reportPath(post.id)}" rel="nofollow">${row.say('report.title')}</a></p>
</footer>`
}

/** The page for a post that does not exist (404) or was taken down (410). */
export function missingPageHtml(site: PageSite, status: 404 | 410): string {
  const { say } = rowIn(site)
  const [title, text] =
    status === 410 ? [say('missing.gone'), say('missing.gone-told')] : [say('missing.title'), say('missing.post')]
  return withoutPost(site, title, html`<p>${text}</p>`)
}

export function wrongParametersPageHtml(site: PageSite, errors: readonly string[]): string {
  const faults = html`<ul lang="en" dir="ltr">${errors.map(error => html`<li><code>${error}</code></li>`)}</ul>`
  const { say } = rowIn(site)
  return withoutPost(site, say('missing.parameters'), html`<p>${say('missing.parameters-told')}</p>\n${faults}`)
}

export function unknownAddressPageHtml(site: PageSite): string {
  const { say } = rowIn(site)
  return withoutPost(site, say('missing.title'), html`<p>${say('missing.address')}</p>`)
}

/** The page for an unknown host. It has no frame, because the links and the stylesheet of the frame do not exist there. */
export function noSitePageHtml(sites: readonly SiteContext[]): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>No site here</title>
</head>
<body>
<main>
<h1>No site here</h1>
<p>There is no site at this address. The sites of this service:</p>
<ul>${sites.map(({ id, baseUrl }) => html`<li><a href="${baseUrl}/">${siteRow(id).title}</a></li>`)}</ul>
</main>
</body>
</html>
`.toString()
}

function withoutPost(site: PageSite, title: string, text: Html): string {
  return layout({
    title,
    site,
    noindex: true,
    body: html`<h1>${title}</h1>
${text}
<p><a href="/">${rowIn(site).say('missing.all')}</a></p>`,
  })
}
