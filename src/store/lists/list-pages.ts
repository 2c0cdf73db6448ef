// Pages of lists: a keyset on the sequence number, the start time or the price, never an offset.
import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../database/dialect.ts'
import { prepared } from '../database/prepared.ts'
import type { Db } from '../database/schema.ts'
import {
  all,
  always,
  type Condition,
  earliest,
  hasOccurrence,
  indexMatch,
  inWindow,
  isNarrow,
  isWindowed,
  type ListFilter,
  latest,
  lengths,
  matching,
  maybeTagged,
  occurring,
  priced,
  runsOn,
  shown,
  startsNear,
  tagged,
} from './list-filter.ts'

type Rows = RawBuilder<unknown>

/** The orders by price need prices of one currency in the filter. */
export type ListOrder = 'newest' | 'soonest' | PriceOrder
export type PriceOrder = 'cheapest' | 'dearest'

/** The next page begins after this row, in the order of the list. */
export type ListPosition = { seq: number; startsAt: number }

/**
 * A page of a list. `asOf` is one instant (epoch ms) for all pages of a walk through the soonest posts, so that an occurrence
 * that ends during the walk does not move its post to another page. Without it, the instant is now.
 */
export type ListPage = { order: ListOrder; after: ListPosition | null; limit: number; asOf?: number }

/** `startsAt` is the start of the occurrence that orders the post, soonest first; its price in an order by price; 0 newest first. */
export type ListedPost = { seq: number; startsAt: number; json: string }

/** The rows that a query walks before it changes its strategy. The strategy changes the cost, never the result. */
export type Reach = {
  /** Posts walked in the order of publication, before the query selects all that match. */
  posts: number
  /** Occurrences walked in the order of time, before the same; most that do not match cost only an entry of the index. */
  occurrences: number
  /** With fewer matching posts than this, all are sorted by time without a walk. */
  few: number
}

const usualReach: Reach = { posts: 2_000, occurrences: 8_000, few: 500 }
/** In a window more are few: most matches have no occurrence in it, and cost one look-up. */
const windowedFew = 4

type Page = ListPage & { reach: Reach }

/**
 * One page of a list. Its cost does not grow with the number of posts, except for a list by time that few posts match: such a
 * list sorts all that match.
 */
export function listPage(
  db: Db,
  dialect: Dialect,
  filter: ListFilter,
  page: ListPage,
  reach: Reach = usualReach,
): Promise<ListedPost[]> {
  const { order } = page
  if (order === 'newest') return newestPage(db, dialect, filter, { ...page, reach })
  if (order === 'soonest') return soonestPage(db, dialect, filter, { ...page, reach })
  return pricePage(db, dialect, filter, { ...page, order, reach })
}

async function newestPage(db: Db, dialect: Dialect, filter: ListFilter, page: Page): Promise<ListedPost[]> {
  if (isNarrow(filter) && dialect.searchIndex.newestFirst) return run(db, matchingNewest(dialect, filter, page), newest)
  const bounded = isNarrow(filter) || isWindowed(filter)
  const walked = await run(db, walkedNewest(filter, page, bounded), newest)
  if (!bounded || walked.length === page.limit) return walked
  return run(db, isNarrow(filter) ? matchingNewest(dialect, filter, page) : startingNewest(filter, page), newest)
}

/** The newest posts that match, by the search index. */
function matchingNewest(dialect: Dialect, filter: ListFilter, { after, limit }: ListPage): Rows {
  return sql`
    select listing.seq, 0 as "startsAt" from ${matching(dialect, filter, after?.seq)}
    order by ${dialect.searchIndex.newestOfFew} limit ${limit}`
}

/** The newest posts by a walk through the list; with `bounded`, the walk ends after `reach.posts`. */
function walkedNewest(filter: ListFilter, page: Page, bounded: boolean): Rows {
  const ahead = all(sql`listing.site = ${filter.site}`, isBefore(page))
  const end = sql`coalesce((
    select listing.seq from listing where ${ahead} order by listing.seq desc limit 1 offset ${page.reach.posts}), 0)`
  return sql`
    select listing.seq, 0 as "startsAt" from listing
    where ${ahead} and listing.seq > ${bounded ? end : 0}
      and ${tagged(filter)} and ${shown(filter)} and ${hasOccurrence(filter)}
    order by listing.seq desc limit ${page.limit}`
}

