// The owner's operations on API keys: only a session from the owner's inbox makes, changes and revokes keys; and the last use of
// each key.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { isApiKey, sha256 } from '../../../src/domain/ids.ts'
import { sessionByHash } from '../../../src/store/accounts/sessions.ts'
import { type CallOptions, eventBody, type TestAccount, type TestApp, withApp } from '../../harness.ts'
import { keyIdOf, openedSession, ownerToken } from '../../kit/key-controls.ts'

const path = '/v1/manage/keys'

withApp('/v1/manage/keys', app => {
  const as = async (owner: Pick<TestAccount, 'accountId'>) => ({ 'x-account-link': await ownerToken(app(), owner) })
  const manage = async (owner: Pick<TestAccount, 'accountId'>, method: string, at = path, body?: unknown) =>
    app().call(method, at, { headers: await as(owner), ...(body !== undefined && { body }) })
  const sessionId = async (value: string) => (await sessionByHash(app().platform.db, sha256(value)))?.id ?? null
  const mails = ({ email }: TestAccount) =>
    app().platform.db.selectFrom('mail').select('subject').where('recipient', '=', email).orderBy('id').execute()

  test('the owner makes a key with limits, sees it once, changes it and revokes it; a mail tells the owner each time', async () => {
    const owner = await app().account()
    const settings = {
      name: 'news agent',
      daily_budget: 5_000_000,
      monthly_budget: 20_000_000,
      post_limit: 2_000_000,
      sites: ['events'],
      ask_first: true,
    }
    app().clock.advance(1_000)
    const made = await manage(owner, 'POST', path, settings)
    assert.equal(made.status, 201)
    const { key_id, api_key, ...rest } = made.json
    assert.ok(isApiKey(api_key))
    assert.deepEqual(rest, {
      ...settings,
      spent_today: 0,
      left_today: 5_000_000,
      resets_at: '2026-11-22T00:00:00Z',
      spent_month: 0,
      left_month: 20_000_000,
      month_resets_at: '2026-12-01T00:00:00Z',
      paused: false,
      created_at: '2026-11-21T12:00:01Z',
      valid_until: null,
      last_used_at: null,
    })
    const posted = await app().call('POST', '/v1/posts', { key: api_key, body: eventBody() })
    assert.equal(posted.json.status, 'awaiting_owner')
    const change = { ask_first: false, daily_budget: null, name: 'trusted agent' }
    const changed = await manage(owner, 'PATCH', `${path}/${key_id}`, change)
    assert.deepEqual([changed.status, changed.json.name, changed.json.daily_budget], [200, 'trusted agent', null])
    assert.deepEqual(
      [changed.json.post_limit, changed.json.sites],
      [2_000_000, ['events']],
      'a member that is left out stays unchanged',
    )
    assert.equal((await app().call('POST', '/v1/posts', { key: api_key, body: eventBody() })).json.status, 'queued')
    const { items } = (await manage(owner, 'GET')).json
    assert.deepEqual(
      items.map((item: any) => [item.name, item.spent_today]),
      [
        ['first key', 0],
        ['trusted agent', 1_000_000],
      ],
    )
    assert.ok(!JSON.stringify(items).includes(api_key.slice(3)))
    const ended = await manage(owner, 'DELETE', `${path}/${key_id}`)
    assert.deepEqual(
      [ended.status, ended.json],
      [200, { key_id, revoked_at: '2026-11-21T12:00:01Z', restorable_until: '2026-11-21T12:10:01Z' }],
    )
    assert.equal((await app().call('GET', '/v1/account', { key: api_key })).status, 401)
    assert.equal((await manage(owner, 'DELETE', `${path}/${key_id}`)).status, 404)
    assert.equal((await manage(owner, 'PATCH', `${path}/${key_id}`, { name: 'x' })).status, 404)
    const subjects = (await mails(owner)).map(({ subject }) => subject.replace(/^.* was /, ''))
    assert.deepEqual(subjects.filter(subject => /^(created|changed|revoked)$/.test(subject)).sort(), [
      'changed',
      'created',
      'revoked',
    ])
  })

  test('an API key, an account link, a link for another purpose and a missing link are refused everywhere', async () => {
    const owner = await app().account()
    const { links, now } = app().platform
    const { accountId: account, email } = owner
    const id = await keyIdOf(app(), owner)
    const token = (claim: Parameters<typeof links.sign>[0], at = now()) => ({ 'x-account-link': links.sign(claim, at) })
    const agent = links.sign({ account, grade: 'agent' }, now())
    const session = await ownerToken(app(), owner)
    const [body, signature] = agent.split('.')
    const ended = (await openedSession(app(), owner)).value
    await app().platform.act('endSessions', { accountId: account, sessionId: await sessionId(ended) })
    const refused: [CallOptions, string][] = [
      [{}, '401 unauthorized'],
      [{ key: owner.key }, '403 human_required'],
      [{ headers: { 'x-account-link': agent } }, '403 email_session_required'],
      [{ headers: { cookie: `handbill-account=${agent}` } }, '403 email_session_required'],
      [{ headers: token({ account, grade: 'verify', email }) }, '400 bad_signature'],
      [{ headers: { 'x-account-link': `${body}x.${signature}` } }, '400 bad_signature'],
      [{ headers: { 'x-account-link': ended } }, '410 link_expired'],
      [{ headers: { 'x-account-link': `${session.slice(0, -1)}~` } }, '400 bad_signature'],
      [{ headers: { cookie: `handbill-account=${ended}` } }, '401 unauthorized'],
      [{ headers: { cookie: `handbill-account=${session}`, 'sec-fetch-site': 'cross-site' } }, '401 unauthorized'],
      [{ headers: { cookie: `handbill-account=${session}`, origin: 'http://evil.test' } }, '401 unauthorized'],
    ]
    for (const [options, code] of refused)
      for (const [method, at, sent] of [
        ['GET', path, undefined],
        ['POST', path, {}],
        ['PATCH', `${path}/${id}`, { daily_budget: null }],
        ['DELETE', `${path}/${id}`, undefined],
      ] as const) {
        const { status, json } = await app().call(method, at, { ...options, ...(sent && { body: sent }) })
        assert.equal(`${status} ${json.code}`, code, `${method} ${JSON.stringify(options)}`)
      }
    const { items } = (await manage(owner, 'GET')).json
    assert.equal(items.length, 1)
    const inBrowser = { cookie: `handbill-account=${session}`, 'sec-fetch-site': 'same-origin' }
    assert.equal((await app().call('POST', path, { headers: inBrowser, body: {} })).status, 201)
  })

  test('a caller who is not the owner is refused before the body is checked, and a form is refused too', async () => {
    const owner = await app().account()
    assert.equal((await app().call('POST', path, { body: { nmae: 1 } })).json.code, 'unauthorized')
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...(await as(owner)) }
    const { status, json } = await app().call('POST', path, { headers: form, body: 'name=x' })
    assert.deepEqual([status, json.code], [415, 'unsupported_media_type'])
  })

  test('another account finds none of the owner’s keys', async () => {
    const [owner, stranger] = [await app().account(), await app().account()]
    const id = await keyIdOf(app(), owner)
    for (const [method, body] of [
      ['PATCH', { daily_budget: 1 }],
      ['DELETE', undefined],
    ] as const) {
      const { status, json } = await manage(stranger, method, `${path}/${id}`, body)
      assert.deepEqual([status, json.code], [404, 'not_found'])
    }
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).json.key.daily_budget, null)
  })

  test('every wrong setting is named', async () => {
    const owner = await app().account()
    const body = { name: '', daily_budget: -1, post_limit: 0.5, sites: ['nowhere'], ask_first: 'yes', budget: 1 }
    const { status, json } = await manage(owner, 'POST', path, body)
    assert.equal(status, 400)
    for (const pointer of ['/name', '/daily_budget', '/post_limit', '/sites', '/ask_first', '/budget'])
      assert.ok(
        json.errors.some((error: string) => error.startsWith(pointer)),
        `${pointer} in ${json.errors}`,
      )
    assert.equal((await manage(owner, 'PATCH', `${path}/${await keyIdOf(app(), owner)}`, {})).status, 400)
  })

  test('an account has at most 20 keys, even when many are made at once', async () => {
    const owner = await app().account()
    const made = await Promise.all(Array.from({ length: 25 }, () => manage(owner, 'POST', path, {})))
    const codes = made.map(({ status, json }) => json.code ?? status)
    assert.equal(codes.filter(code => code === 201).length, limits.keysPerAccount - 1)
    assert.equal(codes.filter(code => code === 'too_many_keys').length, 25 - limits.keysPerAccount + 1)
  })
})

