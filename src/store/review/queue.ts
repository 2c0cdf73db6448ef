// The one queue for reviewers: texts in review or withdrawn from it, posts with open reports, open appeals, messages to authors, and
// names of accounts; the most harmful first, then the oldest.

import { type RawBuilder, sql } from 'kysely'
import type { ItemKind } from '../../contract/moderation/decisions.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { appealUrgency, usualUrgency } from '../../domain/review/urgency.ts'
import { countedTo } from '../database/bounded-count.ts'
import type { Db } from '../database/schema.ts'
import type { RevisionRow } from '../posts/revisions.ts'

/** An item of the queue. Its subject is the id of a revision, a post, an appeal, a message or an account. */
export type Item = { kind: ItemKind; subject: string }

/** `since` and `until`: epoch ms. `reviewer` has claimed the item until `until`. */
export type QueuedItem = Item & {
  post_id: string
  site: SiteId
  since: number
  /** domain/review/urgency.ts */
  urgency: number
  reviewer: string | null
  until: number | null
}

/** `waiting` is at most `countedTo`; `oldest` is epoch ms. */
export type QueueCount = { kind: ItemKind; waiting: number; oldest: number | null }

/** Queries of one kind. `each` selects a row for each item and `times` the time since which it waits, both from an index alone. */
type Waiting = Record<'rows' | 'order' | 'each' | 'times', RawBuilder<unknown>> & { kind: ItemKind }

/** The queries for items, each from an index in the order of the queue. */
const waiting = (now: number, reviewer: string | null): readonly Waiting[] => [
  {
    kind: 'text',
    rows: sql`select id as subject, post_id, site, seq as place, coalesce(approval_at, submitted_at) as since, urgency
      from revisions where status = 'review'`,
    order: sql`urgency, since, place`,
    each: sql`select 1 from revisions where status = 'review'`,
    times: sql`select coalesce(approval_at, submitted_at) as since from revisions where status = 'review'`,
  },
  {
    kind: 'text',
    rows: sql`select id as subject, post_id, site, judge_until as place, coalesce(approval_at, submitted_at) as since, urgency
      from revisions where judge_until > ${sql.lit(now)}`,
    order: sql`place`,
    each: sql`select 1 from revisions where judge_until > ${sql.lit(now)}`,
    times: sql`select since from (
      select coalesce(approval_at, submitted_at) as since from revisions
      where judge_until > ${sql.lit(now)} order by judge_until limit 1
    ) withdrawn`,
  },
  {
    kind: 'report',
    // One item for each post, by its most urgent open report, and of these the oldest.
    rows: sql`select r.post_id as subject, r.post_id, r.site, r.id as place, r.created_at as since, r.urgency
      from reports r where r.state = 'open' and not exists (
        select 1 from reports o where o.post_id = r.post_id and o.state = 'open'
          and (o.urgency < r.urgency or (o.urgency = r.urgency
            and (o.created_at < r.created_at or (o.created_at = r.created_at and o.id < r.id))))
      )`,
    order: sql`urgency, since, place`,
    each: sql`select distinct post_id from reports where state = 'open'`,
    times: sql`select created_at as since from reports where state = 'open'`,
  },
  {
    kind: 'appeal',
    rows: sql`select id as subject, post_id, site, id as place, created_at as since,
      ${sql.lit(appealUrgency)} as urgency from appeals where state = 'open'`,
    order: sql`since, place`,
    each: sql`select 1 from appeals where state = 'open'`,
    times: sql`select created_at as since from appeals where state = 'open'`,
  },
  {
    kind: 'message',
    rows: sql`select id as subject, post_id, site, id as place, created_at as since, urgency from held_messages`,
    order: sql`urgency, since, place`,
    each: sql`select 1 from held_messages`,
    times: sql`select created_at as since from held_messages`,
  },
  {
    kind: 'name',
    rows: sql`select account_id as subject, account_id as post_id, site, account_id as place, created_at as since, urgency
      from name_checks where state = 'open'`,
    order: sql`urgency, since, place`,
    each: sql`select 1 from name_checks where state = 'open'`,
    times: sql`select created_at as since from name_checks where state = 'open'`,
  },
  ...(reviewer === null ? [] : sampled(reviewer)),
]

