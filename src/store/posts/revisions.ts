// Revisions: the texts that were bought, and the compare-and-set of transitions.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { ApprovalState, PostStatus } from '../../contract/posts.ts'
import { prepared, preparedForList, preparedRows, preparedWrite } from '../database/prepared.ts'
import { type Db, freshRevision, type RevisionsTable } from '../database/schema.ts'

export type RevisionRow = Selectable<RevisionsTable>
/** The columns of a text that was erased with the account of its author. */
export const erasedText = {
  ...{ fields: '{}', facts: '{}', fingerprint: '', verdict: null, rejection_reason: null },
  rejection_basis: null,
}

export const isErased = ({ fields }: Pick<RevisionRow, 'fields'>): boolean => fields === erasedText.fields

export type NewRevision = Omit<Insertable<RevisionsTable>, 'seq' | 'turn'>

/** Whether a revision is an edit, not the first text of its post. */
export const isEdit = ({ id, post_id }: Pick<RevisionRow, 'id' | 'post_id'>): boolean => id !== post_id

/**
 * The next turn of an account: after the account's last text in the queue, but not before the lowest turn in the queue. So the
 * texts of a flood take turns with other accounts, and no account saves up turns.
 */
const nextTurn = (accountId: string) => sql<number>`(
  select coalesce(max(next), 0) from (
    select min(turn) as next from revisions where status = 'queued'
    union all
    select max(turn) + 1 from revisions where account_id = ${accountId} and status = 'queued'
  ) as turns
)`

/** The columns of a new revision besides those of `freshRevision` and its turn; the type demands each of them. */
const given: Record<Exclude<keyof NewRevision, keyof typeof freshRevision>, true> = {
  ...{ id: true, post_id: true, site: true, account_id: true, price: true, abuse_penalty: true },
  ...{ fields: true, facts: true, fingerprint: true, submitted_at: true, due_at: true },
}
const columns = Object.keys({ ...freshRevision, ...given }) as (keyof NewRevision)[]

const insert = preparedWrite<NewRevision>()((db, p) =>
  db
    .insertInto('revisions')
    .columns([...columns, 'turn'])
    .expression(
      db
        .selectFrom('posts')
        .select(columns.map(name => sql`${p(name)}`.as(name)))
        .select(nextTurn(p('account_id')).as('turn'))
        .where('posts.id', '=', p('post_id')),
    )
    .onConflict(conflict => conflict.doNothing()),
)

/**
 * Inserts a revision; false when another edit of the post still waits for a verdict, and when there is no such post: so it can be
 * sent together with the insert of its post.
 */
export async function insertRevision(db: Db, revision: NewRevision): Promise<boolean> {
  return (await insert(db, revision)) === 1
}

/** Gives a text the next turn of its account, when the text enters the queue after its submission. */
export async function takeTurn(db: Db, { id, account_id }: Pick<RevisionRow, 'id' | 'account_id'>): Promise<void> {
  await db
    .updateTable('revisions')
    .set({ turn: nextTurn(account_id) })
    .where('id', '=', id)
    .execute()
}

/** Since when a text waits for a verdict: since its submission, or since the owner has approved it. Epoch milliseconds. */
export const waitsSince = ({ submitted_at, approval_at }: Pick<RevisionRow, 'submitted_at' | 'approval_at'>): number =>
  approval_at ?? submitted_at

const insertAll = preparedRows<NewRevision>()((db, rows) => db.insertInto('revisions').values(rows))

/** Inserts many revisions. Throws if one cannot be inserted. */
export async function insertRevisions(db: Db, revisions: readonly NewRevision[]): Promise<void> {
  await insertAll(db, revisions)
}

const byId = prepared<{ id: string }>()((db, p) => db.selectFrom('revisions').selectAll().where('id', '=', p('id')))

/** The revision with this id, whatever its status. */
export async function revisionById(db: Db, id: string): Promise<RevisionRow | undefined> {
  return (await byId(db, { id }))[0]
}

const byIds = preparedForList()([8, 32, 128], (db, ids) =>
  db.selectFrom('revisions').selectAll().where('id', 'in', ids),
)

/** The revisions with these ids, by id. */
export async function revisionsById(db: Db, ids: readonly string[]): Promise<Map<string, RevisionRow>> {
  return new Map((await byIds(db, ids, {})).map(row => [row.id, row]))
}

/** The edit of a post that waits for the owner, a verdict or a person. */
export async function openEditOf(db: Db, postId: string): Promise<RevisionRow | undefined> {
  return db
    .selectFrom('revisions')
    .selectAll()
    .where('post_id', '=', postId)
    .where(sql<boolean>`id <> post_id`)
    .where('status', 'in', [sql.lit('awaiting_owner' as const), sql.lit('queued' as const), sql.lit('review' as const)])
    .executeTakeFirst()
}

