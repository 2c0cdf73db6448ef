// The statements of a post as one would write them without a service. They are found by posting once and comparing the tables
// before and after, so that they follow the tables of the tree.
import BetterSqlite3 from 'better-sqlite3'
import type { Bench } from './bench.ts'
import { startServer } from './checkout.ts'
import { copyOf, fileOf } from './filled.ts'
import { ordinaryEvent } from './posts.ts'

/** A text in parts: strings are literal, and a number stands for the token with that number, which is new for every post. */
export type Template = readonly (string | number)[]
export type Token = { kind: 'id'; prefix: string } | { kind: 'hex'; length: number } | { kind: 'text' }
/** The value of a column: the value of the captured post, a text with new tokens, or the number of a row inserted before. */
export type Cell =
  | { same: string | number | null }
  | { sameBytes: string }
  | { template: Template }
  | { rowOf: string }
  | { randomBits: number }
export type Insert = { table: string; cells: Record<string, Cell> }
export type Recipe = { account: string; price: number; tokens: Token[]; inserts: Insert[] }

type Value = string | number | null | Buffer
type Row = Record<string, Value>
type Snapshot = Map<string, Map<string, Row>>

/** Long tables that a post does not write, and tables for near-duplicates. */
const leftOut = /^(places|sqlite_.*|.*(copy|copies|duplicate).*)$/

