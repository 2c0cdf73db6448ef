// Restores a backup into a database of either kind.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { copyTables } from './backup.ts'
import { type Connection, type Dialect, dialectOf, fileDatabaseUrl } from './dialect.ts'
import { isMigrated, openMigrated } from './migrate.ts'
import type { Database, Db } from './schema.ts'
import { tableNames } from './tables.ts'

/** Rows by table. */
export type Restored = Record<string, number>

/** Tables that every process fills by itself: a database with rows in these tables alone is not in use. */
const ownTables: readonly (keyof Database)[] = [
  'meta',
  'places',
  'place_names',
  'heartbeats',
  'nodes',
  'moderation_times',
]

/**
 * Copies a backup into the database of `url`, in one transaction, at `now` (epoch ms). With `replace`, it first deletes all rows of
 * the database. Throws `invalid` when the file is no backup of this version, when a process runs on the database, or when the
 * database is in use and `replace` is false.
 */
export async function restore(
  url: string,
  dialect: Dialect,
  file: string,
  { replace, now }: { replace: boolean; now: number },
): Promise<Restored> {
  const { source, from } = await openBackup(file)
  try {
    const { connection: to } = await openMigrated(url, dialect)
    try {
      return await source.snapshot(from.db, state =>
        to.db.transaction().execute(async tx => {
          for (const statement of dialect.migrationLock) await sql.raw(statement).execute(tx)
          await refuseRunning(tx, now)
          if (!replace) await refuseUsed(tx)
          await clear(tx, dialect)
          return copyTables(state, source, tx, dialect)
        }),
      )
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

async function openBackup(file: string): Promise<{ source: Dialect; from: Connection }> {
  const path = resolve(file)
  if (!existsSync(path)) throw new Problem('invalid', `There is no file ${file}.`)
  const url = fileDatabaseUrl(path)
  const source = dialectOf(url)
  let from: Connection | undefined
  try {
    from = source.open(url, 'read')
    if (await isMigrated(from.db, source)) return { source, from }
  } catch {
    // A file that is no database cannot be opened or read.
  }
  await from?.close()
  throw new Problem('invalid', `${file} is no backup, or one of another version.`)
}

async function refuseRunning(db: Db, now: number): Promise<void> {
  const alive = await db
    .selectFrom('nodes')
    .select('id')
    .where('seen_at', '>', now - limits.nodeLeaseMs)
    .executeTakeFirst()
  if (!alive) return
  const seconds = limits.nodeLeaseMs / 1000
  throw new Problem(
    'invalid',
    `A process runs on the database; stop it first (a killed process counts for ${seconds} seconds).`,
  )
}

async function refuseUsed(db: Db): Promise<void> {
  for (const table of tableNames) {
    if (ownTables.includes(table)) continue
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0)
      throw new Problem('invalid', `The database is in use: ${table} has rows. --replace deletes all rows first.`)
  }
}

/** Deletes every row, in an order that keeps foreign keys. */
async function clear(db: Db, dialect: Dialect): Promise<void> {
  await dialect.searchIndex.clear(db)
  for (const table of tableNames.toReversed()) await db.deleteFrom(table).execute()
}
