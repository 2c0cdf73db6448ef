// Samples what a list has, for the choices that a page offers: the tags, places and prices of its posts, and the days of its times.
import { sql } from 'kysely'
import { dayMs } from '../../contract/spans.ts'
import type { ListedPrice } from '../../domain/money/listed-price.ts'
import type { SpherePoint } from '../../domain/places/geo.ts'
import type { Days } from '../../domain/times/days.ts'
import type { Dialect } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'
import {
  all,
  isNarrow,
  isWindowed,
  type ListFilter,
  matching,
  maybeTagged,
  occurring,
  runsOn,
  shown,
  tagged,
} from './list-filter.ts'
import { readRowTags } from './row-tags.ts'

/** A post of a list: its tags, the point of its city, and its price. */
export type ListedSample = { tags: string[]; point: SpherePoint | null; price: ListedPrice | null }

type SampledRow = { tags: string; currency: string | null; price: number | null } & {
  [axis in 'x' | 'y' | 'z']: number | null
}

/** Up to `limit` posts of a list: of more than that, any where something narrows the list, else the newest. */
export async function samplePosts(
  db: Db,
  dialect: Dialect,
  filter: ListFilter,
  limit: number,
): Promise<ListedSample[]> {
  const matches = () => (isNarrow(filter) ? matching(dialect, filter) : newestOf(filter))
  const from = isWindowed(filter) ? byTime(filter, limit) : sql`${matches()} limit ${limit}`
  const columns = sql`listing.tags, listing.x, listing.y, listing.z, listing.currency, listing.price`
  const { rows } = await sql<SampledRow>`select ${columns} from ${from}`.execute(db)
  return rows.map(({ tags, x, y, z, currency, price }) => ({
    tags: readRowTags(tags),
    point: x === null || y === null || z === null ? null : { x, y, z },
    price: currency === null || price === null ? null : { currency, units: Number(price) },
  }))
}

/** How many posts a list has, counted up to `limit`. */
export async function countListed(db: Db, dialect: Dialect, filter: ListFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from ${matching(dialect, filter)} limit ${limit}) found`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** The newest posts of a site. */
function newestOf(filter: ListFilter) {
  return sql`listing where listing.site = ${filter.site} and ${shown(filter)} order by listing.seq desc`
}

/** The posts of days by a walk through their times, which reads a post only if its marks and place agree. */
function byTime(filter: ListFilter, limit: number) {
  return sql`(
      select distinct listing_seq from (
        ${occurring(filter, filter.now, sql`occurrences.listing_seq`, maybeTagged(filter))}) each_time
      limit ${limit}) found
    cross join listing where listing.seq = found.listing_seq and ${tagged(filter)} and ${shown(filter)}`
}

/** The days of a time of a post. */
export type SampledTime = { seq: number } & Days

/** The days of up to `limit` times of a list that are not over and run in `days`, in the order of their starts. */
export async function sampleTimes(db: Db, filter: ListFilter, days: Days, limit: number): Promise<SampledTime[]> {
  const { rows } = await sql<SampledTime>`
    select listing.seq, occurrences.first_day as "from", occurrences.last_day as "to"
    from occurrences cross join listing
    where occurrences.site = ${filter.site} and ${all(
      sql`occurrences.starts_at < ${startedBy(days)}`,
      sql`occurrences.ends_at > ${filter.now}`,
      runsOn(days, 'occurrences'),
      maybeTagged(filter),
    )}
      and listing.seq = occurrences.listing_seq and ${tagged(filter)} and ${shown(filter)}
    order by occurrences.starts_at, occurrences.listing_seq limit ${limit}`.execute(db)
  return rows.map(({ seq, from, to }) => ({ seq: Number(seq), from: Number(from), to: Number(to) }))
}

/** A time that runs on a day has started by then in every zone: days begin at most 14 hours apart from those of UTC. */
const startedBy = ({ to }: Days) => (to + 2) * dayMs
