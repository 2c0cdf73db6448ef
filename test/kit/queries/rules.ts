// Which plans may read the whole of a table that grows, and why.
import { tableNames } from '../../../src/store/database/tables.ts'
import type { Engine, Statement } from './statement.ts'

/** Tables that more posts, accounts or visits do not make longer, each with the reason. */
const bounded: Readonly<Record<string, string>> = {
  places: 'the places of GeoNames',
  place_names: 'the places of GeoNames',
  meta: 'a row for each fact of the platform',
  nodes: 'a row for each process that runs',
  decision_log_head: 'one row',
  model_versions: 'a row for each version of the model that is kept',
  announcements: 'a row for each announcement that is still to be sent',
  tag_changes: 'the workers move its rows into the counts as they come',
  standing_posts: 'the workers take its rows as they come',
  webhook_turns: 'a row for each endpoint that is served at the moment',
  review_claims: 'what reviewers have open, for minutes',
  review_passes: 'what reviewers have passed over, for hours',
  returned_decisions: 'what reviewers have given back, for days',
  paused_senders: 'the senders that the owners have paused, until the pause ends',
  held_messages: 'the messages that wait for a reviewer',
  heartbeats: 'a row for each worker',
  shadow_candidates: 'the candidate that judges beside the service',
  shadow_counts: 'a few rows a day, for the days of a candidate',
  shadow_differences: 'the newest, as many as are kept',
  list_entries: 'what reviewers have put on the lists',
  review_samples: 'the few decisions that are looked at a second time',
  used_challenges: 'the sign-ins by passkey of the last minutes',
}

/** The tables that get longer with posts, accounts or visits. */
export const growing: ReadonlySet<string> = new Set(
  [...tableNames, 'listing_search'].filter(table => !(table in bounded)),
)

/** Methods that may read the whole of a table, each with the reason. A file stands for all its methods. */
const excused: Readonly<Record<string, string>> = {
  'audit/audit.ts': 'the audit compares every row with every other; an operator starts it',
  'database/tables.ts': 'an erasure looks into every table, once for an account',
  'accounts/accounts.ts oldestAccount': 'in the world of a test key, which is small',
  'posts/asked-revisions.ts revisionsAsking': 'in the world of a test key, which is small',
  'accounts/sessions.ts deleteSession': 'a reviewer signs out',
  'accounts/sessions.ts deleteReviewersSessions': 'a reviewer signs out everywhere',
  'accounts/counters.ts forgetCounts': 'once a day',
  'accounts/erased-hashes.ts forgetHashes': 'once a day',
  'database/clock.ts followClock': 'once after the clock was moved back',
  'money/payments.ts paidElsewhere': 'once at the start of the service',
  'money/payouts.ts listPayouts': 'an operator asks what is owed to accounts that have ended',
}

/** The excuse of a method that reads the whole of a table; undefined if it has none. */
const excuseOf = (file: string, method: string, table: string) =>
  [file, `${file} ${method}`, `${file} ${method} ${table}`].find(of => of in excused)

/** Excuses that none of these methods needs. */
export function unused(used: ReadonlySet<string | undefined>): string[] {
  return Object.keys(excused).filter(of => !used.has(of))
}

/** A line of a plan that reads the whole of a table that grows. `excuse`: the key of its reason among the excuses. */
export type Whole = { by: string; text: string; line: string; excuse: string | undefined }

/**
 * The lines of the plans of a statement that read the whole of a table that grows: all its rows, or an index that has all of them. An index
 * that is walked for a page ends with it. `partial`: the indexes that hold some of the rows.
 */
export function wholeReads(engine: Engine, statement: Statement, partial: ReadonlySet<string>): Whole[] {
  const { file, method, text, plans } = statement
  const lines = plans[engine] ?? []
  return lines.flatMap((line, at) => {
    const read = engine === 'SQLite' ? scanOfSqlite(line, lines, text) : scanOfPostgres(line, lines[at + 1] ?? '')
    if (!read || !growing.has(read.table)) return []
    const { table, index } = read
    const isWalk = /\blimit\b/.test(text) && (index !== undefined || isInOrder(text, lines))
    if (isWalk || isFirstRow(text) || (index !== undefined && partial.has(index))) return []
    return [{ by: `${file} ${method}`, text, line, excuse: excuseOf(file, method, table) }]
  })
}

type Read = { table: string; index?: string | undefined }

function scanOfSqlite(line: string, lines: readonly string[], text: string): Read | null {
  const [, name = '', index, virtual] =
    /^ *SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+)| VIRTUAL TABLE INDEX \d+:(\S*))?/.exec(line) ?? []
  const isQuery = lines.some(made => new RegExp(`(CO-ROUTINE|MATERIALIZE) ${name}$`).test(made))
  if (name === '' || virtual || isQuery) return null
  return { table: tableOf(name, text), index }
}

function scanOfPostgres(line: string, next: string): Read | null {
  const [, all] = /Seq Scan on (\w+)/.exec(line) ?? []
  if (all) return { table: all }
  const [, index, table] = /Index (?:Only )?Scan (?:Backward )?using (\w+) on (\w+)/.exec(line) ?? []
  return table === undefined || next.includes('Index Cond') ? null : { table, index }
}

/** The table that a statement calls by another name. SQLite has that name in its plans. */
function tableOf(name: string, text: string): string {
  const renamed = new RegExp(`(?:from|join|,) "?(\\w+)"? (?:as )?"?${name}\\b`)
  return renamed.exec(text)?.[1] ?? name
}

/** SQLite walks a table itself in the order of its sequence. */
const isInOrder = (text: string, plan: readonly string[]) =>
  /order by "?seq"?( desc)? limit/.test(text) && !plan.some(line => line.includes('TEMP B-TREE'))

/** A statement that takes the first row that there is, whichever. */
const isFirstRow = (text: string) => /^select 1 as "one" from "\w+" limit \?$/.test(text)
