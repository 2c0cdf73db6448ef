// Runs the tests: starts one PostgreSQL for the whole run, then Node's own test runner.
// Usage: node test/run.ts [files…]
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseVariables, startDatabaseServer } from './databases.ts'

const folder = mkdtempSync(join(tmpdir(), 'handbill-test-'))
const server = await startDatabaseServer()
let status = 1
try {
  const named = process.argv.slice(2)
  const files = named.length > 0 ? named : globSync('test/**/*.test.ts').sort()
  const runner = spawn(process.execPath, ['--test', '--test-concurrency=3', '--test-timeout=600000', ...files], {
    stdio: 'inherit',
    // A shared compile cache: every file and every service of the run compiles the same modules.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled'), ...databaseVariables(folder, server.url) },
  })
  // The tests end when this process ends.
  process.once('exit', () => runner.kill())
  status = await new Promise<number>(resolve => runner.on('exit', code => resolve(code ?? 1)))
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)
