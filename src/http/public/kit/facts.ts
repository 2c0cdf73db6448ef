// The facts of a post beside its text: on cards of a list, in the details of its page, and as lines without markup.
import type { Fact, SiteRow } from '../../../contract/sites.ts'
import type { AskingPrice } from '../../../domain/money/asking-price.ts'
import type { Location } from '../../../domain/places/location.ts'
import { topicPath } from '../../../domain/posts/list-paths.ts'
import { textsUnder } from '../../../domain/posts/post-text.ts'
import { wordCount } from '../../../domain/text/word-count.ts'
import type { Days } from '../../../domain/times/days.ts'
import { dayWords, type Occurrence, timeParts, timeWords } from '../../../domain/times/time-words.ts'
import { zoneWords } from '../../../domain/times/zones.ts'
import { type Html, html } from './html.ts'
import {
  authorPathOf,
  bodyOf,
  choiceWords,
  isOver,
  moreDates,
  nextTime,
  occurrencesOf,
  ofText,
  placesAround,
  priceWords,
  type ShownOccurrence,
  type ShownPost,
  whereParts,
  zoneOf,
} from './post-words.ts'
import { untrustedRel } from './prose.ts'

/** A fact in up to three forms. */
type FactForms = { card?: Html; detail?: Html; line?: string }

/** The facts that the site's row lists and the post has, in the order of the row. `now` in epoch milliseconds; `days` are those that the list is about. */
export function factsOf(row: SiteRow, post: ShownPost, now: number, days: Days | null = null): FactForms[] {
  return row.facts.flatMap(fact =>
    'member' in fact && post[fact.member] === undefined ? [] : formsOf(row, post, fact, { now, days }),
  )
}

/** The facts of a post as lines without markup. */
export function factLines(row: SiteRow, post: ShownPost, now: number, days: Days | null = null): string[] {
  return factsOf(row, post, now, days).flatMap(({ line }) => line ?? [])
}

type Moment = { now: number; days: Days | null }

function formsOf(row: SiteRow, post: ShownPost, fact: Fact, moment: Moment): FactForms | [] {
  switch (fact.as) {
    case 'times':
      return times(row, post, moment)
    case 'published': {
      const day = html`<time datetime="${post.published_at}">${dayWords(post.published_at)}</time>`
      return { card: html`<p>${day}</p>`, detail: detail('Published', day) }
    }
    case 'length': {
      const words = html`${wordCount(bodyOf(row, post))} words`
      return { card: html`\n<p>${words}</p>`, detail: detail('Length', words) }
    }
    case 'place': {
      const parts = whereParts(row, post)
      if (parts.length === 0) return []
      const card = html`\n<p>${placeHtml(row, post)}</p>`
      return { card, detail: detail('Where', whereHtml(row, post)), line: parts.join(', ') }
    }
    // The cast is safe: the shape was checked before the post was stored.
    case 'money': {
      const words = priceWords(post[fact.member] as AskingPrice)
      const priced = html`\n<dt>${fact.label}</dt><dd class="price">${words}</dd>`
      return { card: html`<p class="price">${words}</p>\n`, detail: priced, line: words }
    }
    case 'text': {
      const text = textsUnder(row, post, fact.member).join(', ')
      return { detail: detail(fact.label, html`<span${ofText(post)}>${text}</span>`), line: `${fact.label}: ${text}` }
    }
    case 'choice': {
      const value = String(post[fact.member])
      const line = fact.named ? `${fact.label}: ${value.replaceAll('-', ' ')}` : choiceWords(value)
      return { card: html`<p>${line}</p>\n`, detail: detail(fact.label, html`${choiceWords(value)}`), line }
    }
    case 'link': {
      const url = String(post[fact.member])
      const link = html`<a href="${url}" rel="${untrustedRel}">${url}</a>`
      const safe = url.startsWith('https://') && { detail: detail(fact.label, link) }
      return { card: html`\n<p>${fact.label}</p>`, ...safe, line: `${fact.label}: ${url}` }
    }
  }
}