/** The queries for sampled decisions that this reviewer is to repeat. A sampled post with open reports is an item already. */
const sampled = (reviewer: string): readonly Waiting[] => {
  const withoutOpenReport = sql`not exists (select 1 from reports o where o.post_id = s.subject and o.state = 'open')`
  return (['text', 'report'] as const).map(kind => {
    const from = sql`from review_samples s where s.kind = ${sql.lit(kind)} and s.second_at is null
      and s.first_reviewer <> ${reviewer} and ${kind === 'report' ? withoutOpenReport : sql`1 = 1`}`
    const urgency =
      kind === 'text'
        ? sql`(select r.urgency from revisions r where r.id = s.subject)`
        : sql`(select min(r.urgency) from reports r where r.post_id = s.subject)`
    return {
      kind,
      rows: sql`select s.subject, s.post_id, s.site, s.subject as place, s.since,
        coalesce(${urgency}, ${sql.lit(usualUrgency)}) as urgency ${from}`,
      order: sql`since, place`,
      each: sql`select 1 ${from}`,
      times: sql`select s.since ${from}`,
    }
  })
}

/** Selects the number of waiting items of each kind, and the time since which the oldest waits. */
function countsOf(parts: readonly Waiting[]): RawBuilder<unknown> {
  const counts = parts.map(
    ({ kind, each, times }) => sql`
      select 0 as listed, ${sql.lit(kind)} as kind, '' as subject, '' as post_id, '' as site,
        (select t.since from (${times}) t order by t.since limit 1) as since,
        0 as urgency,
        cast(null as text) as reviewer, cast(null as bigint) as until,
        (select count(*) from (${each} limit ${sql.lit(countedTo)}) counted) as n`,
  )
  return sql.join(counts, sql` union all `)
}

/** Which items are listed: of one kind, one site, at least this urgent (domain/review/urgency.ts). Left out, all are. */
export type QueueFilter = { kind?: ItemKind | undefined; site?: SiteId | undefined; urgentTo?: number | undefined }

type Asked = { now: number; limit: number; reviewer: string | null; only?: QueueFilter }

/** Selects the most urgent items of each kind; with `next` only those that the reviewer may claim next. */
function itemsOf(
  parts: readonly Waiting[],
  { now, limit, reviewer, only = {} }: Asked,
  next: { own: boolean } | null = null,
): RawBuilder<unknown> {
  const { site, urgentTo } = only
  const ofSite = site === undefined ? sql`1 = 1` : sql`w.site = ${site}`
  const urgent = urgentTo === undefined ? sql`1 = 1` : sql`w.urgency <= ${sql.lit(urgentTo)}`
  const open = parts.map(({ kind, rows, order }) => {
    const free =
      next === null
        ? sql`1 = 1`
        : sql`(c.subject is null or c.reviewer = ${reviewer})
          and not exists (
            select 1 from review_passes p where p.kind = ${sql.lit(kind)} and p.subject = w.subject
              and p.reviewer = ${reviewer} and (p.until is null or p.until > ${sql.lit(now)})
          )
          and not exists (select 1 from pending_decisions d where d.kind = ${sql.lit(kind)} and d.subject = w.subject)`
    const others =
      next === null || next.own || kind === 'text'
        ? sql`1 = 1`
        : kind === 'report'
          ? sql`not exists (
            select 1 from reports o where o.post_id = w.subject and o.state = 'open' and o.not_by = ${reviewer}
          )`
          : sql`not exists (
            select 1 from appeals a join revisions r on r.id = a.revision_id
            where a.id = w.subject and r.rejection_basis like ${`%"actor":${JSON.stringify(reviewer)}%`}
          )`
    return sql`select * from (
      select 1 as listed, ${sql.lit(kind)} as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
      from (${rows}) w
      left join review_claims c on c.kind = ${sql.lit(kind)} and c.subject = w.subject and c.until > ${sql.lit(now)}
      where ${free} and ${others} and ${ofSite} and ${urgent}
      order by ${order} limit ${sql.lit(limit)}) part`
  })
  return sql.join(open, sql` union all `)
}

type Row = Omit<QueuedItem, 'since'> & { listed: 0 | 1; since: number | null; n: number }

const mostUrgentFirst = (rows: RawBuilder<unknown>, limit: number) =>
  sql<Row>`select * from (${rows}) items order by listed, urgency, since, kind, subject limit ${sql.lit(limit)}`

/**
 * Items that a reviewer may claim next, the most urgent first, at most `limit`. `own`: also appeals and complaints about decisions of
 * this reviewer. `now` in epoch ms.
 */
