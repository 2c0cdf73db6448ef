// A public post in words for people: its headline, times, place and price.

import type { PublicFields, SiteRow } from '../../../contract/sites.ts'
import { capital } from '../../../contract/words.ts'
import { deletedHandle } from '../../../domain/accounts/handle.ts'
import type { AskingPrice } from '../../../domain/money/asking-price.ts'
import { cityName } from '../../../domain/places/city-names.ts'
import { subdivisionName } from '../../../domain/places/countries.ts'
import type { Location } from '../../../domain/places/location.ts'
import { authorPath, placePath } from '../../../domain/posts/list-paths.ts'
import type { EventChange } from '../../../domain/posts/post.ts'
import { textsUnder } from '../../../domain/posts/post-text.ts'
import { undetermined } from '../../../domain/text/language-tag.ts'
import { type Days, runsOn } from '../../../domain/times/days.ts'
import { firstNumbering } from '../../../domain/times/occurrence-numbers.ts'
import type { Occurrence } from '../../../domain/times/time-words.ts'
import { formatInZone } from '../../../domain/times/zones.ts'
import { type Html, html } from './html.ts'
import { excerpt } from './prose.ts'
import type { SpokenRow } from './spoken.ts'

/** The members of a public post that pages and feeds read, for every shape; validated before the post was stored. */
export type ShownPost = PublicFields & {
  topics: string[]
  expires_at: string | null
  license: { id: string; url: string }
  attribution: string
  risk_flags: string[]
  /** BCP 47; missing from posts of before it was stored. */
  language?: string
  location?: Location
  updated_at?: string
}

/** A time of a post. `cancelled`: this time alone is cancelled, not the whole post. */
export type ShownOccurrence = Occurrence & { cancelled: boolean }

/** An occurrence with its number (domain/times/occurrence-numbers.ts) and its previous start. */
export type TracedOccurrence = ShownOccurrence & { number: number; previousStart: string | null }

/** Parses a stored public post. */
export function shownPost(json: string): ShownPost {
  return JSON.parse(json) as ShownPost
}

/** The title of a post, or the beginning of its text when the shape has no title. */
export function headline(row: SiteRow, post: ShownPost): string {
  const title = row.text.title && post[row.text.title]
  return typeof title === 'string' ? title : excerpt(bodyOf(row, post), 80)
}

/** The attributes of an element with a text of a post: its language, empty where it is unknown, and its direction of writing. */
export function ofText({ language = undetermined }: ShownPost): Html {
  return html` lang="${language === undetermined ? '' : language}" dir="auto"`
}

/** Whether the author has closed a post without times, such as sold. */
export function isClosed({ closes }: SiteRow, post: ShownPost): boolean {
  return closes !== undefined && post[closes.member] === true
}

/** The status of a post in a word: cancelled, rescheduled, or the word of a closed post; null while it is as announced. */
export function statusWord(row: SpokenRow, post: ShownPost): string | null {
  if (row.closes && isClosed(row, post)) return row.word(`status.${row.closes.member}`, row.closes.word)
  const status = row.timed && post[row.timed.status]
  return status ? row.say(isCancelled(row, post) ? 'status.cancelled' : 'status.rescheduled') : null
}

/** Whether a post with times is cancelled as a whole. */
export function isCancelled({ timed }: SiteRow, post: ShownPost): boolean {
  return timed !== null && post[timed.status] === 'cancelled'
}

/** Whether a post is off: cancelled or closed. */
export function isOff(row: SiteRow, post: ShownPost): boolean {
  return isClosed(row, post) || isCancelled(row, post)
}

/** The headline for lists that show nothing else: "Cancelled: Watercolour for beginners". */
export function announcedHeadline(row: SpokenRow, post: ShownPost): string {
  const status = statusWord(row, post)
  return status ? row.say('status.title', { status, title: headline(row, post) }) : headline(row, post)
}

/** The text of a post. */
export function bodyOf(row: SiteRow, post: ShownPost): string {
  const body = post[row.text.body]
  return typeof body === 'string' ? body : ''
}

