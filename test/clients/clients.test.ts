// Both clients and the commands of agents against a real service, on each site, twice in a row, with test keys.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import {
  Handbill,
  HandbillError,
  type OwnPost,
  signWebhook,
  verifyWebhook,
  type WebhookEvent,
} from '../../clients/typescript/src/index.ts'
import { type SiteId, siteIds } from '../../src/contract/sites/site-ids.ts'
import { freePort, freshDatabase, freshFolder } from '../databases.ts'
import { auditOf } from '../e2e/caller.ts'
import { type Environment, runCommand, type Service, spawnCommand, startService } from '../e2e/process.ts'
import { bodyFor } from '../harness.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { pythonWith, runPython } from './python.ts'

const runs = [1, 2]
/** Short pauses, so that a test is not longer than what it tests. */
const patience = { firstPauseMs: 5, timeoutMs: 60_000 }

const owner = { name: 'Ada', email: 'ada@example.org', accept_terms: true, test: true } as const

/** How the program of each README is completed and run. */
const programs = {
  ts: {
    folder: 'typescript',
    index: new URL('../../clients/typescript/src/index.ts', import.meta.url).href,
    event: (json: string) => `const event = ${json} as any`,
    run: async (path: string) => {
      const { stdout, stderr, status } = spawnSync(process.execPath, [path], { encoding: 'utf8' })
      assert.equal(status, 0, stderr)
      return stdout
    },
  },
  python: {
    folder: 'python',
    index: '',
    event: (json: string) => `event = ${json}`,
    run: (path: string) => runPython('urllib', path, null),
  },
}

let addresses = 0
/** The address of another caller: a day has few sign-ups for each. */
const nextAddress = () => `198.51.100.${++addresses}`

