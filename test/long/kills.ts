// The long tests: many kills on both databases, counted and printed, and then every test of `npm test` in its full size and on both
// databases. Exit status 1 when a post was lost or charged twice, or a test fails.
// Usage: npm run test:long -- [--kills N], N on each database
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  databaseKinds,
  databasesVariable,
  databaseVariables,
  freshDatabase,
  startDatabaseServer,
} from '../databases.ts'
import { environment } from '../e2e/caller.ts'
import { type KillCount, killUnderLoad } from '../e2e/kills.ts'
import { longRun } from '../kit/long.ts'

const { kills: wanted } = parseArgs({ options: { kills: { type: 'string', default: '50' } } }).values
const kills = Number(wanted)
if (!Number.isInteger(kills) || kills < 1) throw new Error(`--kills: got "${wanted}"; it takes a whole number from 1`)

const folder = mkdtempSync(join(tmpdir(), 'handbill-long-'))
const server = await startDatabaseServer()
const columns = ['database', 'kills', 'acknowledged', 'lost', 'doubled', 'audit'] as const
const print = (cells: readonly unknown[]) =>
  process.stdout.write(`${cells.map(cell => String(cell).padEnd(12)).join('  ')}\n`)
const counts: KillCount[] = []
try {
  Object.assign(process.env, databaseVariables(folder, server.url), {
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  })
  print(columns)
  for (const database of databaseKinds) {
    const count = await killUnderLoad(await environment(await freshDatabase(database)), kills, (done, acknowledged) => {
      if (done % 10 === 0) process.stderr.write(`${database}: ${done} kills, ${acknowledged} acknowledged\n`)
    })
    counts.push(count)
    print(columns.map(column => ({ database, ...count })[column]))
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
const fine = counts.every(({ lost, doubled, audit }) => lost === 0 && doubled === 0 && audit === 'in order')
const full = spawnSync(process.execPath, ['test/run.ts'], {
  stdio: 'inherit',
  env: { ...process.env, [longRun]: 'yes', [databasesVariable]: 'all' },
})
process.exit(fine && full.status === 0 ? 0 : 1)
