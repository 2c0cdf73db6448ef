// Test keys: everything works in a world of their own, which no reader and no other caller can see.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testMode, type testOutcomes } from '../../../src/contract/test-mode.ts'
import { isApiKey } from '../../../src/domain/ids.ts'
import { eventBody, type TestAccount, withApp } from '../../harness.ts'
import { sessionIn } from '../../http/owner/owner-site.ts'
import { ownerToken } from '../../kit/key-controls.ts'

type Outcome = keyof typeof testOutcomes

withApp('test keys', app => {
  const signUp = async () => {
    const body = { name: 'Ada Tester', email: 'ada@example.org', accept_terms: true, test: true }
    const { status, json, text } = await app().call('POST', '/v1/accounts', { body })
    assert.equal(status, 201, text)
    return json as { api_key: string; account_id: string; status: string; account_url: string }
  }
  const asking = (outcome: Outcome) => eventBody({ topics: ['art', `test-outcome-${outcome}`] })
  const send = (key: string, body: object) => app().call('POST', '/v1/posts', { key, body })
  const advance = async (key: string, duration: string) => {
    for (;;) {
      const { status, json, text } = await app().call('POST', '/v1/test/clock', { key, body: { advance: duration } })
      assert.equal(status, 200, text)
      if (json.left_seconds === 0) return json
      duration = `PT${json.left_seconds}S`
    }
  }
  const statusOf = async (key: string, id: string) => (await app().call('GET', `/v1/posts/${id}`, { key })).json.status
  const worked = async (key: string) => advance(key, 'PT0S')
  const accountOf = async (key: string) => (await app().call('GET', '/v1/account', { key })).json

  test('a sign-up for tests gives a key that posts at once, without mail, money or verification', async () => {
    const made = await signUp()
    assert.ok(isApiKey(made.api_key))
    assert.match(made.api_key, /^ak_test_/)
    assert.equal(made.status, 'ready')
    const key = made.api_key
    const account = await accountOf(key)
    assert.deepEqual(
      [account.test, account.balance, account.email_verified, account.card_on_file],
      [true, 100_000_000, true, true],
    )
    const { status, json, text } = await send(key, eventBody())
    assert.equal(status, 202, text)
    await worked(key)
    const shown = await app().call('GET', `/v1/posts/${json.id}`, { key })
    assert.equal(shown.json.status, 'published')
    assert.match(shown.json.post.url, /^http:\/\/events\.test\/test\/tw_\w+\/p\/p_\w+$/)
    assert.equal((await accountOf(key)).balance, 99_000_000)
    const { platform } = app()
    const [{ n: accounts } = { n: 0 }] = await platform.db
      .selectFrom('accounts')
      .select(row => row.fn.countAll<number>().as('n'))
      .where('email', '=', 'ada@example.org')
      .execute()
    assert.equal(Number(accounts), 0)
    assert.equal(
      (await platform.db.selectFrom('mail').select('id').where('recipient', '=', 'ada@example.org').execute()).length,
      0,
    )
  })

  test('every outcome comes about as its words say', async () => {
    const key = (await signUp()).api_key
    const after = async (outcome: Outcome, duration: string) => {
      const { json, text } = await send(key, asking(outcome))
      assert.ok(json.id, text)
      await advance(key, duration)
      return (await app().call('GET', `/v1/posts/${json.id}`, { key })).json
    }
    assert.equal((await after('published', 'PT0S')).status, 'published')
    assert.equal((await after('review-published', 'PT0S')).status, 'review')
    assert.equal((await after('review-published', 'PT1M')).status, 'published')
    assert.equal((await after('review-rejected', 'PT1M')).status, 'rejected')
    const low = await after('low-quality', 'PT0S')
    assert.deepEqual([low.status, low.rejection.penalized], ['rejected', false])
    assert.equal((await after('unsure', 'P3D')).status, 'review')
    assert.equal((await after('slow', 'PT19M')).status, 'queued')
    assert.equal((await after('slow', 'PT21M')).status, 'published')
    assert.equal((await after('model-down', 'PT0S')).status, 'queued')
    assert.equal((await after('model-down', 'P1D')).status, 'review')
    const gone = await send(key, asking('gone'))
    await worked(key)
    assert.equal(await statusOf(key, gone.json.id), 'published')
    await advance(key, 'PT1M')
    assert.equal(await statusOf(key, gone.json.id), 'removed')
    const asked = await send(key, asking('ask-approved'))
    assert.equal(asked.json.status, 'awaiting_owner')
    await advance(key, 'PT2M')
    assert.equal(await statusOf(key, asked.json.id), 'published')
    const refused = await after('ask-refused', 'PT2M')
    assert.deepEqual([refused.status, refused.approval.state], ['cancelled', 'refused'])
    const budget = await send(key, asking('budget'))
    assert.deepEqual([budget.status, budget.json.code], [402, 'budget_exhausted'])
    const poor = await send(key, asking('no-money'))
    assert.deepEqual([poor.status, poor.json.code], [402, 'insufficient_balance'])
    assert.equal((await accountOf(key)).key.post_limit, null)
    const before = (await accountOf(key)).balance
    const abuse = await after('abuse', 'PT0S')
    assert.deepEqual([abuse.status, abuse.rejection.penalized], ['rejected', true])
    const atOnce = await send(key, asking('abuse-at-once'))
    assert.deepEqual([atOnce.status, atOnce.json.status], [422, 'rejected'])
    const last = await accountOf(key)
    assert.deepEqual([last.strikes, last.balance], [2, before - 20_000_000])
  })

  test('a text without such words is judged by the packaged model', async () => {
    const key = (await signUp()).api_key
    const { json } = await send(key, eventBody())
    await worked(key)
    assert.equal(await statusOf(key, json.id), 'published')
  })

  test('the clock of one test account moves nothing of another', async () => {
    const [first, second] = [(await signUp()).api_key, (await signUp()).api_key]
    const { json } = await send(second, asking('slow'))
    const moved = await advance(first, 'P8D')
    assert.deepEqual([moved.now, moved.ahead_seconds], ['2026-11-29T12:00:00Z', 691_200])
    assert.equal((await app().call('GET', '/v1/test/clock', { key: second })).json.ahead_seconds, 0)
    assert.equal(await statusOf(second, json.id), 'queued')
    assert.equal(app().clock.now(), app().platform.now())
  })

  test('a wrong duration is refused, and a key that posts has no clock', async () => {
    const key = (await signUp()).api_key
    for (const wrong of ['8 days', 'P', 'PT', 'P401D', '-P1D', 'P1Y', '', 5, 'P9999DT9999H'])
      assert.equal(
        (await app().call('POST', '/v1/test/clock', { key, body: { advance: wrong } })).status,
        400,
        String(wrong),
      )
    const owner = await app().account()
    const { status, json } = await app().call('POST', '/v1/test/clock', { key: owner.key, body: { advance: 'P1D' } })
    assert.deepEqual([status, json.code], [403, 'insufficient_scope'])
    assert.match(json.detail, /"test": true/)
    assert.equal((await app().call('GET', '/v1/test/clock', { key: owner.key })).status, 403)
  })

  test('the owner makes a test key, sees it among the keys and ends it', async () => {
    const owner: TestAccount = await app().account()
    const headers = { 'x-account-link': await ownerToken(app(), owner) }
    const manage = (method: string, path = '', body?: object) =>
      app().call(method, `/v1/manage/keys${path}`, { headers, ...(body && { body }) })
    const made = await manage('POST', '', { test: true, name: 'try things' })
    assert.deepEqual([made.status, made.json.test, made.json.name], [201, true, 'try things'])
    const key = made.json.api_key as string
    const second = (await manage('POST', '', { test: true })).json
    const { json } = await send(key, asking('published'))
    await worked(key)
    assert.equal(await statusOf(key, json.id), 'published')
    assert.equal((await accountOf(second.api_key)).balance, 99_000_000)
    assert.equal((await accountOf(owner.key)).balance, 10_000_000)
    const listed = (await manage('GET')).json.items
    assert.deepEqual(
      listed.map((item: { test?: boolean }) => item.test ?? false),
      [false, true, true],
    )
    const changed = await manage('PATCH', `/${made.json.key_id}`, { post_limit: 1 })
    assert.deepEqual([changed.status, changed.json.test], [200, true])
    assert.equal((await send(key, eventBody())).json.code, 'budget_exhausted')
    assert.equal((await manage('DELETE', `/${made.json.key_id}`)).status, 200)
    assert.equal((await send(key, eventBody())).status, 401)
    assert.equal((await accountOf(second.api_key)).test, true)
    const stranger = await app().account()
    const theirs = { 'x-account-link': await ownerToken(app(), stranger) }
    assert.equal((await app().call('DELETE', `/v1/manage/keys/${second.key_id}`, { headers: theirs })).status, 404)
  })

  test('the owner replaces a test key over the API and on the page: its posts pass to the new key', async () => {
    const owner: TestAccount = await app().account()
    const headers = { 'x-account-link': await ownerToken(app(), owner) }
    const manage = (path: string, body: object) => app().call('POST', `/v1/manage/keys${path}`, { headers, body })
    const made = (await manage('', { test: true })).json
    const { json: post } = await send(made.api_key, asking('published'))
    const replaced = await manage(`/${made.key_id}/replace`, {})
    assert.deepEqual([replaced.status, replaced.json.test, replaced.json.replaces.key_id], [201, true, made.key_id])
    const key = replaced.json.api_key as string
    await worked(key)
    assert.equal(await statusOf(key, post.id), 'published')
    assert.equal((await send(made.api_key, eventBody())).status, 401)
    assert.equal((await accountOf(owner.key)).balance, 10_000_000)
    const page = await sessionIn(app(), owner, 'email')
    const again = await page.post('/account/keys/replace', { key: replaced.json.key_id, grace: 'day' })
    const newest = />(ak_test_\w+)</.exec(again.html)?.[1] ?? ''
    assert.equal(await statusOf(newest, post.id), 'published')
    assert.equal((await accountOf(key)).test, true, 'the replaced key works for a day')
    const keyId = (await app().call('GET', '/v1/account', { key: newest })).json.key.key_id
    assert.equal((await page.post('/account/keys/revoke', { key: keyId })).status, 303)
    assert.equal((await send(newest, eventBody())).status, 401)
  })

  test('a world that is full stores nothing more, says so, and keeps what it has', async () => {
    const key = (await signUp()).api_key
    const { json: kept } = await send(key, asking('published'))
    await worked(key)
    const inWorld = await app().platform.testWorlds?.ofKey(key)
    const { handle } = await accountOf(key)
    const fill = (bytes = 1_000_000) =>
      inWorld?.platform.act('creditAccount', {
        ...{ handle, actor: 'test', reason: randomBytes(bytes / 2).toString('hex'), amountMicros: 1 },
      })
    const size = async () => {
      const { rows } = await sql<{ bytes: number }>`
        select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(inWorld!.platform.db)
      return rows[0]!.bytes
    }
    const before = await size()
    await fill()
    const grown = (await size()) - before
    // When no note fits any more, half of one is left for a post.
    const left = (testMode.worldBytes - (await size())) % grown
    await fill(Math.floor((((left + grown / 2) % grown) / grown) * 1_000_000))
    await assert.rejects(async () => {
      for (let bytes = 0; bytes <= testMode.worldBytes; bytes += grown) await fill()
    }, /The test account is full/)
    const answer = await send(key, asking('published'))
    assert.equal(answer.status, 202, 'what was not stored is gone again')
    await fill()?.catch(() => {})
    assert.equal(await statusOf(key, answer.json.id), 'queued')
    assert.equal(await statusOf(key, kept.id), 'published')
  })

  test('a world is read again after its process has ended', async () => {
    const key = (await signUp()).api_key
    const { json } = await send(key, asking('published'))
    await advance(key, 'P2D')
    await app().platform.testWorlds?.close()
    assert.equal(await statusOf(key, json.id), 'published')
    assert.equal((await app().call('GET', '/v1/test/clock', { key })).json.ahead_seconds, 172_800)
    assert.equal((await accountOf(key)).balance, 99_000_000)
  })

  test('an unknown test key is refused', async () => {
    const { status, json } = await app().call('GET', '/v1/account', {
      key: 'ak_test_6nLr8vQwT2yBxM4kZpD9hGsJ3fXcVe1a0ca9Mr',
    })
    assert.deepEqual([status, json.code], [401, 'unauthorized'])
  })
})
