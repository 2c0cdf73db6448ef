// A post on PostgreSQL: its round trips, counted by a proxy, and its rate against the same statements sent one by one without a
// service. The statements are those of the old checkout if there is one, so that fewer statements count as an advantage.
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startDatabaseServer } from '../../test/databases.ts'
import { type Bench, forEach, prepareEach, type Row } from '../harness/bench.ts'
import { type Checkout, type Environment, startServer } from '../harness/checkout.ts'
import { count, type Figure, interleaved, perSecond, times } from '../harness/figures.ts'
import { signUp } from '../harness/filled.ts'
import { openProxy, type Statement } from '../harness/postgres-proxy.ts'
import { postRequests } from '../harness/posts.ts'
import { drive } from '../harness/wrk.ts'

const program = fileURLToPath(new URL('../replay-postgres.ts', import.meta.url))
const connections = 64
const mostPerSecond = 3_000
const counted = 40

export const postgresRow: Row = { name: 'postgres', run }

type Prepared = { env: Environment; keys: string[]; roundTrips: number; statements: Statement[] }

async function run(bench: Bench): Promise<Figure[]> {
  const { stage } = bench
  const database = await startDatabaseServer()
  stage.atClear(() => database.stop())
  const prepared = await prepareEach(bench, checkout => prepare(bench, checkout, database.url))
  const reference = prepared.old ?? prepared.new
  const kept = await idsOfCallers(reference.env.DATABASE_URL!)
  const services = await prepareEach(bench, async checkout => {
    const { env, keys } = prepared[checkout.name]!
    const server = await startServer(stage, checkout, { ...env, ROLE: 'api' })
    const post = async (seconds: number) => {
      const requests = postRequests(seconds * mostPerSecond, keys)
      return (await drive(stage, server, { connections, seconds, requests, repeat: false })).perSecond
    }
    return { post: () => post(bench.seconds(5)), stop: () => server.stop() }
  })
  await forEach(bench, ({ name }) => services[name]!.post())
  const replay = async () => {
    const options = {
      url: reference.env.DATABASE_URL,
      statements: reference.statements,
      kept,
      seconds: bench.seconds(4),
    }
    const { posts, seconds } = JSON.parse(await stage.runProgram('server', program, options))
    return posts / seconds
  }
  const measured = await interleaved<'old' | 'new' | 'raw', number>(bench.rounds, {
    ...(services.old && { old: services.old.post }),
    new: services.new.post,
    raw: replay,
  })
  await Promise.all([services.old?.stop(), services.new.stop()])
  return [
    {
      what: 'PostgreSQL, round trips a post',
      old: prepared.old ? [prepared.old.roundTrips] : null,
      new: [prepared.new.roundTrips],
      write: count,
      aim: '≤ 4',
    },
    {
      what: 'PostgreSQL, rate against the statements sent one by one on ten connections',
      old: measured.old?.map((rate, round) => rate / measured.raw[round]!) ?? null,
      new: measured.new.map((rate, round) => rate / measured.raw[round]!),
      write: times,
      aim: '≥ 1.8×',
      note: `${reference.statements.length} statements of the ${prepared.old ? 'old' : 'new'} checkout`,
    },
    { what: 'PostgreSQL, posts a second', old: measured.old ?? null, new: measured.new, write: perSecond, aim: '' },
    { what: 'PostgreSQL, statements alone', old: null, new: measured.raw, write: perSecond, aim: '' },
  ]
}

/** A database of the checkout with accounts, and the statements that consecutive posts send to it. */
async function prepare(bench: Bench, checkout: Checkout, serverUrl: string): Promise<Prepared> {
  const { stage } = bench
  await query(`${serverUrl}/postgres`, `create database ${checkout.name}_checkout`)
  const env: Environment = {
    DATABASE_URL: `${serverUrl}/${checkout.name}_checkout`,
    DATA_DIR: stage.freshFolder(),
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const keys = await signUp(stage, checkout, env)
  const proxy = await openProxy(serverUrl)
  const proxied = { ...env, DATABASE_URL: proxy.through(env.DATABASE_URL!), ROLE: 'api' }
  const server = await startServer(stage, checkout, proxied, 'anywhere')
  const post = async (requests: ReturnType<typeof postRequests>) => {
    for (const { path, method, headers, body } of requests) {
      const answer = await fetch(server.origin + path, { method: method!, headers: headers!, body: body! })
      if (answer.status !== 202) throw new Error(`a post was answered ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
    }
  }
  await post(postRequests(counted, keys))
  const before = proxy.roundTrips()
  await post(postRequests(counted, keys))
  const roundTrips = (proxy.roundTrips() - before) / counted
  proxy.takeStatements()
  await post(postRequests(1, keys))
  const statements = proxy.takeStatements()
  await server.stop()
  proxy.close()
  return { env, keys, roundTrips, statements }
}

async function idsOfCallers(url: string): Promise<string[]> {
  const rows = await query(url, 'select id, account_id, hash from api_keys')
  return rows.flatMap(row => Object.values(row).map(String))
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
