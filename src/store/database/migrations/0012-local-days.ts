// Stores the days on which an occurrence runs, in the zone of its post, so that lists by day are exact in every zone.
import { type Kysely, sql } from 'kysely'

type Row = { seq: number; starts_at: number; ends_at: number; json: string }

const dayMs = 86_400_000
const rowsAtOnce = 1_000

/** Adds the first and the last day to occurrences, and to the index of lists by time. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table occurrences add column first_day integer not null default 0',
    'alter table occurrences add column last_day integer not null default 0',
    'drop index occurrences_soonest',
    'create index occurrences_soonest on occurrences (site, starts_at, listing_seq, ends_at, first_day, last_day, marks, x, y, z)',
  ])
    await sql.raw(statement).execute(db)
  for (let after = { seq: -1, start: 0 }; ; ) {
    const { rows } = await sql<Row>`
      select o.listing_seq as seq, o.starts_at, o.ends_at, t.public_json as json
      from occurrences o join listing_texts t on t.listing_seq = o.listing_seq
      where (o.listing_seq, o.starts_at) > (${after.seq}, ${after.start})
      order by o.listing_seq, o.starts_at limit ${rowsAtOnce}`.execute(db)
    for (const { seq, starts_at: start, ends_at: end, json } of rows) {
      const zone = String((JSON.parse(json) as { timezone?: string }).timezone ?? 'UTC')
      const days = [dayOf(zone, Number(start)), dayOf(zone, Math.max(Number(start), Number(end) - 1))]
      await sql`update occurrences set first_day = ${days[0]}, last_day = ${days[1]}
        where listing_seq = ${seq} and starts_at = ${start}`.execute(db)
    }
    const last = rows.at(-1)
    if (!last) return
    after = { seq: Number(last.seq), start: Number(last.starts_at) }
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The day of an instant in a zone, counted from 1970-01-01. */
function dayOf(zone: string, at: number): number {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  clocks.set(zone, clock)
  return Math.floor(Date.parse(`${clock.format(at)}T00:00:00Z`) / dayMs)
}
