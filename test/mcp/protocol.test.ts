// The MCP protocol on the wire: revisions, headers, errors, hostile input.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as sdk from '@modelcontextprotocol/server'
import { metaKeys, modernVersion, protocolVersions } from '../../src/contract/protocol-versions.ts'
import { type SiteId, siteIds } from '../../src/contract/sites/site-ids.ts'
import { freshDatabase } from '../databases.ts'
import {
  allSites,
  eventBody,
  hostOf,
  startApp,
  type TestApp,
  withPresentation,
  withPresentedSites,
} from '../harness.ts'
import { answerIn, raw as rawAt } from '../kit/raw-http.ts'
import { legacy, modern, raw } from './clients.ts'

const initialize = (protocolVersion: string) =>
  legacy('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } })
const send = (app: TestApp, { body, headers }: { body: unknown; headers: Record<string, string> }, more = {}) =>
  raw(app, body, { ...headers, ...more })

describe('revisions', () => {
  let app: TestApp
  before(async () => {
    app = await startApp(await freshDatabase('SQLite'))
  })
  after(() => app.close())

  for (const version of ['2025-03-26', '2025-06-18', '2025-11-25'])
    test(`the revision ${version} is negotiated, answered as JSON, and needs no session`, async () => {
      const answer = await send(app, initialize(version))
      assert.equal(answer.status, 200)
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
      assert.equal(answer.headers.get('mcp-session-id'), null)
      assert.equal(answer.json.result.protocolVersion, version)
      const { capabilities } = answer.json.result
      assert.deepEqual(Object.keys(capabilities), ['tools', 'resources', 'prompts', 'extensions'])
      assert.deepEqual(Object.keys(capabilities.extensions), ['io.modelcontextprotocol/skills'])
      assert.match(answer.json.result.instructions, /untrusted/)
      const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
      const accepted = await raw(app, initialized, { 'mcp-protocol-version': version })
      assert.deepEqual([accepted.status, accepted.text], [202, ''])
      const ping = await send(app, legacy('ping'), { 'mcp-protocol-version': version })
      assert.deepEqual(ping.json, { result: {}, jsonrpc: '2.0', id: 7 })
    })

  test('the revisions and names in this file are those of the SDK', () => {
    const known = sdk.SUPPORTED_PROTOCOL_VERSIONS.filter(version => version >= '2025-03-26' && version < modernVersion)
    assert.deepEqual(protocolVersions, [modernVersion, ...known])
    assert.deepEqual(metaKeys, {
      protocolVersion: sdk.PROTOCOL_VERSION_META_KEY,
      clientInfo: sdk.CLIENT_INFO_META_KEY,
      clientCapabilities: sdk.CLIENT_CAPABILITIES_META_KEY,
      serverInfo: sdk.SERVER_INFO_META_KEY,
    })
  })

  test('an unknown revision is answered with a known one, and refused in the header', async () => {
    assert.equal((await send(app, initialize('1999-01-01'))).json.result.protocolVersion, '2025-11-25')
    const refused = await send(app, legacy('tools/list'), { 'mcp-protocol-version': '1999-01-01' })
    assert.equal(refused.status, 400)
    assert.match(refused.json.error.message, /1999-01-01/)
    const { body, headers } = modern('tools/list')
    body.params._meta['io.modelcontextprotocol/protocolVersion'] = '2099-01-01'
    const later = await raw(app, body, { ...headers, 'mcp-protocol-version': '2099-01-01' })
    assert.deepEqual([later.status, later.json.error.code], [400, -32_022])
    assert.deepEqual(later.json.error.data.supported, ['2026-07-28'])
  })

  test('the revision 2026-07-28 is discovered, and its results have their type and their cache lifetime', async () => {
    const discovered = (await send(app, modern('server/discover'))).json.result
    assert.deepEqual(discovered.supportedVersions, ['2026-07-28'])
    assert.equal(discovered.resultType, 'complete')
    const list = (await send(app, modern('tools/list'))).json.result
    assert.deepEqual([list.resultType, list.ttlMs, list.cacheScope], ['complete', 3_600_000, 'public'])
    assert.equal(list._meta['io.modelcontextprotocol/serverInfo'].name, 'test.events/events')
    const own = (await send(app, modern('resources/read', { uri: 'policy://current' }))).json.result
    assert.deepEqual([own.ttlMs, own.cacheScope], [300_000, 'public'])
  })

  test('headers that contradict the body, an unknown method and a bad envelope have their codes', async () => {
    const call = modern('tools/call', { name: 'get_status', arguments: {} })
    const other = await send(app, call, { 'mcp-method': 'tools/list' })
    assert.deepEqual([other.status, other.json.error.code], [400, -32_020])
    const named = await send(app, call, { 'mcp-name': 'delete_post' })
    assert.deepEqual([named.status, named.json.error.code], [400, -32_020])
    const unknown = await send(app, modern('nowhere/list'))
    assert.deepEqual([unknown.status, unknown.json.error.code], [404, -32_601])
    for (const method of ['initialize', 'ping', 'logging/setLevel', 'subscriptions/listen'])
      assert.equal((await send(app, modern(method, { notifications: {} }))).json.error.code, -32_601, method)
    delete call.body.params._meta['io.modelcontextprotocol/clientCapabilities']
    const bare = await send(app, call)
    assert.deepEqual([bare.status, bare.json.error.code], [400, -32_602])
    assert.equal((await send(app, legacy('nowhere/list'))).json.error.code, -32_601)
  })

  test('a batch is accepted only by the revision that has batches', async () => {
    const batch = [legacy('ping').body, { ...legacy('tools/list').body, id: 8 }]
    const answers = (await raw(app, batch)).json as { id: number }[]
    assert.deepEqual(answers.map(answer => answer.id).sort(), [7, 8])
    for (const version of ['2025-06-18', '2025-11-25', '2026-07-28']) {
      const refused = await raw(app, batch, { 'mcp-protocol-version': version })
      assert.deepEqual([refused.status, refused.json.error.code], [400, -32_600], version)
    }
    const long = Array.from({ length: 21 }, (_, id) => ({ ...legacy('ping').body, id }))
    assert.deepEqual([(await raw(app, long)).status, (await raw(app, [])).status], [400, 400])
  })

  test('a message that is no JSON-RPC gets the error of the protocol', async () => {
    for (const [body, code] of [
      ['{"a', -32_700],
      ['', -32_700],
      ['null', -32_600],
      ['"x"', -32_600],
      ['{}', -32_600],
      ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600],
      ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600],
    ] as const) {
      const answer = await raw(app, body, { 'content-type': 'application/json' })
      assert.equal(answer.status, 400, body)
      assert.equal(answer.json?.error?.code, code, body)
    }
    const call = (args: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"post_event","arguments":${args}}}`
    for (const [body, words] of [
      ['{"a', /is not JSON/],
      ['', /is empty/],
      [call(`{"title":${'['.repeat(9_000)}${']'.repeat(9_000)}}`), /nested more than 32 levels/],
      [call('{"max_price_micros":1,"max_price_micros":9000000}'), /"max_price_micros" twice/],
    ] as const) {
      const { status, json } = await raw(app, body, { 'content-type': 'application/json' })
      assert.deepEqual([status, json.error.code, json.id], [400, -32_700, null])
      assert.match(json.error.message, words)
    }
    const bare = answerIn(
      await rawAt(app.origin, 'POST /mcp HTTP/1.1\r\nHost: events.test\r\nConnection: close\r\n\r\n'),
    )
    assert.deepEqual([bare.status, bare.json?.error?.code], [415, -32_000], 'without a body and a content type')
    assert.equal((await raw(app, 'x', { 'content-type': 'text/plain' })).status, 415)
    assert.equal((await raw(app, '{}', { 'content-encoding': 'gzip' })).status, 415)
    assert.equal(
      (await raw(app, { jsonrpc: '2.0', id: 1, method: 'ping', params: { x: 'x'.repeat(70_000) } })).status,
      413,
    )
  })

  test('a batch is answered by a list, even for a single message, and must not repeat an id', async () => {
    const ping = legacy('ping').body
    assert.deepEqual((await raw(app, [ping])).json, [{ result: {}, jsonrpc: '2.0', id: 7 }])
    const noted = (await raw(app, [ping, { jsonrpc: '2.0', method: 'notifications/initialized' }])).json
    assert.equal(noted.length, 1)
    const faulty = (await raw(app, [ping, { ...legacy('resources/read', {}).body, id: 8 }])).json
    assert.equal(faulty.find((one: { id: number }) => one.id === 8).error.code, -32_602)
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }
    const status = legacy('tools/call', { name: 'get_status' }).body
    for (const batch of [
      [status, cancelled],
      [cancelled, status],
    ])
      assert.equal(
        (await raw(app, batch)).json[0]?.result.structuredContent.api,
        'ok',
        'every message of the batch is answered',
      )
    assert.equal((await raw(app, [cancelled])).status, 202)
    const twice = await raw(app, [ping, ping])
    assert.deepEqual([twice.status, twice.json.error.code], [400, -32_600])
    assert.match(twice.json.error.message, /id 7/)
  })

  test('wrong parameters get -32602 with the fault of each in words', async () => {
    for (const [method, params, words] of [
      ['tools/call', {}, /^\/params\/name: is missing; it takes the name of a tool$/],
      ['tools/call', { name: 5 }, /^\/params\/name: got 5;/],
      ['tools/call', { name: 'get_posts' }, /^There is no tool "get_posts" here; did you mean "get_post"\?$/],
      ['tools/call', { name: '__proto__' }, /^There is no tool "__proto__" here; it takes create_account, /],
      ['tools/call', { name: 'get_status', arguments: [] }, /^\/params\/arguments: got \[\];/],
      ['prompts/get', { name: 'constructor' }, /^There is no prompt "constructor" here; it takes write_event, /],
      [
        'prompts/get',
        { name: 'write_event', arguments: { about: 5 } },
        /^\/params\/arguments\/about: got 5; it takes text$/,
      ],
      ['resources/read', {}, /^\/params\/uri: is missing;/],
    ] as const)
      for (const request of [legacy, modern]) {
        const { json } = await send(app, request(method, params))
        // In 2026-07-28 a missing header is reported before the missing member.
        if (json.error.code === -32_020) continue
        assert.equal(json.error.code, -32_602, JSON.stringify(json))
        assert.match(json.error.message, words)
      }
    for (const params of [{}, { protocolVersion: '2025-11-25' }, { protocolVersion: '2025-11-25', capabilities: {} }])
      assert.equal((await send(app, legacy('initialize', params))).json.error.code, -32_602)
  })

  test('a resource that fails reveals only the request id', async () => {
    const broken = await startApp(await freshDatabase('SQLite'))
    try {
      const connection = broken.platform.dialect.open(broken.databaseUrl, 'write')
      await connection.command('drop table listing')
      await connection.command('drop table posts')
      await connection.close()
      for (const request of [legacy, modern]) {
        const answer = await send(broken, request('resources/read', { uri: 'post://p_0123456789abcdefghij' }))
        assert.equal(answer.json.error.code, -32_603)
        assert.match(answer.json.error.message, /^The request failed on our side\. .* The request id is req_\w+\.$/)
      }
    } finally {
      // Without `app.close`, which audits the tables that this test has dropped.
      await broken.app.close()
    }
  })

  test('revisions GET and DELETE are 405: there is no stream to open and no session to end', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await app.call(method, '/mcp', { headers: { accept: 'text/event-stream' } })
      assert.equal(answer.status, 405, method)
      assert.equal(answer.headers.get('allow'), 'POST')
    }
  })

  test('a bad key gets 401 with WWW-Authenticate, whatever is called; a repeated header is refused', async () => {
    for (const call of [initialize('2025-11-25'), modern('tools/list'), legacy('tools/call', { name: 'get_status' })]) {
      const answer = await send(app, call, { authorization: `Bearer ak_${'a'.repeat(38)}` })
      assert.equal(answer.status, 401)
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
      assert.equal(answer.json.code, 'unauthorized')
    }
  })

  test('a page of another origin is refused, and pages of the site are accepted', async () => {
    for (const origin of ['http://evil.example', 'null', 'http://events.test.evil.example', 'x'])
      assert.equal((await send(app, legacy('ping'), { origin })).status, 403, origin)
    assert.equal((await send(app, legacy('ping'), { origin: 'http://events.test' })).status, 200)
  })

  test('an unknown host is refused, so that DNS rebinding reaches nothing', async () => {
    const four = await startApp(await freshDatabase('SQLite'), { env: { SITES: allSites } })
    try {
      const answer = await four.call('POST', '/mcp', { body: legacy('tools/list').body, host: 'evil.example' })
      assert.deepEqual([answer.status, answer.json.code], [404, 'unknown_site'])
      const stories = await raw(four, legacy('tools/list').body, {}, 'stories')
      assert.ok(stories.json.result.tools.some((tool: { name: string }) => tool.name === 'post_story'))
    } finally {
      await four.close()
    }
  })

  test('a kept answer has the id and the text of the post in any script, and its length in bytes', async () => {
    const { key } = await app.account({ balance: 1_000_000 })
    const title = 'Café, 茶会 and 🫖'
    const { json: post } = await app.call('POST', '/v1/posts', { key, body: eventBody({ title }) })
    await app.moderate()
    for (const id of ['one', 'zwei ü', '三 🫖', 'the length of another id']) {
      const { body, headers } = legacy('tools/call', { name: 'get_post', arguments: { id: post.id } })
      const answer = await send(app, { body: { ...body, id }, headers })
      assert.deepEqual([answer.json.id, answer.json.result.structuredContent.title], [id, title])
      assert.equal(answer.headers.get('content-length'), String(Buffer.byteLength(answer.text)))
    }
  })

  test('a client that accepts only JSON, or has no Accept header, is answered', async () => {
    for (const accept of ['application/json', '*/*'])
      assert.equal((await raw(app, legacy('tools/list').body, { accept })).status, 200, accept)
    assert.equal((await raw(app, legacy('tools/list').body, { accept: 'text/html' })).status, 406)
  })
})

describe('the platform', () => {
  test('the platform limits the rate of requests to /mcp', async () => {
    const app = await startApp(await freshDatabase('SQLite'), { env: { PLATFORM_RPS: '5', PLATFORM_BURST: '5' } })
    try {
      const answers = await Promise.all(Array.from({ length: 9 }, () => send(app, legacy('tools/list'))))
      assert.equal(answers.filter(answer => answer.status === 200).length, 5)
      assert.equal(answers.find(answer => answer.status === 429)?.text, 'Too Many Requests')
    } finally {
      await app.close()
    }
  })
})

withPresentation('an answer without the SDK equals the answer of the SDK', app => {
  /** Ids of requests and times differ between two calls. */
  const comparable = (text: string) => JSON.parse(text.replace(/req_\w+/g, 'req_').replace(/t=[\w.-]+/g, 't='))

  /** An unknown member of _meta, which is ignored, sends a request through the SDK. */
  const throughSdk = (body: Record<string, any>) => ({
    ...body,
    params: { ...body.params, _meta: { ...body.params._meta, 'org.example/unknown': 1 } },
  })

  test('every plain call gets the same answer without the SDK as with it, in both eras', async () => {
    const { key } = await app().account()
    const { json: own } = await app().call('POST', '/v1/posts', { key, body: eventBody() })
    const { json: queued } = await app().call('POST', '/v1/posts', { key, body: eventBody() })
    await app().platform.act('cancelPost', { postId: queued.id, by: { keyId: await keyId(), site: 'events' } })
    await app().moderate()
    const calls: [string, Record<string, unknown>][] = [
      ['get_policy', {}],
      ['get_pricing', {}],
      ['get_status', {}],
      ['get_account', {}],
      ['browse_posts', { limit: 3 }],
      ['browse_posts', { limit: 0, nope: 1 }],
      ['get_post', { id: own.id }],
      ['get_post', { id: 'p_nothingnothingnothing' }],
      ['check_event', eventBody()],
      ['post_event', { title: 1 }],
      ['cancel_post', { id: own.id }],
      ['edit_event', { id: own.id, topics: ['other'], dry_run: true }],
      ['edit_event', { id: own.id }],
      ['list_outcomes', {}],
      ['request_account_deletion', {}],
    ]
    for (const request of [legacy, modern])
      for (const bearer of [{ authorization: `Bearer ${key}` }, {}])
        for (const [name, args] of calls) {
          const { body, headers } = request('tools/call', { name, arguments: args })
          const direct = await raw(app(), body, { ...headers, ...bearer })
          const viaSdk = await raw(app(), throughSdk(body), { ...headers, ...bearer })
          assert.equal(direct.status, viaSdk.status)
          assert.deepEqual(comparable(direct.text), comparable(viaSdk.text), name)
        }
    for (const request of [legacy, modern]) {
      const { body, headers } = request('tools/list')
      const direct = await raw(app(), body, headers)
      assert.deepEqual(direct.json, (await raw(app(), throughSdk(body), headers)).json)
      assert.equal(direct.text, (await raw(app(), body, headers)).text, 'the list is the same in every answer')
    }

    async function keyId(): Promise<string> {
      const row = await app()
        .platform.db.selectFrom('posts')
        .select('key_id')
        .where('id', '=', queued.id)
        .executeTakeFirstOrThrow()
      return row.key_id
    }
  })
})

withPresentedSites('hostile arguments', app => {
  const at = (site: SiteId, { body, headers }: ReturnType<typeof modern>, more: Record<string, string> = {}) =>
    raw(app(), body, { ...headers, ...more }, site)
  const values = [
    null,
    true,
    0,
    -1,
    1e308,
    '',
    'x'.repeat(2_500),
    '\u0000',
    '\ud800',
    "'; drop table posts; --",
    [],
    [[[[[[]]]]]],
    {},
    { __proto__: null, constructor: { prototype: {} } },
    JSON.parse('{"__proto__": {"admin": true}}'),
  ]

  for (const site of siteIds)
    test(`hostile arguments never make the service fail: each gets a problem (${site})`, async () => {
      const { key } = await app().account({ balance: 100_000_000 })
      const { tools } = (await at(site, legacy('tools/list'))).json.result
      for (const { name, inputSchema } of tools)
        for (const [index, value] of values.entries()) {
          const names = [...Object.keys(inputSchema.properties), '__proto__', 'constructor', 'nope']
          const args = JSON.parse(`{${names.map(one => `${JSON.stringify(one)}:${JSON.stringify(value)}`).join(',')}}`)
          const bearer = index % 3 === 0 ? {} : { authorization: `Bearer ${key}` }
          const request = index % 2 ? legacy : modern
          const answer = await at(site, request('tools/call', { name, arguments: args }), bearer)
          if (index % 3 === 0 && answer.status === 401) {
            assert.match(answer.headers.get('www-authenticate') ?? '', /resource_metadata=/)
            continue
          }
          assert.equal(
            answer.status,
            200,
            `${name} ${JSON.stringify(value)?.slice(0, 80)}: ${answer.text.slice(0, 500)}`,
          )
          assert.equal(answer.json.result.isError, true, name)
          const { code, status } = answer.json.result.structuredContent
          assert.ok(status >= 400 && status < 500, `${name}: ${code}`)
        }
      assert.equal((await app().call('GET', '/v1/account', { key, host: hostOf(site) })).json.balance, 100_000_000)
      assert.equal(({} as any).admin, undefined)
    })

  test('hostile arguments get problems whose fix names tools', async () => {
    const { key } = await app().account()
    const { json: post } = await app().call('POST', '/v1/posts', { key, body: eventBody(), host: hostOf('events') })
    await app().moderate()
    for (const [name, args, code, words] of [
      [
        'cancel_post',
        { id: post.id },
        'not_cancellable',
        /delete any published post with delete_post, without a refund/,
      ],
      ['post_event', eventBody({ title: 'asdf', body: 'asdf asdf asdf' }), 'low_quality', /`refusal` and get_policy,/],
    ] as const) {
      const call = legacy('tools/call', { name, arguments: args })
      const { result } = (await at('events', call, { authorization: `Bearer ${key}` })).json
      assert.equal(result.structuredContent.code, code)
      assert.match(result.content[0].text, words)
    }
  })

  test('arguments that are no object, and an unknown tool, get a protocol error', async () => {
    for (const request of [legacy, modern]) {
      for (const args of [null, [], 'x', 5])
        assert.equal(
          (await at('events', request('tools/call', { name: 'get_status', arguments: args }))).json.error.code,
          -32_602,
        )
      for (const name of ['nope', '__proto__', 'constructor', 'toString', ''])
        assert.ok((await at('events', request('tools/call', { name, arguments: {} }))).json.error?.code, name)
    }
  })

  test('wrong arguments are all listed with their faults, and nothing is charged', async () => {
    const { key } = await app().account()
    const bearer = { authorization: `Bearer ${key}` }
    const call = legacy('tools/call', {
      name: 'post_event',
      arguments: { ...eventBody({ title: '', nope: 1 }), topics: [] },
    })
    const { code, errors } = (await at('events', call, bearer)).json.result.structuredContent
    assert.equal(code, 'invalid')
    for (const pointer of ['/title:', '/topics:', '/nope:'])
      assert.ok(
        errors.some((error: string) => error.startsWith(pointer)),
        `${pointer} in ${errors}`,
      )
    const short = legacy('tools/call', { name: 'post_event', arguments: { ...eventBody(), idempotency_key: 'short' } })
    assert.match((await at('events', short, bearer)).json.result.structuredContent.errors[0], /^\/idempotency_key:/)
    const both = legacy('tools/call', {
      name: 'post_event',
      arguments: { ...eventBody({ title: '' }), max_price_micros: -1, idempotencyKey: 'misspelt-key' },
    })
    const listed = (await at('events', both, bearer)).json.result.structuredContent.errors.join('\n')
    assert.match(listed, /^\/title:/m)
    assert.match(listed, /^\/max_price_micros:/m)
    assert.match(listed, /^\/idempotencyKey: .*did you mean "idempotency_key"/m)
    assert.equal((await app().call('GET', '/v1/account', { key, host: hostOf('events') })).json.balance, 10_000_000)
  })
})
