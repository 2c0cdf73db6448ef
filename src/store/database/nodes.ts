// The processes that run on this database: each renews its row from time to time, with its sites.
import { writeMeta } from './meta.ts'
import type { Db, NodesTable } from './schema.ts'

/**
 * Renews or inserts the row of a process. Deletes rows that were last seen before `since`, and rows seen after `until`, whose clock
 * must be wrong (epoch ms). When another process has other sites, it inserts no row and returns those sites; else null.
 */
export async function renewNode(
  db: Db,
  node: NodesTable,
  { since, until }: { since: number; until: number },
): Promise<string | null> {
  await lockNodes(db, node.id)
  await db
    .deleteFrom('nodes')
    .where(({ or, eb }) => or([eb('seen_at', '<', since), eb('seen_at', '>', until), eb('id', '=', node.id)]))
    .execute()
  const other = await db.selectFrom('nodes').select('sites').where('sites', '<>', node.sites).executeTakeFirst()
  if (other) return other.sites
  await db.insertInto('nodes').values(node).execute()
  return null
}

/** A write that is a lock: of two processes that start at once, the second sees the first. `by`: whoever takes it. */
export async function lockNodes(db: Db, by: string): Promise<void> {
  await writeMeta(db, 'nodes', by)
}

/** Whether a process other than `self` was seen at `since` (epoch ms) or later. */
export async function othersRun(db: Db, self: string | null, since: number): Promise<boolean> {
  const rows = await db.selectFrom('nodes').select('id').where('seen_at', '>=', since).execute()
  return rows.some(({ id }) => id !== self)
}

/** Deletes the row of a process that ends. */
export async function removeNode(db: Db, id: string): Promise<void> {
  await db.deleteFrom('nodes').where('id', '=', id).execute()
}
