// What the store asks of a database: everything that differs between databases, as named capabilities.
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import type { SearchIndex } from './search-index.ts'

/** `read` connections are shared by everyone who reads; whoever writes opens one of its own. */
export type OpenMode = 'read' | 'write'

/** One open connection (or pool) with what only the driver can do. */
export type Connection = {
  db: Kysely<Database>
  /** Runs one statement without parameters or rows, such as begin. */
  command(text: string): Promise<void>
  /**
   * Runs `work` in a transaction that it writes with: committed when it resolves, rolled back when it rejects. Statements
   * that are started together (prepared.ts, `together`) share a round trip, and so do `begin` and the first of them.
   */
  transaction<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T>
  /** Rows that this connection has changed since it was opened. Known where one connection writes. */
  changes?(): number
  /**
   * Keeps the write-ahead log near its cap; for the one writer, between two of its transactions. Readers that are in the
   * way are not waited for: the log is tried again when it has grown. Errors, such as a full disk, are left to what writes.
   */
  trimLog?(): void
  close(): Promise<void>
}

/** What migrations spell differently on each database. */
export type SchemaWords = {
  integer: 'integer' | 'bigint'
  real: 'real' | 'double precision'
  /** Type of a primary key that counts upwards. */
  sequence: string
  /** Stands after the columns of a table that lies in the order of its primary key; empty where there is no such thing. */
  clustered: string
  /** The kind of the full-text index. */
  search: 'fts5' | 'tsvector'
}

export type Dialect = {
  /** One process writes at a time, through one connection; otherwise every action has a transaction of its own. */
  singleWriter: boolean
  /** Connections of one pool: so many transactions of a process have one without waiting. */
  connections: number
  words: SchemaWords
  searchIndex: SearchIndex
  /** SQL that begins a transaction that will write. */
  begin: string
  /** Parameters one statement can carry. */
  maxParameters: number
  /** Statements that let those after them in the transaction take minutes; a lock is waited for no longer than ever. */
  patience: readonly string[]
  /** Statements that keep a second migration away until the transaction ends; none where beginning it did. */
  migrationLock: readonly string[]
  tableExists(db: Kysely<Database>, table: string): Promise<boolean>
  open(url: string, mode: OpenMode): Connection
  /** Runs `work` on one state of the database from its beginning to its end, without holding up others who read through `db`. */
  snapshot<T>(db: Kysely<Database>, work: (db: Kysely<Database>) => Promise<T>): Promise<T>
  /**
   * Whether the same transaction can succeed when it is run again: a deadlock, a serialization failure, a database that
   * was busy, a row that another has inserted since this transaction looked.
   */
  isRetryable(error: unknown): boolean
  /**
   * Moves the write-ahead log into the database file as far as readers allow, without holding up the writer, and empties it
   * when several runs have found nothing new.
   */
  checkpoint?(url: string): { run(): void; close(): void }
  /** The last number that the sequence of a table gave out; 0 when it gave none. */
  lastSequence(db: Kysely<Database>, table: string): Promise<number>
  /** Makes the sequence of a table go on after `last`. */
  continueSequence(db: Kysely<Database>, table: string, last: number): Promise<void>
  /** Writes a consistent copy of the database to a file while it is in use, when the database can do so by itself. */
  backup?(url: string, file: string): Promise<void>
}

/** The code that a driver gave an error. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}
