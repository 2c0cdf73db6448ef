// What pages of other origins may do: everything that needs no cookie, and nothing that needs one.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type OperationRow, operations } from '../../../src/contract/operations.ts'
import { eventBody, withPresentation } from '../../harness.ts'

const origin = 'https://agent.example'
const corsOf = (headers: Headers) => [...headers.keys()].filter(name => name.startsWith('access-control-'))

withPresentation('CORS', app => {
  const preflight = (path: string, method = 'POST', headers = 'authorization, content-type, idempotency-key') =>
    app().call('OPTIONS', path, {
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
    })

  test('public pages, feeds and every answer of the API may be read from any origin, without credentials', async () => {
    const { key } = await app().account()
    const posted = await app().call('POST', '/v1/posts', { key, body: eventBody(), headers: { origin } })
    assert.equal(posted.status, 202)
    await app().moderate()
    const answers = [posted]
    for (const path of [
      '/',
      '/feed.xml',
      '/index.json',
      `/p/${posted.json.id}`,
      `/p/${posted.json.id}.json`,
      '/problems.json',
      '/healthz',
      '/v1/posts',
      '/v1/none',
      '/none',
    ])
      answers.push(await app().call('GET', path, { headers: { origin } }))
    answers.push(await app().call('GET', '/v1/account', { key, headers: { origin } }))
    answers.push(await app().call('GET', '/v1/account', { headers: { origin } }))
    answers.push(await app().call('POST', '/v1/accounts', { body: '{', headers: { origin } }))
    answers.push(await app().call('PUT', '/v1/posts', { headers: { origin } }))
    for (const { headers } of answers) {
      assert.equal(headers.get('access-control-allow-origin'), '*')
      assert.equal(headers.get('access-control-allow-credentials'), null)
      const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? []
      for (const name of [
        'Request-Id',
        'Retry-After',
        'RateLimit',
        'RateLimit-Policy',
        'Link',
        'Location',
        'ETag',
        'Idempotent-Replayed',
      ])
        assert.ok(exposed.includes(name), name)
    }
  })

  test('an answer is the same with and without an Origin header, so that a cache may serve it to both', async () => {
    const [without, withOne] = [
      await app().call('GET', '/v1/posts'),
      await app().call('GET', '/v1/posts', { headers: { origin } }),
    ]
    assert.deepEqual(corsOf(without.headers), corsOf(withOne.headers))
    assert.doesNotMatch(withOne.headers.get('vary') ?? '', /origin/i)
  })

  test('a preflight of every operation allows its methods and the headers that callers send', async () => {
    for (const { method, path, offeredOn, auth } of Object.values<OperationRow>(operations)) {
      if (offeredOn || auth === 'owner') continue
      const answer = await preflight(path.replace(':id', 'p_00000000000000000000'), method.toUpperCase())
      assert.deepEqual([answer.status, answer.text], [204, ''], path)
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      assert.ok(answer.headers.get('access-control-allow-methods')?.split(', ').includes(method.toUpperCase()), path)
      const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ') ?? []
      for (const name of ['authorization', 'content-type', 'idempotency-key', 'if-none-match'])
        assert.ok(allowed.includes(name))
      assert.equal(answer.headers.get('access-control-max-age'), '7200')
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)
      assert.match(answer.headers.get('request-id') ?? '', /^req_/)
    }
  })

  test('a page on another site of the platform, or on the same machine, may send the headers that MCP needs', async () => {
    const allowed = (await preflight('/mcp', 'POST')).headers.get('access-control-allow-headers')?.toLowerCase() ?? ''
    for (const name of ['authorization', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'])
      assert.ok(allowed.split(', ').includes(name), name)
  })

  test('a preflight of an unknown path is 404', async () => {
    const { status, json } = await preflight('/v1/nothing')
    assert.deepEqual([status, json.code], [404, 'not_found'])
  })

  describe('pages that need a cookie', () => {
    for (const path of [
      '/account',
      '/account/verify',
      '/account/top-up',
      '/account/verification',
      '/%61ccount',
      '/v1/manage/keys',
      '/review',
    ])
      test(`the page ${path} has no CORS headers`, async () => {
        for (const answer of [
          await app().call('GET', path, { headers: { origin } }),
          await app().call('POST', path, { headers: { origin } }),
          await preflight(path),
        ])
          assert.deepEqual(corsOf(answer.headers), [])
      })
  })
})
