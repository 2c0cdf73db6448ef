// The filter of lists and searches, its tags, and its conditions on rows, for every query of this folder.
import { type RawBuilder, sql } from 'kysely'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { dayMs, hourMs } from '../../contract/spans.ts'
import type { PriceRange } from '../../domain/money/listed-price.ts'
import type { Circle } from '../../domain/places/geo.ts'
import { type Choices, listingTags } from '../../domain/posts/publication.ts'
import type { SearchClause } from '../../domain/text/search-text.ts'
import type { Days } from '../../domain/times/days.ts'
import type { Dialect } from '../database/dialect.ts'
import type { SearchIndex } from '../database/search-index.ts'
import { rowTags, tagMarks } from './row-tags.ts'

/** Which posts a list shows. Times are epoch milliseconds. */
export type ListFilter = {
  site: SiteId
  now: number
  topic?: string | undefined
  country?: string | undefined
  /** Includes the states in it: FR-IDF shows FR-75C. */
  state?: string | undefined
  city?: number | undefined
  /** The id of an account. */
  author?: string | undefined
  /** A language tag; posts in a narrower one match too. */
  language?: string | undefined
  /** Only posts with an occurrence that is not over and starts in this window. */
  startsAfter?: number | undefined
  startsBefore?: number | undefined
  /** Only posts with an occurrence that is not over and runs on one of these days. */
  days?: Days | undefined
  near?: Circle | undefined
  /** Only posts with these values of their choices. */
  choices?: Choices | undefined
  /** Only posts with a price in this range. */
  prices?: PriceRange | undefined
}

export type Condition = RawBuilder<unknown>