/** Posts once to the tree and makes a recipe of the written rows. */
export async function captureRecipe(bench: Bench): Promise<Recipe> {
  const { stage, tree, few } = bench
  const filled = await bench.filled(tree, few)
  const env = copyOf(stage, filled)
  const server = await startServer(stage, tree, { ...env, ROLE: 'api' })
  const raw = new BetterSqlite3(fileOf(env), { readonly: true })
  try {
    const [key = ''] = filled.keys
    const before = snapshot(raw)
    const answer = await fetch(`${server.origin}/v1/posts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(ordinaryEvent()),
    })
    if (answer.status !== 202)
      throw new Error(`the captured post was answered with: ${answer.status} ${await answer.text()}`)
    return recipeOf(raw, before, snapshot(raw))
  } finally {
    raw.close()
    await server.stop()
  }
}

const idempotencyKey = 'bench-seen-once'

/** One line that says which statements the recipe replays. */
export function describeRecipe({ inserts }: Recipe): string {
  return `by hand: select account, update its balance, insert ${inserts.map(insert => insert.table).join(', ')}`
}

function snapshot(raw: BetterSqlite3.Database): Snapshot {
  const tables = raw
    .prepare(`select name from pragma_table_list where type = 'table' and schema = 'main'`)
    .pluck()
    .all() as string[]
  return new Map(
    tables
      .filter(table => !leftOut.test(table))
      .map(table => {
        const rows = raw.prepare(`select * from "${table}"`).all() as Row[]
        return [table, new Map(rows.map(row => [JSON.stringify(row), row]))]
      }),
  )
}

function recipeOf(raw: BetterSqlite3.Database, before: Snapshot, after: Snapshot): Recipe {
  const seen = [...after].flatMap(([table, rows]) => {
    const known = before.get(table)
    // An existing row that has changed, such as the account, is no insert.
    const grown = rows.size > (known?.size ?? 0)
    return grown ? [...rows].filter(([text]) => !known?.has(text)).map(([, row]) => ({ table, row })) : []
  })
  const keys = [...(after.get('api_keys')?.values() ?? [])]
  const kept = new Set(keys.flatMap(row => [row.id, row.account_id, row.hash]).map(String))
  const charge = seen.find(({ table, row }) => table === 'ledger' && row.type === 'charge')?.row
  if (!charge) throw new Error('the post was not charged in the ledger')
  const tokens: string[] = []
  const tokenOf = (text: string) => {
    if (!tokens.includes(text)) tokens.push(text)
    return tokens.indexOf(text)
  }
  const ordered = parentsFirst(raw, seen)
  const inserts = ordered.map(({ table, row }): Insert => {
    const automatic = automaticColumn(raw, table)
    const parents = parentRows(raw, table, row, ordered)
    const cells: Record<string, Cell> = {}
    for (const [column, value] of Object.entries(row)) {
      const parent = parents.get(column)
      if (column === automatic) continue
      if (parent) cells[column] = { rowOf: parent }
      else if (Buffer.isBuffer(value)) cells[column] = { sameBytes: value.toString('base64') }
      else if (typeof value === 'string') cells[column] = textCell(value, kept, tokenOf)
      else cells[column] = { same: value }
    }
    makeUnique(raw, table, cells)
    return { table, cells }
  })
  return { account: String(charge.account_id), price: -Number(charge.amount), tokens: tokens.map(tokenKind), inserts }
}

const tokenPattern = new RegExp(`\\b[a-z]{1,6}_[0-9A-Za-z]{20}\\b|\\b[0-9a-f]{64}\\b|${idempotencyKey}`, 'g')

function textCell(text: string, kept: ReadonlySet<string>, tokenOf: (token: string) => number): Cell {
  const template: (string | number)[] = []
  let from = 0
  for (const { 0: token, index } of text.matchAll(tokenPattern)) {
    if (kept.has(token)) continue
    template.push(text.slice(from, index), tokenOf(token))
    from = index + token.length
  }
  return template.length === 0 ? { same: text } : { template: [...template, text.slice(from)] }
}

function tokenKind(token: string): Token {
  const [, prefix] = /^([a-z]{1,6}_)[0-9A-Za-z]{20}$/.exec(token) ?? []
  if (prefix) return { kind: 'id', prefix }
  return /^[0-9a-f]{64}$/.test(token) ? { kind: 'hex', length: 64 } : { kind: 'text' }
}

/** The auto-increment column, if there is one. */
function automaticColumn(raw: BetterSqlite3.Database, table: string): string | undefined {
  const keys = raw.prepare(`select name, type from pragma_table_info(?) where pk > 0`).all(table) as Row[]
  const [only] = keys
  return keys.length === 1 && String(only?.type).toLowerCase() === 'integer' ? String(only?.name) : undefined
}

type Seen = { table: string; row: Row }
type ForeignKey = { table: string; from: string; to: string }

function foreignKeys(raw: BetterSqlite3.Database, table: string): ForeignKey[] {
  return raw.prepare('select "table", "from", "to" from pragma_foreign_key_list(?)').all(table) as ForeignKey[]
}

function parentsFirst(raw: BetterSqlite3.Database, seen: readonly Seen[]): Seen[] {
  const ordered: Seen[] = []
  const left = [...seen]
  while (left.length > 0) {
    const next = left.findIndex(({ table }) =>
      foreignKeys(raw, table).every(key => !left.some(other => other.table === key.table && other.table !== table)),
    )
    ordered.push(...left.splice(Math.max(0, next), 1))
  }
  return ordered
}

/** Columns with the number of a row inserted just before, and the table of that row. */
function parentRows(raw: BetterSqlite3.Database, table: string, row: Row, seen: readonly Seen[]): Map<string, string> {
  const references = foreignKeys(raw, table).filter(key => key.to === automaticColumn(raw, key.table))
  return new Map(
    references
      .filter(key => seen.some(parent => parent.table === key.table && parent.row[key.to] === row[key.from]))
      .map(key => [key.from, key.table]),
  )
}

/** Gives each unique index without one a column that is new for every post. */
function makeUnique(raw: BetterSqlite3.Database, table: string, cells: Record<string, Cell>): void {
  const indexes = raw.prepare('select name from pragma_index_list(?) where "unique" = 1').pluck().all(table) as string[]
  for (const index of indexes) {
    const columns = raw.prepare('select name from pragma_index_info(?)').pluck().all(index) as string[]
    const fresh = (name: string) => {
      const cell = cells[name]
      return cell === undefined || !('same' in cell || 'sameBytes' in cell) || ('same' in cell && cell.same === null)
    }
    const last = columns.at(-1)
    if (last !== undefined && !columns.some(fresh)) cells[last] = { randomBits: 48 }
  }
}
