// The entries of the lists of the platform: what they hold, and how often each was found.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { EntryKind } from '../../contract/moderation/list-entries.ts'
import { countMeta } from '../database/meta.ts'
import { prepared } from '../database/prepared.ts'
import type { Db, ListEntriesTable } from '../database/schema.ts'

export type ListEntry = Selectable<ListEntriesTable>
export type NewEntry = Omit<Insertable<ListEntriesTable>, 'seq' | 'hits' | 'hit_at' | 'latest'>

/** The name in `meta` of the number of changes of the lists. */
const changes = 'list-changes'

const version = prepared<Record<string, never>>()(db =>
  db.selectFrom('meta').select('value').where('name', '=', sql.lit(changes)),
)

/** How often the lists have changed. */
export async function listsVersion(db: Db): Promise<number> {
  return Number((await version(db, {}))[0]?.value ?? 0)
}

/** Tells every process that the lists have changed. */
export async function noteListChange(db: Db): Promise<void> {
  await countMeta(db, changes)
}

export async function insertEntry(db: Db, entry: NewEntry): Promise<number> {
  const row = { ...entry, hits: 0, hit_at: null, latest: '[]' }
  return (await db.insertInto('list_entries').values(row).returning('seq').executeTakeFirstOrThrow()).seq
}

export async function entryBySeq(db: Db, seq: number): Promise<ListEntry | undefined> {
  return db.selectFrom('list_entries').selectAll().where('seq', '=', seq).executeTakeFirst()
}

/** The entry with a value in normal form. */
export async function entryOf(db: Db, kind: EntryKind, value: string): Promise<ListEntry | undefined> {
  return db
    .selectFrom('list_entries')
    .selectAll()
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst()
}

/** Deletes an entry. */
export async function deleteEntry(db: Db, seq: number): Promise<void> {
  await db.deleteFrom('list_entries').where('seq', '=', seq).execute()
}

/** Deletes the entries that have ended at `now`; returns their number. */
export async function deleteEnded(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('list_entries').where('expires_at', '<=', now).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function countEntries(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('list_entries')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The entries, the newest first: of a kind, and with words in value or note, if given. */
export async function listEntries(
  db: Db,
  { kind, words = '', limit }: { kind?: EntryKind | undefined; words?: string; limit: number },
): Promise<ListEntry[]> {
  const part = `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  let query = db.selectFrom('list_entries').selectAll().orderBy('seq', 'desc').limit(limit)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (words !== '')
    query = query.where(sql<boolean>`(lower(value) like ${part} escape '\\' or lower(note) like ${part} escape '\\')`)
  return query.execute()
}

/** Adds to the hits of an entry. `texts`: the ids of the latest texts, the newest first; `kept` of them stay. */
export async function addHits(
  db: Db,
  { seq, hits, at, texts }: { seq: number; hits: number; at: number; texts: readonly string[] },
  kept: number,
): Promise<void> {
  const entry = await entryBySeq(db, seq)
  if (!entry) return
  const latest = [...new Set([...texts, ...(JSON.parse(entry.latest) as string[])])].slice(0, kept)
  await db
    .updateTable('list_entries')
    .set(row => ({ hits: row('hits', '+', hits), hit_at: at, latest: JSON.stringify(latest) }))
    .where('seq', '=', seq)
    .execute()
}

/** Lets an entry take effect that was tried out. Its count begins anew. */
export async function setEnforced(db: Db, seq: number): Promise<void> {
  const anew = { shadow: 0, hits: 0, hit_at: null, latest: '[]' } as const
  await db.updateTable('list_entries').set(anew).where('seq', '=', seq).execute()
}
