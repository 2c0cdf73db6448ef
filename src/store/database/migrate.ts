// Brings a database to the newest version: one list of migrations, each atomic on both databases.
import { type Kysely, sql } from 'kysely'
import type { Connection, Dialect, SchemaWords } from './capabilities.ts'
import { up as firstSchema } from './migrations/first-schema.ts'
import { alone } from './patience.ts'
import type { Database } from './schema.ts'

type Migration = { name: string; up(db: Kysely<unknown>, words: SchemaWords): Promise<void> }

/** In order. From the first release on a migration is never changed; a new one is appended. */
export const migrations: readonly Migration[] = [{ name: '0001-first-schema', up: firstSchema }]

/** Applies what is missing. The names applied; empty when the database was up to date. Two processes may call it at once. */
export async function migrate(connection: Connection, dialect: Dialect): Promise<string[]> {
  const { db } = connection
  const applied: string[] = []
  for (const migration of migrations) {
    const ran = await db.transaction().execute(async tx => {
      await alone(tx, dialect)
      await sql`create table if not exists migrations (name text primary key)`.execute(tx)
      const known = await sql`select name from migrations where name = ${migration.name}`.execute(tx)
      if (known.rows.length > 0) return false
      await migration.up(tx as unknown as Kysely<unknown>, dialect.words)
      await sql`insert into migrations (name) values (${migration.name})`.execute(tx)
      return true
    })
    if (ran) applied.push(migration.name)
  }
  return applied
}

/** Whether every migration has been applied; reads only. */
export async function isMigrated(db: Kysely<Database>, dialect: Dialect): Promise<boolean> {
  if (!(await dialect.tableExists(db, 'migrations'))) return false
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  const names = new Set(rows.map(row => row.name))
  return migrations.every(migration => names.has(migration.name))
}
