// What an owner decides about an app holds: its budget, on both doors at once; pausing, asking first, the end; and who may decide.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import { bodyFor, eventBody, type TestAccount, withApp } from '../harness.ts'
import { agreed, connectedApp, ownersBrowser } from './apps.ts'

withApp('the control of owners over connected apps', app => {
  const connection = async (owner: TestAccount) =>
    app().platform.db.selectFrom('oauth_connections').selectAll().where('account_id', '=', owner.accountId).execute()

  const overMcp = (key: string, args: object) =>
    app().call('POST', '/mcp', {
      key,
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'post_event', arguments: args } },
    })

  test('the budget of the consent stops the eleventh dollar, over REST and MCP at once', async () => {
    const owner = await app().account({ balance: 100_000_000 })
    const { tokens } = await connectedApp(app(), owner)
    const titled = (n: number) => eventBody({ title: `Evening of drawing, number ${n}` })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        n % 2 === 0
          ? app()
              .call('POST', '/v1/posts', { key: tokens.access_token, body: titled(n) })
              .then(({ json }) => json)
          : overMcp(tokens.access_token, titled(n)).then(({ json }) => json.result.structuredContent),
      ),
    )
    const codes = answers.map(({ status, code }) => code ?? status)
    assert.equal(codes.filter(code => code === 'queued').length, 10, codes.join())
    assert.equal(codes.filter(code => code === 'budget_exhausted').length, 90, codes.join())
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).json.balance, 90_000_000)
  })

  test('the page of connected apps shows each, changes, pauses and ends it; the keys of the account do not list it', async () => {
    const owner = await app().account()
    const { tokens } = await connectedApp(app(), owner, {
      answer: { ...agreed, lasts: 'long', scopes: ['posts:write'] },
    })
    const id = (await connection(owner))[0]?.key_id ?? ''
    const browser = ownersBrowser(app())
    const csrf = await browser.signIn(owner)
    const page = await browser.get('/account/apps')
    assert.match(page.text, /A test app.*app\.example.*Last used.*never.*\$0\.00 of \$10\.00.*Publish, edit/s)
    assert.ok(!page.text.includes('See your balance'))
    assert.ok(!(await browser.get('/account/keys')).text.includes('A test app'))
    const send = (to: string, fields: Record<string, string> = {}) =>
      browser.post(`/account/apps/${to}`, { csrf, app: id, ...fields })
    const post = async () =>
      (await app().call('POST', '/v1/posts', { key: tokens.access_token, body: bodyFor.events() })).json
    await send('pause', { paused: 'yes' })
    assert.equal((await post()).code, 'key_paused')
    await send('pause', { paused: 'no' })
    await send('change', { budget: '0.50' })
    assert.equal((await post()).code, 'budget_exhausted')
    await send('change', { budget: '', ask_first: 'yes' })
    assert.equal((await post()).status, 'awaiting_owner')
    const other = ownersBrowser(app())
    const foreign = await other.signIn(await app().account())
    assert.equal((await other.post('/account/apps/end', { csrf: foreign, app: id })).status, 404)
    assert.equal((await send('end')).headers.get('location'), '/account/apps')
    assert.equal((await app().call('GET', '/v1/pricing', { key: tokens.access_token })).status, 401)
    assert.match((await browser.get('/account/apps')).text, /No app is connected/)
  })

  test('“This was not me” and pausing all agents count for connected apps too', async () => {
    const owner = await app().account()
    const { tokens } = await connectedApp(app(), owner)
    await app().platform.act('pauseAllKeys', { accountId: owner.accountId })
    const paused = await app().call('POST', '/v1/posts', { key: tokens.access_token, body: eventBody() })
    assert.equal(paused.json.code, 'key_paused')
    await app().platform.act('endEverything', { accountId: owner.accountId })
    assert.equal((await app().call('GET', '/v1/pricing', { key: tokens.access_token })).status, 401)
  })

  test('a connection ends when its owner has said, and when its app has not come for 30 days; no key is used up by it', async () => {
    const owner = await app().account()
    const short = await connectedApp(app(), owner, { answer: { ...agreed, lasts: 'short' } })
    await connectedApp(app(), owner)
    app().clock.advance(limits.connectionShortMs + 1_000)
    const late = await app().call('POST', '/v1/oauth/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        ...{ grant_type: 'refresh_token', client_id: short.clientId, refresh_token: short.tokens.refresh_token },
      }).toString(),
    })
    assert.equal(late.json.error, 'invalid_grant')
    await app().platform.act('sweep', { limit: 100 })
    const kept = async () => (await connection(owner)).filter(({ kept_until: until }) => until !== null).length
    assert.equal(await kept(), 1)
    app().clock.advance(limits.refreshTokenMs)
    await app().platform.act('sweep', { limit: 100 })
    assert.equal(await kept(), 0)
    const keys = await app()
      .platform.db.selectFrom('api_keys')
      .select('revoked_at')
      .where('account_id', '=', owner.accountId)
      .execute()
    assert.equal(keys.filter(({ revoked_at: ended }) => ended === null).length, 1, 'the key of the sign-up')
    const left = await app()
      .platform.db.selectFrom('oauth_records')
      .select('kind')
      .where('kind', '<>', 'Client')
      .execute()
    assert.deepEqual(left, [], 'expired records are deleted')
  })
})