const detail = (label: string, value: Html) => html`\n<dt>${label}</dt><dd>${value}</dd>`

function times(row: SiteRow, post: ShownPost, { now, days }: Moment): FactForms | [] {
  const next = nextTime(row, post, now, days)
  if (!next) return []
  const zone = zoneOf(row, post)
  const { short, name } = zoneWords(zone)
  const inWords = html`<span class="zone">${name && name !== short ? `${short} (${name})` : short}</span>`
  const all = occurrencesOf(row, post)
  const more = next.more > 0 && moreDates(next.more)
  const cancelledMark = (time: ShownOccurrence) => time.cancelled && html` <strong>is cancelled</strong>`
  const series = html`<ol>${all.map(time => {
    const over = isOver(time, now)
    const mark = over ? html` <span>is over</span>` : cancelledMark(time)
    return html`<li${(over || time.cancelled) && html` class="over"`}>${timeHtml(time, !over)}${mark}</li>`
  })}</ol>
${inWords}`
  const cancelled = all.filter(time => time.cancelled && !isOver(time, now)).map(timeWords)
  return {
    card: html`<p class="when">${timeHtml(next.time)} <span class="zone">(${short})</span>${cancelledMark(next.time)}${more && html` <span class="zone">${more}</span>`}</p>`,
    detail: detail(
      'When',
      all.length === 1 ? html`${timeHtml(next.time, !isOver(next.time, now))} ${inWords}` : series,
    ),
    line: `${timeWords(next.time)} (${zone})${more ? `, ${more}` : ''}${cancelled.length > 0 ? `; cancelled: ${cancelled.join('; ')}` : ''}`,
  }
}

/** A time in the post's own zone. With `ahead`, readers-time.ts adds the reader's own time. */
function timeHtml(occurrence: Occurrence, ahead = false): Html {
  const [first, second] = timeParts(occurrence)
  return html`<time datetime="${occurrence.start}"${ahead && html` data-until="${occurrence.end}"`}>${first} <span class="unbroken">${second}</span></time>`
}

/** The place on one line. Each name keeps its own direction of writing, and each place links to its list. */
function placeHtml(row: SiteRow, post: ShownPost): Html {
  const { location } = post
  const venue = textsUnder(row, post, row.venue).map(name => venueHtml(post, name))
  return separated([...venue, ...(location ? placeLinks(location) : [])])
}

/** The place on up to three lines: venue, street, and the city with what lies around it. */
function whereHtml(row: SiteRow, post: ShownPost): Html {
  const { location } = post
  const [venue, ...street] = textsUnder(row, post, row.venue).map(name => venueHtml(post, name))
  return html`${venue && html`<span class="venue">${venue}</span><br>`}${street.length > 0 && html`${separated(street)}<br>`}${location && separated(placeLinks(location))}`
}

const venueHtml = (post: ShownPost, name: string) => html`<bdi${ofText(post)}>${name}</bdi>`
const nameHtml = (name: string) => html`<bdi>${name}</bdi>`
const placeLinks = (location: Location) => placesAround(location).map(({ name, path }) => listLink(path, name))
const separated = (parts: Html[]) => html`${parts.map((part, i) => [i > 0 && ', ', part])}`

/** A link to a list. Its name keeps its own direction of writing. */
export function listLink(path: string, name: string): Html {
  return html`<a href="${path}"><bdi>${name}</bdi></a>`
}

/** The author of a post, with a link to the author's page. */
export function authorHtml(post: ShownPost): Html {
  const name = `@${post.author.handle}`
  const path = authorPathOf(post)
  return path === null ? nameHtml(name) : html`<a href="${path}" rel="author"><bdi>${name}</bdi></a>`
}

/** The topics of a post, each a link to its list. */
export function topicList({ topics }: ShownPost): Html {
  return html`<ul class="topics" aria-label="Topics">${topics.map(topic => html`<li><a href="${topicPath(topic)}">${topic}</a></li>`)}</ul>`
}
