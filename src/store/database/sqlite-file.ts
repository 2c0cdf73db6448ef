// An open SQLite file, for the store and for the thread that checkpoints, which needs no query builder.
import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { codeOf, type OpenMode } from './capabilities.ts'
import { reasonOf, StoreUnavailable } from './unavailable.ts'

/** An open file, and its statements, kept once they are prepared: preparing costs more than running. */
export type Handle = {
  raw: BetterSqlite3.Database
  statementOf(text: string): BetterSqlite3.Statement
  changes: number
  /** A transaction was begun, and neither committed nor rolled back by us. */
  begun: boolean
}

export const busyTimeoutMs = 10_000
const mostStatements = 500
/** Bytes of the write-ahead log past which the writer starts it over. */
export const logCap = 64 * 2 ** 20
/** Checkpoints that find nothing new after which the log is emptied. */
const quietRuns = 8

/** Codes of a file that cannot be written: no room, no permission, a disk that fails. */
const unwritable = /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN)|E[A-Z]+$)/

/** Does the work; what hinders the file is thrown as the store knows it. */
export function telling<T>(work: () => T, commits = false): T {
  try {
    return work()
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (!unwritable.test(code)) throw error
    // A commit that the disk failed under may be found in the log when that is read again.
    throw new StoreUnavailable('unwritable', `${reasonOf(error)}, ${code}`, commits && code.startsWith('SQLITE_IOERR'))
  }
}

/** Opens a file. Pragmas do not outlive a connection, and so are set on each: a reopened WAL file falls back to NORMAL. */
export function openFile(url: string, mode: OpenMode): Handle {
  return telling(() => openedFile(url, mode))
}

function openedFile(url: string, mode: OpenMode): Handle {
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
 * Moves the write-ahead log into the file as far as readers allow, without holding up the writer, and empties it when several runs
 * have found nothing new.
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
      // Until it starts over, the log holds the pages of what was deleted.
      if (quiet >= quietRuns) checkpoint('truncate')
    },
    close: () => raw.close(),
  }
}
