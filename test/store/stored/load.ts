// Loads a stored database: one that an older program has written, as that program left it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import type { Connection } from '../../../src/store/database/capabilities.ts'
import { dialectOf } from '../../../src/store/database/dialect.ts'
import { type DatabaseKind, emptyDatabase } from '../../databases.ts'

/** What `write-world.ts` notes of a stored database. */
export type World = {
  now: number
  key: string
  accountId: string
  posts: { host: string; shown: Record<string, unknown> & { id: string } }[]
  account: Record<string, unknown>
}

export type Row = Record<string, unknown>
type Loaded = { url: string; world: World; tables: Map<string, Row[]> }

/** The newest migrations that the programs of the stored databases knew, the oldest first. */
export const storedVersions: readonly string[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name)
  .sort()

/** A fresh copy of a stored database, with the rows of every table; those of the search index are left out. */
export async function loadStored(version: string, kind: DatabaseKind): Promise<Loaded> {
  const read = (name: string) => brotliDecompressSync(readFileSync(join(import.meta.dirname, version, `${name}.br`)))
  const url = await emptyDatabase(kind)
  if (kind === 'SQLite') writeFileSync(url.slice('sqlite:'.length), read('SQLite'))
  const dialect = dialectOf(url)
  const connection = dialect.open(url, 'write')
  try {
    if (kind === 'PostgreSQL') await fillPostgres(connection, JSON.parse(read('PostgreSQL').toString()))
    const tables = new Map<string, Row[]>()
    for (const table of await tablesOf(connection.db, kind)) tables.set(table, await rowsOf(connection.db, table))
    return { url, world: JSON.parse(read(`${kind}.world`).toString()), tables }
  } finally {
    await connection.close()
  }
}

/** Makes the tables by the migrations of that time, which never change, and puts in the rows of that time. */
async function fillPostgres(connection: Connection, rows: Record<string, Row[]>): Promise<void> {
  const { words } = dialectOf('postgres:')
  const db = connection.db as unknown as Kysely<unknown>
  await sql`create table migrations (name text primary key)`.execute(db)
  for (const { name } of rows.migrations as { name: string }[])
    await (await import(`../../../src/store/database/migrations/${name}.ts`)).up(db, words)
  const names = Object.keys(rows)
  await sql`truncate ${sql.join(names.map(name => sql.table(name)))}`.execute(db)
  await connection.transaction(async tx => {
    // Rows stand in the order of their tables' names, not of their foreign keys.
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const name of names)
      await sql`insert into ${sql.table(name)}
        select * from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows[name])})`.execute(tx)
    for (const name of names)
      if (rows[name]![0]?.seq !== undefined && (await isCounted(tx, name)))
        await dialectOf('postgres:').continueSequence(tx, name, Math.max(...rows[name]!.map(({ seq }) => Number(seq))))
  })
}

async function isCounted(db: Connection['db'], table: string): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`select pg_get_serial_sequence(${table}, 'seq') as name`.execute(
    db,
  )
  return rows[0]?.name != null
}

async function tablesOf(db: Connection['db'], kind: DatabaseKind): Promise<string[]> {
  const all =
    kind === 'SQLite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`
  const { rows } = await all.execute(db)
  return rows.map(({ name }) => name).filter(name => !name.startsWith('listing_search'))
}

/** The rows of a table, in whatever order. */
export async function rowsOf(db: Connection['db'], table: string): Promise<Row[]> {
  return (await sql<Row>`select * from ${sql.table(table)}`.execute(db)).rows
}
