// Limits: the search allowance of keys and addresses, how an address identifies a caller, and the platform rate limit
// (contract.md §14).
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { Redis } from 'ioredis'
import type { RateLimit, RateLimitState } from '../../../src/integrations/rate-limit/rate-limit.ts'
import { sharedRateLimit } from '../../../src/integrations/rate-limit/shared-rate-limit.ts'
import { audit } from '../../../src/store/audit/audit.ts'
import { freePort, freshDatabase, freshFolder } from '../../databases.ts'
import { type Environment, startService } from '../../e2e/process.ts'
import { type Answer, onEveryDatabase, quietLog, startApp, type TestApp, withApp } from '../../harness.ts'
import { noRedis, startRedis } from '../../kit/redis-server.ts'
import { missing } from '../../kit/report.ts'
import { banOrSuspend } from '../../kit/standing.ts'

const halfDay = '43200'
const search = '/v1/search?q=jazz'

withApp('the search allowance', app => {
  const rate = (answer: { headers: Headers }) => [
    answer.headers.get('ratelimit'),
    answer.headers.get('ratelimit-policy'),
    answer.headers.get('retry-after'),
  ]
  const balance = async (key: string) => (await app().call('GET', '/v1/account', { key })).json.balance

  test('the search allowance is 20 free searches a day for each address without a key, then 429 search_limit with Retry-After until 00:00 UTC', async () => {
    const first = await app().call('GET', search)
    assert.deepEqual(rate(first), ['"search-free";r=19;t=43200', '"search-free";q=20;w=86400', null])
    assert.deepEqual(first.json.usage, { today: 1, free_per_day: 20, charged: 0 })
    const rest = await Promise.all(Array.from({ length: 60 }, () => app().call('GET', search)))
    assert.equal(rest.filter(answer => answer.status === 200).length, 19)
    const refused = await app().call('GET', search)
    assert.deepEqual([refused.status, refused.json.code], [429, 'search_limit'])
    assert.deepEqual(rate(refused), ['"search-free";r=0;t=43200', '"search-free";q=20;w=86400', halfDay])
    assert.equal((await app().call('GET', '/v1/posts')).status, 200, 'lists are still answered')
  })

  test('the search allowance is 100 free searches a day with a key: of 500 searches by 125 callers at once, 400 are charged once each', async () => {
    const { key } = await app().account({ balance: 10_000_000 })
    const answers: Answer<any>[] = []
    const caller = async () => {
      for (let i = 0; i < 4; i++) answers.push(await app().call('GET', search, { key }))
    }
    await Promise.all(Array.from({ length: 125 }, caller))
    assert.ok(answers.every(answer => answer.status === 200))
    assert.equal(answers.filter(answer => answer.json.usage.charged === 0).length, 100)
    assert.equal(answers.filter(answer => answer.json.usage.charged === 1_000).length, 400)
    const counts = answers.map(answer => answer.json.usage.today).sort((a, b) => a - b)
    assert.deepEqual(
      counts,
      Array.from({ length: 500 }, (_, i) => i + 1),
    )
    assert.equal(await balance(key), 10_000_000 - 400_000)
    const next = await app().call('GET', search, { key })
    assert.deepEqual(rate(next), ['"search-free";r=0;t=43200', '"search-free";q=100;w=86400', null])
  })

  test('once used up and without enough balance gets 402 with account_url and the rate headers, and counts nothing', async () => {
    for (const card of [true, false]) {
      const { key } = await app().account({ balance: 3_500, card })
      const answers = await Promise.all(Array.from({ length: 120 }, () => app().call('GET', search, { key })))
      assert.equal(answers.filter(answer => answer.status === 200).length, 103)
      const refused = answers.find(answer => answer.status === 402)
      assert.ok(refused)
      assert.deepEqual([refused.json.code, refused.json.for_human], ['insufficient_balance', true])
      assert.match(refused.json.account_url, /^http:\/\/events\.test\/account\?t=/)
      assert.deepEqual(rate(refused), ['"search-free";r=0;t=43200', '"search-free";q=100;w=86400', null])
      assert.equal(await balance(key), 500)
    }
  })

  test('the search allowance is not reduced by a search that fails with 400, 401 or 500', async () => {
    const { key } = await app().account()
    for (const query of ['q=a&limit=0', 'q=a&near=x', `q=${'x'.repeat(201)}`, 'q=a&colour=red', 'q=a&cursor=x'])
      assert.equal((await app().call('GET', `/v1/search?${query}`, { key })).status, 400, query)
    assert.equal((await app().call('GET', search, { key: `${key}x` })).status, 401)
    const { platform } = app()
    const { db } = platform
    Object.assign(platform, {
      db: new Proxy(db, {
        get: (target, name) =>
          name === 'getExecutor' ? () => assert.fail('the disk is gone') : Reflect.get(target, name),
      }),
    })
    try {
      assert.equal((await app().call('GET', search, { key })).status, 500)
    } finally {
      Object.assign(platform, { db })
    }
    const { json } = await app().call('GET', search, { key })
    assert.equal(json.usage.today, 1)
  })

  test('the search allowance is checked after the parameters of a search', async () => {
    assert.equal((await app().call('GET', search)).status, 429)
    assert.equal((await app().call('GET', '/v1/search?q=a&near=x')).status, 400)
  })

  test('belongs to one key on all sites, and two keys have one each', async () => {
    const { key } = await app().account()
    const { json } = await app().call('GET', search, { key })
    assert.equal(json.usage.today, 1)
    const [row] = await app()
      .platform.db.selectFrom('counters')
      .select('subject')
      .where('scope', '=', 'search-key')
      .where('value', '=', 1)
      .execute()
    assert.ok(row)
    const caller = { keyId: row.subject, accountId: 'nobody' }
    for (const [i, site] of (['messages', 'stories', 'classifieds', 'events'] as const).entries())
      assert.equal((await app().platform.act('meterSearch', { caller, site })).today, i + 2)
    assert.equal((await app().call('GET', search, { key: (await app().account()).key })).json.usage.today, 1)
  })

  test('the search allowance applies to suspended and banned accounts too: they may search, and pay', async () => {
    for (const status of ['suspended', 'banned'] as const) {
      const account = await app().account({ balance: 2_000 })
      const { key } = account
      await banOrSuspend(app(), account, status)
      const answers = await Promise.all(Array.from({ length: 105 }, () => app().call('GET', search, { key })))
      assert.equal(answers.filter(answer => answer.status === 200).length, 102, status)
      assert.equal(await balance(key), 0)
    }
  })

  test('the search allowance is renewed at 00:00 UTC, to the second', async () => {
    const { key } = await app().account({ balance: 0 })
    assert.equal((await app().call('GET', search, { key })).json.usage.today, 1)
    app().clock.advance(43_200_000 - 1_500)
    const last = await app().call('GET', search, { key })
    assert.equal(last.json.usage.today, 2)
    assert.equal(last.headers.get('ratelimit'), '"search-free";r=98;t=2')
    assert.equal((await app().call('GET', search)).headers.get('retry-after'), '2')
    app().clock.advance(1_500)
    const first = await app().call('GET', search, { key })
    assert.equal(first.json.usage.today, 1)
    assert.equal(first.headers.get('ratelimit'), '"search-free";r=99;t=86400')
    assert.equal((await app().call('GET', search)).status, 200)
  })

  test('the search allowance leaves the audit without breaches', async () => {
    const { platform, clock } = app()
    assert.deepEqual((await audit(platform.db, platform.dialect, clock.now())).breaches, [])
  })
})

