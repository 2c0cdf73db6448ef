// Measures, in one run and as ratios: reading against a bare server, durable posting against the raw group commit,
// and a held rate of 100 requests a second. Run with: npm run bench
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import BetterSqlite3 from 'better-sqlite3'
import { freePort } from '../test/databases.ts'
import { runCommand } from '../test/e2e/process.ts'
import { median, ordinaryEvent, round, seededService } from './measuring.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const connections = 32
const posters = 128

const { folder, env, service, end } = await seededService()

const results: Record<string, unknown> = { seconds, rounds }
try {
  const list = (await (await fetch(`${service.origin}/v1/posts`)).json()) as { items: { id: string }[] }
  results['GET /v1/posts'] = await readingRatio('/v1/posts')
  results['GET /v1/posts/{id}'] = await readingRatio(`/v1/posts/${list.items[0]?.id}`)
  const key = await fundedKey()
  results['POST /v1/posts'] = await postingRatio(key)
  results['100 requests a second'] = await heldRate(key)
} finally {
  await end()
}
process.stdout.write(`${JSON.stringify(results, null, 2)}\n`)

/** Requests a second against a bare node:http server that sends the same headers and bytes, in turns; medians. */
async function readingRatio(path: string) {
  const answer = await fetch(service.origin + path)
  const body = await answer.text()
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['connection', 'date', 'content-length', 'keep-alive'].includes(name)),
  )
  const barePort = await freePort()
  const bare = spawn(
    process.execPath,
    [fileURLToPath(new URL('./bare-server.ts', import.meta.url)), JSON.stringify({ port: barePort, headers, body })],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  ) as ChildProcess
  await once(bare.stdout!, 'data')
  const ours: number[] = []
  const theirs: number[] = []
  for (let i = 0; i < rounds; i++) {
    ours.push(await rate(service.origin + path))
    theirs.push(await rate(`http://127.0.0.1:${barePort}${path}`))
  }
  bare.kill()
  return {
    bytes: body.length,
    perSecond: median(ours),
    bare: median(theirs),
    ratio: round(median(ours) / median(theirs)),
  }
}

async function rate(url: string): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds })
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} refused`)
  return result.requests.average
}

/** Durable posts a second over HTTP against the same statements straight into better-sqlite3 in groups of 64; in turns. */
async function postingRatio(key: string) {
  const overHttp: number[] = []
  const raw: number[] = []
  for (let i = 0; i < rounds; i++) {
    overHttp.push(await postRate(key))
    raw.push(rawRate(join(folder, `raw-${i}.db`)))
  }
  return { perSecond: median(overHttp), rawGroupsOf64: median(raw), ratio: round(median(overHttp) / median(raw)) }
}

async function postRate(key: string): Promise<number> {
  const result = await autocannon({
    url: `${service.origin}/v1/posts`,
    connections: posters,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/v1/posts',
        setupRequest: request => ({ ...request, headers: jsonHeaders(key), body: JSON.stringify(ordinaryEvent()) }),
      },
    ],
  })
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`posting: ${result.errors} errors, ${result.non2xx} refused`)
  return result.requests.average
}

/** The writes of one post, by hand: key and account read, balance spent, ledger row, post; WAL, synchronous=FULL. */
function rawRate(file: string): number {
  const db = new BetterSqlite3(file)
  db.pragma('journal_mode = wal')
  db.pragma('synchronous = full')
  db.exec(`create table accounts (id text primary key, status text, balance integer check (balance >= 0));
    create table posts (seq integer primary key autoincrement, id text unique, account_id text, status text, fields text, facts text, live_fingerprint text unique, submitted_at integer, due_at integer);
    create index posts_queue on posts (due_at, seq) where status = 'queued';
    create index posts_account on posts (account_id, seq);
    create table ledger (seq integer primary key autoincrement, id text unique, account_id text, type text, amount integer, balance_after integer, post_id text, created_at integer);
    create unique index ledger_post on ledger (post_id, type);
    create index ledger_account on ledger (account_id, seq);
    insert into accounts values ('a', 'active', 9000000000000)`)
  const account = db.prepare('select * from accounts where id = ?')
  const live = db.prepare('select id from posts where live_fingerprint = ?')
  const post = db.prepare(
    'insert into posts (id, account_id, status, fields, facts, live_fingerprint, submitted_at, due_at) values (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const spend = db.prepare(
    'update accounts set balance = balance + ? where id = ? and balance + ? >= 0 returning balance',
  )
  const append = db.prepare(
    'insert into ledger (id, account_id, type, amount, balance_after, post_id, created_at) values (?, ?, ?, ?, ?, ?, ?)',
  )
  const fields = JSON.stringify(ordinaryEvent())
  const facts =
    '{"times":[{"startsAt":1804338000000,"endsAt":1804345200000}],"place":{"lat":48.85,"lon":2.35},"flags":[]}'
  const end = performance.now() + seconds * 1000
  let n = 0
  while (performance.now() < end) {
    db.exec('begin immediate')
    for (let i = 0; i < 64; i++, n++) {
      const id = `p_${Math.random().toString(36)}${n}`
      account.get('a')
      live.get(`f${id}`)
      post.run(id, 'a', 'queued', fields, facts, `f${id}`, n, n)
      const { balance } = spend.get(-1_000_000, 'a', -1_000_000) as { balance: number }
      append.run(`l${id}`, 'a', 'charge', -1_000_000, balance, id, n)
    }
    db.exec('commit')
  }
  db.close()
  return n / seconds
}

/** 100 requests a second for 30 s: lists, single posts and one post in ten submitted. Times in milliseconds. */
async function heldRate(key: string) {
  const held = Number(process.env.BENCH_HELD_SECONDS ?? 30)
  const list = { method: 'GET' as const, path: '/v1/posts' }
  const result = await autocannon({
    url: service.origin,
    connections: 10,
    overallRate: 100,
    duration: held,
    requests: [
      ...Array.from({ length: 9 }, (_, i) => ({ ...list, path: `/v1/posts?limit=${i + 10}` })),
      {
        method: 'POST',
        path: '/v1/posts',
        setupRequest: request => ({ ...request, headers: jsonHeaders(key), body: JSON.stringify(ordinaryEvent()) }),
      },
    ],
  })
  return {
    seconds: held,
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    refused: result.non2xx,
    errors: result.errors,
  }
}

async function fundedKey(): Promise<string> {
  const answer = await fetch(`${service.origin}/v1/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', email: 'bench@example.org', handle: 'bench', accept_terms: true }),
  })
  const { api_key } = (await answer.json()) as { api_key: string }
  for (const args of [
    ['verify-email', 'bench'],
    ['credit', 'bench', '5000000000000', '--note', 'bench'],
  ]) {
    const { status, stderr } = await runCommand(env, args)
    if (status !== 0) throw new Error(stderr)
  }
  return api_key
}

function jsonHeaders(key: string) {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
}
