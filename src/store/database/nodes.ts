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
  // This write is a lock: of two processes that start at once, the second sees the first.
  await writeMeta(db, 'nodes', node.id)
  await db
    .deleteFrom('nodes')
    .where(({ or, eb }) => or([eb('seen_at', '<', since), eb('seen_at', '>', until), eb('id', '=', node.id)]))
    .execute()
  const other = await db.selectFrom('nodes').select('sites').where('sites', '<>', node.sites).executeTakeFirst()
  if (other) return other.sites
  await db.insertInto('nodes').values(node).execute()
  return null
}

/** Deletes the row of a process that ends. */
export async function removeNode(db: Db, id: string): Promise<void> {
  await db.deleteFrom('nodes').where('id', '=', id).execute()
}
