// Each mistake of an app or an attacker gets its own error, and costs no other app its connection (contract.md §16).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import { oauthPaths } from '../../src/contract/oauth.ts'
import { eventBody, hostOf, type TestApp, withSites } from '../harness.ts'
import {
  agree,
  agreed,
  askConsent,
  connectedApp,
  form,
  legacyCall,
  ownersBrowser,
  proof,
  redirect,
  refresh,
  register,
  token,
} from './apps.ts'

withSites('mistakes with OAuth', app => {
  const call: TestApp['call'] = (method, path, options) =>
    app().call(method, path, { host: hostOf('events'), ...options })
  const works = async (key: string) => (await call('GET', '/v1/account', { key })).status === 200

  test('a code works once; a second use ends the connection that it made, and no other', async () => {
    const owner = await app().account()
    const other = await connectedApp(app(), owner)
    const { exchange, tokens } = await connectedApp(app(), owner)
    assert.ok(await works(tokens.access_token))
    const again = await token(app(), exchange)
    assert.deepEqual([again.status, again.json.error], [400, 'invalid_grant'])
    assert.ok(!(await works(tokens.access_token)), 'whoever has the code may have the tokens')
    assert.ok(await works(other.tokens.access_token))
  })

  test('many uses of a code at once give tokens to one at most, and all end', async () => {
    const { exchange, ...rest } = await pending(app())
    const answers = await Promise.all(Array.from({ length: 12 }, () => token(app(), exchange)))
    assert.ok(answers.filter(({ status }) => status === 200).length <= 1, JSON.stringify(rest))
    for (const { json } of answers) if (json.access_token) assert.ok(!(await works(json.access_token)))
  })

  test('a wrong verifier, redirect address, client, resource or age of a code is refused, and the code still works for its app', async () => {
    const { exchange } = await pending(app())
    const stranger = (await register(app(), { redirect_uris: [redirect] })).json.client_id as string
    for (const [change, error] of [
      [{ code_verifier: proof().verifier }, 'invalid_grant'],
      [{ redirect_uri: 'https://app.example/other' }, 'invalid_grant'],
      [{ client_id: stranger }, 'invalid_grant'],
      [{ client_id: 'app_nobody' }, 'invalid_client'],
      [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
      [{ code: `${exchange.code.slice(0, -1)}_` }, 'invalid_grant'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
    ] as const) {
      const refused = await token(app(), { ...exchange, ...change })
      assert.equal(refused.json.error, error, `${JSON.stringify(change)}: ${refused.text}`)
    }
    const here = await token(app(), exchange, 'stories')
    assert.equal(here.json.error, 'invalid_client', 'a client of one site is none of another')
    // The wrong resource above has used the code up: an authorization server may not guess which one is right.
  })

  test('a code is over after a minute', async () => {
    const { exchange } = await pending(app())
    app().clock.advance(limits.oauthCodeMs + 1_000)
    assert.equal((await token(app(), exchange)).json.error, 'invalid_grant')
  })

  test('a refresh whose answer was lost gives the same answer again; a late second use ends the connection', async () => {
    const owner = await app().account()
    const other = await connectedApp(app(), owner)
    const { clientId, tokens } = await connectedApp(app(), owner)
    const old = { clientId, refreshToken: tokens.refresh_token as string }
    const [first, second] = [await refresh(app(), old), await refresh(app(), old)]
    assert.deepEqual(second.json, first.json)
    const next = await refresh(app(), { clientId, refreshToken: first.json.refresh_token })
    assert.equal(next.status, 200)
    const stolen = await refresh(app(), old)
    assert.equal(stolen.json.error, 'invalid_grant')
    assert.ok(!(await works(next.json.access_token)), 'the whole family ends')
    assert.ok(await works(other.tokens.access_token))
    const { clientId: slow, tokens: slows } = await connectedApp(app(), owner)
    await refresh(app(), { clientId: slow, refreshToken: slows.refresh_token })
    app().clock.advance(limits.refreshRepeatedMs + 1_000)
    const late = await refresh(app(), { clientId: slow, refreshToken: slows.refresh_token })
    assert.equal(late.json.error, 'invalid_grant')
  })

  test('a hundred refreshes at once with one token give one pair', async () => {
    const { clientId, tokens } = await connectedApp(app(), await app().account())
    const asked = Array.from({ length: 100 }, () => refresh(app(), { clientId, refreshToken: tokens.refresh_token }))
    const answers = await Promise.all(asked)
    const pairs = new Set(answers.map(({ status, json }) => `${status} ${json.access_token} ${json.refresh_token}`))
    assert.equal(pairs.size, 1, [...pairs].join('\n'))
    assert.match([...pairs][0] ?? '', /^200 at_/)
    assert.ok(await works(answers[0]?.json.access_token))
  })

  test('a token counts on its site, for its resource and for its scopes alone; all missing scopes are named at once', async () => {
    const owner = await app().account()
    const { tokens: mcp } = await connectedApp(app(), owner, { resource: 'mcp' })
    const elsewhere = await call('GET', '/v1/account', { key: mcp.access_token })
    assert.match(elsewhere.headers.get('www-authenticate') ?? '', /MCP endpoint of this site alone/)
    const { tokens } = await connectedApp(app(), owner, { answer: { ...agreed, scopes: ['search'] } })
    const host = hostOf('stories')
    const other = await call('GET', '/v1/search?q=x', { key: tokens.access_token, host })
    assert.deepEqual([other.status, other.json.code], [401, 'unauthorized'])
    assert.equal((await call('GET', '/v1/search?q=x', { key: tokens.access_token })).status, 200)
    const post = await call('POST', '/v1/posts', { key: tokens.access_token, body: eventBody() })
    assert.deepEqual([post.status, post.json.code, post.json.scope], [403, 'insufficient_scope', 'posts:write'])
    assert.match(
      post.headers.get('www-authenticate') ?? '',
      /error="insufficient_scope".*scope="posts:write".*resource_metadata/,
    )
    const calls = [legacyCall('get_account', 1), legacyCall('list_webhooks', 2), legacyCall('get_pricing', 3)]
    const batch = await call('POST', '/mcp', {
      key: tokens.access_token,
      headers: { accept: 'application/json, text/event-stream' },
      body: JSON.stringify(calls),
    })
    assert.equal(batch.status, 403, batch.text)
    assert.match(
      batch.headers.get('www-authenticate') ?? '',
      /scope="account:read webhooks:manage".*resource_metadata="[^"]*\/mcp"/,
    )
    assert.equal(batch.json.error.data.scope, 'account:read webhooks:manage')
    for (const [method, scope] of [
      ['tasks/get', 'posts:read'],
      ['tasks/update', 'posts:read'],
      ['tasks/cancel', 'posts:write'],
      ['events/poll', 'account:read'],
      ['events/subscribe', 'webhooks:manage'],
      ['events/unsubscribe', 'webhooks:manage'],
    ]) {
      const { status, json } = await call('POST', '/mcp', {
        key: tokens.access_token,
        headers: { accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 4, method, params: {} }),
      })
      assert.deepEqual([status, json.error.data.scope], [403, scope], method)
    }
    const { tokens: reader } = await connectedApp(app(), owner, {
      answer: { ...agreed, scopes: ['account:read', 'webhooks:manage'] },
    })
    for (const args of [{ q: 'x' }, {}]) {
      const params = { name: 'search.match', arguments: args }
      const polled = await call('POST', '/mcp', {
        key: reader.access_token,
        headers: { accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'events/poll', params }),
      })
      const missing = polled.status === 403 ? polled.json.error.data.scope : null
      assert.equal(
        missing,
        'q' in args ? 'search' : null,
        'only a search that stands by it takes the scope of searches',
      )
    }
    for (const scope of ['posts:write', 'account:read webhooks:manage'])
      assert.ok(!tokens.scope.includes(scope), 'the owner gave less than was asked for')
  })

  test('a refresh token and a code are no access tokens, and an access token ends after an hour', async () => {
    const { tokens, exchange } = await connectedApp(app(), await app().account())
    for (const text of [tokens.refresh_token, exchange.code, `${tokens.access_token.slice(0, -1)}_`])
      assert.equal((await call('GET', '/v1/account', { key: text })).status, 401, text)
    app().clock.advance(limits.accessTokenMs + 1_000)
    assert.ok(!(await works(tokens.access_token)))
  })

  test('a request with a wrong client or redirect address is answered to nobody; any other error goes back to the app with iss', async () => {
    const { json } = await register(app(), { redirect_uris: [redirect] })
    const { challenge } = proof()
    const right = {
      ...{ client_id: json.client_id as string, redirect_uri: redirect, response_type: 'code', state: 'st' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256', resource: 'http://events.test/mcp' },
    }
    const browser = ownersBrowser(app())
    const authorize = (change: Record<string, string>, without: string[] = []) => {
      const sent = new URLSearchParams({ ...right, ...change })
      for (const name of without) sent.delete(name)
      return browser.get(`${oauthPaths.authorize}?${sent}`)
    }
    for (const change of [{ client_id: 'app_nobody' }, { redirect_uri: 'https://evil.example/' }]) {
      const refused = await authorize(change)
      assert.deepEqual([refused.status, refused.headers.get('location')], [400, null])
      assert.match(refused.text, /This app cannot be connected/)
    }
    for (const [change, without, error] of [
      [{}, ['code_challenge', 'code_challenge_method'], 'invalid_request'],
      [{ code_challenge_method: 'plain' }, [], 'invalid_request'],
      [{ resource: 'http://stories.test/mcp' }, [], 'invalid_target'],
      [{ response_type: 'token' }, [], 'unsupported_response_type'],
      [{ prompt: 'none' }, [], 'interaction_required'],
    ] as const) {
      const refused = await authorize(change, [...without])
      const back = new URL(refused.headers.get('location') ?? '', 'http://none.test')
      assert.equal(back.origin, 'https://app.example', `${error}: ${refused.text}`)
      const told = new URLSearchParams(back.search === '' ? back.hash.slice(1) : back.search)
      assert.deepEqual([told.get('error'), told.get('state'), told.get('iss')], [error, 'st', 'http://events.test'])
    }
  })

  test('consent is of the browser that began it, is given once, and can be refused', async () => {
    const owner = await app().account()
    const { json } = await register(app(), { redirect_uris: [redirect] })
    const { challenge } = proof()
    const request = {
      ...{ client_id: json.client_id as string, redirect_uri: redirect, response_type: 'code', state: 'st' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    }
    const browser = ownersBrowser(app())
    const older = await askConsent(browser, request)
    const page = await askConsent(browser, request)
    const foreign = ownersBrowser(app())
    const csrf = await foreign.signIn(owner)
    assert.equal(
      (await foreign.get(page)).status,
      410,
      'an attacker cannot have a victim agree to the request of the attacker',
    )
    assert.equal((await foreign.post(page, { csrf, ...agreed })).status, 410)
    const own = await browser.signIn(owner)
    assert.equal((await browser.get(older)).status, 410, 'the cookie is of one request')
    assert.equal((await browser.post(page, { csrf: 'x', ...agreed })).status, 403)
    const faulty = await browser.post(page, { csrf: own, ...agreed, scopes: [], budget: 'ten' })
    assert.deepEqual([faulty.status, /An amount is in USD/.test(faulty.text)], [400, true])
    const decided = await browser.post(page, { csrf: own, answer: 'no' })
    const back = await browser.get(new URL(decided.headers.get('location') ?? '').pathname)
    assert.match(back.headers.get('location') ?? '', /error=access_denied.*state=st.*iss=/)
    const second = await askConsent(browser, request)
    const both = await Promise.all([1, 2].map(() => browser.post(second, { csrf: own, ...agreed })))
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 410])
    const apps = await app()
      .platform.db.selectFrom('oauth_connections')
      .selectAll()
      .where('account_id', '=', owner.accountId)
      .execute()
    assert.equal(apps.length, 1)
  })

  test('the link of an agent is not enough to agree: the page of consent asks for a mail, and so it does without a session', async () => {
    const owner = await app().account()
    const { json } = await register(app(), { redirect_uris: [redirect], client_name: 'Sly' })
    const { challenge } = proof()
    const browser = ownersBrowser(app())
    const page = await askConsent(browser, {
      ...{ client_id: json.client_id as string, redirect_uri: redirect, response_type: 'code' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    })
    let answer = await browser.get(page)
    // The other sites are asked for a session first.
    while (answer.status === 303) {
      const to = new URL(answer.headers.get('location') ?? '', 'http://events.test')
      answer = await ownersBrowserAt(app(), browser.jar, to)
    }
    assert.match(
      answer.text,
      /An app wants to act for you.*app\.example.*Sly.*name="email".*\/join\?next=%2Foauth%2Fconsent%2F/s,
    )
    const url = app().platform.links.accountUrl('http://events.test', owner.accountId, app().clock.now())
    await browser.get(`/account${new URL(url).search}`)
    const refused = await browser.get(page)
    assert.deepEqual([refused.status, /A link from the inbox is needed/.test(refused.text)], [403, true])
  })

  test('redirect addresses are https or this machine; a private scheme is taken of Cursor alone', async () => {
    for (const wrong of [
      'http://app.example/cb',
      'myapp://callback',
      'cursor://evil/callback',
      'https://a.example/#x',
      'javascript:alert(1)',
      'https://u:p@a.example/',
      'https://app.example@evil.example/',
      'data:text/html,x',
      'http://localhost.evil.example/cb',
      'http://127.0.0.1.evil.example/cb',
      'https://a.example;sandbox/',
      'https://a.example,evil.example/',
      'https://*.example/',
    ]) {
      const refused = await register(app(), { redirect_uris: [wrong] })
      assert.deepEqual(
        [refused.status, /^invalid_(redirect_uri|client_metadata)$/.test(refused.json.error)],
        [400, true],
        wrong,
      )
    }
    assert.equal((await register(app(), { redirect_uris: [] })).status, 400)
  })

  test('the page of consent shows a look-alike host for what it is, and a name without its tricks', async () => {
    const name = `\u202eelgooG\u2066\u200b\n</bdi><script>${'A'.repeat(50_000)}`
    const lookAlike = 'https://cl\u0430ude.ai/cb'
    const registered = await register(app(), { redirect_uris: [lookAlike], client_name: name })
    assert.equal(registered.status, 201, registered.text)
    const { challenge } = proof()
    const browser = ownersBrowser(app())
    const page = await askConsent(browser, {
      ...{ client_id: registered.json.client_id as string, redirect_uri: lookAlike, response_type: 'code' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    })
    await browser.signIn(await app().account())
    const { text } = await browser.get(page)
    assert.match(text, /answer goes to <strong[^>]*>xn--[a-z0-9-]+\.ai</)
    assert.doesNotMatch(text, /[\u202e\u2066\u200b]|<script>A|A{100}/)
    const foreign = await browser.post(page, { csrf: 'of another page', ...agreed }, { origin: 'https://evil.example' })
    assert.equal(foreign.status, 403, 'a form of another origin does not know the value of the page')
  })

  test('registrations of an address are limited', async () => {
    const headers = { 'content-type': 'application/json' }
    const { platform } = app()
    for (let sent = 0; sent < limits.oauthRegistrationsPerIpPerDay; sent++)
      await platform.act('countOAuth', { ip: '203.0.113.9', of: 'register' })
    await assert.rejects(platform.act('countOAuth', { ip: '203.0.113.9', of: 'register' }), /100 registrations/)
    assert.equal((await call('POST', oauthPaths.register, { headers, body: '{' })).status, 400)
  })

  test('an app revokes its own tokens alone', async () => {
    const owner = await app().account()
    const [mine, theirs] = [await connectedApp(app(), owner), await connectedApp(app(), owner)]
    const body = new URLSearchParams({ token: theirs.tokens.refresh_token, client_id: mine.clientId }).toString()
    assert.equal((await call('POST', oauthPaths.revoke, { headers: { 'content-type': form }, body })).status, 200)
    assert.ok(await works(theirs.tokens.access_token))
  })
})

/** A request to which an owner has agreed, and whose code nobody has used. */
async function pending(app: TestApp) {
  const { json } = await register(app, { redirect_uris: [redirect] })
  const { verifier, challenge } = proof()
  const request = {
    ...{ client_id: json.client_id as string, redirect_uri: redirect, response_type: 'code' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
  }
  const browser = ownersBrowser(app)
  const back = await agree(browser, await app.account(), await askConsent(browser, request))
  const exchange = {
    ...{ grant_type: 'authorization_code', code: back.get('code') ?? '', redirect_uri: redirect },
    ...{ client_id: request.client_id, code_verifier: verifier },
  }
  return { exchange }
}

/** Opens an address on any host with the cookies of a browser, and keeps those that it sets. */
async function ownersBrowserAt(app: TestApp, jar: Map<string, string>, { host, pathname, search }: URL) {
  const own = host === 'events.test'
  const cookie = own ? [...jar].map(([name, value]) => `${name}=${value}`).join('; ') : ''
  const answer = await app.call('GET', pathname + search, {
    host,
    headers: { accept: 'text/html', ...(cookie && { cookie }) },
  })
  for (const set of own ? answer.headers.getSetCookie() : []) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
    if (value === '' || /Max-Age=0|1970/.test(set)) jar.delete(name)
    else jar.set(name, value)
  }
  return answer
}
