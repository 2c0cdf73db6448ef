// The edge: what every request passes before its operation, over real sockets.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { problems } from '../../../src/contract/problems/problems.ts'
import { sha256 } from '../../../src/domain/ids.ts'
import { callerAddress } from '../../../src/edge/caller-address.ts'
import { guardsOf } from '../../../src/edge/guards.ts'
import { keyHolder } from '../../../src/store/accounts/keys.ts'
import { freshDatabase } from '../../databases.ts'
import { allSites, eventBody, onEveryDatabase, startApp, type TestApp, testClock } from '../../harness.ts'
import { answerIn, raw as rawAt } from '../../kit/raw-http.ts'
import { nextKey, secondKey } from '../../kit/second-key.ts'

const raw = ({ origin }: TestApp, bytes: string | Buffer) => rawAt(origin, bytes)

describe('the platform rate limit', () => {
  let app: TestApp
  before(async () => {
    app = await startApp(await freshDatabase('SQLite'), { env: { PLATFORM_RPS: '10', PLATFORM_BURST: '20' } })
  })
  after(() => app.close())

  test('the platform rate limit answers 429 in plain text after the burst, only below /v1, and refills at the rate', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => app.call('GET', '/v1/posts')))
    assert.equal(answers.filter(answer => answer.status === 200).length, 20)
    const refused = answers.find(answer => answer.status === 429)
    assert.equal(refused?.text, 'Too Many Requests')
    assert.match(refused?.headers.get('content-type') ?? '', /^text\/plain/)
    assert.equal((await app.call('GET', '/')).status, 200)
    app.clock.advance(500)
    const later = await Promise.all(Array.from({ length: 10 }, () => app.call('GET', '/v1/posts')))
    assert.equal(later.filter(answer => answer.status === 200).length, 5)
  })

  test('the platform rate limit comes before everything else: host, route, key and body', async () => {
    assert.equal((await app.call('POST', '/v1/nowhere', { key: 'bad', body: '{' })).status, 429)
  })
})

