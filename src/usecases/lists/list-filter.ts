// Turns the filters and the cursor of a list request into the filter of the store, with all faults reported at once.
import { limits } from '../../contract/limits.ts'
import type { ListQuery } from '../../contract/operations/posts.ts'
import { invalid } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { choicesOf, siteRow } from '../../contract/sites.ts'
import { currencyFault } from '../../domain/money/asking-price.ts'
import { type PriceRange, priceRange } from '../../domain/money/listed-price.ts'
import { type Circle, circle, readPoint } from '../../domain/places/geo.ts'
import { checkLocation } from '../../domain/places/location.ts'
import type { Choices } from '../../domain/posts/publication.ts'
import { show } from '../../domain/shape.ts'
import { parseQuery, type SearchClause } from '../../domain/text/search-text.ts'
import { type Days, readDay } from '../../domain/times/days.ts'
import type { ListFilter } from '../../store/lists/list-filter.ts'
import type { ListedPost, ListPosition, PriceOrder } from '../../store/lists/list-pages.ts'
import type { Platform } from '../platform.ts'

/** The filters of a list that has an address of its own. `author`: the id of an account. */
export type ListFilters = Pick<
  ListQuery,
  | 'topic'
  | 'country'
  | 'state'
  | 'city'
  | 'language'
  | 'near'
  | 'within_km'
  | 'on_from'
  | 'on_to'
  | 'currency'
  | 'price_max'
> & {
  author?: string
}

/** The filter of a query. Throws `invalid`. */
export async function listFilter(
  platform: Platform,
  site: SiteId,
  query: ListQuery & ListFilters,
): Promise<ListFilter> {
  const { topic, country, state, author, language } = query
  const { errors: faults, candidates, place } = await checkLocation(query, { at: null, lookup: platform.places })
  const near = await readNear(platform, query, faults)
  const startsAfter = readTime('starts_after', query.starts_after, faults)
  const startsBefore = readTime('starts_before', query.starts_before, faults)
  if (startsAfter !== undefined && startsBefore !== undefined && startsAfter >= startsBefore)
    faults.push('/starts_before: is not later than starts_after; nothing starts between them')
  const days = daysOf(query, faults)
  const prices = pricesOf(query, faults)
  if (faults.length > 0) throw invalid(faults, candidates)
  const now = platform.now()
  const area = { country, state, city: place?.geonamesId }
  const choices = choicesIn(site, query)
  return { site, now, topic, ...area, author, language, startsAfter, startsBefore, days, near, choices, prices }
}

/** The clauses of a query; none without a query. Throws `invalid` for a query without a word, and for one that is too long. */
export function searchClauses(q: string | undefined): SearchClause[] {
  if (q === undefined) return []
  const clauses = parseQuery(q)
  refuseLong(clauses)
  if (clauses.length > 0) return clauses
  throw invalid([`/q: got ${show(q)}; it takes one word or more; GET /v1/posts lists all posts, free of charge`])
}

/** Refuses a query that costs too much: each word is looked up in every post that has the others. Throws `invalid`. */
function refuseLong(clauses: readonly SearchClause[]): void {
  const terms = clauses.flatMap(({ any }) => any.flat())
  if (terms.length > limits.searchTerms)
    throw invalid([`/q: has ${terms.length} words and phrases and takes at most ${limits.searchTerms}`])
  const words = terms.flatMap(term => term.words)
  if (words.length > limits.searchWords)
    throw invalid([`/q: has ${words.length} words and takes at most ${limits.searchWords}`])
  const [often] = [...Map.groupBy(words, word => word)].find(([, same]) => same.length > limits.searchSameWord) ?? []
  if (often !== undefined)
    throw invalid([`/q: has ${show(often)} more than ${limits.searchSameWord} times, which finds nothing more`])
}

async function readNear(
  { places }: Platform,
  { near, within_km: km }: ListQuery,
  faults: string[],
): Promise<Circle | undefined> {
  if (near === undefined) {
    if (km !== undefined)
      faults.push(`/within_km: got ${km} without near; it takes near=LAT,LON or near=place:GEONAMES_ID beside it`)
    return undefined
  }
  const id = /^\s*place:(\d{1,9})\s*$/.exec(near)?.[1]
  const place = id === undefined ? undefined : await places.byId(Number(id))
  const point = place ?? (id === undefined ? readPoint(near) : 'GeoNames has no city of that id here')
  if (typeof point !== 'string') return circle(point, km ?? limits.nearKmDefault)
  faults.push(`/near: got ${show(near)}; ${point}; ${sentences.findPlaces}`)
  return undefined
}

/** The values of choices in a query: their members are those of the site. */
function choicesIn(site: SiteId, query: object): Choices {
  const given = query as Readonly<Record<string, string | undefined>>
  return Object.fromEntries(
    choicesOf(siteRow(site)).flatMap(({ member }) => (given[member] === undefined ? [] : [[member, given[member]]])),
  )
}