/** The newest posts by their occurrences, for a window with few posts. The order by an expression prevents a walk of all posts. */
function startingNewest(filter: ListFilter, page: ListPage): Rows {
  return sql`
    select listing.seq, 0 as "startsAt"
    from (select distinct listing_seq from (${occurring(filter, filter.now, sql`listing_seq`, always)}) each_time) found
    cross join listing
    where listing.seq = found.listing_seq and ${shown(filter)} and ${isBefore(page)}
    order by listing.seq + 0 desc limit ${page.limit}`
}

function isBefore({ after }: ListPage): Condition {
  return sql`listing.seq < ${after?.seq ?? Number.MAX_SAFE_INTEGER}`
}

async function soonestPage(db: Db, dialect: Dialect, filter: ListFilter, page: Page): Promise<ListedPost[]> {
  const bounded = isNarrow(filter)
  const few = page.reach.few * (isWindowed(filter) ? windowedFew : 1)
  if (bounded && dialect.searchIndex.newestFirst && (await matchFew(db, dialect, filter, few)))
    return run(db, matchingSoonest(dialect, filter, page), soonest)
  const walked = await run(db, walkedSoonest(filter, page, bounded), soonest)
  if (!bounded || walked.length === page.limit) return walked
  return run(db, matchingSoonest(dialect, filter, page), soonest)
}

