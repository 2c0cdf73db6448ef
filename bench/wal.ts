// The write-ahead log under steady writing: seeds posts, then commits full groups without a pause; prints the largest log.
// node bench/wal.ts [POSTS] [SECONDS]; SQLite only.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPlatform } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { runCommand } from '../test/e2e/process.ts'
import { round } from './measuring.ts'

const [posts = 30_000, seconds = 15] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'handbill-wal-'))
const file = join(folder, 'wal.db')

/** Megabytes of a file; 0 when it is not there. */
const megabytes = (path: string) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20

/** The largest that the log is seen at while something goes on. */
async function largestLog(work: () => Promise<unknown>): Promise<number> {
  let largest = 0
  const look = () => {
    largest = Math.max(largest, megabytes(`${file}-wal`))
  }
  const timer = setInterval(look, 5)
  await work()
  look()
  clearInterval(timer)
  return largest
}

const env = { DATABASE_URL: `sqlite:${file}`, DATA_DIR: folder, SITES: 'events=http://127.0.0.1:1' }
const started = performance.now()
const seeded = await largestLog(async () => {
  const { status, stderr } = await runCommand(env, ['seed', '--posts', String(posts)])
  if (status !== 0) throw new Error(stderr)
})
const seedSeconds = (performance.now() - started) / 1_000
console.log(
  `seed of ${posts} posts: ${round(seedSeconds)} s, log at most ${round(seeded)} MB, file ${round(megabytes(file))} MB`,
)

const silent = { debug() {}, info() {}, warn() {}, error: console.error }
const open = await openPlatform(readConfig(env), randomBytes(32), silent)
let writes = 0
const steady = await largestLog(async () => {
  const until = performance.now() + seconds * 1_000
  const caller = async () => {
    while (performance.now() < until) {
      const name = randomBytes(12).toString('hex')
      await open.platform.act('createAccount', { name, email: `${name}@example.org`, ip: name })
      writes++
    }
  }
  await Promise.all(Array.from({ length: 256 }, caller))
})
await open.close()
console.log(`steady groups: ${Math.round(writes / seconds)} writes a second, log at most ${round(steady)} MB`)
rmSync(folder, { recursive: true, force: true })
