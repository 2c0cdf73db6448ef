// Replays the statements of a post directly in better-sqlite3, in groups of one transaction: the least cost of a durable post.
// Run by the bench with a file of {file, recipe, seconds, group}; writes {posts, seconds, cpuMicros}.

import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import type { Cell, Recipe, Token } from './harness/statements.ts'

const { file, recipe, seconds, group } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  file: string
  recipe: Recipe
  seconds: number
  group: number
}
const warmUpSeconds = 1

const db = new BetterSqlite3(file)
for (const pragma of ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on', 'cache_size = -65536'])
  db.pragma(pragma)

const account = db.prepare('select * from accounts where id = ?')
const spend = db.prepare('update accounts set balance = balance - ? where id = ? and balance >= ? returning balance')
const inserts = recipe.inserts.map(({ table, cells }) => {
  const names = Object.keys(cells)
  const places = names.map(() => '?').join(', ')
  return {
    table,
    cells: Object.values(cells),
    statement: db.prepare(`insert into "${table}" (${names.map(name => `"${name}"`).join(', ')}) values (${places})`),
  }
})

let counter = 0
let random = ''

/** The first eight characters of ids grow with time, as the contract allows. */
function fresh(token: Token): string {
  if (random.length < 64) random = randomBytes(4_096).toString('hex')
  const length = token.kind === 'hex' ? token.length : 12
  const text = random.slice(0, length)
  random = random.slice(length)
  return token.kind === 'id' ? token.prefix + counter.toString(36).padStart(8, '0') + text : text
}

function valueIn(cell: Cell, tokens: readonly string[], rows: ReadonlyMap<string, number | bigint>) {
  if ('same' in cell) return cell.same
  if ('template' in cell) return cell.template.map(part => (typeof part === 'number' ? tokens[part] : part)).join('')
  if ('rowOf' in cell) return rows.get(cell.rowOf)
  if ('sameBytes' in cell) return Buffer.from(cell.sameBytes, 'base64')
  return randomInt(2 ** cell.randomBits - 1)
}

function post(): void {
  counter++
  const tokens = recipe.tokens.map(fresh)
  const rows = new Map<string, number | bigint>()
  account.get(recipe.account)
  if (!spend.get(recipe.price, recipe.account, recipe.price)) throw new Error('the account has no money left')
  for (const { table, cells, statement } of inserts) {
    const { lastInsertRowid } = statement.run(cells.map(cell => valueIn(cell, tokens, rows)))
    rows.set(table, lastInsertRowid)
  }
}

function replay(forSeconds: number): number {
  const end = performance.now() + forSeconds * 1_000
  let posts = 0
  while (performance.now() < end) {
    db.exec('begin immediate')
    for (let i = 0; i < group; i++) post()
    db.exec('commit')
    posts += group
  }
  return posts
}

// A second run on the same file continues after the ids of the first.
counter = Math.floor(Date.now() / 10)
replay(warmUpSeconds)
const usedBefore = process.cpuUsage()
const startedAt = performance.now()
const posts = replay(seconds)
const elapsed = (performance.now() - startedAt) / 1_000
const used = process.cpuUsage(usedBefore)
db.close()
process.stdout.write(JSON.stringify({ posts, seconds: elapsed, cpuMicros: (used.user + used.system) / posts }))
