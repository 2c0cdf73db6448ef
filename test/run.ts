// Runs the tests: starts one PostgreSQL for the whole run, then Node's own test runner, with one process for each folder of tests.
// Usage: node test/run.ts [files…]
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseVariables, startDatabaseServer } from './databases.ts'
import { groupsOf, textOfGroup } from './kit/groups.ts'
import { reportOf } from './kit/report.ts'

const files = process.argv.length > 2 ? process.argv.slice(2) : globSync('test/**/*.test.ts')
const folder = mkdtempSync(join(tmpdir(), 'handbill-test-'))
const groups = groupsOf(files).map(({ name, files }, at) => {
  // The runner starts files in the order of their names.
  const path = join(folder, `${String(at).padStart(2, '0')}-${name}.mjs`)
  writeFileSync(path, textOfGroup(files))
  return path
})
// The databases of tests are small and soon gone: hundreds of them keep a vacuum busy for nothing.
const server = await startDatabaseServer(['autovacuum=off'])
let status = 1
try {
  const runner = spawn(process.execPath, ['--test', '--test-concurrency=3', '--test-timeout=1800000', ...groups], {
    stdio: 'inherit',
    // A shared compile cache: every process and every service of the run compiles the same modules.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled'), ...databaseVariables(folder, server.url) },
  })
  // The tests end when this process ends.
  process.once('exit', () => runner.kill())
  status = await new Promise<number>(resolve => runner.on('exit', code => resolve(code ?? 1)))
} finally {
  await server.stop()
  for (const line of reportOf(folder)) console.log(line)
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)
