// The only file that names a database: what differs between SQLite and PostgreSQL, as capabilities.
import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type KyselyConfig,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'
import type { SearchIndex } from './search-index.ts'
import { fts5Index } from './search-index-fts5.ts'
import { tsvectorIndex } from './search-index-tsvector.ts'

export type OpenMode = 'read' | 'write'

/** One open connection (or pool) with what only the driver can do. */
export type Connection = {
  db: Kysely<Database>
  /** Runs one statement without parameters or rows, such as begin. */
  command(text: string): Promise<void>
  close(): Promise<void>
}

export type Dialect = {
  /** One process writes at a time, through one connection; otherwise every action has a transaction of its own. */
  singleWriter: boolean
  integerType: 'integer' | 'bigint'
  realType: 'real' | 'double precision'
  sequenceType: string
  /** What makes a table lie in the order of its primary key, after its columns; empty where there is no such thing. */
  clusteredTable: string
  searchIndex: SearchIndex
  /** Whether `for update skip locked` is known; a single writer has no need of it. */
  skipLocked: boolean
  /** SQL that begins a transaction that will write. */
  begin: string
  /** SQL that begins a transaction that sees one state of the database to its end. */
  beginSnapshot: string
  /** Parameters one statement can carry. */
  maxParameters: number
  /** SQL that keeps a second migration away until the transaction ends; empty when beginning it did. */
  migrationLock: string
  tableExists(db: Kysely<Database>, table: string): Promise<boolean>
  open(url: string, mode: OpenMode): Connection
  isUniqueViolation(error: unknown): boolean
  /**
   * Whether the same transaction can succeed when it is run again: a deadlock, a serialization failure, a lock not had, a
   * row that another has inserted since this one looked.
   */
  isRetryable(error: unknown): boolean
  /** Moves the write-ahead log into the database file as far as readers allow. Pages left in the log. */
  checkpoint?(url: string): { run(): number; close(): void }
  /** The last number that the sequence of a table gave out; 0 when it gave none. */
  lastSequence(db: Kysely<Database>, table: string): Promise<number>
  /** Makes the sequence of a table go on after `last`. */
  continueSequence(db: Kysely<Database>, table: string, last: number): Promise<void>
  /** Writes a consistent copy of the database to a file while it is in use, when the database can do so by itself. */
  backup?(url: string, file: string): Promise<void>
}

const busyTimeoutMs = 10_000

/** The dialect of a database URL. */
export function dialectOf(url: string): Dialect {
  return url.startsWith('sqlite:') ? sqlite : postgres
}

/** The URL of a database that is the file at `path`: what backups are. */
export function fileDatabaseUrl(path: string): string {
  return `sqlite:${path}`
}

const sqlitePath = (url: string) => resolve(url.slice('sqlite:'.length))