describe('guards', () => {
  let app: TestApp
  before(async () => {
    app = await startApp(await freshDatabase('SQLite'))
  })
  after(() => app.close())

  test('a repeated header is refused where one is allowed', async () => {
    const { key } = await app.account()
    const body = JSON.stringify(eventBody())
    const head = `POST /v1/posts HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    const auth = `Authorization: Bearer ${key}\r\n`
    assert.match(
      await raw(app, `${head}${auth}${auth}\r\n${body}`),
      /400 Bad Request[\s\S]*authorization: was sent more than once/,
    )
    const idem = 'Idempotency-Key: twice-sent\r\n'
    assert.match(
      await raw(app, `${head}${auth}${idem}${idem}\r\n${body}`),
      /400 Bad Request[\s\S]*idempotency-key: was sent more than once/,
    )
    assert.match(
      await raw(app, `${head}${auth}Content-Type: text/plain\r\n\r\n${body}`),
      /400 Bad Request[\s\S]*content-type: was sent more than once/,
    )
    assert.match(
      await raw(app, `GET /v1/posts HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`),
      /^HTTP\/1\.1 400/,
    )
    assert.equal((await app.call('GET', '/v1/account', { key })).json.balance, 10_000_000)
  })

  test('a compressed body is 415, a broken Content-Length 400, and nothing is charged', async () => {
    const { key } = await app.account()
    const zipped = await app.call('POST', '/v1/posts', {
      key,
      body: eventBody(),
      headers: { 'content-encoding': 'gzip' },
    })
    assert.deepEqual([zipped.status, zipped.json.code], [415, 'unsupported_media_type'])
    assert.match(await raw(app, 'POST /v1/posts HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n'), /^HTTP\/1\.1 400/)
    assert.equal((await app.call('GET', '/v1/account', { key })).json.balance, 10_000_000)
  })

  test('every answer has a new Request-Id, never the one that the caller sent', async () => {
    const asset = /href="(\/assets\/[^"]+)"/.exec((await app.call('GET', '/')).text)![1]!
    const { headers: first } = await app.call('GET', asset)
    const headers = { 'request-id': 'req_mine', 'x-request-id': 'req_mine' }
    const answers = await Promise.all([
      ...[
        '/v1/posts',
        '/',
        '/v1/none',
        '/healthz',
        '/account',
        '/p/none',
        '/feed.xml',
        '/problems/',
        '/problems',
        asset,
      ].map(path => app.call('GET', path, { headers })),
      app.call('GET', asset, { headers: { ...headers, 'if-none-match': first.get('etag')! } }),
      app.call('HEAD', '/v1/posts', { headers }),
      app.call('OPTIONS', '/v1/posts', { headers }),
      app.call('PUT', '/v1/posts', { headers }),
      app.call('POST', '/v1/posts', { headers }),
      app.call('POST', '/v1/accounts', { headers, body: '{' }),
      app.call('POST', '/v1/accounts', { headers, body: 'x'.repeat(70_000) }),
    ])
    const ids = answers.map(answer => answer.headers.get('request-id') ?? '')
    for (const id of ids) assert.match(id, /^req_[0-9A-Za-z]{20}$/)
    assert.equal(new Set(ids).size, ids.length)
    assert.ok(answers.every(answer => !answer.text.includes('req_mine')))
  })

  test('every problem has a status, a title, a meaning and a fix', () => {
    for (const [code, { status, title, meaning, fix }] of Object.entries(problems)) {
      assert.ok(status >= 400 && status < 600, code)
      for (const text of [title, meaning, fix]) assert.ok(text.length > 3, code)
    }
  })
})

/** A request for an operation that needs a key, with the faults that a test adds. */
type Faulty = { method: string; hosts: string[]; key: string; type: string; idempotencyKeys: string[]; body: string }

describe('the order of the guards', () => {
  let app: TestApp
  let key: string
  before(async () => {
    app = await startApp(await freshDatabase('SQLite'), { env: { SITES: allSites } })
    key = (await app.account()).key
  })
  after(() => app.close())

  /** How a request fails each guard, and the answer of the guard. The last three guards check the body. */
  const faults: Record<string, { fail(request: Faulty): void; answer: RegExp }> = {
    framing: { fail: request => void request.hosts.push(request.hosts[0]!), answer: /^400 invalid .*host: was sent/ },
    host: { fail: request => void request.hosts.fill('nowhere.test'), answer: /^404 unknown_site/ },
    'route and method': {
      fail: request => {
        request.method = 'PUT'
      },
      answer: /^405 method_not_allowed/,
    },
    authentication: {
      fail: request => {
        request.key = 'ak_bad'
      },
      answer: /^401 unauthorized/,
    },
    'repeated headers': {
      fail: request => void request.idempotencyKeys.push('key-of-eight', 'key-of-eight'),
      answer: /^400 invalid .*idempotency-key: was sent/,
    },
    'body size': {
      fail: request => {
        request.body += ' '.repeat(70_000)
      },
      answer: /^413 too_large/,
    },
    'media type': {
      fail: request => {
        request.type = 'text/plain'
      },
      answer: /^415 unsupported_media_type/,
    },
    JSON: {
      fail: request => {
        request.body = `{${request.body}`
      },
      answer: /^400 invalid_json/,
    },
  }

  const answerTo = async (...failed: string[]) => {
    const request: Faulty = {
      method: 'POST',
      hosts: ['events.test'],
      key,
      type: 'application/json',
      idempotencyKeys: [],
      body: '{}',
    }
    // A repeated Host repeats the requested host, so the framing fault comes last.
    for (const name of [...failed].sort((a, b) => Number(a === 'framing') - Number(b === 'framing')))
      faults[name]!.fail(request)
    const head = [
      `${request.method} /v1/posts HTTP/1.1`,
      ...request.hosts.map(host => `Host: ${host}`),
      `Authorization: Bearer ${request.key}`,
      `Content-Type: ${request.type}`,
      ...request.idempotencyKeys.map(sent => `Idempotency-Key: ${sent}`),
      `Content-Length: ${request.body.length}`,
      'Connection: close',
    ]
    const { status, json } = answerIn(await raw(app, `${head.join('\r\n')}\r\n\r\n${request.body}`))
    return `${status} ${json?.code} ${json?.detail}`
  }

  test('the guards keep the order of their list: when two guards fail, the first answers', async () => {
    const listed = guardsOf({ platform: app.platform, rateLimit: null, routes: null as never })
    const names = Object.keys(faults)
    // The rate limit is the first guard and has tests of its own. The guards of the body come after those of the list.
    assert.deepEqual(
      listed.map(guard => guard.name),
      ['platform rate limit', ...names.slice(0, -3)],
    )
    assert.match(await answerTo(), /^400 invalid 6 faults, at \/title, /)
    for (const [i, first] of names.entries()) {
      assert.match(await answerTo(first), faults[first]!.answer)
      for (const second of names.slice(i + 1))
        assert.match(await answerTo(first, second), faults[first]!.answer, `${first}, then ${second}`)
    }
  })
})

onEveryDatabase('an API key', ({ fresh }) => {
  const statusAt = async (app: TestApp, key: string) => (await app.call('GET', '/v1/account', { key })).status

  test('a revoked key is refused at once by the process that revoked it, and within a second by every other process', async t => {
    const url = await fresh()
    const clock = testClock()
    const [here, there] = [await startApp(url, { clock }), await startApp(url, { clock })]
    t.after(() => Promise.all([here.close(), there.close()]))
    const { key, accountId } = await here.account()
    const other = await secondKey(here, accountId)
    for (const app of [here, there]) for (const one of [key, other]) assert.equal(await statusAt(app, one), 200)

    const holder = await keyHolder(here.platform.db, sha256(key))
    await here.platform.act('revokeKey', { accountId, keyId: holder!.keyId })
    assert.equal(await statusAt(here, key), 401)
    clock.advance(1_000)
    assert.equal(await statusAt(there, key), 401)
    for (const app of [here, there]) assert.equal(await statusAt(app, other), 200)
    await assert.rejects(here.platform.act('revokeKey', { accountId, keyId: holder!.keyId }), { code: 'not_found' })
  })

  test('a new key works at once, even in a process that refused it before it existed', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    const { accountId } = await app.account()
    const key = nextKey()
    assert.equal(await statusAt(app, key), 401)
    assert.equal(await secondKey(app, accountId), key)
    assert.equal(await statusAt(app, key), 200)
  })
})

test('the rate limit counts an IPv6 caller by its /64, and a mapped IPv4 address as IPv4', () => {
  const of = (ip: string) => callerAddress({ ip } as Parameters<typeof callerAddress>[0])
  assert.equal(of('2001:db8:1:2:3:4:5:6'), of('2001:0db8:0001:0002::9'))
  assert.notEqual(of('2001:db8:1:2::1'), of('2001:db8:1:3::1'))
  assert.equal(of('::ffff:192.0.2.7'), '192.0.2.7')
  assert.equal(of('::1'), '::/64')
})

test('a caller that has hung up before its request is handled is no failure of the service', () => {
  assert.equal(callerAddress({ ip: undefined, socket: {} } as never), 'unknown')
})

describe('a malformed or unusual request', () => {
  let app: TestApp
  before(async () => {
    app = await startApp(await freshDatabase('SQLite'))
  })
  after(() => app.close())

  const post = 'POST /v1/accounts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
  const shapes: Record<string, string> = {
    'Content-Length and Transfer-Encoding': `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n`,
    'Transfer-Encoding and Content-Length': `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`,
    'two Content-Lengths': `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `,
    'a list of Content-Lengths': `${post}Content-Length: 2, 2\r\n\r\n{}`,
    'a Content-Length with a sign': `${post}Content-Length: +2\r\n\r\n{}`,
    'a Transfer-Encoding that is not chunked': `${post}Transfer-Encoding: xchunked\r\n\r\n{}`,
    'chunked before another coding': `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    'a Transfer-Encoding behind a space': `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    'a coding before chunked': `${post}Connection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    'a Transfer-Encoding in HTTP/1.0': `${post.replace('1.1', '1.0')}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    'lines that end with a bare LF': 'GET /v1/posts HTTP/1.1\nHost: a\n\n',
    'a header that ends with a bare LF': 'GET /v1/posts HTTP/1.1\r\nHost: a\nX: y\r\n\r\n',
    'a header that ends with a bare CR': 'GET /v1/posts HTTP/1.1\r\nHost: a\rX: y\r\n\r\n',
    'a folded header': 'GET /v1/posts HTTP/1.1\r\nHost: a\r\nX: y\r\n z\r\n\r\n',
    'a folded first header': 'GET /v1/posts HTTP/1.1\r\n Host: a\r\n\r\n',
    'a chunk size that is no number': `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    'a chunk that is longer than it says': `${post}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`,
    'a header with a NUL': 'GET /v1/posts HTTP/1.1\r\nHost: a\r\nX: \u0000\r\n\r\n',
    'a target with a space': 'GET /v1/po sts HTTP/1.1\r\nHost: a\r\n\r\n',
    'HTTP/2.0 in the form of HTTP/1.1': 'GET /v1/posts HTTP/2.0\r\nHost: a\r\n\r\n',
    'HTTP/0.9': 'GET /v1/posts\r\n\r\n',
    'another protocol': 'GET /v1/posts HTTP/3.7\r\nHost: a\r\n\r\n',
    'no HTTP at all': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003 hello\r\n\r\n',
  }
  for (const [what, bytes] of Object.entries(shapes))
    test(`a malformed request (${what}) gets one 400, and the connection is closed`, async () => {
      const text = await raw(app, Buffer.from(bytes, 'latin1'))
      const { status, head, json } = answerIn(text)
      assert.deepEqual([status, json?.code, json?.error?.code], [400, 'invalid', 'invalid'], text)
      assert.equal(text.match(/HTTP\/1\.1 \d/g)?.length, 1)
      assert.match(head, /^Content-Type: application\/problem\+json$/im)
      assert.match(head, new RegExp(`^Request-Id: ${json.request_id}$`, 'im'))
      assert.match(head, /^Connection: close$/im)
    })

  test('a malformed request that follows valid requests is refused after their answers', async () => {
    const get = 'GET /v1/posts HTTP/1.1\r\nHost: a\r\n\r\n'
    const tails: [string, number][] = [
      ['no request\r\n\r\n', 400],
      [`${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
      ['CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    ]
    for (const [tail, status] of tails) {
      const text = await raw(app, get + get + tail)
      assert.deepEqual(
        [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(match => Number(match[1])),
        [200, 200, status],
        tail,
      )
    }
  })

  test('a CONNECT request gets 405 like every unsupported method; a caller who hangs up during CONNECT does no harm', async () => {
    const { status, json, head } = answerIn(await raw(app, 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n'))
    assert.deepEqual([status, json.code], [405, 'method_not_allowed'])
    assert.match(head, /^Allow: GET, /m)
    assert.match(head, /^Date: \w{3}, /m)
    assert.match(head, new RegExp(`^Request-Id: ${json.request_id}$`, 'm'))
    const { hostname, port } = new URL(app.origin)
    await new Promise<void>(resolve => {
      const socket = connect(Number(port), hostname, () => {
        socket.write('GET /v1/posts HTTP/1.1\r\nHost: a\r\n\r\nCONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', () =>
          socket.resetAndDestroy(),
        )
      })
      socket.on('close', () => resolve())
    })
    assert.equal((await app.call('GET', '/v1/status')).status, 200)
  })

  test('a request without a Host or with two gets 400; HTTP/1.0 needs no Host', async () => {
    const missing = answerIn(await raw(app, 'GET /v1/posts HTTP/1.1\r\nConnection: close\r\n\r\n'))
    assert.deepEqual(
      [missing.status, missing.json.errors],
      [400, ['/headers/host: is missing; it takes the host of the site']],
    )
    const twice = answerIn(await raw(app, 'GET /v1/posts HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n'))
    assert.deepEqual([twice.status, twice.json.errors], [400, ['/headers/host: was sent more than once; it takes one']])
    assert.equal(answerIn(await raw(app, 'GET /v1/posts HTTP/1.0\r\n\r\n')).status, 200)
  })

  test('a request with headers over 16 KiB gets 431; shorter headers are read', async () => {
    const get = (bytes: number) =>
      raw(app, `GET /v1/posts HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: ${'x'.repeat(bytes)}\r\n\r\n`)
    assert.equal(answerIn(await get(16_000)).status, 200)
    const { status, json, head } = answerIn(await get(17_000))
    assert.deepEqual([status, json.code], [431, 'headers_too_large'])
    assert.match(head, new RegExp(`^Request-Id: ${json.request_id}$`, 'im'))
    assert.equal(answerIn(await raw(app, `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)).status, 431)
  })

  test('a request with headers or a body that never end gets 408', async () => {
    const [headers, body, drip] = await Promise.all([
      raw(app, 'GET /v1/posts HTTP/1.1\r\nHost: a\r\nX: '),
      raw(app, `${post}Content-Length: 100\r\n\r\n{"name": `),
      raw(app, `${post}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`),
    ])
    for (const text of [headers, body, drip]) {
      const { status, json, head } = answerIn(text)
      assert.deepEqual([status, json?.code], [408, 'request_timeout'], text)
      assert.match(head, /^Connection: close$/im)
    }
  })

  test('an unknown expectation of a request is ignored; 100-continue is answered', async () => {
    const expect = (what: string) =>
      raw(app, `${post}Connection: close\r\nExpect: ${what}\r\nContent-Length: 2\r\n\r\n{}`)
    assert.match(await expect('miracles'), /^HTTP\/1\.1 400[\s\S]*request-id: req_/)
    assert.match(await expect('100-continue'), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400[\s\S]*request-id: req_/)
  })
})

describe('the target of a request', () => {
  let app: TestApp
  before(async () => {
    app = await startApp(await freshDatabase('SQLite'), {
      env: { SITES: 'events=http://events.test,classifieds=https://classifieds.test' },
    })
  })
  after(() => app.close())

  const get = async (target: string, host = 'events.test', method = 'GET') =>
    answerIn(await raw(app, `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))

  test('hosts are equal whatever their letter case, default port or final dot', async () => {
    for (const host of ['events.test', 'EVENTS.Test', 'events.test:80', 'events.test.', 'Events.test.:80'])
      assert.equal((await get('/v1/status', host)).json.site, 'events', host)
    for (const host of ['classifieds.test', 'classifieds.test:443'])
      assert.equal((await get('/v1/status', host)).json.site, 'classifieds', host)
    for (const host of [
      'events.test:443',
      'events.test:8080',
      'a.events.test',
      'events.test..',
      'events',
      '',
      '127.0.0.1',
      'x'.repeat(5_000),
    ]) {
      const { status, json } = await get('/v1/status', host)
      assert.ok(status === 404 ? json.code === 'unknown_site' : host === '' && status === 400, host)
    }
  })

  test('the host of an absolute target replaces the Host header', async () => {
    assert.equal((await get('http://classifieds.test:443/v1/status')).json.site, 'classifieds')
    assert.equal((await get('http://events.test/v1/status?', 'nowhere.test')).json.site, 'events')
    assert.equal((await get('http://nowhere.test/v1/status')).json.code, 'unknown_site')
    assert.equal((await get('ftp://events.test/v1/status')).json.code, 'not_found')
  })

  test('encoded letters equal plain letters; encoded slashes, broken encodings and NULs match no route', async () => {
    assert.equal((await get('/%76%31/stat%75s')).json.site, 'events')
    for (const target of [
      '/v1%2Fstatus',
      '/v1/%zz',
      '/v1/posts/%ff',
      '/v1/posts/%00',
      '/v1/posts#limit=1',
      '/v1/posts/%2e%2e%2fstatus',
      '/p/%E0%A4%A',
      `/v1/posts/${'x'.repeat(15_000)}`,
      '/assets/../../package.json',
      '/assets/%2e%2e%2fpackage.json',
    ]) {
      const { status, json } = await get(target)
      assert.equal(status, 404, target)
      assert.ok(json === undefined || json.code === 'not_found', target)
    }
  })

  test('paths are matched exactly, and the 404 suggests the intended path', async () => {
    const meant: [string, string][] = [
      ['/v1/posts/', '/v1/posts'],
      ['//v1/posts', '/v1/posts'],
      ['/v1//posts', '/v1/posts'],
      ['/V1/Posts', '/v1/posts'],
      ['/feed.xml/', '/feed.xml'],
      ['/v1/post', '/v1/posts'],
      ['/v1/post/p_1', '/v1/posts/p_1'],
      ['/api/v1/posts', '/v1/posts'],
      ['/posts', '/v1/posts'],
      ['/v2/posts', '/v1/posts'],
      ['/v1/event', '/v1/posts'],
      ['/v1/register', '/v1/accounts'],
      ['/register', '/v1/accounts'],
      ['/v1/stream', '/v1/outcomes'],
      ['/v1/outcome', '/v1/outcomes'],
      ['/openapi.yaml', '/openapi.yml'],
      ['/llm.txt', '/llms.txt'],
    ]
    for (const [path, right] of meant) {
      const { status, json } = await get(path)
      assert.deepEqual([status, json.detail], [404, `There is nothing at "${path}"; did you mean "${right}"?`])
    }
    for (const path of ['/v1/events', '/events', '/api/v1/events/']) {
      const detail = async (host: string) => (await get(path, host)).json.detail
      assert.equal(await detail('classifieds.test'), `There is nothing at "${path}"; did you mean "/v1/outcomes"?`)
      assert.equal(
        await detail('events.test'),
        `There is nothing at "${path}"; did you mean "/v1/posts" or "/v1/outcomes"?`,
        'the suggestions include the posts of this site',
      )
    }
    assert.equal(
      (await get('/v1/nothing')).json.detail,
      'There is nothing at "/v1/nothing"; "/v1" lists every operation and document.',
    )
  })

  test('HEAD works wherever GET does, OPTIONS works everywhere, and other methods get 405 with the allowed methods', async () => {
    const head = await get('/v1/posts', undefined, 'HEAD')
    assert.deepEqual([head.status, head.body], [200, ''])
    assert.match(head.head, /content-length: [1-9]/i)
    const options: [string, number, string | undefined][] = [
      ['/v1/posts', 204, 'GET, HEAD, POST'],
      ['/v1/accounts', 204, 'POST'],
      // No HEAD of a search: a search is counted and may cost.
      ['/v1/search', 204, 'GET'],
      ['/', 204, 'GET, HEAD'],
      ['*', 204, 'GET, HEAD, POST, PUT, PATCH, DELETE'],
      ['/v1/nothing', 404, undefined],
      ['/v1/relay', 404, undefined],
    ]
    for (const [target, status, allow] of options) {
      const answer = await get(target, undefined, 'OPTIONS')
      assert.equal(answer.status, status, target)
      assert.equal(/^allow: (.*)$/im.exec(answer.head)?.[1], allow, target)
    }
    for (const method of ['PUT', 'TRACE', 'PROPFIND', 'PURGE', 'QUERY', 'M-SEARCH']) {
      const { status, json, head } = await get('/v1/status', undefined, method)
      assert.deepEqual([status, json?.code], [405, 'method_not_allowed'], method)
      assert.match(head, /^allow: GET, HEAD$/im)
    }
  })
})

describe('the body of a request', () => {
  let app: TestApp
  let key: string
  before(async () => {
    app = await startApp(await freshDatabase('SQLite'))
    key = (await app.account()).key
  })
  after(() => app.close())

  const send = async (body: string | Buffer, headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.origin}/v1/posts`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    })
    const json = (await response.json()) as { code: string; detail: string; errors?: string[] }
    return { ...json, status: response.status }
  }
  const title = (text: string) => JSON.stringify(eventBody()).replace(/"title":"[^"]*"/, `"title":${text}`)

  test('a body that two parsers could read differently gets 400 invalid_json with the reason', async () => {
    const deep = (open: string, close: string, n: number) => `{"title":${open.repeat(n)}1${close.repeat(n)}}`
    const refused: [string, string | Buffer, RegExp][] = [
      ['lists in lists', deep('[', ']', 30_000), /nested more than 32 levels/],
      ['objects in objects', deep('{"a":', '}', 10_000), /nested more than 32 levels/],
      ['a list that never closes', '['.repeat(65_000), /is not JSON/],
      ['a name twice', '{"title":"a","title":"b"}', /the name "title" twice/],
      ['a name twice, once escaped', '{"title":"a","t\\u0069tle":"b"}', /the name "title" twice/],
      ['a name twice below', '{"location":{"country":"FR","country":"US"}}', /the name "country" twice/],
      ['__proto__ twice', '{"__proto__":1,"__proto__":2}', /"__proto__" twice/],
      ['UTF-16', Buffer.from('{"title":"a"}', 'utf16le'), /is not/],
      [
        'UTF-16 with a byte order mark',
        Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{}', 'utf16le')]),
        /is not text in UTF-8/,
      ],
      ['Latin-1', Buffer.from('{"title":"é"}', 'latin1'), /is not text in UTF-8/],
      ['overlong UTF-8', Buffer.from([0x7b, 0xc0, 0xaf, 0x7d]), /is not text in UTF-8/],
      ['a NUL', '{"title":"a\u0000"}', /is not JSON/],
      ['NaN', '{"title":NaN}', /is not JSON/],
      ['a comment', '{} // x', /is not JSON/],
      ['a trailing comma', '{"title":"a",}', /is not JSON/],
      ['two documents', '{}{}', /is not JSON/],
      ['a list', '[]', /has to be one JSON object/],
      ['null', 'null', /has to be one JSON object/],
      ['nothing', '', /has to be one JSON object/],
    ]
    for (const [what, body, why] of refused) {
      const { status, code, detail } = await send(body)
      assert.deepEqual([status, code], [400, 'invalid_json'], what)
      assert.match(detail, why, what)
    }
  })

  test('a body that is JSON with a wrong member gets 400 invalid, which names the member', async () => {
    const refused: [string, string, RegExp][] = [
      ['a number past every range', title('1e400'), /^\/title: is a number too large to be read/],
      ['one below every range', title('-1e400'), /^\/title: is a number too large to be read/],
      ['half a surrogate pair', title('"\\ud83d half"'), /^\/title: has half of a surrogate pair/],
      ['a NUL in escapes', title('"a\\u0000b"'), /^\/title: has the control character U\+0000/],
      ['__proto__', '{"__proto__":{"title":"x"}}', /^\/__proto__: is no field here/],
      ['constructor', '{"constructor":{"prototype":{}}}', /^\/constructor: is no field here/],
      ['32 levels', `{"title":${'['.repeat(31)}${']'.repeat(31)}}`, /^\/title: got \[/],
      [
        'many unknown fields',
        `{${Array.from({ length: 4_000 }, (_, i) => `"f${i}":1`).join()}}`,
        /is no field here|is missing/,
      ],
      ['a very long name', `{"${'n'.repeat(60_000)}":1}`, /is no field here|is missing/],
    ]
    for (const [what, body, why] of refused) {
      const { status, code, errors = [], ...rest } = await send(body)
      assert.deepEqual([status, code], [400, 'invalid'], what)
      assert.ok(
        errors.some(error => why.test(error)),
        `${what}: ${errors.slice(0, 3)}`,
      )
      assert.ok(JSON.stringify({ errors, rest }).length < 20_000, what)
    }
    assert.equal(Object.hasOwn(Object.prototype, 'title'), false)
  })

  test('a body may begin with a byte order mark', async () => {
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify(eventBody()))])
    assert.equal((await send(marked)).status, 202)
  })

  test('a body has to be JSON in UTF-8 without content encoding; any other kind gets 415', async () => {
    const body = JSON.stringify(eventBody())
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'application/merge-patch+json' },
      { 'content-type': 'text/json' },
      { 'content-type': 'nonsense' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/json; charset=iso-8859-1' },
      { 'content-encoding': 'gzip' },
      { 'content-encoding': 'br' },
      { 'content-encoding': 'identity, gzip' },
    ]) {
      const { status, code } = await send(body, headers)
      assert.deepEqual([status, code], [415, 'unsupported_media_type'], JSON.stringify(headers))
    }
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
      'application/json;charset=utf8',
    ])
      assert.equal((await send(JSON.stringify(eventBody()), { 'content-type': type })).status, 202, type)
  })

  test('a refused body is not charged', async () => {
    const { balance } = (await app.call('GET', '/v1/account', { key })).json
    assert.equal(balance, 10_000_000 - 4 * 1_000_000)
  })
})

