// PostgreSQL under Patroni fails again and again while two nodes take posts, edits and payments. Counts what was lost or doubled and
// prints a table. Exit status 1 when anything was.
// Usage: npm run test:long -- --only failover [--rounds N], as root on Debian 12; 20 rounds take about half an hour
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openPlatform } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { accountByHandle } from '../../src/store/accounts/accounts.ts'
import { databaseVariables } from '../databases.ts'
import { account, auditAfterLeases, call, environment } from '../e2e/caller.ts'
import { type Cluster, startCluster } from '../e2e/failover/cluster.ts'
import { type Fault, faults } from '../e2e/failover/faults.ts'
import { type Load, send, startLoad } from '../e2e/failover/load.ts'
import { lacking } from '../e2e/failover/machines.ts'
import { type Service, startService } from '../e2e/process.ts'
import { quietLog } from '../harness.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds: got "${values.rounds}"; it takes a whole number from 1`)
const missing = lacking()
if (missing) {
  process.stderr.write(`NOT TESTED: PostgreSQL under Patroni, etcd and HAProxy. First: ${missing}\n`)
  process.exit(1)
}

const funds = rounds * 20_000_000_000
const columns = [3, 26, 7, 7, 8, 7, 6, 12, 8, 8]
const print = (...cells: unknown[]) =>
  process.stdout.write(`${cells.map((cell, i) => String(cell).padEnd(columns[i]!)).join(' ')}\n`)

const folder = mkdtempSync(join(tmpdir(), 'handbill-failover-'))
// The machines run as user postgres.
chmodSync(folder, 0o755)
Object.assign(process.env, databaseVariables(folder, ''), { NODE_COMPILE_CACHE: join(folder, 'compiled') })
const cluster = await startCluster(folder)
const services: Service[] = []
const leave = () => {
  for (const { process } of services) process.kill('SIGKILL')
  cluster.stop()
}
process.once('SIGINT', () => {
  leave()
  process.exit(1)
})
let found: Record<string, unknown>
try {
  found = await play(cluster)
} catch (error) {
  process.stderr.write(`${services.map(service => service.log()).join('\n')}\nlogs: ${folder}\n`)
  throw error
} finally {
  leave()
}
rmSync(folder, { recursive: true, force: true })
process.exit(found.audit === 'in order' && found.lost === 0 && found.doubled === 0 ? 0 : 1)

async function play(cluster: Cluster): Promise<Record<string, unknown>> {
  const envs = await Promise.all([1, 2].map(() => environment(cluster.url)))
  for (const env of envs) services.push(await startService(env))
  const origins = services.map(({ origin }) => origin)
  const { key, handle } = await account(envs[0]!, origins[0]!, funds)
  const config = readConfig(envs[0]!)
  const { platform, ready, close } = await openPlatform(config, config.secretKey!, quietLog)
  await ready
  const { id: accountId } = (await accountByHandle(platform.db, handle))!
  const load = startLoad(origins, { key, accountId, platform })
  print('', 'fault', 'old', 'new', 'gap (s)', 'posts', '503', 'unanswered', 'reads', 'refused')
  let broken: unknown = null
  for (let round = 0; round < rounds && !broken; round++)
    await playRound(cluster, load, round).catch(error => {
      broken = error
    })
  await load.stop()
  await close()
  const found = await report(envs[0]!, origins, key, load)
  if (broken) throw broken
  return found
}

async function playRound(cluster: Cluster, load: Load, round: number): Promise<void> {
  const [name, fault] = Object.entries<Fault>(faults)[round % Object.keys(faults).length]!
  const { told } = load
  await load.reach(20)
  const old = await cluster.primary()
  assert.ok(old, 'there is a primary')
  const before = { ...told, ...told.reads, posts: told.posts.size }
  load.startRound()
  const mend = await fault(cluster, old)
  // The service is back by itself, while the machine is still away.
  await load.reach(20)
  const now = await cluster.primary(old)
  mend()
  await cluster.whole()
  await load.reach(20)
  print(
    ...[round + 1, name, old.name, now?.name, (told.longestGapMs / 1000).toFixed(1), told.posts.size - before.posts],
    ...[told.unavailable - before.unavailable, told.unanswered - before.unanswered],
    ...[told.reads.answered - before.answered, told.reads.refused - before.refused],
  )
}

/** Compares what the callers were told with what the database has. */
async function report(env: Record<string, string>, origins: string[], key: string, { told }: Load) {
  const ids = [...told.posts.values()]
  let lost = told.posts.size - new Set(ids).size
  for (const [i, id] of ids.entries()) {
    const answer = await send(origins[i % origins.length]!, 'GET', `/v1/posts/${id}`, key)
    const title = told.edits.get(id)
    // An edit that still waits for its verdict is `edit` of the post.
    const isThere = answer?.status === 200 && (!title || answer.json.edit || answer.json.post?.title === title)
    if (!isThere) lost++
  }
  const balance = (await call(origins[0]!, '/v1/account', key))?.json.balance
  const spent = funds + told.toppedUp - balance
  for (const service of services) assert.equal(await service.stop(), 0, service.log())
  const found = {
    ...{ rounds, acknowledged: ids.length, edits: told.edits.size, toppedUp: told.toppedUp / 1_000_000, lost },
    ...{ doubled: (spent - told.paid) / 1_000_000, repeated: told.unavailable, unanswered: told.unanswered },
    ...{ reads: told.reads.answered, refusedReads: told.reads.refused, audit: await auditAfterLeases(env) },
  }
  for (const [name, value] of Object.entries(found)) process.stdout.write(`${name}: ${value}\n`)
  return found
}
