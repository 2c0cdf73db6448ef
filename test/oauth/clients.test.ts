// Seven real clients connect with the requests that they were seen to send, and documents of clients are read with care.
import assert from 'node:assert/strict'
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import { cursorRedirect, oauthPaths } from '../../src/contract/oauth.ts'
import { allSites, onPresentation, startApp, type TestApp } from '../harness.ts'
import { type Receiver, type TestNetwork, testNetwork } from '../kit/webhook-receiver.ts'
import { agree, askConsent, ownersBrowser, proof, refresh, register, token } from './apps.ts'

const mcp = 'http://events.test/mcp'
const form = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] }

onPresentation('real clients', ({ fresh }) => {
  let app: TestApp
  let network: TestNetwork
  before(async () => {
    network = testNetwork()
    app = await startApp(await fresh(), { overrides: { webhookNetwork: network } })
  })
  after(async () => {
    await app.close()
    network.close()
  })

  /** A host of documents. `documents`: by path, a document or what answers. */
  async function hostOfDocuments(name: string, documents: Record<string, unknown>) {
    const receiver: Receiver = await network.receiver(name)
    receiver.answer = ({ path }, reply) => {
      const found = documents[path]
      reply.setHeader('content-type', 'application/json')
      if (found === undefined) reply.statusCode = 404
      reply.end(typeof found === 'string' ? found : JSON.stringify(found ?? {}))
    }
    return { receiver, origin: new URL(receiver.url).origin, documents }
  }

  /** Lets an owner connect a client, and returns its tokens. `signed`: makes the members by which a client proves itself. */
  async function connect(
    clientId: string,
    redirect: string,
    more: Record<string, string> = {},
    signed: () => Record<string, string> = () => ({}),
  ) {
    const { verifier, challenge } = proof()
    const browser = ownersBrowser(app)
    const request = { client_id: clientId, redirect_uri: redirect, response_type: 'code', state: 'state-1', ...more }
    const page = await askConsent(browser, { ...request, code_challenge: challenge, code_challenge_method: 'S256' })
    const back = await agree(browser, await app.account(), page)
    assert.equal(
      back.at.replace('null', ''),
      redirect.replace('cursor://anysphere.cursor-mcp', ''),
      'it comes back there',
    )
    const exchanged = await token(app, {
      ...{ grant_type: 'authorization_code', code: back.get('code') ?? '', redirect_uri: redirect },
      ...{
        client_id: clientId,
        code_verifier: verifier,
        ...(more.resource && { resource: more.resource }),
        ...signed(),
      },
    })
    assert.equal(exchanged.status, 200, exchanged.text)
    assert.ok(exchanged.json.refresh_token, 'no client is signed out after an hour')
    const account = await app.call('POST', '/mcp', {
      key: exchanged.json.access_token,
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_account', arguments: {} } },
    })
    assert.equal(account.json.result?.structuredContent.status, 'active', account.text)
    return exchanged.json
  }

  test('claude.ai connects by its document', async () => {
    const { origin, documents } = await hostOfDocuments('claude', {})
    const id = `${origin}/oauth/mcp-oauth-client-metadata`
    documents['/oauth/mcp-oauth-client-metadata'] = {
      ...{ client_id: id, client_name: 'Claude', client_uri: origin, token_endpoint_auth_method: 'none', ...form },
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
    }
    await connect(id, 'https://claude.ai/api/mcp/auth_callback', { resource: mcp, scope: 'posts:write account:read' })
  })

  test('Claude Code connects by a document with loopback addresses without a port and without a type, from any port', async () => {
    const { origin, documents } = await hostOfDocuments('claude-code', {})
    const id = `${origin}/oauth/claude-code-client-metadata`
    documents['/oauth/claude-code-client-metadata'] = {
      ...{ client_id: id, client_name: 'Claude Code', ...form, token_endpoint_auth_method: 'none' },
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    }
    const tokens = await connect(id, 'http://localhost:53121/callback', { resource: mcp, prompt: 'consent' })
    const renewed = await refresh(app, { clientId: id, refreshToken: tokens.refresh_token })
    assert.deepEqual([renewed.status, renewed.json.scope], [200, tokens.scope], 'it names no scope when it refreshes')
  })

  test('ChatGPT connects by its document and proves itself with its key', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const { origin, documents } = await hostOfDocuments('chatgpt', {})
    const id = `${origin}/oauth/a1b2/client.json`
    documents['/oauth/a1b2/client.json'] = {
      ...{ client_id: id, client_name: 'ChatGPT', ...form, token_endpoint_auth_method: 'private_key_jwt' },
      ...{ token_endpoint_auth_signing_alg: 'RS256', jwks_uri: `${origin}/oauth/jwks.json` },
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    }
    documents['/oauth/jwks.json'] = {
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
    }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const assertion = (audience: string) => () => {
      const now = Math.floor(Date.now() / 1000)
      const claims = { iss: id, sub: id, aud: audience, jti: randomUUID(), iat: now, exp: now + 60 }
      const text = `${part({ alg: 'RS256', kid: 'k1', typ: 'JWT' })}.${part(claims)}`
      return {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: `${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`,
      }
    }
    const redirect = 'https://chatgpt.com/connector_platform_oauth_redirect'
    const right = assertion('http://events.test/v1/oauth/token')
    const { refresh_token: refreshToken } = await connect(id, redirect, { resource: mcp }, right)
    const bare = await refresh(app, { clientId: id, refreshToken })
    assert.deepEqual([bare.status, bare.json.error], [401, 'invalid_client'], 'nobody else can use its tokens')
    const other = await refresh(app, { clientId: id, refreshToken, ...assertion('https://elsewhere.example')() })
    assert.equal(other.json.error, 'invalid_client')
    assert.equal((await refresh(app, { clientId: id, refreshToken, ...right() })).status, 200)
  })

  test('Cursor registers three addresses, a private scheme among them, and comes back to each', async () => {
    const redirect_uris = [
      cursorRedirect,
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ]
    const { json } = await register(app, {
      client_name: 'Cursor',
      ...form,
      token_endpoint_auth_method: 'none',
      redirect_uris,
    })
    for (const redirect of redirect_uris) await connect(json.client_id, redirect, { resource: mcp })
  })

  for (const [name, registration, redirect] of [
    [
      'VS Code',
      {
        ...{
          client_name: 'Visual Studio Code',
          ...form,
          application_type: 'native',
          token_endpoint_auth_method: 'none',
        },
        ...{ client_uri: 'https://code.visualstudio.com', scope: 'posts:write search' },
        redirect_uris: ['https://vscode.dev/redirect', 'http://127.0.0.1/', 'http://127.0.0.1:33418/'],
      },
      'http://127.0.0.1:33418/',
    ],
    [
      'Codex',
      {
        client_name: 'Codex',
        ...form,
        token_endpoint_auth_method: 'none',
        redirect_uris: ['http://127.0.0.1:1455/callback'],
      },
      'http://127.0.0.1:61022/callback',
    ],
    [
      'opencode',
      {
        ...{ client_name: 'OpenCode', client_uri: 'https://opencode.ai', ...form },
        ...{ token_endpoint_auth_method: 'none', redirect_uris: ['http://127.0.0.1:19876/mcp/oauth/callback'] },
      },
      'http://127.0.0.1:19876/mcp/oauth/callback',
    ],
    [
      'a client that registers as it would at an OpenID provider',
      {
        ...{
          client_name: 'Strict',
          redirect_uris: ['http://localhost/cb'],
          application_type: 'web',
          subject_type: 'pairwise',
        },
        ...{ token_endpoint_auth_method: 'client_secret_post', scope: 'openid profile offline_access' },
        ...{ default_max_age: 60, id_token_signed_response_alg: 'RS256', grant_types: ['authorization_code'] },
      },
      'http://localhost:4567/cb',
    ],
  ] as const)
    test(`${name} registers and connects`, async () => {
      const registered = await register(app, registration)
      assert.deepEqual([registered.status, registered.json.client_secret], [201, undefined], registered.text)
      await connect(registered.json.client_id, redirect, {
        resource: mcp,
        scope: 'openid offline_access posts:write account:read',
      })
    })

  test('a document is read only from a public address, in its own name, short, without a redirect, and never at the root', async () => {
    const { origin, receiver, documents } = await hostOfDocuments('careful', {})
    const right = (id: string) => ({ client_id: id, client_name: 'x', redirect_uris: ['https://app.example/cb'] })
    const paths = ['/other', '/long', '/secret', '/none', '/broken', '/web']
    documents['/other'] = right(`${origin}/else`)
    documents['/long'] = {
      ...right(`${origin}/long`),
      client_uri: `https://a.example/${'x'.repeat(limits.oauthDocumentBytes)}`,
    }
    documents['/secret'] = { ...right(`${origin}/secret`), client_secret: 'x' }
    documents['/broken'] = '{'
    documents['/web'] = { ...right(`${origin}/web`), redirect_uris: ['http://app.example/cb'] }
    network.names.set('inside.receiver.example.org', ['10.0.0.7'])
    const dialled = network.dialled.length
    const refused = async (clientId: string) => {
      const sent = { client_id: clientId, redirect_uri: 'https://app.example/cb', response_type: 'code' }
      const { status, headers } = await ownersBrowser(app).get(
        `${oauthPaths.authorize}?${new URLSearchParams({ ...sent, code_challenge: proof().challenge, code_challenge_method: 'S256' })}`,
      )
      assert.deepEqual([status >= 400 && status < 500, headers.get('location')], [true, null], clientId)
    }
    await refused('https://inside.receiver.example.org/client')
    await refused('https://127.0.0.1/client')
    await refused('https://[::1]/client')
    assert.equal(network.dialled.length, dialled, 'no private address was dialled')
    for (const path of paths) await refused(origin + path)
    const before = receiver.received.length
    await refused(origin)
    await refused(`${origin}/`)
    assert.equal(receiver.received.length, before, 'a document has a path')
    receiver.answer = (_, reply) => reply.writeHead(302, { location: `${origin}/other` }).end()
    await refused(`${origin}/moved`)
  })

  test('a code of one site is none at the token endpoint of another, also for a client that both sites know', async t => {
    const app = await startApp(await fresh(), { overrides: { webhookNetwork: network }, env: { SITES: allSites } })
    t.after(() => app.close())
    const { origin, documents } = await hostOfDocuments('two-sites', {})
    const [id, redirect] = [`${origin}/client`, 'https://app.example/cb']
    documents['/client'] = { client_id: id, client_name: 'x', redirect_uris: [redirect] }
    const { verifier, challenge } = proof()
    const request = { client_id: id, redirect_uri: redirect, response_type: 'code', code_challenge: challenge }
    const browser = ownersBrowser(app)
    const page = await askConsent(browser, { ...request, code_challenge_method: 'S256' })
    const back = await agree(browser, await app.account(), page)
    const exchange = {
      ...{ grant_type: 'authorization_code', code: back.get('code') ?? '', redirect_uri: redirect },
      ...{ client_id: id, code_verifier: verifier },
    }
    const elsewhere = await token(app, exchange, 'stories')
    assert.deepEqual([elsewhere.status, elsewhere.json.error], [400, 'invalid_grant'])
    const here = await token(app, exchange)
    assert.equal(here.status, 200, 'and nobody loses anything')
    const moved = { clientId: id, refreshToken: here.json.refresh_token as string }
    assert.equal((await refresh(app, moved, 'stories')).json.error, 'invalid_grant')
    assert.equal((await refresh(app, moved)).status, 200)
  })

  test('a document that has changed counts for what comes; while its host is down, nobody loses a connection', async () => {
    const { origin, documents, receiver } = await hostOfDocuments('changing', {})
    const id = `${origin}/client`
    const document = { client_id: id, client_name: 'Before', ...form, redirect_uris: ['https://app.example/cb'] }
    documents['/client'] = document
    const tokens = await connect(id, 'https://app.example/cb')
    receiver.answer = (_, reply) => reply.writeHead(503).end()
    const other = await startApp(app.databaseUrl, { overrides: { webhookNetwork: network }, clock: app.clock })
    try {
      const renewed = await refresh(other, { clientId: id, refreshToken: tokens.refresh_token })
      assert.equal(renewed.status, 200, 'a process that has never seen the document uses the copy')
      receiver.answer = (_, reply) =>
        reply.end(JSON.stringify({ ...document, redirect_uris: ['https://app.example/new'] }))
      const third = await startApp(app.databaseUrl, { overrides: { webhookNetwork: network }, clock: app.clock })
      try {
        const sent = { client_id: id, redirect_uri: 'https://app.example/cb', response_type: 'code' }
        const asked = await ownersBrowser(third).get(
          `${oauthPaths.authorize}?${new URLSearchParams({ ...sent, code_challenge: proof().challenge, code_challenge_method: 'S256' })}`,
        )
        assert.deepEqual([asked.status, asked.headers.get('location')], [400, null], 'the old address is none any more')
        const again = await refresh(third, { clientId: id, refreshToken: renewed.json.refresh_token })
        assert.equal(again.status, 200)
      } finally {
        await third.close()
      }
    } finally {
      await other.close()
    }
  })
})