export const all = (...conditions: Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`
export const always: Condition = sql`1 = 1`

/** The first and the last instant that a JavaScript date can hold, epoch ms. */
export const [earliest, latest] = [-8.64e15, 8.64e15]
/** Above every sequence number. */
const highest = Number.MAX_SAFE_INTEGER

/** Whether tags or a place narrow a list. */
export function isNarrow(filter: ListFilter): boolean {
  return filter.near !== undefined || filter.prices !== undefined || filterTags(filter).length > 0
}

export function isWindowed({ startsAfter, startsBefore, days }: ListFilter): boolean {
  return startsAfter !== undefined || startsBefore !== undefined || days !== undefined
}

/**
 * The SQL between `from` and `order by` that selects rows of `listing_search` and `listing` of matching posts with a sequence
 * number below `before`.
 */
export function matching(
  { searchIndex }: Dialect,
  filter: ListFilter,
  before: number = highest,
  clauses: readonly SearchClause[] = [],
): Condition {
  return sql`listing_search cross join listing
    where ${indexMatch(searchIndex, filter, before, clauses)} and listing.seq = ${searchIndex.seqOf(filter.site)}
      and ${shown(filter)} and ${hasOccurrence(filter)}`
}

/** The condition on rows of `listing_search`: the part of a filter and of a search that the search index answers. */
export function indexMatch(
  searchIndex: SearchIndex,
  filter: ListFilter,
  before: number = highest,
  clauses: readonly SearchClause[] = [],
): Condition {
  const anyOf = [filter.near?.cells, filter.prices?.bands].filter(group => group !== undefined)
  return searchIndex.match({ site: filter.site, before, clauses, tags: filterTags(filter), anyOf })
}

/** The tags that a post has to have. A state implies its country, so the tag of the country is left out beside a state. */
export function filterTags({ topic, country, state, city, author, language, choices }: ListFilter): string[] {
  return listingTags({
    topics: topic === undefined ? [] : [topic],
    country: state === undefined ? (country ?? null) : null,
    states: state === undefined ? [] : [state],
    city: city ?? null,
    author,
    choices,
  }).concat(language === undefined ? [] : [`language=${language.toLowerCase()}`])
}

/** Conditions on the row of `listing` that the search index cannot check. */
export function shown(filter: ListFilter): Condition {
  return all(
    sql`(listing.expires_at is null or listing.expires_at > ${filter.now})`,
    filter.near ? inCircle(filter.near, 'listing') : always,
    filter.prices ? priced(filter.prices) : always,
  )
}

/** The condition that the post of `listing` has a price of the range. */
export function priced({ currency, from, to }: PriceRange): Condition {
  return sql`listing.currency = ${currency} and listing.price >= ${from} and listing.price <= ${to}`
}

/** Conditions on the row of `listing` that the search index can check too, for queries without the index. */
export function tagged(filter: ListFilter): Condition {
  const tags = filterTags(filter)
  return tags.length > 0 ? all(...tags.map(tag => sql`listing.tags like ${`%${rowTags([tag])}%`}`)) : always
}

/** Whether the post of `listing` has an occurrence in the window; always true without a window. */
export function hasOccurrence(filter: ListFilter): Condition {
  if (!isWindowed(filter)) return always
  return sql`exists (
    select 1 from occurrences where occurrences.listing_seq = listing.seq and ${inWindow(filter, filter.now)})`
}

/** Conditions on the row of `occurrences`: it ends after `asOf` (epoch ms), starts in the window, and runs on one of the days. */
export function inWindow({ startsAfter, startsBefore, days }: ListFilter, asOf: number): Condition {
  return all(
    sql`occurrences.ends_at > ${asOf}`,
    startsAfter === undefined ? always : sql`occurrences.starts_at >= ${startsAfter}`,
    startsBefore === undefined ? always : sql`occurrences.starts_at < ${startsBefore}`,
    days === undefined ? always : runsOn(days, 'occurrences'),
  )
}

/** How long occurrences are: at most two days in a row, which almost all are, or longer. Lists by day read each kind apart. */
export const lengths = ['short', 'long'] as const
export type Length = (typeof lengths)[number]

/**
 * Conditions on the row of `occurrences` that bound a walk in the order of starts: one of this length that runs on one of the days.
 * Days begin at most 14 hours before those of UTC, and end at most 12 hours after them. A long one may have started at any time; the
 * index of long ones has no others.
 */
export function startsNear({ from, to }: Days, length: Length): Condition {
  const before = sql`occurrences.starts_at < ${(to + 1) * dayMs + 12 * hourMs}`
  if (length === 'long') return all(sql`occurrences.last_day > occurrences.first_day + 1`, before)
  const earliest = (from - 1) * dayMs - 14 * hourMs
  return all(sql`occurrences.last_day <= occurrences.first_day + 1`, sql`occurrences.starts_at >= ${earliest}`, before)
}

/**
 * Occurrences as `columns` for the `from` of a query named `occurrences`: those of the site in the window and not over at `asOf` (epoch
 * ms), and with `also`. Those of days are read near their days, not from now on.
 */
export function occurring(filter: ListFilter, asOf: number, columns: Condition, also: Condition): Condition {
  const select = (bounds: Condition) => sql`
    select ${columns} from occurrences
    where occurrences.site = ${filter.site} and ${bounds} and ${inWindow(filter, asOf)} and ${also}`
  const { days } = filter
  if (!days) return select(always)
  return sql`${select(startsNear(days, 'short'))} union all ${select(startsNear(days, 'long'))}`
}

/** Whether the row of `occurrences`, or of another name for it, runs on one of the days. */
export function runsOn({ from, to }: Days, table: string): Condition {
  return sql`${sql.ref(`${table}.first_day`)} <= ${to} and ${sql.ref(`${table}.last_day`)} >= ${from}`
}

/** Conditions on the row of `occurrences` that exclude most posts without the tags or outside the circle. */
export function maybeTagged(filter: ListFilter): Condition {
  const marks = tagMarks(filterTags(filter))
  return all(
    marks === 0 ? always : sql`(occurrences.marks & ${marks}) = ${marks}`,
    filter.near ? inCircle(filter.near, 'occurrences') : always,
  )
}

/** Compares squared straight-line distances to the centre: only sums and products, so that databases agree to the last bit. */
function inCircle({ centre, chordSquared }: Circle, table: 'listing' | 'occurrences'): Condition {
  const squared = (axis: 'x' | 'y' | 'z') => {
    const step = sql`(${sql.ref(`${table}.${axis}`)} - ${centre[axis]})`
    return sql`${step} * ${step}`
  }
  return sql`${squared('x')} + ${squared('y')} + ${squared('z')} <= ${chordSquared}`
}
