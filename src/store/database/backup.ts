// Writes a consistent copy of a database in use to one file, which is itself a database that can be served.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { sql } from 'kysely'
import { Problem } from '../../contract/problems/problem.ts'
import { listedDocuments } from '../lists/listed-documents.ts'
import { type Connection, type Dialect, dialectOf, fileDatabaseUrl } from './dialect.ts'
import { ageOf, isThere, migrate } from './migrate.ts'
import type { Database, Db } from './schema.ts'
import { tableNames, tables } from './tables.ts'

type Row = Record<string, unknown>

export type Backup = { file: string; bytes: number; posts: number }

const batchRows = 5_000

/**
 * Copies the database of `url` to `file`: all that was committed at the start, and no part of an open transaction. Throws `invalid`
 * when the file exists, its folder does not, or the database has no tables.
 */
export async function backup(url: string, dialect: Dialect, file: string): Promise<Backup> {
  const path = resolve(file)
  if (existsSync(path)) throw new Problem('invalid', `${file} exists; a backup never overwrites a file.`)
  if (!existsSync(dirname(path))) throw new Problem('invalid', `The folder ${dirname(file)} does not exist.`)
  const part = `${path}.part`
  removeFiles(part)
  try {
    await refuseForeign(url, dialect)
    if (dialect.backup) await dialect.backup(url, part)
    else await copyRows(url, dialect, part)
    const posts = await countPosts(part)
    sync(part)
    if (existsSync(path)) throw new Problem('invalid', `${file} exists; a backup never overwrites a file.`)
    renameSync(part, path)
    sync(dirname(path))
    return { file: path, bytes: statSync(path).size, posts }
  } catch (error) {
    removeFiles(part)
    throw error
  }
}

/** Removes a database file and the files beside it. */
function removeFiles(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true })
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

async function refuseForeign(url: string, dialect: Dialect): Promise<void> {
  if (!(await isThere(url, dialect)))
    throw new Problem('invalid', 'There is no database, or it has no tables; are DATA_DIR and DATABASE_URL right?')
  await withOpen(dialect.open(url, 'read'), async ({ db }) => {
    // A database that copies itself may be of an older version: before an update a backup matters most.
    if (dialect.backup ? await dialect.tableExists(db, 'posts') : (await ageOf(db, dialect)) === 'same') return
    throw new Problem('invalid', 'The database has no tables, or those of another version; is DATABASE_URL right?')
  })
}

/** Counts the posts of a copy, which proves that the copy is a database. */
async function countPosts(part: string): Promise<number> {
  const url = fileDatabaseUrl(part)
  return withOpen(dialectOf(url).open(url, 'write'), async ({ db }) => {
    const row = await db
      .selectFrom('posts')
      .select(count => count.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return row.n
  })
}

async function withOpen<T>(connection: Connection, work: (connection: Connection) => Promise<T>): Promise<T> {
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

async function copyRows(url: string, dialect: Dialect, part: string): Promise<void> {
  const targetUrl = fileDatabaseUrl(part)
  const target = dialectOf(targetUrl)
  await withOpen(target.open(targetUrl, 'write'), async to => {
    await migrate(to, target)
    await withOpen(dialect.open(url, 'read'), ({ db }) =>
      dialect.snapshot(db, from => to.db.transaction().execute(tx => copyTables(from, dialect, tx, target))),
    )
    const checkpoint = target.checkpoint?.(targetUrl)
    checkpoint?.run()
    checkpoint?.close()
  })
}

/** Copies every table into the empty tables of another database of either kind. Returns the number of rows by table. */
export async function copyTables(
  from: Db,
  fromDialect: Dialect,
  to: Db,
  toDialect: Dialect,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  // The first rows of a new schema are among the copied rows.
  await to.deleteFrom('meta').execute()
  for (const table of tableNames) {
    const keys: readonly string[] = tables[table].key
    counts[table] = 0
    for await (const rows of batches(from, table, keys)) {
      await insertRows(to, toDialect, table, rows)
      counts[table] += rows.length
    }
    if (keys.includes('seq')) await toDialect.continueSequence(to, table, await fromDialect.lastSequence(from, table))
  }
  for await (const rows of batches(to, 'listing', ['seq'])) await indexRows(to, toDialect, rows)
  return counts
}

/** The rows of a table in the order of its key, in batches: the next batch is found by the key, never by an offset. */
async function* batches(db: Db, table: string, keys: readonly string[]): AsyncGenerator<Row[]> {
  const key = sql.join(keys.map(column => sql.ref(column)))
  let after: Row | undefined
  for (;;) {
    const last = after
    const beyond = last ? sql`where (${key}) > (${sql.join(keys.map(column => last[column]))})` : sql``
    const { rows } =
      await sql<Row>`select * from ${sql.table(table)} ${beyond} order by ${key} limit ${sql.lit(batchRows)}`.execute(
        db,
      )
    if (rows.length > 0) yield rows
    if (rows.length < batchRows) return
    after = rows.at(-1)
  }
}

async function insertRows(db: Db, dialect: Dialect, table: keyof Database, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const fitting = Math.floor(dialect.maxParameters / columns.length)
  for (let i = 0; i < rows.length; i += fitting)
    await db
      .insertInto(table)
      .values(rows.slice(i, i + fitting) as never)
      .execute()
}

/** Makes the index of listed posts again: each database has its own kind of index. */
async function indexRows(db: Db, dialect: Dialect, rows: Row[]): Promise<void> {
  const documents = await listedDocuments(db, rows[0]?.seq as number, rows.at(-1)?.seq as number)
  await dialect.searchIndex.addAll(db, documents)
}
