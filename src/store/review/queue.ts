// The one queue of what waits for a person: texts in review or withdrawn from it, posts with open reports, open appeals; oldest first.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SiteId } from '../../contract/site-ids.ts'
import type { Database } from '../database/schema.ts'

type Db = Kysely<Database>

export type ItemKind = 'text' | 'report' | 'appeal'

/** An item by its kind and what it is about: a revision, a post, an appeal. */
export type Item = { kind: ItemKind; subject: string }

/** `since`: epoch ms. `reviewer` has claimed it until `until`. */
export type QueuedItem = Item & {
  post_id: string
  site: SiteId
  since: number
  reviewer: string | null
  until: number | null
}

/** `waiting` counts to `countedTo` and no further. */
export type QueueCount = { kind: ItemKind; waiting: number; oldest: number | null }

/** Nobody has to know whether ten thousand or twenty wait. */
export const countedTo = 1_000

type Waiting = { kind: ItemKind; rows: RawBuilder<unknown>; order: RawBuilder<unknown> }

/** What waits, a kind each: its subject, post, site and since when, from an index in the order of the queue. */
const waiting = (now: number): readonly Waiting[] => [
  {
    kind: 'text',
    rows: sql`select id as subject, post_id, site, seq as place, coalesce(approval_at, submitted_at) as since
      from revisions where status = 'review'`,
    order: sql`place`,
  },
  {
    kind: 'text',
    rows: sql`select id as subject, post_id, site, judge_until as place, coalesce(approval_at, submitted_at) as since
      from revisions where judge_until > ${sql.lit(now)}`,
    order: sql`place`,
  },
  {
    kind: 'report',
    // One item a post, as old as its oldest open report.
    rows: sql`select r.post_id as subject, r.post_id, r.site, r.id as place, r.created_at as since
      from reports r where r.state = 'open' and not exists (
        select 1 from reports o where o.post_id = r.post_id and o.state = 'open'
          and (o.created_at < r.created_at or (o.created_at = r.created_at and o.id < r.id))
      )`,
    order: sql`since, place`,
  },
  {
    kind: 'appeal',
    rows: sql`select id as subject, post_id, site, id as place, created_at as since from appeals where state = 'open'`,
    order: sql`since, place`,
  },
]

/** How many items of each kind wait, and since when the oldest does: a bounded look, however many wait. `now` in epoch ms. */
export async function queueCounts(db: Db, now: number): Promise<QueueCount[]> {
  const counts = waiting(now).map(
    ({ kind, rows, order }) => sql`
      select ${sql.lit(kind)} as kind, count(*) as n, min(since) as oldest
      from (select * from (${rows}) w order by ${order} limit ${sql.lit(countedTo)}) each_of`,
  )
  const { rows } = await sql<{ kind: ItemKind; n: number; oldest: number | null }>`${sql.join(
    counts,
    sql` union all `,
  )}`.execute(db)
  return [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, parts]) => ({
    kind,
    waiting: Math.min(
      countedTo,
      parts.reduce((sum, { n }) => sum + n, 0),
    ),
    oldest: parts.reduce<number | null>((least, { oldest }) => earlier(least, oldest), null),
  }))
}

const earlier = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))

/** Items that wait, oldest first, at most `limit`; with `for` those that this person may take next. `now` in epoch ms. */
export async function queuedItems(
  db: Db,
  {
    now,
    limit,
    reviewer = null,
    ownAppeals = true,
  }: { now: number; limit: number; reviewer?: string | null; ownAppeals?: boolean },
): Promise<QueuedItem[]> {
  const open = waiting(now).map(({ kind, rows, order }) => {
    const free =
      reviewer === null
        ? sql`1 = 1`
        : sql`(c.subject is null or c.reviewer = ${reviewer})
          and not exists (
            select 1 from review_passes p where p.kind = ${sql.lit(kind)} and p.subject = w.subject
              and p.reviewer = ${reviewer} and (p.until is null or p.until > ${sql.lit(now)})
          )
          and not exists (select 1 from pending_decisions d where d.kind = ${sql.lit(kind)} and d.subject = w.subject)`
    const others =
      kind !== 'appeal' || reviewer === null || ownAppeals
        ? sql`1 = 1`
        : sql`not exists (
            select 1 from appeals a join revisions r on r.id = a.revision_id
            where a.id = w.subject and r.rejection_basis like ${`%"actor":${JSON.stringify(reviewer)}%`}
          )`
    return sql`select * from (
      select ${sql.lit(kind)} as kind, w.subject, w.post_id, w.site, w.since, c.reviewer, c.until
      from (${rows}) w
      left join review_claims c on c.kind = ${sql.lit(kind)} and c.subject = w.subject and c.until > ${sql.lit(now)}
      where ${free} and ${others}
      order by ${order} limit ${sql.lit(limit)}) part`
  })
  const { rows } = await sql<QueuedItem>`select * from (${sql.join(open, sql` union all `)}) items
    order by since, kind, subject limit ${sql.lit(limit)}`.execute(db)
  return rows
}