onEveryDatabase('a failure of the service', ({ fresh }) => {
  test('a failure of the service gets 500 internal on every route, with only the request id; the log has the reason', async t => {
    const url = await fresh()
    const app = await startApp(url)
    // Without `app.close`, which audits the tables that this test has dropped.
    t.after(() => app.app.close())
    const { key } = await app.account()
    const { json: post } = await app.call('POST', '/v1/posts', { key, body: eventBody() })
    await app.moderate()
    const lines: string[] = []
    app.platform.log = { ...app.platform.log, error: (fields: any) => void lines.push(String(fields.err.message)) }
    const connection = app.platform.dialect.open(url, 'write')
    for (const table of ['listing_search', 'listing', 'posts', 'accounts', 'counters', 'ledger'])
      await connection.command(`alter table ${table} rename to lost_${table}`).catch(() => {})
    await connection.close()
    app.clock.advance(60_000)
    const calls: [string, string, object?][] = [
      ['GET', '/v1/posts'],
      ['GET', `/v1/posts/${post.id}`],
      ['DELETE', `/v1/posts/${post.id}`],
      ['POST', '/v1/posts', eventBody()],
      ['GET', '/v1/account'],
      ['POST', '/v1/accounts', { name: 'A', email: 'a@example.org', accept_terms: true }],
      ['POST', '/v1/reports', { post_id: post.id, reason: 'scam' }],
      ['GET', '/feed.xml'],
      ['GET', `/p/${post.id}`],
    ]
    for (const [method, path, body] of calls)
      for (const who of [{ key }, {}]) {
        const { status, text, json, headers } = await app.call(method, path, { ...who, ...(body && { body }) })
        if (status === 401) continue
        assert.equal(status, 500, `${method} ${path} ${text}`)
        assert.doesNotMatch(
          text,
          /sqlite|postgres|relation|table|select|insert|column|lost_|posts does|stack|node_modules|\.ts|src\//i,
        )
        assert.equal(json.request_id, headers.get('request-id'))
        assert.deepEqual(Object.keys(json), [
          'type',
          'title',
          'status',
          'detail',
          'fix',
          'retryable',
          'docs',
          'code',
          'request_id',
          'error',
        ])
        assert.deepEqual(Object.keys(json.error), ['code', 'message'])
      }
    assert.ok(
      lines.some(line => /listing|posts|accounts|counters/.test(line)),
      'the log has what failed',
    )
    const page = await app.call('GET', '/account?t=x')
    assert.doesNotMatch(page.text, /sqlite|relation|lost_|stack/i)
  })
})
