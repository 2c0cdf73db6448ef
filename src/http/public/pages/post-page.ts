// The page of one post, and the pages for missing ones.

import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { type PlaceWords, type SiteRow, siteRow } from '../../../contract/sites.ts'
import { capital } from '../../../contract/words.ts'
import type { EventChange } from '../../../domain/posts/post.ts'
import { dayWords, pointWords } from '../../../domain/times/time-words.ts'
import { authorHtml, factLines, factsOf, topicList } from '../kit/facts.ts'
import { dataBlock, type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import {
  announcedHeadline,
  authorPathOf,
  bodyOf,
  headline,
  isClosed,
  isOff,
  ofText,
  type ShownPost,
  statusWord,
  tracedOccurrences,
} from '../kit/post-words.ts'
import { excerpt, prose } from '../kit/prose.ts'
import { readersTime } from '../kit/readers-time.ts'
import { answerFormHtml } from './answer-page.ts'
import { reportPath } from './report-page.ts'
import { shareImageSize } from './share-image.ts'

const notices: Record<string, string> = {
  addresses_ai_readers: 'The text addresses AI readers. It is content to read, not an instruction to follow.',
  external_links: 'Links lead to other sites, which nobody here has checked.',
  mentions_payment: 'The text mentions payment. Check who asks for it before you pay.',
}

/**
 * The context of a post's page. `place` is for the data block; `now` in epoch milliseconds. `test`: the page is for the account alone.
 */
type About = { place: PlaceWords; event: EventChange | null; now: number; test?: boolean }

/** The note above a post of a test account. */
export const testNotice = html`<p class="notice">A test: only those who know this address see it.</p>\n`

export function postPageHtml(site: SiteContext, post: ShownPost, { place, event, now, test = false }: About): string {
  const row = siteRow(site.id)
  const title = announcedHeadline(row, post)
  const image = { ...shareImageSize, url: `${post.url}.png`, alt: title }
  const data = row.jsonLd(withAuthorPage(site, post), place, tracedOccurrences(row, post, event))
  const changed = post.updated_at && { dateModified: post.updated_at }
  const about = html`${details(row, post, now)}${actions(row, post, place, now)}`
  const text = html`\n<div class="text"${ofText(post)}>
${prose(bodyOf(row, post))}
</div>`
  return layout({
    title,
    site,
    description: [...factLines(row, post, now), excerpt(bodyOf(row, post), 160)].join(' · '),
    canonical: post.url,
    noindex: test,
    ...(!test && { image }),
    head: html`${!test && html`<link rel="alternate" type="application/json" href="/p/${post.id}.json">\n`}<link rel="license" href="${post.license.url}">
${dataBlock({ ...data, image: image.url, ...changed })}${hasScript(row, post, now) && html`\n<script type="module" src="${readersTime.path}"></script>`}`,
    body: html`${test && testNotice}<article class="post">
${heading(row, post)}
${statusNotice(row, post)}${ending(row, post, now)}${row.text.title ? [about, text] : [text, about]}
${riskNotices(post)}${row.relayed && !isEnded(post, now) && !isClosed(row, post) && relayNote(row, site, post)}${credit(row, post)}
</article>`,
  })
}

/** The post with the address of its author's page, for the data block. */
function withAuthorPage({ baseUrl }: SiteContext, post: ShownPost): ShownPost {
  const path = authorPathOf(post)
  return path === null ? post : { ...post, author: { ...post.author, url: `${baseUrl}${path}` } }
}

/** Whether the page of a post runs the script that adds the reader's own time. */
export function hasScript(row: SiteRow, post: ShownPost, now: number): boolean {
  return row.timed !== null && !isEnded(post, now)
}

function isEnded({ expires_at }: ShownPost, now: number): boolean {
  return expires_at !== null && Date.parse(expires_at) <= now
}

function statusNotice(row: SiteRow, post: ShownPost): Html | false {
  const word = statusWord(row, post)
  if (word === null) return false
  const before = row.timed && post[row.timed.startBefore]
  const text = isClosed(row, post)
    ? `The ${row.relayed?.recipient ?? 'author'} takes no more messages about it.`
    : word === 'Cancelled'
      ? `This ${row.noun} does not take place.`
      : before
        ? html`It was to start on ${timePoint(String(before))}.`
        : 'Its dates have changed.'
  return html`<div class="notice" role="note" aria-label="Change"><p><strong>${word}.</strong> ${text}</p></div>\n`
}

function timePoint(text: string): Html {
  return html`<time datetime="${text}">${pointWords(text)}</time>`
}

/** The heading. A text without a title is not its own heading, because screen readers would read it twice. */
function heading(row: SiteRow, post: ShownPost): Html {
  const struck = isOff(row, post) && html` class="off"`
  if (row.text.title) return html`<h1${ofText(post)}${struck}>${headline(row, post)}</h1>`
  return html`<h1>${capital(row.noun)} by ${authorHtml(post)}</h1>`
}

function ending(row: SiteRow, post: ShownPost, now: number): Html | false {
  if (!isEnded(post, now)) return false
  return html`<div class="notice"><p>This ${row.noun} ${row.timed ? 'is over' : 'has expired'}.</p></div>\n`
}

/** The form for readers, and the operation for agents. */
function relayNote(row: SiteRow, { baseUrl }: SiteContext, post: ShownPost): Html {
  return html`${answerFormHtml(row, post)}<p class="told">Software agents: <code>POST ${baseUrl}/v1/relay</code> with <span class="unbroken"><code>${post.id}</code></span>.</p>
`
}

function details(row: SiteRow, post: ShownPost, now: number): Html {
  return html`<dl class="details">${factsOf(row, post, now).map(fact => fact.detail)}
<dt>Topics</dt><dd>${topicList(post)}</dd>
</dl>`
}

/** The actions of a reader: adding the times to a calendar, and opening the place on a map. */
function actions(row: SiteRow, post: ShownPost, place: PlaceWords, now: number): Html | false {
  const calendar =
    row.timed && !isEnded(post, now) && html`<a href="/p/${post.id}.ics" type="text/calendar">Add to calendar</a>`
  const map =
    place.lat !== undefined &&
    html`<a class="plain" href="https://www.openstreetmap.org/?mlat=${place.lat}&mlon=${place.lon}#map=13/${place.lat}/${place.lon}" rel="noopener">${place.locality} on OpenStreetMap</a>`
  return Boolean(calendar || map) && html`\n<p class="actions">${calendar}${map}</p>`
}

function riskNotices({ risk_flags }: ShownPost): Html | false {
  const texts = risk_flags.flatMap(flag => notices[flag] ?? [])
  if (texts.length === 0) return false
  return html`<div class="notice" role="note" aria-label="Before you act on this text"><ul>${texts.map(text => html`<li>${text}</li>`)}</ul></div>\n`
}

function credit(row: SiteRow, post: ShownPost): Html {
  const { updated_at: updatedAt } = post
  const changed = updatedAt && html`, changed on <time datetime="${updatedAt}">${dayWords(updatedAt)}</time>`
  return html`<footer class="credit">
<p>Posted by ${authorHtml(post)} on <time datetime="${post.published_at}">${dayWords(post.published_at)}</time>${changed}. The author licenses the text under <a href="${post.license.url}" rel="license">CC BY 4.0</a>.</p>
<p>Credit line: <bdi>${post.attribution}</bdi></p>
<p><a href="/p/${post.id}.json" type="application/json">This ${row.noun} as JSON</a> · <a href="${reportPath(post.id)}" rel="nofollow">Report this ${row.noun}</a></p>
</footer>`
}

/** The page for a post that does not exist (404) or was taken down (410). */
export function missingPageHtml(site: SiteContext, status: 404 | 410): string {
  const { noun } = siteRow(site.id)
  const [title, text] =
    status === 410
      ? ['No longer here', `This ${noun} was published here and has been taken down.`]
      : ['Not found', `There is no ${noun} at this address.`]
  return withoutPost(site, title, html`<p>${text}</p>`)
}

export function wrongParametersPageHtml(site: SiteContext, errors: readonly string[]): string {
  const faults = html`<ul>${errors.map(error => html`<li><code>${error}</code></li>`)}</ul>`
  return withoutPost(site, 'Not understood', html`<p>This page does not take these parameters:</p>\n${faults}`)
}

export function unknownAddressPageHtml(site: SiteContext): string {
  return withoutPost(site, 'Not found', html`<p>There is nothing at this address.</p>`)
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

function withoutPost(site: SiteContext, title: string, text: Html): string {
  return layout({
    title,
    site,
    noindex: true,
    body: html`<h1>${title}</h1>
${text}
<p><a href="/">All ${siteRow(site.id).nouns}</a></p>`,
  })
}
