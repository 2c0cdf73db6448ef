// The interface of a database: every difference between databases is a named capability.
import type { Db } from './schema.ts'
import type { SearchIndex } from './search-index.ts'

/** All reads share a `read` connection; a writer opens a `write` connection of its own. */
export type OpenMode = 'read' | 'write'

/** One open connection (or pool) with the operations that depend on its driver. */
export type Connection = {
  db: Db
  /** Runs one statement without parameters or rows, such as begin. */
  command(text: string): Promise<void>
  /**
   * Runs `work` in a write transaction, which is committed when `work` resolves and rolled back when it rejects. Statements that
   * are started together (prepared.ts, `together`) share a round trip, and `begin` shares that of the first statement.
   */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Rows that this connection has changed since it was opened; only for a database with one writer. */
  changes?(): number
  /**
   * Keeps the write-ahead log near its cap. The one writer calls it between two transactions. It does not wait for readers of the
   * log, and tries again when the log has grown. It ignores errors, such as a full disk: the next write reports them.
   */
  trimLog?(): void
  close(): Promise<void>
}

/** The words of migrations that differ between databases. */
export type SchemaWords = {
  integer: 'integer' | 'bigint'
  real: 'real' | 'double precision'
  /** Type of a primary key that counts upwards. */
  sequence: string
  /** Follows the columns of a table that is stored in the order of its primary key; empty if the database has no such tables. */
  clustered: string
  /** The kind of the full-text index. */
  search: 'fts5' | 'tsvector'
}

export type Dialect = {
  /** True: one process writes at a time, through one connection. False: every action has a transaction of its own. */
  singleWriter: boolean
  /** Connections of one pool: the most transactions of a process at the same time. */
  connections: number
  words: SchemaWords
  searchIndex: SearchIndex
  /** SQL that begins a transaction that will write. */
  begin: string
  /** Parameters one statement can carry. */
  maxParameters: number
  /** Statements that let the rest of the transaction take minutes. Waiting for a lock keeps its usual time-out. */
  patience: readonly string[]
  /** Statements that lock out other migrations until the transaction ends; none where `begin` already does. */
  migrationLock: readonly string[]
  /**
   * A number that changes with each commit of another connection, read without a query of a table; left out where the database has
   * none.
   */
  commitsSeen?(db: Db): Promise<number>
  tableExists(db: Db, table: string): Promise<boolean>
  /** The columns and indexes of the database, a line each, which are the same however it came to its schema. */
  schemaLines(db: Db): Promise<string[]>
  /** These lines of a database of this version. */
  expectedSchema: readonly string[]
  /** Refuses what stands between the service and the database and does not keep a connection as it is. Throws ConfigError. */
  refuseUnfit?(url: string): Promise<void>
  open(url: string, mode: OpenMode): Connection
  /** Runs `work` on one unchanging state of the database, without delaying other reads of `db`. */
  snapshot<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Whether a transaction that failed with this error can succeed when it is run again: a deadlock, a serialization failure, a busy
   * database, or a row that another transaction has inserted meanwhile.
   */
  isRetryable(error: unknown): boolean
  /**
   * Moves the write-ahead log into the database file as far as readers allow, without delaying the writer, and empties the log when
   * several runs have found nothing new.
   */
  checkpoint?(url: string): { run(): void; close(): void }
  /** The time of the database, epoch ms; only for a database with a clock of its own. */
  serverTime?(db: Db): Promise<number>
  /** The last number of the sequence of a table; 0 before the first. */
  lastSequence(db: Db, table: string): Promise<number>
  /** Makes the sequence of a table continue after `last`. */
  continueSequence(db: Db, table: string, last: number): Promise<void>
  /** Writes a consistent copy of the database to a file while it is in use; only if the database has such a statement. */
  backup?(url: string, file: string): Promise<void>
}

/** The code that a driver gave an error. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}