/** The prices of a query, which are of one currency. */
function pricesOf(query: ListQuery, faults: string[]): PriceRange | undefined {
  const { currency, price_min: least, price_max: most, order } = query
  if (currency === undefined) {
    const beside = { price_min: least, price_max: most, order: isByPrice(order) ? order : undefined }
    for (const [name, given] of Object.entries(beside))
      if (given !== undefined)
        faults.push(
          `/${name}: got ${show(given)} without currency; it takes an ISO 4217 code such as currency=EUR beside it, because amounts of several currencies have no order`,
        )
    return undefined
  }
  const fault = currencyFault(currency)
  if (fault !== undefined) faults.push(`/currency: got ${show(currency)}; ${fault}`)
  if (least !== undefined && most !== undefined && least > most)
    faults.push(`/price_max: got ${most}, which is less than price_min, ${least}; no price lies between them`)
  return priceRange(currency, least, most)
}

/** Whether an order compares prices. */
const isByPrice = (order: string | undefined): order is PriceOrder => order === 'cheapest' || order === 'dearest'

type Range = { on_from?: string | undefined; on_to?: string | undefined }

/** The days of a query; an end that is left out is as far away as any day. */
function daysOf({ on_from: first, on_to: last }: Range, faults: string[]): Days | undefined {
  if (first === undefined && last === undefined) return undefined
  const [from, to] = [dayIn('on_from', first, -Infinity, faults), dayIn('on_to', last, Infinity, faults)]
  if (from > to) faults.push('/on_to: is before on_from; it takes the same day or a later one')
  return { from: Math.max(from, firstDay), to: Math.min(to, lastDay) }
}

/** The days from one date to another; an end that is left out is as far away as any day. Throws `invalid`. */
export function readDays(first: string | undefined, last: string | undefined): Days | null {
  const faults: string[] = []
  const days = daysOf({ on_from: first, on_to: last }, faults)
  if (faults.length > 0) throw invalid(faults)
  return days ?? null
}

/** The days that a list can look at: 1970 to 9999. */
const [firstDay, lastDay] = [0, 2_932_896]

function dayIn(name: string, text: string | undefined, otherwise: number, faults: string[]): number {
  if (text === undefined) return otherwise
  const day = readDay(text)
  if (day !== undefined) return day
  faults.push(`/${name}: got ${show(text)}; it takes a day such as 2027-03-06`)
  return otherwise
}

/** A time in epoch milliseconds. The schema's format accepts leap seconds, which are refused here. */
function readTime(name: string, text: string | undefined, faults: string[]): number | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time))
    faults.push(`/${name}: got ${show(text)}; it takes a date-time such as 2027-03-06T14:00:00Z, with seconds 00 to 59`)
  return time
}

/** Refuses filters of the public list in a query for a key's own posts, and the reverse. Throws `invalid`. */
export function refuseForeignFilters(query: ListQuery): void {
  const { mine, status, limit, cursor, ...others } = query
  const given = Object.keys(others)
  if (mine && given.length > 0)
    throw invalid(given.map(name => `/${name}: does not go with mine=true, which takes status, limit and cursor`))
  if (!mine && status !== undefined)
    throw invalid([`/status: got ${show(status)} without mine=true; public lists hold published posts only`])
}

const letters = { newest: 'n', soonest: 's', cheapest: 'c', dearest: 'd', mine: 'm' } as const

export type CursorKind = keyof typeof letters

/** The cursor after a post. All pages of a walk show the state at `asOf` (epoch ms); 0 if time does not matter. */
export function writeCursor({ seq, startsAt }: Omit<ListedPost, 'json'>, kind: CursorKind, asOf: number): string {
  return Buffer.from(`${letters[kind]}.${seq}.${startsAt}.${asOf}`).toString('base64url')
}

/** The position of a cursor. Throws `invalid` for a cursor of another list. */
export function readCursor(cursor: string, kind: CursorKind): ListPosition & { asOf: number } {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const canonical = Buffer.from(text, 'latin1').toString('base64url') === cursor
  const [, letter, ...numbers] = /^([a-z])\.(\d{1,16})\.(-?\d{1,16})\.(\d{1,16})$/.exec(text) ?? []
  const [seq = Number.NaN, startsAt = Number.NaN, asOf = Number.NaN] = numbers.map(Number)
  if (!canonical || letter !== letters[kind] || ![seq, startsAt, asOf].every(Number.isSafeInteger))
    throw invalid([
      `/cursor: got ${show(cursor)}; it takes the next_cursor of the page before, with the same order and filters`,
    ])
  return { seq, startsAt, asOf }
}
