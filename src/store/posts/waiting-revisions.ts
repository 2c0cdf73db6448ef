// The revisions that wait: for a verdict in the queue of the model, and for a person.
import { sql } from 'kysely'
import { type Backlog, countWaiting } from '../database/bounded-count.ts'
import { type Claim, claimDue, type Queue } from '../database/claim-due.ts'
import { prepared } from '../database/prepared.ts'
import type { Db } from '../database/schema.ts'
import type { RevisionRow } from './revisions.ts'

const queue: Queue<'revisions'> = {
  table: 'revisions',
  order: ['turn', 'seq'],
  waiting: row => row('status', '=', sql.lit('queued' as const)),
}

/** Claims queued revisions for a verdict: accounts take turns, and the texts of an account keep their order of submission. */
export async function claimQueued(db: Db, claim: Claim): Promise<RevisionRow[]> {
  return (await claimDue(db, queue, claim)).sort((a, b) => a.turn - b.turn || a.seq - b.seq)
}

const anyQueued = prepared<Record<string, never>>()(db =>
  db
    .selectFrom('revisions')
    .select('seq')
    .where('status', '=', sql.lit('queued' as const))
    .limit(1),
)

/** Whether a revision waits for a verdict. */
export async function isQueued(db: Db): Promise<boolean> {
  return (await anyQueued(db, {})).length > 0
}

/** Revisions that wait for a verdict, in the order of their turns. */
export async function waitingTexts(db: Db): Promise<Backlog> {
  return countWaiting(
    db,
    sql`select coalesce(approval_at, submitted_at) as since from revisions where status = 'queued' order by turn, seq`,
  )
}

const queued = prepared<Record<string, never>>()(db =>
  db
    .selectFrom('revisions')
    .select(count => count.fn.countAll<number>().as('n'))
    .where('status', '=', sql.lit('queued' as const)),
)

/** How many revisions wait for a verdict. */
export async function queueLength(db: Db): Promise<number> {
  return (await queued(db, {}))[0]?.n ?? 0
}

const review = prepared<Record<string, never>>()(db =>
  db
    .selectFrom('revisions')
    .select(of => [
      of.fn.countAll<number>().as('waiting'),
      of.fn.min(sql<number>`coalesce(approval_at, submitted_at)`).as('oldest'),
    ])
    .where('status', '=', sql.lit('review' as const)),
)

/** Counts the texts in review, with the time since which the oldest waits (epoch ms); null when there is none. */
export async function inReview(db: Db): Promise<{ waiting: number; oldest: number | null }> {
  const [row] = await review(db, {})
  return { waiting: row?.waiting ?? 0, oldest: row?.oldest ?? null }
}

/** Revisions that wait for a person, oldest first: those in review, and withdrawn ones that may be abuse. `now` in epoch ms. */
export async function revisionsForReview(db: Db, now: number, limit: number): Promise<RevisionRow[]> {
  const waiting = db
    .selectFrom('revisions')
    .selectAll()
    .where('status', '=', sql.lit('review' as const))
    .unionAll(db.selectFrom('revisions').selectAll().where('judge_until', '>', now))
  // The order by an expression prevents a walk of all revisions.
  return db.selectFrom(waiting.as('waiting')).selectAll().orderBy(sql`seq + 0`).limit(limit).execute()
}

/** Texts of an account in review, oldest first, at most `limit`. */
export async function inReviewOf(db: Db, accountId: string, limit: number): Promise<RevisionRow[]> {
  return db
    .selectFrom('revisions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', sql.lit('review' as const))
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** Posts of a site in review that share near-duplicate keys, oldest first, at most `limit`. */
export async function inReviewSharing(
  db: Db,
  { site, keys, limit }: { site: RevisionRow['site']; keys: readonly number[]; limit: number },
): Promise<RevisionRow[]> {
  if (keys.length === 0) return []
  // If very many posts share a text, only the first of them are read, and those in review are found among these.
  const sharing = db.selectFrom('near_duplicate_keys').select('post_id').where('key', 'in', keys).limit(sharingRead)
  return db
    .selectFrom('revisions')
    .selectAll()
    .where('id', 'in', sharing)
    .where('site', '=', site)
    .where('status', '=', sql.lit('review' as const))
    .orderBy('seq')
    .limit(limit)
    .execute()
}
const sharingRead = 5_000

/** Withdrawn revisions whose time for a decision is over, at most `limit`. `now` in epoch ms. */
export async function withdrawnUndecided(db: Db, now: number, limit: number): Promise<RevisionRow[]> {
  return db
    .selectFrom('revisions')
    .selectAll()
    .where('judge_until', '<=', now)
    .orderBy('judge_until')
    .limit(limit)
    .execute()
}
