// The processes that run on this database: each says from time to time that it is there, and with which sites.
import type { Kysely } from 'kysely'
import { writeMeta } from './meta.ts'
import type { Database, NodesTable } from './schema.ts'

type Db = Kysely<Database>

/**
 * Renews the row of a process, or makes it, and forgets those that have not been seen since `since` or were seen after `until`,
 * which no clock near ours says (epoch ms). The sites of another process that has other sites: then there is no row.
 */
export async function renewNode(
  db: Db,
  node: NodesTable,
  { since, until }: { since: number; until: number },
): Promise<string | null> {
  // One after the other: of two processes that start at once the second sees the first.
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

/** Forgets a process that ends. */
export async function removeNode(db: Db, id: string): Promise<void> {
  await db.deleteFrom('nodes').where('id', '=', id).execute()
}