const sqlite: Dialect = {
  singleWriter: true,
  integerType: 'integer',
  realType: 'real',
  sequenceType: 'integer primary key autoincrement',
  clusteredTable: ' without rowid',
  searchIndex: fts5Index,
  skipLocked: false,
  begin: 'begin immediate',
  beginSnapshot: 'begin',
  maxParameters: 30_000,
  migrationLock: '',
  async tableExists(db, table) {
    const { rows } = await db.executeQuery(
      CompiledQuery.raw(`select 1 from sqlite_master where type = 'table' and name = ?`, [table]),
    )
    return rows.length > 0
  },
  open(url, mode) {
    const path = sqlitePath(url)
    mkdirSync(dirname(path), { recursive: true })
    const raw = new BetterSqlite3(path, { readonly: false })
    pragmas(raw)
    if (mode === 'read') raw.pragma('query_only = on')
    else raw.pragma('wal_autocheckpoint = 0')
    const db = new Kysely<Database>({
      dialect: {
        createAdapter: () => new TransactionalSqliteAdapter(),
        createDriver: () => new CachingSqliteDriver(raw),
        createIntrospector: () => {
          throw new Error('the schema is not introspected')
        },
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    } as KyselyConfig)
    const commands = new Map<string, BetterSqlite3.Statement>()
    return {
      db,
      async command(text) {
        let statement = commands.get(text)
        if (!statement) {
          statement = raw.prepare(text)
          commands.set(text, statement)
        }
        statement.run()
      },
      async close() {
        await db.destroy()
        if (raw.open) raw.close()
      },
    }
  },
  isUniqueViolation: error =>
    codeOf(error) === 'SQLITE_CONSTRAINT_UNIQUE' || codeOf(error) === 'SQLITE_CONSTRAINT_PRIMARYKEY',
  isRetryable: error => codeOf(error)?.startsWith('SQLITE_BUSY') ?? false,
  checkpoint(url) {
    const raw = new BetterSqlite3(sqlitePath(url))
    pragmas(raw)
    return {
      run() {
        const [row] = raw.pragma('wal_checkpoint(passive)') as { log: number; checkpointed: number }[]
        return row ? row.log - row.checkpointed : 0
      },
      close: () => raw.close(),
    }
  },
  async lastSequence(db, table) {
    const { rows } = await db.executeQuery<{ seq: number }>(
      CompiledQuery.raw('select seq from sqlite_sequence where name = ?', [table]),
    )
    return rows[0]?.seq ?? 0
  },
  async continueSequence(db, table, last) {
    await db.executeQuery(CompiledQuery.raw('delete from sqlite_sequence where name = ?', [table]))
    await db.executeQuery(CompiledQuery.raw('insert into sqlite_sequence (name, seq) values (?, ?)', [table, last]))
  },
  async backup(url, file) {
    const raw = new BetterSqlite3(sqlitePath(url))
    try {
      pragmas(raw)
      raw.prepare('vacuum into ?').run(file)
    } finally {
      raw.close()
    }
  },
}

/** Pragmas that do not outlive a connection, and so are set on each: a reopened WAL file falls back to NORMAL. */
function pragmas(raw: BetterSqlite3.Database): void {
  raw.pragma(`busy_timeout = ${busyTimeoutMs}`)
  raw.pragma('journal_mode = wal')
  raw.pragma('synchronous = full')
  raw.pragma('foreign_keys = on')
  raw.pragma('temp_store = memory')
  raw.pragma('journal_size_limit = 67108864')
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** One connection that keeps every statement it has prepared: preparing costs more than running. */
class CachingSqliteDriver implements Driver {
  readonly #raw: BetterSqlite3.Database
  readonly #connection: DatabaseConnection
  constructor(raw: BetterSqlite3.Database) {
    this.#raw = raw
    const statements = new Map<string, BetterSqlite3.Statement>()
    this.#connection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        let statement = statements.get(sql)
        if (!statement) {
          statement = raw.prepare(sql)
          if (statements.size > 500) statements.clear()
          statements.set(sql, statement)
        }
        if (statement.reader) return { rows: statement.all(parameters) as R[] }
        const { changes } = statement.run(parameters)
        return { rows: [], numAffectedRows: BigInt(changes) }
      },
      async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
        for (const row of raw.prepare(sql).iterate(parameters)) yield { rows: [row as R] }
      },
    }
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async beginTransaction(): Promise<void> {
    this.#raw.exec(sqlite.begin)
  }
  async commitTransaction(): Promise<void> {
    this.#raw.exec('commit')
  }
  async rollbackTransaction(): Promise<void> {
    this.#raw.exec('rollback')
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

const int8 = 20
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? safeInteger : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`)
  return value
}

const postgres: Dialect = {
  singleWriter: false,
  integerType: 'bigint',
  realType: 'double precision',
  sequenceType: 'bigint generated by default as identity primary key',
  clusteredTable: '',
  searchIndex: tsvectorIndex,
  skipLocked: true,
  begin: 'begin',
  beginSnapshot: 'begin isolation level repeatable read read only',
  maxParameters: 30_000,
  migrationLock: 'select pg_advisory_xact_lock(7204983)',
  async tableExists(db, table) {
    const { rows } = await db.executeQuery<{ found: boolean }>(
      CompiledQuery.raw('select to_regclass($1) is not null as found', [table]),
    )
    return rows[0]?.found === true
  },
  open(url) {
    const pool = new pg.Pool({ connectionString: url, max: 10, types, application_name: 'handbill' })
    // An idle connection that the server closes would end the process; the next query opens another.
    pool.on('error', () => {})
    const db = new Kysely<Database>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new PostgresDialect({ pool }).createDriver(),
        createIntrospector: () => {
          throw new Error('the schema is not introspected')
        },
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    return {
      db,
      async command(text) {
        await pool.query(text)
      },
      close: () => db.destroy(),
    }
  },
  async lastSequence(db, table) {
    const { rows } = await db.executeQuery<{ last: number | null }>(
      CompiledQuery.raw(`select pg_sequence_last_value(pg_get_serial_sequence($1, 'seq')) as last`, [table]),
    )
    return rows[0]?.last ?? 0
  },
  async continueSequence(db, table, last) {
    await db.executeQuery(
      CompiledQuery.raw(`select setval(pg_get_serial_sequence($1, 'seq'), greatest($2::bigint, 1), $2::bigint > 0)`, [
        table,
        last,
      ]),
    )
  },
  isUniqueViolation: error => codeOf(error) === '23505',
  isRetryable: error => ['40001', '40P01', '23505'].includes(codeOf(error) ?? ''),
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}
