// SQLite: one file, one writer. A group of actions shares a commit; readers use connections of their own.
import { setImmediate } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type KyselyConfig,
  type QueryResult,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely'
import { type Connection, codeOf, type Dialect, type OpenMode } from './capabilities.ts'
import expected from './expected-schema.json' with { type: 'json' }
import { runPreparedAtOnce } from './prepared.ts'
import type { Database } from './schema.ts'
import { fts5Index } from './search-index-fts5.ts'
import {
  busyTimeoutMs,
  checkpointer,
  logCap,
  memoryHandle,
  openFile,
  type SqliteHandle,
  telling,
} from './sqlite-file.ts'
import { StoreUnavailable } from './unavailable.ts'

/** Bytes by which the write-ahead log grows before a failed restart is tried again. */
const logStep = 4 * 2 ** 20
/** Milliseconds that the writer waits for readers of the log. */
const logWaitMs = 10

export const sqlite: Dialect = {
  singleWriter: true,
  connections: 1,
  words: {
    integer: 'integer',
    real: 'real',
    sequence: 'integer primary key autoincrement',
    clustered: ' without rowid',
    search: 'fts5',
  },
  searchIndex: fts5Index,
  begin: 'begin immediate',
  maxParameters: 30_000,
  patience: [],
  migrationLock: [],
  async commitsSeen(db) {
    const { rows } = await db.executeQuery<{ data_version: number }>(CompiledQuery.raw('pragma data_version'))
    return rows[0]!.data_version
  },
  async tableExists(db, table) {
    const { rows } = await db.executeQuery(
      CompiledQuery.raw(`select 1 from sqlite_master where type = 'table' and name = ?`, [table]),
    )
    return rows.length > 0
  },
  async schemaLines(db) {
    const { rows } = await db.executeQuery<{ line: string }>(
      CompiledQuery.raw(`
        select m.name || '.' || c.name || ' ' || lower(c.type) || case c."notnull" when 1 then ' not null' else '' end as line
        from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite_%'
        union all
        select name || ' on ' || tbl_name || case when lower(sql) like 'create unique%' then ' unique' else '' end
        from sqlite_master where type = 'index' and sql is not null`),
    )
    return rows.map(({ line }) => line)
  },
  expectedSchema: expected.sqlite,
  open(url, mode) {
    const handle = openFile(url, mode)
    const db = queriesOn(mode, new FileDriver(handle, mode === 'read' ? () => openFile(url, mode) : null))
    runPreparedAtOnce(db, query => telling(() => execute(handle, query)))
    return { ...connectionOn(handle, db), trimLog: logTrimmer(handle) }
  },
  snapshot: (db, work) => db.transaction().execute(work),
  isRetryable: error => codeOf(error)?.startsWith('SQLITE_BUSY') ?? false,
  checkpoint: checkpointer,
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
    const { raw } = openFile(url, 'write')
    try {
      raw.prepare('vacuum into ?').run(file)
    } finally {
      raw.close()
    }
  },
}

function queriesOn(mode: OpenMode, driver: Driver): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new Adapter(mode),
      createDriver: () => driver,
      createIntrospector: () => {
        throw new Error('the schema is not introspected')
      },
      createQueryCompiler: () => new Compiler(),
    },
  } as KyselyConfig)
}

function connectionOn(handle: SqliteHandle, db: Kysely<Database>): Connection {
  return {
    db,
    command: async text => run(handle, text),
    transaction: work => db.transaction().execute(work),
    changes: () => handle.changes,
    async close() {
      await db.destroy()
      handle.raw.close()
    },
  }
}

/** A database in memory. */
export type MemoryDatabase = {
  dialect: Dialect
  /** The one connection that writes. */
  writing: Connection
  /** Reads see no transaction that is under way: they wait for its end. */
  reading: Kysely<Database>
  content(): Buffer
}

/** Opens a database in memory, empty or with a content that another one returned. */
export function openMemory(content: Buffer | null): MemoryDatabase {
  const handle = memoryHandle(content)
  const db = queriesOn('write', new FileDriver(handle, null))
  runPreparedAtOnce(db, query => execute(handle, query))
  return {
    dialect: sqlite,
    writing: connectionOn(handle, db),
    reading: queriesOn('read', new MemoryReader(handle)),
    content: () => handle.raw.serialize(),
  }
}

/** Runs a statement without parameters or rows, such as begin. */
function run(handle: SqliteHandle, text: string): void {
  if (text === 'rollback') handle.begun = false
  telling(() => handle.statementOf(text).run(), text === 'commit')
  if (text.startsWith('begin')) handle.begun = true
  if (text === 'commit') handle.begun = false
}

