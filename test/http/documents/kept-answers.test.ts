// The cache of answers: a repeated request is answered past the framework, and every promise about requests still holds.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { RequestLine } from '../../../src/usecases/platform.ts'
import { onEveryDatabase, quietLog } from '../../harness.ts'
import { answerIn, raw } from '../../kit/raw-http.ts'
import { type PublishingSites, startPublishingSites } from '../pages/published.ts'

const limit = { PLATFORM_RPS: '1', PLATFORM_BURST: '20' }

onEveryDatabase('a cached answer', ({ fresh }) => {
  let app: PublishingSites
  let id: string
  const lines: RequestLine[] = []
  const log = Object.assign({ ...quietLog }, { request: (line: RequestLine) => void lines.push(line) })
  before(async () => {
    app = await startPublishingSites(await fresh(), limit, log)
    id = await app.publish('events')
  })
  after(() => app.close())

  /** Sends a GET with further headers as they are. */
  const get = async (path: string, headers: string[] = [], host = 'events.test') => {
    const sent = [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'User-Agent: test/1', 'Connection: close', ...headers]
    return answerIn(await raw(app.origin, `${sent.join('\r\n')}\r\n\r\n`))
  }
  /** How often documents were requested while `work` ran. A cached answer requests none. */
  const lookedUp = async (work: () => Promise<unknown>) => {
    const { documents } = app.platform
    const { get } = documents
    let times = 0
    documents.get = (...of) => {
      times++
      return get(...of)
    }
    await work().finally(() => {
      documents.get = get
    })
    return times
  }
  const header = (head: string, name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]
  const variableHeaders = /^(?:request-id|date): .*\r?\n/gim
  const rested = () => app.clock.advance(30_000)

  test('a cached answer is the same except for its request id, which the log has, and requests no document', async () => {
    for (const path of ['/v1/posts', `/v1/posts/${id}`, '/', `/p/${id}`, '/index.json', '/openapi.json']) {
      rested()
      const first = await get(path)
      let again = first
      assert.equal(await lookedUp(async () => (again = await get(path))), 0, path)
      assert.equal(first.status, 200)
      assert.equal(again.body, first.body)
      assert.equal(again.head.replace(variableHeaders, ''), first.head.replace(variableHeaders, ''))
      const ids = [first, again].map(({ head }) => header(head, 'request-id'))
      assert.notEqual(ids[0], ids[1])
      const [one, other] = ids.map(each => lines.find(line => line.request_id === each))
      assert.ok(one && other, `${path} is missing from the log`)
      const { request_id: _, ms: __, ...said } = one
      assert.deepEqual({ ...other, ...said }, other)
    }
  })

  test('a cached answer gets 304 for a request with its ETag, in the requested encoding', async () => {
    rested()
    const packed = await get('/', ['Accept-Encoding: gzip'])
    assert.equal(header(packed.head, 'content-encoding'), 'gzip')
    const plain = await get('/')
    assert.equal(header(plain.head, 'content-encoding'), undefined)
    for (const [asked, encoding] of [
      [packed, ['Accept-Encoding: gzip']],
      [plain, []],
    ] as const) {
      const condition = `If-None-Match: ${header(asked.head, 'etag')}`
      let unchanged = asked
      assert.equal(await lookedUp(async () => (unchanged = await get('/', [condition, ...encoding]))), 0)
      assert.deepEqual([unchanged.status, unchanged.body], [304, ''])
      assert.equal(header(unchanged.head, 'etag'), header(asked.head, 'etag'))
      assert.equal(header(unchanged.head, 'access-control-allow-origin'), '*')
      const since = await get('/', ['If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT', ...encoding])
      assert.equal(since.status, 200)
    }
  })

  test('belongs to its site and to the requested media type', async () => {
    rested()
    const answers = [
      await get('/'),
      await get('/', [], 'stories.test'),
      await get('/', ['Accept: text/markdown']),
      await get('/', ['Accept: text/html']),
    ]
    assert.equal(new Set(answers.map(({ body }) => body)).size, 3)
    assert.equal((await get('/', [], 'nobody.test')).status, 404)
  })

  test('a cached answer is renewed after a publication, and never older than a second', async () => {
    rested()
    const other = await app.publish('events', { title: 'An evening of chess' })
    assert.ok((await get('/v1/posts')).body.includes(other))
    assert.equal((await get(`/v1/posts/${other}`)).status, 200)
    const deleted = { host: 'events.test', key: app.author.key }
    assert.equal((await app.call('DELETE', `/v1/posts/${other}`, deleted)).status, 200)
    assert.equal((await get(`/v1/posts/${other}`)).status, 410)
    assert.ok(!(await get('/v1/posts')).body.includes(other))
    app.clock.advance(1_000)
    assert.equal(await lookedUp(() => get('/v1/posts')), 1)
  })

  test('a cached answer is not used for a request that a guard refuses, or for a different request', async () => {
    rested()
    const path = `/v1/posts/${id}`
    assert.equal((await get(path)).status, 200)
    assert.equal((await get(path, ['X-API-Key: ak_1'])).status, 401)
    assert.equal((await get(path, ['Authorization: Bearer ak_1'])).status, 401)
    assert.equal((await get(path, ['Host: events.test'])).status, 400)
    assert.equal((await get(path, ['Transfer-Encoding: gzip'])).status, 400)
    assert.equal(
      JSON.parse((await get(path, [`Authorization: Bearer ${app.author.key}`])).body).price !== undefined,
      true,
    )
    const head = await raw(app.origin, `HEAD ${path} HTTP/1.1\r\nHost: events.test\r\nConnection: close\r\n\r\n`)
    assert.deepEqual([answerIn(head).status, answerIn(head).body], [200, ''])
    const old = await raw(app.origin, `GET ${path} HTTP/1.0\r\nHost: events.test\r\n\r\n`)
    assert.match(old, /^HTTP\/1\.1 200 /)
  })

  test('a cached answer counts for the platform rate limit on paths that the limit covers', async () => {
    rested()
    const statuses = async (path: string) => {
      const found: number[] = []
      for (let i = 0; i < 22; i++) found.push((await get(path)).status)
      return found.filter(status => status === 200).length
    }
    assert.equal(await statuses('/v1/posts'), 20)
    const { status, head, body } = await get('/v1/posts')
    assert.deepEqual([status, header(head, 'retry-after'), body], [429, '1', 'Too Many Requests'])
    assert.equal(await statuses('/'), 22)
  })
})