const awaiting = prepared<{ accountId: string }>()((db, p) =>
  db
    .selectFrom('revisions')
    .innerJoin('posts', 'posts.id', 'revisions.post_id')
    .select(['revisions.id', 'revisions.post_id', 'revisions.fingerprint', 'posts.key_id'])
    .where('revisions.account_id', '=', p('accountId'))
    .where('revisions.status', '=', sql.lit('awaiting_owner' as const)),
)

/** The texts of an account that wait for the owner, each with its key. */
export async function awaitingOwner(
  db: Db,
  accountId: string,
): Promise<(Pick<RevisionRow, 'id' | 'post_id' | 'fingerprint'> & { key_id: string })[]> {
  return awaiting(db, { accountId })
}

/** Texts of an account that wait for the owner, oldest first, at most `limit`. */
export async function oldestAwaiting(db: Db, accountId: string, limit: number): Promise<RevisionRow[]> {
  return db
    .selectFrom('revisions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', sql.lit('awaiting_owner' as const))
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** The latest texts of an account, newest first, at most `limit`. */
export async function latestOfAccount(db: Db, accountId: string, limit: number): Promise<RevisionRow[]> {
  return db
    .selectFrom('revisions')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** The texts of a post, oldest first. */
export async function revisionsOf(db: Db, postId: string): Promise<Pick<RevisionRow, 'id'>[]> {
  const first = db.selectFrom('revisions').select(['id', 'seq']).where('id', '=', postId)
  const edits = db
    .selectFrom('revisions')
    .select(['id', 'seq'])
    .where('post_id', '=', postId)
    .where(sql<boolean>`id <> post_id`)
  return first.unionAll(edits).orderBy('seq').execute()
}

/** Texts that have waited for the owner since before an epoch time, at most `limit`. */
export async function leftUnapproved(db: Db, before: number, limit: number): Promise<RevisionRow[]> {
  return db
    .selectFrom('revisions')
    .selectAll()
    .where('status', '=', sql.lit('awaiting_owner' as const))
    .where('approval_at', '<=', before)
    .orderBy('approval_at')
    .limit(limit)
    .execute()
}

const corrections = prepared<{ postId: string }>()((db, p) =>
  db
    .selectFrom('revisions')
    .select(count => count.fn.countAll<number>().as('n'))
    .where('post_id', '=', p('postId'))
    .where(sql<boolean>`id <> post_id`)
    .where(
      sql<boolean>`((status = 'published' and verdict is null)
        or (status in ('queued', 'review', 'published', 'rejected') and facts like '%"linksAlone":true%'))`,
    ),
)

/** Counts the corrections of a post: edits that were applied without a verdict, and those that are judged for their links alone. */
export async function correctionsOf(db: Db, postId: string): Promise<number> {
  return (await corrections(db, { postId }))[0]?.n ?? 0
}

/** The columns that a decision writes beside the status. */
export type RevisionDecision = Pick<
  RevisionRow,
  | 'decided_at'
  | 'verdict'
  | 'rejection_category'
  | 'rejection_reason'
  | 'rejection_penalized'
  | 'rejection_amount'
  | 'rejection_basis'
  | 'judge_until'
  | 'approval'
  | 'approval_at'
  | 'approval_reason'
  | 'due_at'
  | 'urgency'
>

const moves = new Map<number, ReturnType<typeof moveFrom>>()

/** The compare-and-set from one of a number of statuses, compiled once for each number. */
function moveFrom(statuses: number) {
  return preparedWrite<Record<string, unknown>>()((db, p) =>
    db
      .updateTable('revisions')
      .set({
        status: p('status') as PostStatus,
        decided_at: p('decided_at') as number,
        verdict: p('verdict') as string,
        rejection_category: p('rejection_category') as string,
        rejection_reason: p('rejection_reason') as string,
        rejection_penalized: p('rejection_penalized') as 1,
        rejection_amount: p('rejection_amount') as number,
        rejection_basis: p('rejection_basis') as string,
        judge_until: p('judge_until') as number,
        approval: p('approval') as ApprovalState,
        approval_at: p('approval_at') as number,
        approval_reason: p('approval_reason') as string,
        due_at: p('due_at') as number,
        urgency: p('urgency') as number,
        lease_token: null,
        lease_until: null,
      })
      .where('id', '=', p('id') as string)
      .where(
        'status',
        'in',
        Array.from({ length: statuses }, (_, i) => p(`from${i}`) as PostStatus),
      ),
  )
}

/** Moves a revision from one of the expected statuses to another; false, without a change, when it has another status. */
export async function moveRevision(
  db: Db,
  id: string,
  from: readonly PostStatus[],
  to: PostStatus,
  decision: RevisionDecision,
): Promise<boolean> {
  let move = moves.get(from.length)
  if (!move) {
    move = moveFrom(from.length)
    moves.set(from.length, move)
  }
  const expected = Object.fromEntries(from.map((status, i) => [`from${i}`, status]))
  return (await move(db, { id, status: to, ...decision, ...expected })) === 1
}

/** Sets the penalty that is kept, in micros, and whose strike covers the text. The caller holds the lock of the post. */
export async function setPenalty(
  db: Db,
  id: string,
  change: Pick<RevisionRow, 'rejection_penalized' | 'rejection_amount' | 'strike_of'>,
): Promise<void> {
  await db.updateTable('revisions').set(change).where('id', '=', id).execute()
}

/** The texts of an account that have a strike of their own, the latest decision first, at most `limit`. */
export async function struckTexts(
  db: Db,
  accountId: string,
  limit: number,
): Promise<Pick<RevisionRow, 'id' | 'site' | 'fields' | 'submitted_at' | 'decided_at'>[]> {
  return db
    .selectFrom('revisions')
    .select(['id', 'site', 'fields', 'submitted_at', 'decided_at'])
    .where('account_id', '=', accountId)
    .where('strike_of', 'is not', null)
    .whereRef('strike_of', '=', 'id')
    .orderBy('decided_at', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Gives the strike of a text to the next text that it covers, which then covers the others. False, without a change, when it
 * covers no other.
 */
export async function passStrikeOn(db: Db, id: string, accountId: string): Promise<boolean> {
  const covered = db
    .selectFrom('revisions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('strike_of', '=', id)
    .where('id', '<>', id)
  const heir = await covered.orderBy('decided_at').orderBy('id').limit(1).executeTakeFirst()
  if (!heir) return false
  await db
    .updateTable('revisions')
    .set({ strike_of: heir.id })
    .where('account_id', '=', accountId)
    .where('strike_of', '=', id)
    .where('id', '<>', id)
    .execute()
  return true
}

/** Replaces the text and the price of a revision that waits for the owner. The caller holds the lock of the post. */
export async function setWaitingText(
  db: Db,
  id: string,
  change: Pick<RevisionRow, 'fields' | 'facts' | 'price' | 'abuse_penalty' | 'fingerprint'>,
): Promise<void> {
  await db
    .updateTable('revisions')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', sql.lit('awaiting_owner' as const))
    .execute()
}

/** Releases a claimed revision for an attempt at `dueAt` (epoch ms); false when another worker has the lease. */
export async function releaseQueued(
  db: Db,
  id: string,
  { token, dueAt, counted }: { token: string; dueAt: number; counted: boolean },
): Promise<boolean> {
  const result = await db
    .updateTable('revisions')
    .set({ lease_token: null, lease_until: null, due_at: dueAt })
    .set(counted ? {} : { attempts: sql<number>`attempts - 1` })
    .where('id', '=', id)
    .where('status', '=', sql.lit('queued' as const))
    .where('lease_token', '=', token)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** The texts of an account that wait for the owner, a verdict or a person. */
export async function openTextsOf(db: Db, accountId: string): Promise<Pick<RevisionRow, 'id' | 'post_id'>[]> {
  const of = (status: PostStatus) =>
    db
      .selectFrom('revisions')
      .select(['id', 'post_id'])
      .where('account_id', '=', accountId)
      // A literal, since each status has a partial index.
      .where('status', '=', sql.lit(status))
  return of('awaiting_owner').unionAll(of('queued')).unionAll(of('review')).execute()
}

/** The withdrawn texts of an account that a person may still judge. */
export async function withdrawnTextsOf(db: Db, accountId: string): Promise<Pick<RevisionRow, 'id' | 'post_id'>[]> {
  return db
    .selectFrom('revisions')
    .select(['id', 'post_id'])
    .where('judge_until', 'is not', null)
    .where('account_id', '=', accountId)
    .execute()
}

/** Ends the time to judge withdrawn texts of an account at `until` (epoch ms) if it would end later. */
export async function boundJudging(db: Db, accountId: string, until: number): Promise<void> {
  await db
    .updateTable('revisions')
    .set({ judge_until: until })
    .where('judge_until', '>', until)
    .where('account_id', '=', accountId)
    .execute()
}

/** Lets the queued texts of an account that are due at `from` wait until `until`; epoch ms. */
export async function putOff(db: Db, accountId: string, from: number, until: number): Promise<void> {
  await db
    .updateTable('revisions')
    .set({ due_at: until })
    .where('account_id', '=', accountId)
    .where('status', '=', sql.lit('queued' as const))
    .where('submitted_at', '=', from)
    .execute()
}

/**
 * Makes due the queued texts that nobody has tried and that a node with a clock ahead of `now` (epoch ms) has queued for later.
 */
export async function makeTextsDue(db: Db, now: number): Promise<void> {
  await db
    .updateTable('revisions')
    .set({ due_at: now })
    .where('status', '=', sql.lit('queued' as const))
    .where('attempts', '=', sql.lit(0))
    .where('due_at', '>', now)
    .where('submitted_at', '>', now)
    .execute()
}
