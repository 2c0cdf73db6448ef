// Records the statements that the functions of the store send in a run of the tests: each process and thread has a file.
import { appendFileSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import SqliteFile from 'better-sqlite3'
import { type CompiledQuery, DefaultQueryExecutor, PostgresAdapter } from 'kysely'
import type { Engine, Sent } from './statement.ts'

/** The variable with the folder of the recorded statements. */
const folder = process.env.HANDBILL_QUERIES_FOLDER
/** Which methods send a text is worth a stack for each query only when it is written down. */
const everySender = process.env.HANDBILL_WRITE_QUERIES !== undefined

/** Statements of transactions and of tests, which no function of the store sends. */
const ofNone = /^\s*(begin|commit|rollback|savepoint|release|explain)\b/i
const seen = new Set<string>()

/** The group of test files of this process (groups.ts), which its threads know by their environment. */
process.env.HANDBILL_QUERIES_GROUP ??= basename(process.argv[1] ?? '', '.mjs').replace(/^\d+-/, '')
const group = process.env.HANDBILL_QUERIES_GROUP

if (folder !== undefined) listen(join(folder, `${group}.${process.pid}-${threadId}.jsonl`))

function listen(file: string): void {
  const record = (engine: Engine, sql: string) => {
    if (ofNone.test(sql) || (!everySender && isKnown(`${engine} ${sql}`))) return
    const by = senderOf(callSites())
    if (by === null || (composed.test(by) && !composing) || isKnown(`${engine} ${sql} ${by}`)) return
    appendFileSync(file, `${JSON.stringify({ engine, by, sql } satisfies Sent)}\n`)
  }
  const executor = DefaultQueryExecutor.prototype
  const send = executor.executeQuery
  executor.executeQuery = function (this: DefaultQueryExecutor, query: CompiledQuery, ...rest) {
    record(this.adapter instanceof PostgresAdapter ? 'PostgreSQL' : 'SQLite', query.sql)
    return send.call(this, query, ...rest)
  } as typeof send
  listenAtOnce(sql => record('SQLite', sql))
}

/** Files whose statements are composed from filters: there are thousands, of which one test sends one of each kind. */
const composed = /^(lists\/(list-pages|search-matches)\.ts |review\/queue\.ts (nextItems|openQueue))/
let composing = false

/** Runs `work`, in which composed statements are recorded too. */
export async function recordComposed(work: () => Promise<void>): Promise<void> {
  composing = true
  await work()
  composing = false
}

function isKnown(text: string): boolean {
  if (seen.has(text)) return true
  seen.add(text)
  return false
}

/** A prepared query of SQLite runs without the executor of the query builder: only the driver sees it. */
function listenAtOnce(record: (sql: string) => void): void {
  const memory = new SqliteFile(':memory:')
  const statement = Object.getPrototypeOf(memory.prepare('select 1'))
  memory.close()
  for (const name of ['all', 'run'] as const) {
    const run = statement[name]
    statement[name] = function (this: SqliteFile.Statement, ...values: unknown[]) {
      record(this.source)
      return run.apply(this, values)
    }
  }
}

/**
 * Files of the database that send the statements of other files, those of migrations, or the same for the columns of each table, as a backup
 * and a restore do.
 */
export const carriers =
  /^database\/(prepared|sqlite|postgres|search-index|claim-due|bounded-count|next-due|locks|retry|migrate|backup|restore|serve-checkpoints)[\w-]*\.ts/
const inStore = /\/src\/store\/([\w-]+\/[\w-]+\.ts)$/

/** The file and the function of the store that is being run; null for a statement of a test or a migration. */
function senderOf(sites: readonly NodeJS.CallSite[]): string | null {
  const frames = sites.flatMap(site => {
    const path = site.getFileName() ?? ''
    const file = inStore.exec(path)?.[1]
    return file === undefined || carriers.test(file) ? [] : [{ path, file, name: site.getFunctionName() }]
  })
  const [first] = frames
  if (!first) return null
  const names = frames.flatMap(({ file, name }) => (file === first.file && name ? [name] : []))
  const exported = exportsOf(first.path)
  const method = names.find(name => exported.includes(name)) ?? names.at(-1) ?? 'rows'
  return `${first.file} ${method.replace(/^.*[ .]/, '')}`
}

const exportsByFile = new Map<string, readonly string[]>()

function exportsOf(path: string): readonly string[] {
  const known = exportsByFile.get(path)
  if (known) return known
  const source = readFileSync(new URL(path), 'utf8')
  const names = [...source.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name!)
  exportsByFile.set(path, names)
  return names
}

/** The functions that are being run, the innermost first. */
function callSites(): readonly NodeJS.CallSite[] {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = 40
  Error.prepareStackTrace = (_, sites) => sites
  const sites = new Error().stack as unknown as NodeJS.CallSite[]
  Object.assign(Error, { stackTraceLimit, prepareStackTrace })
  return sites
}
