// Runs the tests: starts one PostgreSQL for the whole run, then Node's own test runner, with one process for each folder of tests.
// Usage: node test/run.ts [files…]
import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { databaseVariables, startDatabaseServer } from './databases.ts'
import { groupsOf, textOfGroup } from './kit/groups.ts'
import { reportOf } from './kit/report.ts'

/** What the databases of a run need at most, in bytes. */
const room = 6 * 2 ** 30

/**
 * The folder of Linux that is kept in memory, where memory has room: anywhere else each commit of SQLite waits for the disk. The
 * tests kill processes and never the machine, so a disk would keep nothing more.
 */
function folderInMemory(): string | null {
  const path = '/dev/shm'
  if (!existsSync(path) || freemem() < 2 * room) return null
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize > room ? path : null
}

const isWhole = process.argv.length <= 2
const files = isWhole ? globSync('test/**/*.test.ts') : process.argv.slice(2)
process.env.TMPDIR ??= folderInMemory() ?? tmpdir()
const folder = mkdtempSync(join(tmpdir(), 'handbill-test-'))
const groups = groupsOf(files).map(({ name, files }, at) => {
  // The runner starts files in the order of their names.
  const path = join(folder, `${String(at).padStart(2, '0')}-${name}.mjs`)
  writeFileSync(path, textOfGroup(files))
  return path
})
/**
 * Builds the program as a package holds it, beside what it reads, if these tests start it as a process. Tests of the checkout itself
 * (the demo, the first start, the settings) run the sources.
 */
function builtProgram(): Record<string, string> {
  if (!files.some(file => readFileSync(file, 'utf8').includes('/process.ts'))) return {}
  const place = join(folder, 'package')
  mkdirSync(place)
  for (const beside of ['node_modules', 'models', 'policy', 'package.json'])
    symlinkSync(resolve(beside), join(place, beside))
  execFileSync(process.execPath, ['build.js', join(place, 'dist')], { stdio: 'inherit' })
  return { HANDBILL_TEST_PROGRAM: join(place, 'dist/src/main.js') }
}

/** The folder of the recorded statements. One that is given keeps those of several runs. */
const queries = process.env.HANDBILL_QUERIES_FOLDER ?? join(folder, 'queries')
mkdirSync(queries, { recursive: true })

/**
 * Compares the statements that the tests have sent with the committed ones, or writes them: without those that are not sent any more if all
 * tests have passed. Returns whether all are committed, where HANDBILL_CHECK_QUERIES asks for that.
 */
async function areCommitted(passed: boolean): Promise<boolean> {
  Object.assign(process.env, databaseVariables(folder, server.url))
  const { linesAbout, writeSent, writing } = await import('./kit/queries/compare.ts')
  if (writing) await writeSent(queries, isWhole && passed)
  const lines = linesAbout(queries)
  for (const line of lines) console.log(line)
  return lines.length === 0 || !process.env.HANDBILL_CHECK_QUERIES
}

// The databases of tests are small and soon gone: hundreds of them keep a vacuum busy for nothing.
const server = await startDatabaseServer(['autovacuum=off'])
let status = 1
try {
  const runner = spawn(process.execPath, ['--test', '--test-concurrency=3', '--test-timeout=1800000', ...groups], {
    stdio: 'inherit',
    // A shared compile cache: every process and every service of the run compiles the same modules.
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      HANDBILL_QUERIES_FOLDER: queries,
      ...databaseVariables(folder, server.url),
      ...builtProgram(),
    },
  })
  // The tests end when this process ends, and a signal to it leaves nothing behind.
  for (const end of ['exit', 'SIGINT', 'SIGTERM'] as const) process.once(end, () => runner.kill())
  status = await new Promise<number>(resolve => runner.on('exit', code => resolve(code ?? 1)))
  if (!(await areCommitted(status === 0))) status ||= 1
} finally {
  await server.stop()
  for (const line of reportOf(folder)) console.log(line)
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)
