// Opens an SQLite file without a query builder, for the store and for the thread that runs checkpoints.
import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { codeOf, type OpenMode } from './capabilities.ts'
import { reasonOf, StoreUnavailable } from './unavailable.ts'

/** An open file with a cache of prepared statements: preparing a statement costs more than running it. */
export type SqliteHandle = {
  raw: BetterSqlite3.Database
  statementOf(text: string): BetterSqlite3.Statement
  changes: number
  /** True after our `begin`, until our `commit` or `rollback`. */
  begun: boolean
}

export const busyTimeoutMs = 10_000
const mostStatements = 500
/** The size in bytes at which the writer restarts the write-ahead log. */
export const logCap = 64 * 2 ** 20
/** The number of checkpoints without new pages after which the log is emptied. */
const quietRuns = 8

/** Codes of a file that cannot be written: full disk, no permission, failing disk. */
const unwritable = /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN)|E[A-Z]+$)/

/** Runs `work`, and throws StoreUnavailable for an error of the file. `commits`: `work` is a commit. */
export function telling<T>(work: () => T, commits = false): T {
  try {
    return work()
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (!unwritable.test(code)) throw error
    // When the disk failed during a commit, the log may still have the commit when it is read again.
    throw new StoreUnavailable('unwritable', `${reasonOf(error)}, ${code}`, commits && code.startsWith('SQLITE_IOERR'))
  }
}

/** Opens a file. Pragmas belong to a connection, so each sets them: a reopened WAL file would use `synchronous = normal`. */
export function openFile(url: string, mode: OpenMode): SqliteHandle {
  return telling(() => openedFile(url, mode))
}

function openedFile(url: string, mode: OpenMode): SqliteHandle {
  const path = resolve(url.slice('sqlite:'.length))
  mkdirSync(dirname(path), { recursive: true })
  const raw = new BetterSqlite3(path)
  raw.pragma(`busy_timeout = ${busyTimeoutMs}`)
  raw.pragma('journal_mode = wal')
  raw.pragma('synchronous = full')
  raw.pragma('foreign_keys = on')
  raw.pragma('secure_delete = on')
  raw.pragma('temp_store = memory')
  raw.pragma(`journal_size_limit = ${logCap}`)
  raw.pragma(mode === 'read' ? 'query_only = on' : 'wal_autocheckpoint = 0')
  return handleOf(raw)
}

/** Opens a database in memory. Small pages keep its content small: most of its tables are empty. */
export function memoryHandle(content: Buffer | null): SqliteHandle {
  const raw = content ? new BetterSqlite3(content) : new BetterSqlite3(':memory:')
  if (!content) raw.pragma('page_size = 1024')
  raw.pragma('foreign_keys = on')
  raw.pragma('temp_store = memory')
  return handleOf(raw)
}

function handleOf(raw: BetterSqlite3.Database): SqliteHandle {
  const statements = new Map<string, BetterSqlite3.Statement>()
  const statementOf = (text: string) => {
    let statement = statements.get(text)
    if (!statement) {
      statement = raw.prepare(text)
      if (statements.size >= mostStatements) statements.clear()
      statements.set(text, statement)
    }
    return statement
  }
  return { raw, statementOf, changes: 0, begun: false }
}

/**
 * Moves the write-ahead log into the file as far as readers allow, without delaying the writer, and empties the log when several
 * runs have found nothing new.
 */
export function checkpointer(url: string): { run(): void; close(): void } {
  const { raw } = openFile(url, 'write')
  raw.pragma('busy_timeout = 0')
  const checkpoint = (mode: 'passive' | 'truncate') =>
    (raw.pragma(`wal_checkpoint(${mode})`) as { log: number; checkpointed: number }[])[0]!
  let before = 0
  let quiet = 0
  return {
    run() {
      const { log, checkpointed } = checkpoint('passive')
      quiet = log > 0 && log === checkpointed && log === before ? quiet + 1 : 0
      before = log
      // Until the log is emptied, it contains pages of deleted data.
      if (quiet >= quietRuns) checkpoint('truncate')
    },
    close: () => raw.close(),
  }
}
