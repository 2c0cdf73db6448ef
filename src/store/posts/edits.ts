// Edits of published posts: their rows, their queue, and the compare-and-set of their transitions.
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { EditStatus } from '../../contract/posts.ts'
import type { Dialect } from '../database/dialect.ts'
import { prepared } from '../database/prepared.ts'
import type { Database, EditsTable } from '../database/schema.ts'
import { claimQueuedOf, type QueueClaim } from './decision-queue.ts'
import { holdPost } from './posts.ts'

type Db = Kysely<Database>
export type EditRow = Selectable<EditsTable>
export type NewEdit = Omit<Insertable<EditsTable>, 'seq'>

/** Inserts an edit as the latest of its post; false when another edit of the post is still open. */
export async function insertEdit(db: Db, edit: NewEdit): Promise<boolean> {
  const inserted = await db
    .insertInto('edits')
    .values(edit)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false
  await db.updateTable('posts').set({ latest_edit: edit.id }).where('id', '=', edit.post_id).execute()
  return true
}

const byId = prepared<{ id: string }>()((db, p) => db.selectFrom('edits').selectAll().where('id', '=', p('id')))

/** The edit with this id, whatever its status. */
export async function editById(db: Db, id: string): Promise<EditRow | undefined> {
  return (await byId(db, { id }))[0]
}

/** The edit with this id as it is while its post is held: only who holds the post decides on its edits. */
export async function heldEdit(db: Db, dialect: Dialect, id: string): Promise<EditRow | undefined> {
  const edit = await editById(db, id)
  if (!edit || dialect.singleWriter) return edit
  await holdPost(db, dialect, edit.post_id)
  return editById(db, id)
}

/** The edits with these ids, by id. */
export async function editsById(db: Db, ids: readonly string[]): Promise<Map<string, EditRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('edits').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** The edit of a post that waits for a decision. */
export async function openEditOf(db: Db, postId: string): Promise<EditRow | undefined> {
  return db
    .selectFrom('edits')
    .selectAll()
    .where('post_id', '=', postId)
    .where('status', 'in', ['queued', 'review'])
    .executeTakeFirst()
}

/** What a transition of an edit sets besides the status. */
export type EditChange = Partial<
  Pick<
    EditRow,
    'decided_at' | 'verdict' | 'rejection_category' | 'rejection_reason' | 'rejection_penalized' | 'rejection_amount'
  >
>

/** Moves an edit from one of the expected statuses; false when it stands elsewhere: then nothing has changed. */
export async function moveEditStatus(
  db: Db,
  id: string,
  from: readonly EditStatus[],
  to: EditStatus,
  change: EditChange,
): Promise<boolean> {
  const result = await db
    .updateTable('edits')
    .set({ ...change, status: to, lease_token: null, lease_until: null })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Claims queued edits for a decision. */
export async function claimQueuedEdits(db: Db, dialect: Dialect, claim: QueueClaim): Promise<EditRow[]> {
  return (await claimQueuedOf(db, dialect, 'edits', claim)) as EditRow[]
}

/** Edits in review, oldest first. */
export async function editsInReview(db: Db, limit: number): Promise<EditRow[]> {
  return db.selectFrom('edits').selectAll().where('status', '=', 'review').orderBy('seq').limit(limit).execute()
}