/** Every time of a post, the earliest first; empty for a post without times. */
export function occurrencesOf({ timed }: SiteRow, post: ShownPost): ShownOccurrence[] {
  if (!timed) return []
  const whole = post[timed.status] === 'cancelled'
  const series = (post[timed.series] ?? [post]) as Record<string, string>[]
  return series.map(time => ({
    start: time[timed.start] as string,
    end: time[timed.end] as string,
    cancelled: !whole && time[timed.statusOfOne] === 'cancelled',
  }))
}

/** Every time of a post with its number, previous start and cancellation. */
export function tracedOccurrences(row: SiteRow, post: ShownPost, event: EventChange | null): TracedOccurrence[] {
  const times = occurrencesOf(row, post)
  const { occurrences } = event?.numbering ?? firstNumbering(times.length)
  return times.map((time, i) => {
    const { number = i, previousStartsAt: previous = null } = occurrences[i] ?? {}
    return {
      ...time,
      number,
      previousStart: previous === null ? null : formatInZone(zoneOf(row, post), previous),
      cancelled: event?.status === 'cancelled' || time.cancelled,
    }
  })
}

export function zoneOf({ timed }: SiteRow, post: ShownPost): string {
  return String(timed && post[timed.zone])
}

/** Whether a time is over at `now`, epoch milliseconds. */
export function isOver(occurrence: Occurrence, now: number): boolean {
  return Date.parse(occurrence.end) <= now
}

/**
 * The one time to show, and the number of times after it: the first that is not over and, where a list is about some days, runs on
 * one of them; else the last.
 */
export function nextTime(
  row: SiteRow,
  post: ShownPost,
  now: number,
  days: Days | null = null,
): { time: ShownOccurrence; more: number } | null {
  const times = occurrencesOf(row, post)
  const next = times.findIndex(time => !isOver(time, now) && (days === null || runsOn(time, days)))
  const index = next === -1 ? times.length - 1 : next
  const time = times[index]
  return time ? { time, more: times.length - 1 - index } : null
}

/** The place of a post in words, the narrowest first: venue, street and postal code if known, then city, state and country. */
export function whereParts(row: SpokenRow, { location, ...post }: ShownPost): string[] {
  return [...textsUnder(row, post, row.venue), ...(location ? placeParts(row, location) : [])]
}

/** The names of a place, the narrowest first. */
function placeParts(row: SpokenRow, location: Location): string[] {
  return placesAround(row, location).map(({ name }) => name)
}

/** A place and the places around it, the narrowest first, each with the address of its list. */
export function placesAround({ tongue }: SpokenRow, location: Location): { name: string; path: string }[] {
  const { country, state, city } = location
  const area = state && (subdivisionName(state) ?? state)
  return [
    ...(city ? [{ name: cityName(tongue.tag, city.geonames_id, city.name), path: placePath(location) }] : []),
    // A city that is a state of its own is named once.
    ...(area && area !== city?.name ? [{ name: area, path: placePath({ country, state }) }] : []),
    { name: tongue.country(country), path: placePath({ country }) },
  ]
}

/** The path of the author's page; null once the account is erased. */
export function authorPathOf({ author: { handle } }: ShownPost): string | null {
  return handle === deletedHandle ? null : authorPath(handle)
}

/** A price in words: "€120", "€12.50 an hour", "Free". */
export function priceWords(row: SpokenRow, price: AskingPrice): string {
  const { amount, per } = price
  if (amount === 0) return row.say('price.free')
  const words = row.tongue.price(price)
  return per === undefined ? words : row.say('price.per', { price: words, per })
}

/** A value of an enum, such as a category or a condition, in words: "like-new" is "Like new". */
export function choiceWords(row: SpokenRow, value: string): string {
  return row.word(`value.${value}`, capital(value.replaceAll('-', ' ')))
}

/** The links in members of their own, apart from the text. */
export function linksOf({ facts }: SiteRow, post: ShownPost): string[] {
  return facts.flatMap(fact => (fact.as === 'link' ? ((post[fact.member] as string | undefined) ?? []) : []))
}
