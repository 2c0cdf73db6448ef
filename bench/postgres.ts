// What a paid post costs on PostgreSQL: its statements one by one against sent together, as a ratio in one run.
// node bench/postgres.ts [POSTS A ROUND] [ROUNDS]
import pg from 'pg'
import { dialectOf } from '../src/store/database/dialect.ts'
import { migrate } from '../src/store/database/migrate.ts'
import { together } from '../src/store/database/prepared.ts'
import { accountById, insertAccount, newAccount } from '../src/store/money/accounts.ts'
import { insertKey } from '../src/store/money/keys.ts'
import { move } from '../src/store/money/ledger.ts'
import { claimIdempotencyKey, rememberAnswer } from '../src/store/posts/idempotency.ts'
import { insertPost, livePostWith } from '../src/store/posts/posts.ts'
import { startDatabaseServer } from '../test/databases.ts'
import { median, round } from './measuring.ts'

const [posts = 2_000, rounds = 5] = process.argv.slice(2).map(Number)
/** Posts that come in at once: as many as the pool has connections. */
const callers = 10

let oneByOne = false
let trips = 0
/** Answers that a connection still owes. */
const owed = new WeakMap<object, Promise<unknown>>()
const query = pg.Client.prototype.query as (this: pg.Client, statement: unknown) => Promise<unknown>
/** Counts round trips, and in the half that compares waits for each answer and prepares nothing, as the driver does by default. */
pg.Client.prototype.query = function (this: pg.Client, statement: unknown) {
  const before = owed.get(this)
  if (!before || oneByOne) trips++
  const { name: _, ...unnamed } = typeof statement === 'string' ? { text: statement } : (statement as pg.QueryConfig)
  const answer = oneByOne
    ? (before ?? Promise.resolve()).then(() => query.call(this, unnamed))
    : query.call(this, statement)
  const last: Promise<unknown> = answer.catch(() => {}).then(() => owed.get(this) === last && owed.delete(this))
  owed.set(this, last)
  return answer
} as typeof pg.Client.prototype.query

const server = await startDatabaseServer()
const url = `${server.url}/postgres`
const dialect = dialectOf(url)
const connection = dialect.open(url, 'write')
await migrate(connection, dialect)
const accounts = Array.from({ length: 100 }, (_, i) => `acct_${i}`)
const now = Date.now()
for (const id of accounts) {
  await insertAccount(connection.db, newAccount({ id, name: id, email: `${id}@example.org`, handle: id, now }))
  await insertKey(connection.db, { id: `key_${id}`, account_id: id, name: 'first', hash: id, created_at: now })
  await move(connection.db, {
    id: `led_${id}`,
    accountId: id,
    type: 'topup',
    amount: 1e12,
    site: null,
    postId: null,
    now,
  })
}

let made = 0
/** What a post reads and writes, its answer under an Idempotency-Key included. */
async function post(): Promise<void> {
  const n = made++
  const id = `p_${String(n).padStart(12, '0')}`
  const accountId = accounts[n % accounts.length] as string
  const key = { keyId: `key_${accountId}`, site: 'events', idempotencyKey: id } as const
  const text = JSON.stringify({ title: id, body: 'x'.repeat(600) })
  await connection.transaction(async db => {
    await together(claimIdempotencyKey(db, key, 'hash', now, now), accountById(db, accountId), livePostWith(db, id))
    const row = {
      id,
      site: 'events',
      account_id: accountId,
      key_id: key.keyId,
      status: 'queued',
      price: 1_000,
      fields: text,
      facts: '{}',
      live_fingerprint: id,
      submitted_at: now,
      decided_at: null,
      published_at: null,
      expires_at: null,
      public_json: null,
      verdict: null,
      rejection_category: null,
      rejection_reason: null,
      rejection_penalized: null,
      rejection_amount: null,
      due_at: now,
      attempts: 0,
      lease_token: null,
      lease_until: null,
    } as const
    const charge = {
      id: `led_${id}`,
      accountId,
      type: 'charge',
      amount: -1_000,
      site: 'events',
      postId: id,
      now,
    } as const
    await together(
      move(db, charge),
      insertPost(db, row),
      rememberAnswer(db, key, { status: 202, headers: {}, body: text }),
    )
  })
}

async function measure(): Promise<{ rate: number; cpu: number; trips: number }> {
  trips = 0
  const cpu = process.cpuUsage()
  const started = performance.now()
  let left = posts
  const caller = async () => {
    while (left-- > 0) await post()
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const seconds = (performance.now() - started) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  return { rate: posts / seconds, cpu: (user + system) / posts, trips: trips / posts }
}

const found: Record<'one by one' | 'together', Awaited<ReturnType<typeof measure>>[]> = {
  'one by one': [],
  together: [],
}
for (let i = -1; i < rounds; i++)
  for (const way of ['one by one', 'together'] as const) {
    oneByOne = way === 'one by one'
    const figures = await measure()
    if (i >= 0) found[way].push(figures)
  }
const of = (way: keyof typeof found, figure: 'rate' | 'cpu' | 'trips') => median(found[way].map(each => each[figure]))
for (const way of ['one by one', 'together'] as const)
  console.log(
    `${way}: ${of(way, 'trips')} round trips a post, ${of(way, 'rate')} posts a second, ${of(way, 'cpu')} µs CPU here`,
  )
console.log(`ratio of the rates: ${round(of('together', 'rate') / of('one by one', 'rate'))}`)
await connection.close()
await server.stop()
