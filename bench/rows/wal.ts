// Bytes of write-ahead log for each post in a group of 64. The bench holds the write lock until all posts wait at the writer. The
// first posts are alone in groups that were sent before, and the others become one group. The commits are counted in the log.
import { setTimeout as sleep } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'
import { type Bench, prepareEach, type Row } from '../harness/bench.ts'
import { type Checkout, startServer } from '../harness/checkout.ts'
import { cpuOf } from '../harness/cpu.ts'
import { type Figure, interleaved, kilobytes } from '../harness/figures.ts'
import { copyOf, fileOf } from '../harness/filled.ts'
import { postRequests } from '../harness/posts.ts'
import { commitsSince, readLog } from '../harness/write-ahead-log.ts'

const group = 64
/** Groups that a writer may have under way when the lock is taken; each has one post. */
const mostGroupsBefore = 2
const warmUpPosts = 640
/** The posts wait at the writer once the server has used hardly any CPU for a while. A writer waits 10 s for the lock. */
const lookEveryMs = 300
const quietMs = 15
const mostMs = 8_000
const attempts = 3

export const walRow: Row = { name: 'wal', run }

async function run(bench: Bench): Promise<Figure[]> {
  const services = await prepareEach(bench, checkout => writingTo(bench, checkout))
  const measured = await interleaved<'old' | 'new', number>(bench.rounds * 2, {
    ...(services.old && { old: services.old.bytesOfPost }),
    new: services.new.bytesOfPost,
  })
  await Promise.all([services.old?.stop(), services.new.stop()])
  return [
    {
      what: `WAL a post, in groups of ${group}, ${bench.many} posts`,
      old: measured.old ?? null,
      new: measured.new,
      write: kilobytes,
      aim: '≤ 15 KB',
    },
  ]
}

async function writingTo(bench: Bench, checkout: Checkout) {
  const filled = await bench.filled(checkout, bench.many)
  const env = copyOf(bench.stage, filled)
  const file = fileOf(env)
  const server = await startServer(bench.stage, checkout, { ...env, ROLE: 'api' })
  const post = async (count: number) => {
    const answers = await Promise.all(
      postRequests(count, filled.keys).map(({ path, method, headers, body }) =>
        fetch(server.origin + path, { method: method!, headers: headers!, body: body! }),
      ),
    )
    for (const answer of answers) {
      if (answer.status !== 202) throw new Error(`a post was answered ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
    }
  }
  for (let posts = 0; posts < warmUpPosts; posts += group) await post(group)
  const lock = new BetterSqlite3(file)
  const reader = new BetterSqlite3(file)
  /** Bytes for each post of one group; null if the posts were not gathered into one. */
  const once = async (): Promise<number | null> => {
    // A reader keeps the log from restarting while its commits are counted.
    reader.exec('begin')
    reader.prepare('select count(*) from accounts').get()
    lock.exec('begin immediate')
    const before = readLog(file)
    const posted = post(group + mostGroupsBefore)
    // Awaited later, so an earlier failure must not count as an unhandled rejection.
    posted.catch(() => {})
    await quiet(server.pid)
    lock.exec('rollback')
    await posted
    const after = readLog(file)
    reader.exec('rollback')
    const commits = commitsSince(before, after)
    const alone = commits.length - 1
    if (commits.length === 0 || alone > mostGroupsBefore) return null
    return (Math.max(...commits) * after.frameBytes) / (group + mostGroupsBefore - alone)
  }
  return {
    async bytesOfPost() {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const bytes = await once()
        if (bytes !== null) return bytes
      }
      throw new Error(`${checkout.name}: the posts did not gather in one group, ${attempts} times`)
    },
    async stop() {
      lock.close()
      reader.close()
      await server.stop()
    },
  }
}

/** Waits until a process is nearly idle, at most `mostMs`. */
async function quiet(pid: number): Promise<void> {
  const end = performance.now() + mostMs
  let before = cpuOf(pid)
  do {
    await sleep(lookEveryMs)
    const now = cpuOf(pid)
    if (now - before < quietMs) return
    before = now
  } while (performance.now() < end)
}
