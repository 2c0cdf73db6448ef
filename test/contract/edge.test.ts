// The edge: what every request passes before its operation, over real sockets.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { problems } from '../../src/contract/problems.ts'
import { freshDatabase } from '../databases.ts'
import { eventBody, startApp, type TestApp } from '../harness.ts'

/** Sends bytes as they are; what came back until the connection closed. */
function raw(app: TestApp, text: string): Promise<string> {
  const { hostname, port } = new URL(app.origin)
  return new Promise(resolve => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', chunk => {
      answer += chunk
    })
    socket.on('error', () => resolve(answer))
    socket.on('close', () => resolve(answer))
  })
}

describe('the platform ceiling', () => {
  let app: TestApp
  before(async () => {
    app = await startApp(await freshDatabase('SQLite'), { env: { PLATFORM_RPS: '10', PLATFORM_BURST: '20' } })
  })
  after(() => app.close())

  test('answers 429 in plain text past the burst, on /v1 alone, and fills again with the rate', async () => {
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

  test('comes before everything else: host, route, key and body', async () => {
    assert.equal((await app.call('POST', '/v1/nowhere', { key: 'bad', body: '{' })).status, 429)
  })
})

describe('guards', () => {
  let app: TestApp
  before(async () => {
    app = await startApp(await freshDatabase('SQLite'))
  })
  after(() => app.close())

  test('a header that may stand once is refused twice', async () => {
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

  test('the first guard that fails answers: 401 before 413 and JSON, 413 before JSON, JSON before the shape', async () => {
    const { key } = await app.account()
    const large = `{"title": "${'x'.repeat(70_000)}`
    assert.equal((await app.call('POST', '/v1/posts', { key: 'ak_bad', body: large })).status, 401)
    assert.equal((await app.call('POST', '/v1/posts', { key, body: large })).status, 413)
    assert.equal((await app.call('POST', '/v1/posts', { key, body: '{"titel": ' })).json.code, 'invalid_json')
    assert.equal((await app.call('POST', '/v1/posts', { key, body: { titel: 1 } })).json.code, 'invalid')
  })

  test('a failure of ours is 500 internal and says nothing but the request id', async () => {
    const { key } = await app.account()
    const { act } = app.platform
    Object.assign(app.platform, {
      act: () =>
        Promise.reject(
          Object.assign(new Error('SQLITE_CORRUPT: select secret from posts'), { code: 'SQLITE_CORRUPT' }),
        ),
    })
    try {
      const answer = await app.call('POST', '/v1/posts', { key, body: eventBody() })
      assert.deepEqual([answer.status, answer.json.code], [500, 'internal'])
      assert.doesNotMatch(answer.text, /sqlite|select|secret|stack/i)
      assert.equal(answer.json.request_id, answer.headers.get('request-id'))
    } finally {
      Object.assign(app.platform, { act })
    }
  })

  test('every answer carries its own Request-Id', async () => {
    const answers = await Promise.all(['/v1/posts', '/', '/v1/none', '/healthz'].map(path => app.call('GET', path)))
    const ids = answers.map(answer => answer.headers.get('request-id') ?? '')
    for (const id of ids) assert.match(id, /^req_[0-9A-Za-z]{20}$/)
    assert.equal(new Set(ids).size, ids.length)
  })

  test('every problem has a status, a title, a meaning and a fix', () => {
    for (const [code, { status, title, meaning, fix }] of Object.entries(problems)) {
      assert.ok(status >= 400 && status < 600, code)
      for (const text of [title, meaning, fix]) assert.ok(text.length > 3, code)
    }
  })
})

test('an IPv6 caller is counted by its /64, a mapped IPv4 address as itself', async () => {
  const { callerAddress } = await import('../../src/http/edge.ts')
  const of = (ip: string) => callerAddress({ ip } as Parameters<typeof callerAddress>[0])
  assert.equal(of('2001:db8:1:2:3:4:5:6'), of('2001:0db8:0001:0002::9'))
  assert.notEqual(of('2001:db8:1:2::1'), of('2001:db8:1:3::1'))
  assert.equal(of('::ffff:192.0.2.7'), '192.0.2.7')
  assert.equal(of('::1'), '0:0:0:0::/64')
})