withApp('the last use of a key', app => {
  const lastUse = async (owner: TestAccount) => {
    // No request waits for the note of a use. The heartbeat is queued behind the note, so the note is written when it returns.
    await app().platform.act('heartbeatOf', { name: 'after it', state: 'running' })
    const { last_used_at } = await row(app(), owner)
    return last_used_at
  }
  const row = (of: TestApp, owner: TestAccount) =>
    of.platform.db
      .selectFrom('api_keys')
      .select('last_used_at')
      .where('account_id', '=', owner.accountId)
      .executeTakeFirstOrThrow()
  const use = (owner: TestAccount) => app().call('GET', '/v1/posts', { key: owner.key })

  test('the last use of a key is noted at the first request and then every ten minutes, not at each request', async () => {
    const owner = await app().account()
    assert.equal(await lastUse(owner), null)
    const start = app().clock.now()
    await use(owner)
    while ((await lastUse(owner)) === null);
    assert.equal(await lastUse(owner), start)
    for (let i = 1; i < 10; i++) {
      app().clock.advance(limits.keyUseNotedMs / 10)
      await use(owner)
    }
    assert.equal(await lastUse(owner), start)
    app().clock.advance(limits.keyUseNotedMs / 10)
    await use(owner)
    while ((await lastUse(owner)) === start);
    assert.equal(await lastUse(owner), start + limits.keyUseNotedMs)
  })
})