async function matchFew(db: Db, { searchIndex }: Dialect, filter: ListFilter, few: number): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from listing_search where ${indexMatch(searchIndex, filter)} limit ${few}) found`.execute(db)
  return (rows[0]?.n ?? 0) < few
}

/** The soonest posts by a walk through the occurrences; with `bounded`, the walk ends after `reach.occurrences`. */
function walkedSoonest(filter: ListFilter, page: Page, bounded: boolean): Rows {
  const { days } = filter
  if (!days) return walkThrough(filter, page, bounded, always)
  const [short, long] = lengths.map(length => walkThrough(filter, page, bounded, startsNear(days, length)))
  return sql`
    select * from (select * from (${short}) short union all select * from (${long}) long) found
    order by "startsAt", seq limit ${page.limit}`
}

function walkThrough(filter: ListFilter, page: Page, bounded: boolean, near: Condition): Rows {
  const ahead = all(sql`occurrences.site = ${filter.site}`, near, inOrder(filter, page))
  const end = sql`coalesce((
    select occurrences.starts_at from occurrences where ${ahead}
    order by occurrences.starts_at, occurrences.listing_seq limit 1 offset ${page.reach.occurrences}), ${latest})`
  return sql`
    select listing.seq, occurrences.starts_at as "startsAt" from occurrences cross join listing
    where ${ahead} and occurrences.starts_at < ${bounded ? end : latest} and ${maybeTagged(filter)}
      and listing.seq = occurrences.listing_seq and ${tagged(filter)} and ${shown(filter)} and ${isFirst(filter, page)}
    order by occurrences.starts_at, occurrences.listing_seq limit ${page.limit}`
}

/** The soonest of all matching posts, for few matches. The order by an expression prevents a walk of all occurrences. */
function matchingSoonest({ searchIndex }: Dialect, filter: ListFilter, page: ListPage): Rows {
  return sql`
    select listing.seq, occurrences.starts_at as "startsAt" from listing_search cross join occurrences cross join listing
    where ${indexMatch(searchIndex, filter)}
      and occurrences.listing_seq = ${searchIndex.seqOf(filter.site)} and ${inOrder(filter, page)}
      and listing.seq = occurrences.listing_seq and ${shown(filter)} and ${isFirst(filter, page)}
    order by occurrences.starts_at + 0, listing.seq limit ${page.limit}`
}

/** Conditions on occurrences: after the position of the page, in the window, not over at `asOf`. Only one lower bound. */
function inOrder(filter: ListFilter, { after, asOf = filter.now }: ListPage): Condition {
  const { startsAfter = earliest } = filter
  const from = after && after.startsAt >= startsAfter ? after : { startsAt: startsAfter, seq: -1 }
  return all(
    sql`(occurrences.starts_at, occurrences.listing_seq) > (${from.startsAt}, ${from.seq})`,
    inWindow({ ...filter, startsAfter: undefined }, asOf),
  )
}

/**
 * Whether an occurrence orders its post: no earlier one is in the window and not over at `asOf`. A scalar subquery is evaluated
 * row by row; a database may answer "not exists" by reading the whole table.
 */
function isFirst({ now, startsAfter = earliest, days }: ListFilter, { asOf = now }: ListPage): Condition {
  return sql`coalesce((
    select 1 from occurrences earlier
    where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at
      and earlier.ends_at > ${asOf} and earlier.starts_at >= ${startsAfter}
      and ${days === undefined ? always : runsOn(days, 'earlier')} limit 1), 0) = 0`
}

type PricedPage = Page & { order: PriceOrder }

async function pricePage(db: Db, dialect: Dialect, filter: ListFilter, page: PricedPage): Promise<ListedPost[]> {
  const order = page.order === 'cheapest' ? soonest : sql`page."startsAt" desc, page.seq desc`
  const bounded = isNarrow({ ...filter, prices: undefined })
  if (bounded && dialect.searchIndex.newestFirst && (await matchFew(db, dialect, filter, page.reach.few)))
    return run(db, matchingPriced(dialect, filter, page), order)
  const walked = await run(db, walkedPriced(filter, page, bounded), order)
  if (!bounded || walked.length === page.limit) return walked
  return run(db, matchingPriced(dialect, filter, page), order)
}

/** The posts of a currency by a walk through their prices; with `bounded`, the walk ends after `reach.posts`. */
function walkedPriced(filter: ListFilter, page: PricedPage, bounded: boolean): Rows {
  const ahead = all(sql`listing.site = ${filter.site}`, pricedBehind(filter, page))
  const inOrder = byPrice(page, sql`listing.price`)
  const among = bounded
    ? sql`(select listing.* from listing where ${ahead} order by ${inOrder} limit ${page.reach.posts}) listing`
    : sql`listing`
  return sql`
    select listing.seq, listing.price as "startsAt" from ${among}
    where ${bounded ? always : ahead} and ${tagged(filter)} and ${shown(filter)} and ${hasOccurrence(filter)}
    order by ${inOrder} limit ${page.limit}`
}

/** All matching posts by their prices, for few matches. The order by an expression prevents a walk of all prices. */
function matchingPriced(dialect: Dialect, filter: ListFilter, page: PricedPage): Rows {
  return sql`
    select listing.seq, listing.price as "startsAt" from ${matching(dialect, filter)} and ${pricedBehind(filter, page)}
    order by ${byPrice(page, sql`listing.price + 0`)} limit ${page.limit}`
}

function byPrice({ order }: PricedPage, price: RawBuilder<unknown>): RawBuilder<unknown> {
  return order === 'cheapest' ? sql`${price}, listing.seq` : sql`${price} desc, listing.seq desc`
}

/** The condition that the price of a post is in the range, and behind the position of the page. */
function pricedBehind({ prices }: ListFilter, { order, after }: PricedPage): Condition {
  if (!prices) throw new Error(`the order ${order} has no currency`)
  const than = order === 'cheapest' ? sql`>` : sql`<`
  return all(
    priced(prices),
    after ? sql`(listing.price, listing.seq) ${than} (${after.startsAt}, ${after.seq})` : always,
  )
}

const newest = sql`page.seq desc`
const soonest = sql`page."startsAt", page.seq`

/** Runs the query of a page, and reads the texts of its posts only. */
async function run(db: Db, page: Rows, order: Rows): Promise<ListedPost[]> {
  const { rows } = await sql<ListedPost>`
    select page.seq, page."startsAt", listing_texts.public_json as json
    from (${page}) page cross join listing_texts
    where listing_texts.listing_seq = page.seq order by ${order}`.execute(db)
  return rows
}

const ended = prepared<{ now: number }>()((db, p) =>
  db
    .selectFrom('occurrences')
    .select(max => max.fn.max('ends_at').as('at'))
    .where('ends_at', '<=', p('now')),
)

/** The latest end of an occurrence before `now`, epoch ms; 0 when none has ended. Since then time alone has changed no list. */
export async function lastEnd(db: Db, now: number): Promise<number> {
  return (await ended(db, { now }))[0]?.at ?? 0
}
