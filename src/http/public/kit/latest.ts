// The posts of a list, its feeds and its calendar, one page at a time, and the query parameters that select them.
import { type TProperties, Type } from 'typebox'
import type { NamedDays } from '../../../contract/days.ts'
import { limits } from '../../../contract/limits.ts'
import { feedQuery, listQuery, pageQuery } from '../../../contract/operations/filters.ts'
import { invalid, Problem } from '../../../contract/problems/problem.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import type { SiteId } from '../../../contract/sites/site-ids.ts'
import { perSite, type SiteRow, siteRow } from '../../../contract/sites.ts'
import { queryShape } from '../../../domain/shape.ts'
import { type Days, dayAt, daysMeant, writeDay } from '../../../domain/times/days.ts'
import { readDays } from '../../../usecases/lists/list-filter.ts'
import { type ListOrder, type ListWanted, type PagePosition, sitePage } from '../../../usecases/lists/public-posts.ts'
import type { SiteList } from '../../../usecases/lists/site-lists.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { type ShownPost, shownPost } from './post-words.ts'

/** A calendar has no further pages. */
const postsOf: Record<Kind, number> = { page: limits.pageMax, feed: limits.pageMax, calendar: 200 }

/** One page of a list: the posts, the query of the first page, and the query of the next page if there is one. */
export type Latest = { posts: ShownPost[]; self: string; next: string | null }

type Kind = 'page' | 'feed' | 'calendar'

/** A request for a page of posts. `given` are its parameters in one canonical form, `days` those that it asks for. */
export type AskedList = ListWanted & { kind: Kind; given: Record<string, string>; days: Days | null; key: string }

const after = {
  after: Type.Optional(
    Type.String({ description: 'The position at which a page begins; take it from the link on the page before.' }),
  ),
}

const parameters: Record<Kind, (row: SiteRow) => TProperties> = {
  page: row => ({ ...pageQuery(row), ...after }),
  feed: row => ({ ...feedQuery(row), ...after }),
  calendar: listQuery,
}

/** Feeds are newest first on every site, so that a reader who polls misses nothing (contract.md §17). */
const orders: Record<Kind, (row: SiteRow) => ListOrder> = {
  page: row => row.pageOrder,
  feed: () => 'newest',
  calendar: () => 'soonest',
}

/** Parameters that trackers add to links; they do not select posts. */
export const trackerParameter = /^(utm_\w+|\w*clid)$/

/** The parameters of a page without those of trackers. */
export function withoutTrackers(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query as object).filter(([name]) => !trackerParameter.test(name)))
}

/** The names and the check of the parameters of the lists of a site, without parameters that the address of a list fixes. */
const takenBy = perSite(row => {
  const taken = (kind: Kind, fixed: readonly string[]) => {
    const known = Object.fromEntries(Object.entries(parameters[kind](row)).filter(([name]) => !fixed.includes(name)))
    return { names: Object.keys(known), faultsOf: queryShape(Type.Object(known, { additionalProperties: false })) }
  }
  const byList = (kind: Kind) => ({
    whole: taken(kind, ['within_km']),
    topic: taken(kind, ['topic', 'within_km']),
    place: taken(kind, ['country', 'state', 'city', 'within_km']),
    near: taken(kind, ['country', 'state', 'city']),
  })
  return { page: byList('page'), feed: byList('feed'), calendar: byList('calendar') }
})

/**
 * Reads the query of a page, feed or calendar of a list. Throws `invalid` for an unknown parameter, and `not_found` for a
 * position that no page links to. `now` in epoch milliseconds.
 */
export function readListQuery(
  kind: Kind,
  { site, list, now }: { site: SiteId; list: SiteList; now: number },
  query: unknown,
): AskedList {
  const row = siteRow(site)
  const { names, faultsOf } = takenBy(site)[kind][kindOf(list)]
  const read = (kind === 'page' ? withoutTrackers(query) : { ...(query as object) }) as Read
  const errors = faultsOf(read)
  if (errors.length > 0) throw invalid(errors)
  const usual = orders[kind](row)
  const { order = usual, after, when, within_km: km, price_max: most, ...filters } = read
  const meant: Record<string, unknown> = {
    ...filters,
    ...(km !== undefined && { within_km: km }),
    ...(most !== undefined && { price_max: most }),
    ...(order !== usual && { order }),
    ...(when && { when }),
  }
  const given = Object.fromEntries(names.flatMap(name => (name in meant ? [[name, String(meant[name])]] : [])))
  const days = daysAsked(read, list.zone, now)
  return {
    kind,
    filters: {
      ...filters,
      ...(km !== undefined && { within_km: Number(km) }),
      ...(most !== undefined && { price_max: Number(most) }),
      ...rangeOf(days),
      ...list.filters,
    },
    order,
    after: positionIn(after),
    given,
    days,
    // The days that a name means change at midnight, and so does the answer.
    key: `${queryWith({ ...given, ...(after && { after }) })}${when ? ` ${days?.from}` : ''}`,
  }
}

type Read = ListWanted['filters'] & { order?: ListOrder; after?: string; when?: NamedDays }

function kindOf({ filters }: SiteList): 'whole' | 'topic' | 'place' | 'near' {
  if ('topic' in filters) return 'topic'
  if ('near' in filters) return 'near'
  return 'country' in filters ? 'place' : 'whole'
}

/** The days that a request asks for, by name or by date; null when it asks for none. Throws `invalid`. */
function daysAsked({ when, on_from: first, on_to: last }: Read, zone: string, now: number): Days | null {
  if (when === undefined) return first === undefined && last === undefined ? null : readDays(first, last)
  if (first !== undefined || last !== undefined)
    throw invalid(['/when: stands beside on_from or on_to; it takes the place of both'])
  return daysMeant(when, dayAt(zone, now))
}

function rangeOf(days: Days | null): ListWanted['filters'] {
  return days === null ? {} : { on_from: writeDay(days.from), on_to: writeDay(days.to) }
}

/** The posts of a request. Throws `invalid` for an unknown place. */
export async function latestPosts(platform: Platform, { id }: SiteContext, asked: AskedList): Promise<Latest> {
  const { given } = asked
  const { texts, next } = await sitePage(platform, id, asked, postsOf[asked.kind])
  return {
    posts: await mapWithPauses(texts, shownPost),
    self: queryWith(given),
    next: next && queryWith({ ...given, after: `${next.startsAt}.${next.seq}` }),
  }
}

/** The query of the first page. */
export function queryOf({ given }: AskedList): string {
  return queryWith(given)
}

/** The query of the feeds of a page, which have an order of their own. */
export function feedQueryOf({ given: { order: _order, ...given } }: AskedList): string {
  return queryWith(given)
}

function queryWith(given: Record<string, string>): string {
  const text = new URLSearchParams(given).toString()
  return text && `?${text}`
}

function positionIn(after: string | undefined): PagePosition | null {
  if (after === undefined) return null
  const [, startsAt, seq] = /^(-?\d{1,16})\.(\d{1,15})$/.exec(after) ?? []
  if (!seq || !Number.isSafeInteger(Number(startsAt)))
    throw new Problem('not_found', 'There is no such page of the list.')
  return { startsAt: Number(startsAt), seq: Number(seq) }
}