export async function nextItems(db: Db, asked: Asked & { own: boolean }): Promise<QueuedItem[]> {
  const parts = listedOf(waiting(asked.now, asked.reviewer), asked)
  const { rows } = await mostUrgentFirst(itemsOf(parts, asked, asked), asked.limit).execute(db)
  return rows.map(itemIn)
}

const listedOf = (parts: readonly Waiting[], { only }: Asked) =>
  parts.filter(({ kind }) => only?.kind === undefined || kind === only.kind)

const itemIn = ({ listed: _, n: __, ...item }: Row) => item as QueuedItem

/**
 * The most urgent items, at most `limit`, with the count and the oldest time of each kind. It is one query, whose cost is bounded
 * however many items wait. Decisions that `reviewer` is to repeat are among the items. `now` in epoch ms.
 */
export async function openQueue(db: Db, asked: Asked): Promise<{ counts: QueueCount[]; items: QueuedItem[] }> {
  const parts = waiting(asked.now, asked.reviewer)
  const all = sql`${countsOf(parts)} union all ${itemsOf(listedOf(parts, asked), asked)}`
  const { rows } = await mostUrgentFirst(all, parts.length + asked.limit).execute(db)
  return {
    counts: countsByKind(
      parts,
      rows.filter(({ listed }) => listed === 0),
    ),
    items: rows.filter(({ listed }) => listed === 1).map(itemIn),
  }
}

/** The count and the oldest time of each kind, without decisions that are to be repeated. `now` in epoch ms. */
export async function queueCounts(db: Db, now: number): Promise<QueueCount[]> {
  const parts = waiting(now, null)
  const { rows } = await sql<Row>`${countsOf(parts)}`.execute(db)
  return countsByKind(parts, rows)
}

function countsByKind(parts: readonly Waiting[], counted: readonly Row[]): QueueCount[] {
  return [...new Set(parts.map(({ kind }) => kind))].map(kind => {
    const each = counted.filter(row => row.kind === kind)
    const n = each.reduce((sum, part) => sum + part.n, 0)
    const oldest = each.reduce<number | null>((least, { since }) => earlier(least, since), null)
    return { kind, waiting: Math.min(countedTo, n), oldest }
  })
}

const earlier = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))

/** The text of an item: what is judged, with the handle of its author. */
export type ItemText = Pick<RevisionRow, 'id' | 'post_id' | 'fields' | 'facts' | 'verdict'> & { handle: string }

/** The texts of items other than messages and names, by the subject of a text and the post of any other item. */
export async function textsOfItems(db: Db, items: readonly QueuedItem[]): Promise<Map<string, ItemText>> {
  const texts = items.filter(({ kind }) => kind === 'text').map(({ subject }) => subject)
  const posts = items.filter(({ kind }) => kind === 'report' || kind === 'appeal').map(item => item.post_id)
  if (items.length === 0) return new Map()
  // Found by their ids alone: a condition on the post beside one on the text reads every text of the platform.
  const rows = await db
    .selectFrom('revisions as r')
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .select(['r.id', 'r.post_id', 'r.fields', 'r.facts', 'r.verdict', 'a.handle'])
    .where('r.id', 'in', of =>
      of
        .selectFrom('revisions')
        .select('revisions.id')
        .where('revisions.id', 'in', [...texts, ''])
        .unionAll(
          of
            .selectFrom('posts')
            .select('posts.shown_revision as id')
            .where('posts.id', 'in', [...posts, '']),
        ),
    )
    .execute()
  const known = new Set(texts)
  return new Map(rows.map(row => [known.has(row.id) ? row.id : row.post_id, row]))
}

/** The reasons of the reports of posts, the most urgent first, by post: of the open ones, or of all where none is open. */
export async function reasonsOfReports(db: Db, postIds: readonly string[]): Promise<Map<string, string[]>> {
  if (postIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('reports')
    .select(['post_id', 'reason', 'urgency', 'state'])
    .distinct()
    .where('post_id', 'in', [...postIds])
    .orderBy('urgency')
    .orderBy('reason')
    .execute()
  return new Map(
    [...Map.groupBy(rows, row => row.post_id)].map(([id, of]) => {
      const open = of.filter(({ state }) => state === 'open')
      return [id, [...new Set((open.length > 0 ? open : of).map(({ reason }) => reason))]]
    }),
  )
}

/** The categories of the decisions that open appeals are about, by the id of the appeal. */
export async function categoriesOfAppeals(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('appeals as a')
    .innerJoin('revisions as r', 'r.id', 'a.revision_id')
    .select(['a.id', 'r.rejection_category as category'])
    .where('a.id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, category }) => [id, category]))
}
