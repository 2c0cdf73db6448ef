// Migrates a database to the newest version: each file of migrations/ is one, atomic on both databases.
import { existsSync, readdirSync } from 'node:fs'
import { extname, parse, resolve } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { ConfigError } from '../../contract/config-error.ts'
import { sourceEnding } from '../../contract/sites/site-ids.ts'
import { version } from '../../contract/version.ts'
import type { Connection, Dialect, SchemaWords } from './capabilities.ts'
import { alone } from './patience.ts'
import { reindexStale } from './reindex.ts'
import type { Db } from './schema.ts'
import { reasonOf, StoreUnavailable } from './unavailable.ts'

type Migration = { name: string; up(db: Kysely<unknown>, words: SchemaWords): Promise<void> }

/** All migrations: each file of migrations/ is one, and their names give the order. A migration is never changed. */
const migrations: readonly Migration[] = await Promise.all(
  readdirSync(new URL('./migrations/', import.meta.url))
    .filter(file => extname(file) === sourceEnding && !file.endsWith('.d.ts'))
    .sort()
    .map(async file => ({ name: parse(file).name, up: (await import(`./migrations/${file}`)).up })),
)

/** Applies missing migrations and returns their names. Two processes may call it at the same time. */
export async function migrate(connection: Connection, dialect: Dialect): Promise<string[]> {
  const { db } = connection
  const applied: string[] = []
  await refuseNewer(db, dialect)
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
  await reindexStale(db, dialect)
  return applied
}

/**
 * Opens a database for writing, and migrates it. Throws ConfigError when the database cannot be reached or read, or a newer
 * program has changed it.
 */
export async function openMigrated(
  url: string,
  dialect: Dialect,
): Promise<{ connection: Connection; applied: string[] }> {
  let connection: Connection | undefined
  try {
    await dialect.refuseUnfit?.(url)
    connection = dialect.open(url, 'write')
    const applied = await migrate(connection, dialect)
    await refuseOther(connection.db, dialect)
    return { connection, applied }
  } catch (error) {
    await connection?.close()
    if (error instanceof ConfigError) throw error
    const names =
      dialect.singleWriter && error instanceof StoreUnavailable ? 'DATA_DIR or DATABASE_URL' : 'DATABASE_URL'
    const reason = error instanceof StoreUnavailable ? error.reason : reasonOf(error)
    throw new ConfigError(`${names}: the database cannot be opened (${reason})`)
  }
}

/** Whether a database is there with tables of this program. Makes none. */
export async function isThere(url: string, dialect: Dialect): Promise<boolean> {
  if (dialect.singleWriter && !existsSync(resolve(url.slice(url.indexOf(':') + 1)))) return false
  const { db, close } = dialect.open(url, 'read')
  try {
    return await dialect.tableExists(db, 'migrations')
  } catch {
    // What is wrong is told by whoever opens it for writing.
    return true
  } finally {
    await close()
  }
}

/** Refuses a database of a newer version: a program must not write to tables that it does not know. */
async function refuseNewer(db: Db, dialect: Dialect): Promise<void> {
  if (!(await dialect.tableExists(db, 'migrations'))) return
  const known = new Set(migrations.map(migration => migration.name))
  const newer = (await appliedTo(db)).filter(name => !known.has(name))
  if (newer.length > 0)
    throw new ConfigError(
      `DATABASE_URL: the database is of a newer version (${newer.join(', ')}); this version, ${version}, knows migrations up to ${migrations.at(-1)!.name}: start the newer version, or restore a backup that was made before the upgrade`,
    )
}

async function appliedTo(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  return rows.map(row => row.name)
}

/** Refuses a database whose tables are not those of this version, such as one of a version that was never released. */
async function refuseOther(db: Db, dialect: Dialect): Promise<void> {
  const { lacks: missing } = await inspect(db, dialect)
  if (missing.length > 0)
    throw new ConfigError(
      `DATABASE_URL: the database has other tables than version ${version}: it lacks "${missing[0]}"${missing.length > 1 ? ` and ${missing.length - 1} more` : ''}; it takes a database of this version or an older one; restore a backup, or start the version that made it`,
    )
}

/**
 * Whether the database is the one that this version expects: its age, and what its schema lacks. Reads only; throws as the driver
 * does when the database cannot be read.
 */
export async function inspect(db: Db, dialect: Dialect): Promise<{ age: Age; lacks: string[] }> {
  const age = await ageOf(db, dialect)
  if (age !== 'same') return { age, lacks: [] }
  const found = new Set(await dialect.schemaLines(db))
  return { age, lacks: dialect.expectedSchema.filter(line => !found.has(line)) }
}

export type Age = 'same' | 'older' | 'newer' | 'none'

/**
 * The age of a database: `same` has every migration of this version, `older` lacks some, `newer` has some that this version does not
 * know, `none` has no tables of this program. Reads only.
 */
export async function ageOf(db: Db, dialect: Dialect): Promise<Age> {
  if (!(await dialect.tableExists(db, 'migrations'))) return 'none'
  const names = new Set(await appliedTo(db))
  const own = migrations.map(({ name }) => name)
  if (!names.isSubsetOf(new Set(own))) return 'newer'
  return own.every(name => names.has(name)) ? 'same' : 'older'
}
