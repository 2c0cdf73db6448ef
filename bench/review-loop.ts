// Opens the review queue and claims the next item, with few and with many items in turn, in one process.
// Run by the bench with a file of {folder, databases: [{url, waiting}], rounds}; writes [{opensMs, nextMs}], one for each
// database.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { Item } from '../src/usecases/review/queue.ts'
import { median } from './harness/figures.ts'

type Waiting = { url: string; waiting: number }

const { folder, databases, rounds } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  folder: string
  databases: Waiting[]
  rounds: number
}
/** Reviewers who each hold an item while others claim theirs. */
const people = 20
const warmUp = 2 * people

const load = <Module>(path: string): Promise<Module> => import(pathToFileURL(join(folder, 'src', path)).href)
const { openPlatform } = await load<typeof import('../src/app.ts')>('app.ts')
const { readConfig } = await load<typeof import('../src/config.ts')>('config.ts')
const queue = await load<typeof import('../src/usecases/review/queue.ts')>('usecases/review/queue.ts')
const { itemContext } = await load<typeof import('../src/usecases/review/item-context.ts')>(
  'usecases/review/item-context.ts',
)

async function open({ url, waiting }: Waiting) {
  const secret = Buffer.alloc(32, 7)
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY: secret.toString('base64') })
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const { platform, ready, close } = await openPlatform(config, secret, log)
  await ready
  const connection = platform.dialect.open(url, 'write')
  await makeWait(connection.db, waiting)
  await connection.close()
  const held: ((Item & { reviewer: string }) | undefined)[] = []
  return {
    close,
    opens: () => cost(url, () => queue.reviewQueue(platform)),
    async next(turn: number): Promise<number> {
      const [place, reviewer] = [turn % people, `person${turn % people}@example.org`]
      const before = held[place]
      if (before) await platform.act('releaseReviewItem', before)
      return cost(url, async () => {
        const item = await queue.takeNext(platform, reviewer)
        if (!item) throw new Error('the queue is empty')
        held[place] = { ...item, reviewer }
        await itemContext(platform, item, null)
      })
    },
  }
}

type Db = Awaited<ReturnType<typeof openPlatform>>['platform']['db']

/** Puts this many of the seeded posts into the queue: seven of ten in review, the others reported or rejected and appealed. */
async function makeWait(db: Db, posts: number): Promise<void> {
  const part = (from: number, to: number) =>
    sql`seq in (select seq from revisions order by seq limit ${Math.round(posts * (to - from))} offset ${Math.round(posts * from)})`
  await sql`update revisions set status = 'review' where ${part(0, 0.7)}`.execute(db)
  for (const reporter of ['a', 'b'])
    await sql`insert into reports (id, post_id, site, reason, reporter, state, created_at)
      select ${`rep_${reporter}`} || id, id, site, 'scam', ${reporter}, 'open', submitted_at
      from revisions where ${part(0.7, 0.85)}`.execute(db)
  const basis = JSON.stringify({ decided_by: 'person', actor: 'ann@example.org', at: 0, policy_version: '1' })
  await sql`update revisions set status = 'rejected', rejection_category = 'scam', rejection_reason = 'A trick.',
    rejection_penalized = 1, rejection_amount = 0, rejection_basis = ${basis} where ${part(0.85, 1)}`.execute(db)
  await sql`insert into appeals (id, post_id, revision_id, site, account_id, decision_at, message, state, created_at)
    select 'apl_' || id, post_id, id, site, account_id, submitted_at, 'No trick.', 'open', submitted_at
    from revisions where ${part(0.85, 1)}`.execute(db)
  await sql`analyze`.execute(db)
}

/** Milliseconds: the CPU time of this process for a file, the elapsed time for a server. */
async function cost(url: string, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return url.startsWith('sqlite:') ? (user + system) / 1_000 : performance.now() - begun
}

const opened: Awaited<ReturnType<typeof open>>[] = []
for (const database of databases) opened.push(await open(database))
const measured = opened.map(() => ({ opens: [] as number[], next: [] as number[] }))
for (let turn = 0; turn < warmUp + rounds; turn++)
  for (const [i, side] of opened.entries()) {
    const [opens, next] = [await side.opens(), await side.next(turn)]
    if (turn < warmUp) continue
    measured[i]?.opens.push(opens)
    measured[i]?.next.push(next)
  }
for (const { close } of opened) await close()
process.stdout.write(
  JSON.stringify(measured.map(({ opens, next }) => ({ opensMs: median(opens), nextMs: median(next) }))),
)
process.exit(0)