describe('the clients', () => {
  let env: Environment
  let service: Service
  const baseUrlOf = (site: SiteId) => `http://127.0.0.${siteIds.indexOf(site) + 1}:${env.PORT}`

  before(async () => {
    env = {
      DATABASE_URL: await freshDatabase('SQLite'),
      DATA_DIR: freshFolder(),
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      HOST: '0.0.0.0',
      PORT: String(await freePort()),
      PLATFORM_RPS: '0',
      TRUST_PROXY: '127.0.0.0/8',
    }
    env.SITES = siteIds.map(site => `${site}=${baseUrlOf(site)}`).join(',')
    service = await startService(env)
  })
  after(async () => {
    await service.stop()
    assert.equal(await auditOf(env), 'in order')
  })

  const signUp = async (site: SiteId) => {
    const input = { body: owner, headers: { 'x-forwarded-for': nextAddress() } }
    return (await new Handbill({ baseUrl: baseUrlOf(site) }).call('createAccount', input)).api_key
  }
  const bodyOf = (site: SiteId, outcome = 'published') =>
    bodyFor[site]({ topics: [`test-outcome-${outcome}`] }) as Parameters<Handbill['createPost']>[0]

  for (const site of siteIds)
    for (const run of runs)
      test(`the TypeScript client goes from a sign-up to its outcomes on ${site}, run ${run}`, async () => {
        const client = new Handbill({ baseUrl: baseUrlOf(site), apiKey: await signUp(site), ...patience })
        const body = bodyOf(site)

        const { topics: _, ...faulty } = body
        const fault = await assertFails(client.checkPost(faulty as typeof body), 'invalid')
        assert.match(fault.errors.join(), /^\/topics: /)
        assert.deepEqual([fault.status, fault.retryable, fault.blocking], [400, false, null])
        assert.ok(fault.fix && fault.requestId)
        assert.equal((await client.checkPost(body)).outcome, 'would_queue')
        await assertFails(client.createPost(body, { maxPriceMicros: 1 }), 'price_too_high')

        const ids: string[] = []
        for (const each of [body, bodyOf(site), bodyOf(site)]) ids.push((await client.createPost(each)).id)
        for (const id of ids) {
          const { status, post } = await client.waitForDecision(id, { firstPauseMs: 5 })
          assert.equal(status, 'published')
          assert.equal(post?.site, site)
        }

        const listed = await collected(client.posts.list({ limit: 2 }))
        assert.deepEqual(listed.map(({ id }) => id).sort(), ids.toSorted())
        const mine = await collected(client.posts.mine({ limit: 1 }))
        assert.deepEqual(
          mine.map(({ id, status }) => [id, status]),
          ids.toReversed().map(id => [id, 'published']),
        )

        const outcomes = client.outcomes({ limit: 2 })
        const told = await collected(outcomes)
        assert.deepEqual(told.map(({ data }) => (data as { id: string }).id).sort(), ids.toSorted())
        assert.deepEqual(await collected(client.outcomes({ after: outcomes.cursor })), [])
      })

  test('an iterator of outcomes keeps its cursor until every outcome of a page was taken', async () => {
    const client = new Handbill({ baseUrl: baseUrlOf('messages'), apiKey: await signUp('messages'), ...patience })
    for (const each of [bodyOf('messages'), bodyOf('messages')])
      await client.waitForDecision((await client.createPost(each)).id, { firstPauseMs: 5 })
    const outcomes = client.outcomes()
    for await (const _ of outcomes) break
    assert.equal(outcomes.cursor, undefined)
    await outcomes.skip()
    assert.deepEqual(await collected(client.outcomes({ after: outcomes.cursor })), [])
  })

  test('an iterator that follows outcomes gets one that comes later, and ends by its signal', async () => {
    const client = new Handbill({ baseUrl: baseUrlOf('messages'), apiKey: await signUp('messages'), ...patience })
    const stop = new AbortController()
    const outcomes = client.outcomes({ follow: true, pauseMs: 5, signal: stop.signal })
    const first = (async () => {
      for await (const { data } of outcomes) return (data as { id: string }).id
      return null
    })()
    const { id } = await client.createPost(bodyOf('messages'))
    assert.equal(await first, id)
    const rest = collected(client.outcomes({ after: outcomes.cursor, follow: true, pauseMs: 5, signal: stop.signal }))
    stop.abort(new Error('enough'))
    await assert.rejects(rest, /enough/)
  })

  test('errors tell abuse with its post, and what the owner has to do', async () => {
    const client = new Handbill({ baseUrl: baseUrlOf('events'), apiKey: await signUp('events'), ...patience })
    const abuse = await assertFails(client.createPost(bodyOf('events', 'abuse-at-once')), 'abuse')
    assert.deepEqual([abuse.status, abuse.retryable, abuse.post?.status], [422, false, 'rejected'])
    const broke = await assertFails(client.createPost(bodyOf('events', 'no-money')), 'insufficient_balance')
    assert.equal(broke.blocking?.code, 'insufficient_balance')
    assert.ok(broke.blocking.account_url && broke.messageForOwner?.includes(broke.blocking.account_url))
    const nobody = new Handbill({ baseUrl: baseUrlOf('events'), ...patience })
    await assertFails(nobody.createPost(bodyOf('events')), 'unauthorized')
  })

  test('a wait for a decision ends with the post as it is when its time is over, and with people only when asked', async () => {
    const apiKey = await signUp('events')
    const client = new Handbill({ baseUrl: baseUrlOf('events'), apiKey, ...patience })
    const slow = await client.createPost(bodyOf('events', 'slow'))
    assert.equal((await client.waitForDecision(slow.id, { timeoutMs: 50, firstPauseMs: 5 })).status, 'queued')
    const { id } = await client.createPost(bodyOf('events', 'review-published'))
    assert.equal((await client.waitForDecision(id, { firstPauseMs: 5 })).status, 'review')
    const decided = client.waitForDecision(id, { people: true, firstPauseMs: 5 })
    await client.call('advanceTestClock', { body: { advance: 'PT2M' } })
    assert.equal((await decided).status, 'published')
  })

  /** Each transport, and the sites on which its part is tested: the steps are the same for all. */
  const transports: [kind: string, sites: readonly SiteId[]][] = [
    ['urllib', siteIds],
    ['threads', ['events']],
    ['httpx', ['stories']],
    ['async-httpx', siteIds],
  ]
  for (const [kind, sites] of transports)
    for (const site of sites)
      test(`the Python client by ${kind} does the same on ${site}, twice`, {
        skip: pythonWith(kind).skip,
        timeout: 180_000,
      }, async () => {
        const bodies = () =>
          Object.fromEntries(
            ['published', 'abuse-at-once', 'no-money', 'slow'].map(outcome => [
              outcome,
              [1, 2, 3].map(() => bodyOf(site, outcome)),
            ]),
          )
        for (const _ of runs) {
          const proxy = await startFaultyProxy(baseUrlOf(site))
          try {
            const given = { ...proxy, base_url: baseUrlOf(site), bodies: bodies(), address: nextAddress() }
            await runPython(kind, 'scenario.py', given, kind)
          } finally {
            proxy.close()
          }
          const names = proxy.seen.filter(each => !each.startsWith('GET /v1/posts?'))
          const keys = names.filter(each => each.startsWith('POST /v1/posts ')).map(each => each.split(' ')[2])
          assert.ok(names.some(each => /^GET \/v1\/posts\/p_\w+\?wait=1 /.test(each)))
          assert.equal(keys.length, 6)
          assert.deepEqual([keys[0], keys[2]], [keys[1], keys[3]])
          assert.ok(keys.every(key => key!.length >= 8))
          assert.equal(names.filter(each => each.startsWith('POST /v1/accounts')).length, 1)
          assert.equal(names.filter(each => each.startsWith('GET /v1/status')).length, 4)
        }
      })

  for (const language of ['ts', 'python'] as const)
    test(`the first program of the README runs as written (${language})`, {
      skip: language === 'python' && pythonWith('urllib').skip,
    }, async () => {
      const { index, folder, event, run } = programs[language]
      const readme = readFileSync(`clients/${folder}/README.md`, 'utf8')
      const code = readme.split(`\`\`\`${language}\n`)[1]!.split('```')[0]!
      const program = `${event(JSON.stringify(bodyOf('events')))}\n${code}`
        .replace('https://events.example.org', baseUrlOf('events'))
        .replace("'@handbill/client'", JSON.stringify(index))
      const path = join(freshFolder(), `program.${language}`)
      writeFileSync(path, program)
      assert.match(await run(path), /^published [^\n]*\/p\/p_\w+/)
    })

  describe('the commands of agents', () => {
    const files = freshFolder()
    const fileOf = (name: string, value: unknown) => {
      const path = join(files, name)
      writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
      return path
    }
    /** Runs a command with the key of a site; resolves with its status, the values that it printed, and its errors. */
    const run = async (site: SiteId, key: string, args: string[], stdin = '') => {
      const command = [...args, '--base-url', baseUrlOf(site), '--key-file', fileOf('key', `${key}\n`)]
      const { status, stdout, stderr } = await runCommand({}, command, stdin)
      const printed = stdout.split('\n').filter(Boolean)
      return { status, stderr, printed: printed.map(line => JSON.parse(line)) }
    }

    test('`post` prints the problem of a faulty post, the price of a good one, and with --wait what becomes of it', async () => {
      const key = await signUp('events')
      const { topics: _, ...faulty } = bodyOf('events')
      const fault = await run('events', key, ['post', fileOf('faulty.json', faulty), '--dry-run'])
      assert.deepEqual([fault.status, fault.printed[0].code], [1, 'invalid'])
      assert.match(fault.stderr, /^invalid: \/topics: [^\n]+\n$/)
      const file = fileOf('event.json', bodyOf('events'))
      const dry = await run('events', key, ['post', file, '--dry-run'])
      assert.deepEqual([dry.status, dry.stderr], [0, ''])
      assert.deepEqual([dry.printed[0].outcome, dry.printed[0].price], ['would_queue', 1_000_000])
      const dear = await run('events', key, ['post', file, '--max-price', '1'])
      assert.deepEqual([dear.status, dear.printed[0].code], [1, 'price_too_high'])
      const posted = await run('events', key, ['post', '-', '--wait'], JSON.stringify(bodyOf('events')))
      assert.deepEqual(
        [posted.status, posted.printed.map(({ status }) => status)],
        [0, ['queued', 'published']],
        posted.stderr,
      )
      const bad = await run('events', key, ['post', fileOf('bad.json', bodyOf('events', 'low-quality')), '--wait'])
      assert.deepEqual([bad.status, bad.printed[1].status], [1, 'rejected'])
      assert.match(bad.stderr, /^rejected: /)
    })

    test('`post` takes the key from HANDBILL_API_KEY, and says so when it is not there', async () => {
      const args = ['post', fileOf('event.json', bodyOf('events')), '--dry-run', '--base-url', baseUrlOf('events')]
      const without = await runCommand({ HANDBILL_API_KEY: '' }, args)
      assert.deepEqual([without.status, without.stdout], [1, ''])
      assert.match(without.stderr, /^unauthorized: HANDBILL_API_KEY is not set/)
      const { status, stderr } = await runCommand({ HANDBILL_API_KEY: await signUp('events') }, args)
      assert.deepEqual([status, stderr], [0, ''])
    })

    test('`listen` ends at once where the key is wrong, with the problem', async () => {
      const args = ['listen', '--forward', 'http://127.0.0.1:1', '--base-url', baseUrlOf('messages')]
      const { status, stdout, stderr } = await runCommand({ HANDBILL_API_KEY: 'ak_wrong' }, args)
      assert.deepEqual([status, JSON.parse(stdout).code], [1, 'unauthorized'])
      assert.match(stderr, /^unauthorized: /)
    })

    test('`listen` forwards new outcomes, signed, once the target is there, and ends by SIGINT', async () => {
      const apiKey = await signUp('messages')
      const client = new Handbill({ baseUrl: baseUrlOf('messages'), apiKey, ...patience })
      await client.waitForDecision((await client.createPost(bodyOf('messages'))).id, { firstPauseMs: 5 })
      const port = await freePort()
      const forward = `http://127.0.0.1:${port}/hook`
      const args = ['listen', '--forward', forward, '--base-url', baseUrlOf('messages')]
      const child = spawnCommand({ HANDBILL_API_KEY: apiKey }, args)
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
      const next = async () => JSON.parse((await lines.next()).value ?? '{}')
      const { secret } = await next()
      const { id } = await client.createPost(bodyOf('messages'))
      // The first attempt finds nobody: the command says so, and tries again.
      const [said] = await once(child.stderr, 'data')
      assert.match(String(said), /no answer; msg_\w+ is sent again/)
      const refusing = [500]
      const received: { headers: IncomingHttpHeaders; body: string }[] = []
      const target = createServer(async (request, answer) => {
        let body = ''
        for await (const chunk of request.setEncoding('utf8')) body += chunk
        received.push({ headers: request.headers, body })
        answer.writeHead(refusing.pop() ?? 204).end()
      })
      target.listen(port, '127.0.0.1')
      try {
        const { type, status } = await next()
        assert.deepEqual([type, status], ['post.published', 204])
        assert.equal(received.length, 2)
        const { headers, body } = received[1]!
        const event = new Webhook(secret).verify(body, headers as Record<string, string>) as WebhookEvent
        assert.deepEqual([event.type, (event.data as OwnPost).id], ['post.published', id])
        assert.equal(headers['webhook-id'], received[0]!.headers['webhook-id'])
        child.kill('SIGINT')
        assert.deepEqual(await once(child, 'exit'), [0, null])
      } finally {
        child.kill('SIGKILL')
        target.close()
        target.closeAllConnections()
      }
    })
  })

  describe('behind a proxy that fails', () => {
    let proxy: FaultyProxy
    before(async () => {
      proxy = await startFaultyProxy(baseUrlOf('stories'))
    })
    after(() => proxy.close())

    for (const fault of ['losing', 'refusing'] as const)
      test(`a request is sent again with its Idempotency-Key, and makes one post (${fault})`, async () => {
        const client = new Handbill({ baseUrl: proxy[fault], apiKey: await signUp('stories'), ...patience })
        const { id } = await client.createPost(bodyOf('stories'))
        const [first, second, ...further] = proxy.seen.splice(0).filter(each => each.startsWith('POST /v1/posts '))
        assert.match(first!, /^POST \/v1\/posts .{8,}/)
        assert.deepEqual([second, further], [first, []])
        assert.deepEqual(
          (await collected(client.posts.mine())).map(each => each.id),
          [id],
        )
      })

    test('a wait for a decision lets the service wait with its answer, where the service takes that', async () => {
      const client = new Handbill({ baseUrl: proxy.plain, apiKey: await signUp('stories'), ...patience })
      const { id } = await client.createPost(bodyOf('stories'))
      proxy.seen.length = 0
      assert.equal((await client.waitForDecision(id, { people: true, firstPauseMs: 5 })).status, 'published')
      const slow = await client.createPost(bodyOf('stories', 'slow'))
      assert.equal((await client.waitForDecision(slow.id, { timeoutMs: 1_500, firstPauseMs: 400 })).status, 'queued')
      const asked = proxy.seen.filter(each => each.startsWith('GET ')).map(each => each.trim())
      assert.equal(asked[0], `GET /v1/posts/${id}?wait=30`)
      // The end of the time is never waited past.
      assert.ok(asked.includes(`GET /v1/posts/${slow.id}?wait=1`), String(asked))
      assert.ok(asked.length < 12, String(asked))
    })

    test('a client asks a service that does not know `wait` only once for it', async () => {
      const client = new Handbill({ baseUrl: proxy.older, apiKey: await signUp('stories'), ...patience })
      proxy.seen.length = 0
      for (const body of [bodyOf('stories'), bodyOf('stories')]) {
        const { id } = await client.createPost(body)
        assert.equal((await client.waitForDecision(id, { firstPauseMs: 5 })).status, 'published')
      }
      assert.equal(proxy.seen.filter(each => each.includes('wait=')).length, 1)
    })

    test('a request whose repeat could do something twice is not sent again after its answer was lost', async () => {
      proxy.seen.length = 0
      const signUp = new Handbill({ baseUrl: proxy.losing, ...patience }).call('createAccount', { body: owner })
      const error = await assertFails(signUp, 'no_answer')
      assert.deepEqual([error.status, proxy.seen.length], [0, 1])
    })

    test('repeats are bounded, and a pause that is too long is not made', { timeout: 30_000 }, async () => {
      proxy.seen.length = 0
      const status = (baseUrl: string) => new Handbill({ baseUrl, retries: 2, ...patience }).call('getStatus')
      const error = await assertFails(status(proxy.busy), 'rate_limited')
      assert.deepEqual([proxy.seen.length, error.retryable, error.retryAfterSeconds], [3, true, 0])
      await assertFails(status(proxy.shut), 'rate_limited')
      assert.equal(proxy.seen.length, 4)
    })
  })
})

