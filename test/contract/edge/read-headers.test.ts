// Which headers guards read: each guard names them, because a repeated request past the guards is only equal in those.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createLanguages } from '../../../src/domain/languages/languages.ts'
import { repeatedHeader } from '../../../src/edge/framing.ts'
import { type Guard, guardsOf } from '../../../src/edge/guards.ts'
import { createKeptAnswers, unreadHeaders } from '../../../src/edge/kept-answers.ts'
import { noMeters } from '../../../src/usecases/meters.ts'
import { freshDatabase } from '../../databases.ts'
import { quietLog, startApp, type TestApp } from '../../harness.ts'
import { keyIdOf } from '../../kit/key-controls.ts'

/** What Fastify makes of headers for a request behind a trusted proxy. */
const madeOfHeaders: Record<string, readonly string[]> = {
  ip: ['x-forwarded-for'],
  ips: ['x-forwarded-for'],
  host: ['host', 'x-forwarded-host'],
  hostname: ['host', 'x-forwarded-host'],
  port: ['host', 'x-forwarded-host'],
  protocol: ['x-forwarded-proto'],
}

/** The headers that a check reads while it handles a request with `sent`; `*` when it reads the names of all. */
async function readBy({ check }: Guard, sent: Record<string, string>): Promise<Set<string>> {
  const read = new Set<string>()
  const note = (...names: string[]) => void names.forEach(name => void read.add(name))
  const headers = new Proxy(sent, {
    get: (all, name) => {
      note(String(name))
      return all[String(name)]
    },
    has: (all, name) => {
      note(String(name))
      return name in all
    },
    ownKeys: all => {
      note('*')
      return Reflect.ownKeys(all)
    },
  })
  // Every header is sent twice: a check that counts a header in the raw ones says so in its refusal.
  const rawHeaders = [sent, sent].flatMap(each => Object.entries(each).flat())
  const raw = { headers, httpVersion: '1.1', url: '/v1/posts', rawHeaders }
  const fields = { headers, raw, path: '/v1/posts', method: 'GET', query: {}, is404: false, url: '/v1/posts' }
  const site = { id: 'events', baseUrl: 'http://events.test', host: 'events.test' }
  const request = new Proxy({ ...fields, site } as Record<string, unknown>, {
    get(all, name) {
      note(...(madeOfHeaders[String(name)] ?? []))
      return all[String(name)]
    },
  })
  const reply = new Proxy({}, { get: (_, name) => (name === 'sent' ? false : () => reply) })
  const route = { url: '/v1/posts', config: { authentication: 'key' } }
  try {
    await check(request as never, reply as never, route as never)
  } catch (refusal) {
    note(...Object.keys(sent).filter(name => String(refusal).includes(`/headers/${name}`)))
  }
  return read
}

describe('a guard', () => {
  let app: TestApp
  let guards: readonly Guard[]
  before(async () => {
    app = await startApp(await freshDatabase('SQLite'))
    const routes = { methodsAt: () => [], notFoundText: () => '' }
    guards = guardsOf({ platform: app.platform, rateLimit: null, routes })
  })
  after(() => app.close())

  const declared = ({ reads }: Guard, name: string) =>
    reads.some(each => (typeof each === 'string' ? each === name : name === '*' || each.test(name)))
  const undeclared = async (guard: Guard) => {
    const requests = [
      { cookie: 'a=b', origin: 'http://a.test', 'user-agent': 'a', 'x-forwarded-for': '192.0.2.1' },
      { host: 'events.test' },
      { host: 'events.test', authorization: 'Bearer ak_1', cookie: 'a=b', origin: 'http://a.test' },
      { host: 'nobody.test', 'x-api-key': 'ak_1', 'transfer-encoding': 'gzip', 'x-forwarded-for': '192.0.2.1' },
    ]
    const read = await Promise.all(requests.map(sent => readBy(guard, sent)))
    return [...new Set(read.flatMap(names => [...names]))].filter(name => !declared(guard, name))
  }

  test('every guard names every header that it reads', async () => {
    for (const guard of guards) assert.deepEqual(await undeclared(guard), [], guard.name)
  })

  test('a guard that reads another header, the address or the names of all headers is found', async () => {
    const reading = (check: Guard['check']): Guard => ({ name: 'new', reads: [], check })
    const checks: [Guard['check'], string][] = [
      [({ headers }) => void headers.cookie, 'cookie'],
      [({ raw }) => void raw.headers['user-agent'], 'user-agent'],
      [({ ip }) => void ip, 'x-forwarded-for'],
      [({ headers }) => void Object.keys(headers), '*'],
      [request => assert.equal(repeatedHeader(request, ['cookie']), undefined), 'cookie'],
    ]
    for (const [check, name] of checks) assert.deepEqual(await undeclared(reading(check)), [name])
  })

  test('a repeated request with a header that a guard reads is not answered past the guards', () => {
    assert.ok(unreadHeaders(guards).has('Cookie') && unreadHeaders(guards).has('x-forwarded-for'))
    const reading: Guard = { name: 'session', reads: ['cookie', /^x-forwarded-/], check() {} }
    const unread = unreadHeaders([...guards, reading])
    for (const name of ['Cookie', 'cookie', 'X-Forwarded-For', 'x-forwarded-proto']) assert.ok(!unread.has(name), name)
    assert.ok(unread.has('User-Agent'))
  })

  test('a repeated request with a key is answered past the guards only while the key has its holder', async () => {
    const { key, accountId } = await app.account()
    const other = await app.account()
    const read = async (sent: string) => (await app.call('GET', '/v1/posts', { key: sent })).status
    assert.deepEqual(
      [await read(key), await read(key), await read(`${key}x`), await read(other.key)],
      [200, 200, 401, 200],
    )
    await app.platform.act('endKey', { accountId, keyId: await keyIdOf(app, { accountId }) })
    assert.deepEqual([await read(key), await read(other.key)], [401, 200])
  })

  test('an answer that varies by a cookie is made again for each request, though no guard reads the cookie', () => {
    const log = { ...quietLog, request: () => {} }
    const documents = { isFresh: () => true } as never
    const { keyHolders } = app.platform
    const kept = createKeptAnswers(
      { now: () => 0, documents, keyHolders, languages: createLanguages(new Map([['en', {}]])), log, meters: noMeters },
      null,
      guards,
    )
    const form = { body: 'kept', headers: [], headersOfUnchanged: [] }
    const answered = (vary: string) => {
      const rawHeaders = ['Host', vary, 'Cookie', 'a=b']
      const raw = { method: 'GET', httpVersion: '1.1', url: '/near/', rawHeaders } as never
      const request = { raw, url: '/near/', originalUrl: '/near/', path: '/near/', routeOptions: {}, deprecation: null }
      kept.keep(request as never, { vary } as never, form)
      return kept.answer(raw, { on() {}, writeHead() {}, end() {} } as never)
    }
    assert.deepEqual(['Accept', 'Cookie', 'Accept, Cookie'].map(answered), [true, false, false])
  })
})