onEveryDatabase('the address of a caller', ({ fresh }) => {
  const today = async (app: TestApp, headers: Record<string, string> = {}) =>
    (await app.call('GET', search, { headers })).json.usage.today as number

  test('the address of a caller is the forwarded address behind a trusted proxy: IPv4 unchanged, IPv6 by its /64', async () => {
    const app = await startApp(await fresh(), { env: { TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' } })
    try {
      const from = (address: string) => today(app, { 'x-forwarded-for': address })
      assert.equal(await from('192.0.2.7'), 1)
      assert.equal(await from('::ffff:192.0.2.7'), 2)
      assert.equal(await from('::FFFF:C000:0207'), 3)
      assert.equal(await from('192.0.2.7:4711'), 4)
      assert.equal(await from('198.51.100.9, 192.0.2.7, 10.1.2.3'), 5, 'the last untrusted address counts')
      assert.equal(await from('192.0.2.8'), 1)
      assert.equal(await from('2001:db8:1:2:3:4:5:6'), 1)
      assert.equal(await from('2001:0DB8:0001:0002::9'), 2)
      assert.equal(await from('[2001:db8:1:2::a]:443'), 3)
      assert.equal(await from('2001:db8:1:2::b%eth0'), 4)
      assert.equal(await from('2001:db8:1:3::1'), 1)
      assert.equal(await from('unknown'), 1, 'a forwarded value that is no address counts as the address of the proxy')
      assert.equal(await from('"; drop table counters'), 2)
      assert.equal(await today(app), 3)
    } finally {
      await app.close()
    }
  })

  test('the address of a caller ignores the forwarded headers of a caller that is no trusted proxy', async () => {
    for (const env of [{}, { TRUST_PROXY: '203.0.113.1' }]) {
      const app = await startApp(await fresh(), { env })
      try {
        assert.equal(await today(app), 1)
        const forged = { 'x-forwarded-for': '192.0.2.7', forwarded: 'for=192.0.2.7', 'x-real-ip': '192.0.2.7' }
        assert.equal(await today(app, forged), 2)
      } finally {
        await app.close()
      }
    }
  })

  test('the address of a caller is the /64 of a socket on ::1, and the IPv4 address of a socket on a mapped address', async t => {
    if (!(await hasIPv6())) return t.skip(missing('callers over IPv6, because this machine has none'))
    const port = await freePort()
    const env = await environment(await fresh(), { HOST: '::', PORT: String(port) })
    const service = await startService(env)
    try {
      assert.match(await rawSearch('::1', port), /"today":1,/)
      assert.match(await rawSearch('::1', port), /"today":2,/)
      // The service listens on both protocols, and an IPv4 caller arrives as ::ffff:127.0.0.1.
      assert.match(await rawSearch('127.0.0.1', port), /"today":1,/)
    } finally {
      await service.stop()
    }
    const app = await startApp(env.DATABASE_URL!)
    const rows = await app.platform.db
      .selectFrom('counters')
      .select(['subject', 'value'])
      .where('scope', '=', 'search-ip')
      .orderBy('value')
      .execute()
    assert.deepEqual(rows, [
      { subject: '127.0.0.1', value: 1 },
      { subject: '::/64', value: 2 },
    ])
    await app.close()
  })
})

describe('two processes on one database', () => {
  test('two processes on one database make 100 of 500 searches of one key free, twenty at a time, and charge 400 once each', async () => {
    const url = await freshDatabase('PostgreSQL')
    const services = await Promise.all([0, 1].map(async () => startService(await environment(url))))
    const app = await startApp(url)
    try {
      const { key } = await app.account({ balance: 1_000_000 })
      type Counted = { status: number; json: { usage: { today: number; charged: number } } }
      const answers: Counted[] = []
      const caller = async (origin: string) => {
        for (let i = 0; i < 25; i++) {
          const response = await fetch(origin + search, { headers: { authorization: `Bearer ${key}` } })
          answers.push({ status: response.status, json: (await response.json()) as Counted['json'] })
        }
      }
      await Promise.all(Array.from({ length: 20 }, (_, i) => caller(services[i % 2]!.origin)))
      assert.equal(answers.length, 500)
      assert.ok(answers.every(answer => answer.status === 200))
      assert.equal(answers.filter(answer => answer.json.usage.charged === 0).length, 100)
      assert.equal(new Set(answers.map(answer => answer.json.usage.today)).size, 500)
      assert.equal((await app.call('GET', '/v1/account', { key })).json.balance, 600_000)
      assert.deepEqual((await audit(app.platform.db, app.platform.dialect, Date.now())).breaches, [])
    } finally {
      await app.close()
      await Promise.all(services.map(service => service.stop()))
    }
  })
})

describe('the platform rate limit', () => {
  test('the platform rate limit covers /v1 and /mcp, and answers before the guards of host, route, key, headers and body', async () => {
    const app = await startApp(await freshDatabase('SQLite'), {
      env: { PLATFORM_RPS: '1', PLATFORM_BURST: '1', SITES: 'events=http://a.test,stories=http://b.test' },
    })
    try {
      assert.equal(
        (await app.call('GET', '/v1/status')).status,
        404,
        'the request has taken a token, whatever its answer is',
      )
      for (const path of ['/v1/posts', '/v1/nowhere', '/v1/', '/mcp', '/mcp?x=1', '/mcp/x']) {
        const answer = await app.call('POST', path, {
          key: 'bad',
          body: '{',
          headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip' },
        })
        assert.deepEqual([answer.status, answer.text], [429, 'Too Many Requests'], path)
        assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
      }
      for (const path of ['/healthz', '/readyz']) assert.notEqual((await app.call('GET', path)).status, 429)
      for (const path of ['/v1x', '/', '/feed.xml', '/mcpx'])
        assert.notEqual((await app.call('GET', path)).status, 429, path)
      app.clock.advance(1_000)
      assert.notEqual((await app.call('GET', '/v1/status')).status, 429)
    } finally {
      await app.close()
    }
  })

  test('the platform rate limit is shared by nodes through Redis: two nodes together allow exactly as many requests as one', {
    skip: noRedis,
  }, async () => {
    const redis = await startRedis()
    const nodes = [0, 1].map(() => rateLimitAt(redis.url, { rate: 1 / 86_400, burst: 60 }))
    try {
      for (const node of nodes) await until(node, 'shared')
      let passed = 0
      for (let round = 0; round < 20; round++) {
        const taken = await Promise.all(nodes.flatMap(node => Array.from({ length: 5 }, () => node.take())))
        passed += taken.filter(Boolean).length
      }
      assert.equal(passed, 60)
    } finally {
      for (const node of nodes) node.close()
      await redis.stop()
    }
  })

  test('the platform rate limit continues to refill when the clock of Redis is moved back', {
    skip: noRedis,
  }, async () => {
    const redis = await startRedis()
    const node = rateLimitAt(redis.url, { rate: 1_000, burst: 1 })
    const client = new Redis(redis.url)
    try {
      await until(node, 'shared')
      const anHourAhead = (Date.now() + 3_600_000) * 1_000
      await client.hset('handbill:rate-limit', { tokens: '0', at: String(anHourAhead) })
      assert.equal(await node.take(), false)
      while (!(await node.take()));
    } finally {
      client.disconnect()
      node.close()
      await redis.stop()
    }
  })

  test('the platform rate limit is counted by all processes of a platform in the Redis of REDIS_URL', {
    skip: noRedis,
  }, async () => {
    const redis = await startRedis()
    const shared = { REDIS_URL: redis.url, PLATFORM_RPS: '1', PLATFORM_BURST: '1000000' }
    const url = await freshDatabase('PostgreSQL')
    const services = await Promise.all([0, 1].map(async () => startService(await environment(url, shared))))
    const client = new Redis(redis.url)
    try {
      const tokens = async () => Number(await client.hget('handbill:rate-limit', 'tokens'))
      for (const { origin } of services) {
        // The first reading may come before the process has found Redis.
        let ready: { rate_limit?: string } = {}
        while (ready.rate_limit !== 'shared') ready = (await (await fetch(`${origin}/readyz`)).json()) as typeof ready
        assert.equal((await fetch(`${origin}/v1/status`)).status, 200)
      }
      const before = await tokens()
      assert.ok(before > 0 && before < 1_000_000_000_000, 'both processes have taken tokens from one bucket')
      for (const { origin } of services) await fetch(`${origin}/healthz`)
      assert.equal(await tokens(), before, 'a path outside /v1 and /mcp takes no token')
    } finally {
      client.disconnect()
      await Promise.all(services.map(service => service.stop()))
      await redis.stop()
    }
  })

  test('loses no request while Redis hangs or is away, logs that once, and uses Redis again by itself', {
    skip: noRedis,
  }, async () => {
    let redis = await startRedis()
    const said: string[] = []
    const note = (_: object, message: string) => said.push(/does not answer/.test(message) ? 'lost' : 'back')
    const limit = rateLimitAt(redis.url, { rate: 1 / 86_400, burst: 10, log: { warn: note, info: note } })
    const passed = async (times: number) =>
      (await Promise.all(Array.from({ length: times }, () => limit.take()))).filter(Boolean).length
    try {
      await until(limit, 'shared')
      assert.equal(await passed(4), 4)
      redis.freeze()
      assert.equal(await passed(30), 6, 'this process counts on its own')
      assert.equal(await limit.state(), 'degraded')
      assert.equal(await passed(5), 0)
      redis.thaw()
      await until(limit, 'shared')
      await redis.stop()
      assert.equal(await passed(5), 0)
      await until(limit, 'degraded')
      redis = await startRedis(redis.port)
      await until(limit, 'shared')
      assert.equal(await passed(30), 10, 'a Redis without data begins with a full bucket')
      assert.deepEqual(said, ['lost', 'back', 'lost', 'back'])
    } finally {
      limit.close()
      await redis.stop()
    }
  })

  test('the platform rate limit lets the service start without Redis: it is ready and says degraded', async () => {
    const app = await startApp(await freshDatabase('SQLite'), {
      env: { PLATFORM_RPS: '10', PLATFORM_BURST: '20', REDIS_URL: `redis://127.0.0.1:${await freePort()}` },
    })
    try {
      const ready = await app.call('GET', '/readyz')
      assert.deepEqual([ready.status, ready.json.status, ready.json.rate_limit], [200, 'degraded', 'degraded'])
      const answers = await Promise.all(Array.from({ length: 30 }, () => app.call('GET', '/v1/status')))
      assert.equal(answers.filter(answer => answer.status === 200).length, 20)
      assert.equal(answers.filter(answer => answer.status === 429).length, 10)
    } finally {
      await app.close()
    }
  })

  let unlimited: TestApp
  before(async () => {
    unlimited = await startApp(await freshDatabase('SQLite'), { env: { REDIS_URL: 'redis://127.0.0.1:1' } })
  })
  after(() => unlimited.close())
  test('the platform rate limit is off with PLATFORM_RPS=0, and asks no Redis', async () => {
    const ready = await unlimited.call('GET', '/readyz')
    assert.deepEqual([ready.json.status, ready.json.rate_limit], ['ok', 'none'])
    const answers = await Promise.all(Array.from({ length: 300 }, () => unlimited.call('GET', '/v1/status')))
    assert.ok(answers.every(answer => answer.status === 200))
  })
})

/** A rate limit on a Redis whose local bucket does not refill. */
function rateLimitAt(url: string, options: Partial<Parameters<typeof sharedRateLimit>[0]>) {
  return sharedRateLimit({ rate: 1, burst: 1, now: () => 0, url, log: quietLog, answerWithinMs: 1_000, ...options })
}

async function until(limit: RateLimit, wanted: RateLimitState): Promise<void> {
  while ((await limit.state()) !== wanted) await new Promise(resolve => setImmediate(resolve))
}

async function environment(databaseUrl: string, more: Environment = {}): Promise<Environment> {
  const port = more.PORT ?? String(await freePort())
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: freshFolder(),
    PORT: port,
    SITES: 'events=http://events.test',
    PLATFORM_RPS: '0',
    ROLE: 'api',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...more,
  }
}

/** Whether this machine has IPv6: without the service, so that no fault of the service looks like a lack of it. */
async function hasIPv6(): Promise<boolean> {
  const server = createServer().listen(0, '::1')
  const has = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return has
}

/** Sends one search over a socket to an address, and returns the whole answer. */
function rawSearch(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, host, () =>
      socket.write(`GET ${search} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
    )
    socket.on('data', chunk => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}