describe('a delivery of a webhook', () => {
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
  const body = JSON.stringify({ type: 'webhook.test', timestamp: '2026-11-21T12:00:00Z', data: { message: 'ç' } })
  const sentAt = new Date('2026-11-21T12:00:00Z')
  const now = sentAt.getTime()
  const headers = (by = secret, version = 'v1') => ({
    'Webhook-Id': 'msg_1',
    'webhook-timestamp': String(now / 1000),
    'webhook-signature': new Webhook(by).sign('msg_1', sentAt, body).replace(/^v1/, version),
  })
  const verify = (
    sent: ReturnType<typeof headers>,
    secrets: string | string[] = secret,
    text: string | Buffer = body,
    at = now,
  ) => verifyWebhook(sent, text, secrets, { now: at })

  test('a delivery that the reference library has signed is verified, as text and as bytes', async () => {
    for (const text of [body, Buffer.from(body)]) {
      const { id, event } = await verify(headers(), secret, text)
      assert.deepEqual([id, event.type], ['msg_1', 'webhook.test'])
    }
    assert.equal((await verifyWebhook(new Headers(headers()), body, secret, { now })).id, 'msg_1')
  })

  test('while a secret is replaced, either secret verifies, and either of two signatures counts', async () => {
    assert.equal((await verify(headers(), [other, secret])).id, 'msg_1')
    const both = {
      ...headers(),
      'webhook-signature': `${headers(other)['webhook-signature']} ${headers()['webhook-signature']}`,
    }
    assert.equal((await verify(both)).id, 'msg_1')
  })

  test('a wrong signature, a changed body, an old delivery and missing headers are refused', async () => {
    const refused = [
      () => verify(headers(other)),
      () => verify(headers(secret, 'v2')),
      () => verify(headers(), secret, body.replace('ç', 'c')),
      () => verify(headers(), secret, body, now + 301_000),
      () => verify(headers(), secret, body, now - 301_000),
      () => verifyWebhook({}, body, secret, { now }),
    ]
    for (const each of refused) await assertFails(each(), 'bad_signature')
    assert.equal((await verify(headers(), secret, body, now + 299_000)).id, 'msg_1')
  })

  test('the Python client verifies and refuses the same, and the reference library verifies what it signs', {
    skip: pythonWith('urllib').skip,
  }, async () => {
    const given = { ...{ body, secret, other, now: now / 1000, headers: headers() }, real_now: Date.now() / 1000 }
    const signed = JSON.parse(await runPython('urllib', 'signatures.py', given))
    assert.doesNotThrow(() => new Webhook(secret).verify(body, signed))
  })

  test('what the client signs, the reference library verifies', async () => {
    const signed = await signWebhook('msg_1', Date.now(), body, secret)
    assert.doesNotThrow(() => new Webhook(secret).verify(body, signed))
  })
})

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

async function assertFails(call: Promise<unknown>, code: string): Promise<HandbillError> {
  try {
    await call
  } catch (error) {
    assert.ok(error instanceof HandbillError, String((error as Error).stack))
    assert.equal(error.code, code, error.message)
    return error
  }
  return assert.fail(`no error with the code ${code}`)
}