/** Runs a statement with its parameters. */
function execute<R>(handle: SqliteHandle, { sql, parameters }: CompiledQuery): QueryResult<R> {
  // SQLite rolls back when the disk is full: a later statement would be committed without the earlier ones.
  if (handle.begun && !handle.raw.inTransaction)
    throw new StoreUnavailable('unwritable', 'the transaction was rolled back')
  const statement = handle.statementOf(sql)
  if (statement.reader) {
    const rows = statement.all(parameters) as R[]
    if (!statement.readonly) handle.changes += rows.length
    return { rows }
  }
  const { changes } = statement.run(parameters)
  handle.changes += changes
  return { rows: [], numAffectedRows: BigInt(changes) }
}

/**
 * Restarts a log that has grown past its cap. A checkpoint beside a steady writer moves the pages of the log, but cannot restart
 * it: a restart needs a moment without a write and without a reader of the log.
 */
function logTrimmer({ raw, statementOf }: SqliteHandle): () => void {
  let due = logCap
  const pageSize = raw.pragma('page_size', { simple: true }) as number
  const checkpoint = (mode: 'noop' | 'restart') =>
    statementOf(`pragma wal_checkpoint(${mode})`).get() as { busy: number; log: number }
  const restart = () => {
    raw.pragma(`busy_timeout = ${logWaitMs}`)
    try {
      if (checkpoint('restart').busy === 0) due = logCap
    } finally {
      raw.pragma(`busy_timeout = ${busyTimeoutMs}`)
    }
  }
  return () => {
    try {
      const bytes = checkpoint('noop').log * pageSize
      if (bytes < due) return
      due = bytes + logStep
      restart()
    } catch {
      // Such as a full disk. Committed data is safe in the log.
    }
  }
}

class Adapter extends SqliteAdapter {
  readonly #mode: OpenMode
  constructor(mode: OpenMode) {
    super()
    this.#mode = mode
  }
  override get supportsTransactionalDdl(): boolean {
    return true
  }
  /** Write transactions share one connection and run one after the other; readers never wait. */
  override get supportsMultipleConnections(): boolean {
    return this.#mode === 'read'
  }
}

class Compiler extends SqliteQueryCompiler {
  /** Leaves row locks out: only one transaction writes at a time, so no other can change a row. */
  protected override visitSelectModifier(): void {}
  /**
   * If a plan may depend on the values of bare parameters, SQLite compiles the statement again for new values. better-sqlite3 unbinds
   * the parameters after each run, which counts as new values. A plus changes no value and keeps the plan independent of the values.
   */
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

/** A connection with the shared handle, or during a snapshot with a handle of its own. */
class FileConnection implements DatabaseConnection {
  handle: SqliteHandle
  constructor(handle: SqliteHandle) {
    this.handle = handle
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return telling(() => execute<R>(this.handle, query))
  }
  streamQuery(): never {
    throw new Error('queries are not streamed')
  }
}

class FileDriver implements Driver {
  readonly #shared: SqliteHandle
  readonly #openSnapshot: (() => SqliteHandle) | null
  constructor(shared: SqliteHandle, openSnapshot: (() => SqliteHandle) | null) {
    this.#shared = shared
    this.#openSnapshot = openSnapshot
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<FileConnection> {
    return new FileConnection(this.#shared)
  }
  /** A read transaction gets a handle of its own: on the shared handle, all other reads would be part of it. */
  async beginTransaction(connection: FileConnection): Promise<void> {
    if (this.#openSnapshot) connection.handle = this.#openSnapshot()
    run(connection.handle, this.#openSnapshot ? 'begin' : sqlite.begin)
  }
  async commitTransaction(connection: FileConnection): Promise<void> {
    run(connection.handle, 'commit')
  }
  async rollbackTransaction({ handle }: FileConnection): Promise<void> {
    // After some errors, such as a full disk, SQLite has already rolled back.
    handle.begun = false
    if (handle.raw.inTransaction) run(handle, 'rollback')
  }
  async releaseConnection({ handle }: FileConnection): Promise<void> {
    if (handle !== this.#shared) handle.raw.close()
  }
  async destroy(): Promise<void> {
    this.#shared.raw.close()
  }
}

/** Reads of a database in memory, which has one connection: they wait while it has a transaction. */
class MemoryReader extends FileDriver {
  readonly #handle: SqliteHandle
  constructor(handle: SqliteHandle) {
    super(handle, null)
    this.#handle = handle
  }
  override async acquireConnection(): Promise<FileConnection> {
    while (this.#handle.begun) await setImmediate()
    return super.acquireConnection()
  }
  // A read transaction would keep the one connection from writing.
  override async beginTransaction(): Promise<void> {}
  override async commitTransaction(): Promise<void> {}
  override async rollbackTransaction(): Promise<void> {}
}
