// Restores a backup into a database of either kind.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { version } from '../../contract/version.ts'
import { copyTables } from './backup.ts'
import { type Connection, type Dialect, dialectOf, fileDatabaseUrl } from './dialect.ts'
import { type Age, ageOf, openMigrated } from './migrate.ts'
import type { Database, Db } from './schema.ts'
import { tableNames } from './tables.ts'

/** Rows by table, and the migrations that a backup of an older version needed. */
export type Restored = { rows: Record<string, number>; migrated: string[] }

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
 * the database. A backup of an older version is migrated in a copy. Throws `invalid` when the file is no backup or one of a newer
 * version, when a process runs on the database, or when the database is in use and `replace` is false.
 */
export async function restore(
  url: string,
  dialect: Dialect,
  file: string,
  { replace, now }: { replace: boolean; now: number },
): Promise<Restored> {
  const { source, from, migrated, close } = await openBackup(file)
  try {
    const { connection: to } = await openMigrated(url, dialect)
    try {
      const rows = await source.snapshot(from.db, state =>
        to.db.transaction().execute(async tx => {
          for (const statement of dialect.migrationLock) await sql.raw(statement).execute(tx)
          await refuseRunning(tx, now)
          if (!replace) await refuseUsed(tx)
          await clear(tx, dialect)
          return copyTables(state, source, tx, dialect)
        }),
      )
      return { rows, migrated }
    } finally {
      await to.close()
    }
  } finally {
    await close()
  }
}

type Backup = { source: Dialect; from: Connection; migrated: string[]; close(): Promise<void> }

async function openBackup(file: string): Promise<Backup> {
  const path = resolve(file)
  if (!existsSync(path)) throw new Problem('invalid', `There is no file ${file}.`)
  const source = dialectOf(fileDatabaseUrl(path))
  const { from, age } = await readAge(source, path)
  if (from && age === 'same') return { source, from, migrated: [], close: from.close }
  await from?.close()
  if (age === 'older') return migratedCopy(path, source)
  throw noBackup(file, age)
}

/** Throws `invalid` for a file that is no backup, or one of a newer version. `name`: what the message calls it. */
export async function refuseNoBackup(name: string, file: string): Promise<void> {
  const { from, age } = await readAge(dialectOf(fileDatabaseUrl(file)), file)
  await from?.close()
  if (age !== 'same' && age !== 'older') throw noBackup(name, age)
}

async function readAge(source: Dialect, path: string): Promise<{ from: Connection | undefined; age: Age }> {
  let from: Connection | undefined
  try {
    from = source.open(fileDatabaseUrl(path), 'read')
    return { from, age: await ageOf(from.db, source) }
  } catch {
    // A file that is no database cannot be opened or read.
    return { from, age: 'none' }
  }
}

const noBackup = (name: string, age: Age) =>
  new Problem(
    'invalid',
    age === 'newer'
      ? `${name} is a backup of a newer version than ${version}; restore it with that version or a later one.`
      : `${name} is no backup.`,
  )

/** A backup of an older version, migrated in a copy: the file itself stays as it is. */
async function migratedCopy(path: string, source: Dialect): Promise<Backup> {
  const folder = mkdtempSync(join(tmpdir(), 'handbill-restore-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const url = fileDatabaseUrl(join(folder, 'backup.db'))
    copyFileSync(path, join(folder, 'backup.db'))
    const { connection, applied } = await openMigrated(url, source)
    await connection.close()
    const from = source.open(url, 'read')
    return {
      ...{ source, from, migrated: applied },
      async close() {
        await from.close()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
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
