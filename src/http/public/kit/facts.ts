// The facts of a post beside its text: on cards of a list, in the details of its page, and as lines without markup.
import type { Fact } from '../../../contract/sites.ts'
import { minuteMs } from '../../../contract/spans.ts'
import { sourceLanguage } from '../../../domain/languages/tongue.ts'
import type { AskingPrice } from '../../../domain/money/asking-price.ts'
import type { Location } from '../../../domain/places/location.ts'
import { topicPath } from '../../../domain/posts/list-paths.ts'
import { textsUnder } from '../../../domain/posts/post-text.ts'
import { wordCount } from '../../../domain/text/word-count.ts'
import type { Days } from '../../../domain/times/days.ts'
import type { Occurrence } from '../../../domain/times/time-words.ts'
import { oneTimePath } from './calendar-links.ts'
import { type Html, html } from './html.ts'
import { endOf } from './microformats.ts'
import {
  authorPathOf,
  bodyOf,
  choiceWords,
  isCancelled,
  isOver,
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
import type { SpokenRow } from './spoken.ts'

/** How fast people read silently, on average. */
const wordsPerMinute = 230

/** A fact in up to three forms. */
type FactForms = { card?: Html; detail?: Html; line?: string }

/** The facts that the site's row lists and the post has, in the order of the row. `now` in epoch milliseconds; `days` are those that the list is about. */
export function factsOf(row: SpokenRow, post: ShownPost, now: number, days: Days | null = null): FactForms[] {
  return row.facts.flatMap(fact =>
    'member' in fact && post[fact.member] === undefined ? [] : formsOf(row, post, fact, { now, days }),
  )
}

/** The facts of a post as lines without markup. */
export function factLines(row: SpokenRow, post: ShownPost, now: number, days: Days | null = null): string[] {
  return factsOf(row, post, now, days).flatMap(({ line }) => line ?? [])
}

type Moment = { now: number; days: Days | null }

function formsOf(row: SpokenRow, post: ShownPost, fact: Fact, moment: Moment): FactForms | [] {
  const label = ({ member, label }: { member: string; label: string }) => row.word(`fact.${member}`, label)
  switch (fact.as) {
    case 'times':
      return times(row, post, moment)
    case 'published': {
      const day = html`<time class="dt-published" datetime="${post.published_at}">${row.tongue.day(post.published_at)}</time>`
      // Short texts come many a day: their hour tells them apart.
      const moment = row.tongue.moment(Date.parse(post.published_at))
      const shown = row.text.title
        ? day
        : html`<time class="dt-published" datetime="${post.published_at}">${moment}</time>`
      return { card: html`<p>${shown}</p>`, detail: detail(row.say('fact.published'), shown) }
    }
    case 'length': {
      const count = wordCount(bodyOf(row, post))
      const minutes = Math.max(1, Math.round(count / wordsPerMinute))
      const words = html`${row.tongue.span(minutes * minuteMs)} · ${row.say('fact.words', { count })}`
      return { card: html`\n<p>${words}</p>`, detail: detail(row.say('fact.length'), words) }
    }
    case 'place': {
      const parts = whereParts(row, post)
      if (parts.length === 0) return []
      const card = html`\n<p class="p-location">${placeHtml(row, post)}</p>`
      return {
        card,
        detail: html`\n<dt>${row.say('fact.where')}</dt><dd class="p-location">${whereHtml(row, post)}</dd>`,
        line: parts.join(row.say('list.comma')),
      }
    }
    // The cast is safe: the shape was checked before the post was stored.
    case 'money': {
      const words = priceWords(row, post[fact.member] as AskingPrice)
      const priced = html`\n<dt>${label(fact)}</dt><dd class="price">${words}</dd>`
      return { card: html`<p class="price">${words}</p>\n`, detail: priced, line: words }
    }
    case 'text': {
      const text = textsUnder(row, post, fact.member).join(row.say('list.comma'))
      return {
        detail: detail(label(fact), html`<span${ofText(post)}>${text}</span>`),
        line: row.say('fact.line', { label: label(fact), value: text }),
      }
    }
    case 'choice': {
      const value = String(post[fact.member])
      const words = choiceWords(row, value)
      const said = row.tongue.tag === sourceLanguage ? words.toLowerCase() : words
      const line = fact.named ? row.say('fact.line', { label: label(fact), value: said }) : words
      return { card: html`<p>${line}</p>\n`, detail: detail(label(fact), html`${words}`), line }
    }
    case 'link': {
      const url = String(post[fact.member])
      const link = html`<a href="${url}" rel="${untrustedRel}">${url}</a>`
      const safe = url.startsWith('https://') && { detail: detail(label(fact), link) }
      return {
        card: html`\n<p>${label(fact)}</p>`,
        ...safe,
        line: row.say('fact.line', { label: label(fact), value: url }),
      }
    }
  }
}

const detail = (label: string, value: Html) => html`\n<dt>${label}</dt><dd>${value}</dd>`

function times(row: SpokenRow, post: ShownPost, { now, days }: Moment): FactForms | [] {
  const next = nextTime(row, post, now, days)
  if (!next) return []
  const zone = zoneOf(row, post)
  const { short, name } = row.tongue.zone(zone)
  const inWords = html`<span class="zone">${name && name !== short ? `${short} (${name})` : short}</span>`
  const all = occurrencesOf(row, post)
  const more = next.more > 0 && row.say('time.more', { count: next.more })
  const cancelledMark = (time: ShownOccurrence) =>
    time.cancelled && html` <strong>${row.say('time.cancelled')}</strong>`
  const listed = (times: readonly ShownOccurrence[]) =>
    html`<ol>${times.map(time => {
      const over = isOver(time, now)
      const mark = over ? html` <span>${row.say('time.over')}</span>` : cancelledMark(time)
      const alone =
        !(over || time.cancelled || isCancelled(row, post)) &&
        html` <a class="alone" href="${oneTimePath(post, time)}" type="text/calendar" rel="nofollow">${row.say('time.only')}</a>`
      return html`<li${(over || time.cancelled) && html` class="over"`}>${timeHtml(row, time, { ahead: !over, marked: time === next.time })}${mark}${alone}</li>`
    })}</ol>`
  const past = all.filter(time => isOver(time, now))
  const ahead = all.filter(time => !isOver(time, now))
  const folded = past.length > 0 && ahead.length > 0
  const series = html`${folded && html`<details><summary>${row.say('time.past', { count: past.length })}</summary>\n${listed(past)}</details>\n`}${listed(folded ? ahead : all)}
${inWords}`
  const cancelled = all.filter(time => time.cancelled && !isOver(time, now)).map(row.tongue.timeLine)
  return {
    card: html`<p class="when">${timeOnCard(row, next.time)} <span class="zone">(${short})</span>${cancelledMark(next.time)}${more && html` <span class="zone">${more}</span>`}</p>`,
    detail: detail(
      row.say('fact.when'),
      all.length === 1
        ? html`${timeHtml(row, next.time, { ahead: !isOver(next.time, now), marked: true })} ${inWords}`
        : series,
    ),
    line: `${row.tongue.timeLine(next.time)} (${zone})${more ? `, ${more}` : ''}${cancelled.length > 0 ? `; ${row.say('time.cancelled-ones', { times: cancelled.join('; ') })}` : ''}`,
  }
}

/** A time in the post's own zone. With `ahead`, readers-time.ts adds the reader's own time; `marked`: the one that programs read. */
function timeHtml({ tongue }: SpokenRow, occurrence: Occurrence, { ahead = false, marked = false }): Html {
  const [first, second] = tongue.time(occurrence)
  return html`<time${marked && html` class="dt-start"`} datetime="${occurrence.start}"${ahead && html` data-until="${occurrence.end}"`}>${first} <span class="unbroken">${second}</span></time>${marked && endOf(occurrence)}`
}

/** As `timeHtml`; on a card that has a date block the day is only read aloud. */
function timeOnCard(row: SpokenRow, occurrence: Occurrence): Html {
  const { start, end } = occurrence
  if (start.slice(0, 10) !== end.slice(0, 10)) return timeHtml(row, occurrence, { marked: true })
  const [day, hours] = row.tongue.time(occurrence)
  return html`<time class="dt-start" datetime="${start}"><span class="on">${day} </span><span class="unbroken">${hours}</span></time>${endOf(occurrence)}`
}

/** The place on one line. Each name keeps its own direction of writing, and each place links to its list. */
function placeHtml(row: SpokenRow, post: ShownPost): Html {
  const { location } = post
  const venue = textsUnder(row, post, row.venue).map(name => venueHtml(post, name))
  return separated(row, [...venue, ...(location ? placeLinks(row, location) : [])])
}

/** The place on up to three lines: venue, street, and the city with what lies around it. */
function whereHtml(row: SpokenRow, post: ShownPost): Html {
  const { location } = post
  const [venue, ...street] = textsUnder(row, post, row.venue).map(name => venueHtml(post, name))
  return html`${venue && html`<span class="venue">${venue}</span><br>`}${street.length > 0 && html`${separated(row, street)}<br>`}${location && separated(row, placeLinks(row, location))}`
}

const venueHtml = (post: ShownPost, name: string) => html`<bdi${ofText(post)}>${name}</bdi>`
const nameHtml = (name: string) => html`<bdi>${name}</bdi>`
const placeLinks = (row: SpokenRow, location: Location) =>
  placesAround(row, location).map(({ name, path }) => listLink(path, name))
const separated = ({ say }: SpokenRow, parts: Html[]) =>
  html`${parts.map((part, i) => [i > 0 && say('list.comma'), part])}`

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
export function topicList(row: SpokenRow, { topics }: ShownPost): Html {
  return html`<ul class="topics" aria-label="${row.say('fact.topics')}">${topics.map(topic => html`<li><a class="p-category" href="${topicPath(topic)}">${topic}</a></li>`)}</ul>`
}
