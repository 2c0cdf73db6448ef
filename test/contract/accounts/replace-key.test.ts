// A key that replaces another gets its posts, outcomes, limits, first answers and spending, in one step.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { submit } from '../../../src/usecases/posts/submit.ts'
import { eventBody, type TestAccount, type TestApp, withApp } from '../../harness.ts'
import { keyIdOf, ownerToken, setKeyLimits } from '../../kit/key-controls.ts'

withApp('/v1/manage/keys/:id/replace', app => {
  const manage = async (owner: TestAccount, method: string, path: string, body?: unknown) =>
    app().call(method, `/v1/manage/keys${path}`, {
      headers: { 'x-account-link': await ownerToken(app(), owner) },
      ...(body !== undefined && { body }),
    })
  const replace = (owner: TestAccount, id: string, body = {}) => manage(owner, 'POST', `/${id}/replace`, body)
  const publish = async (key: string, body = eventBody()) => {
    const { json, text } = await app().call('POST', '/v1/posts', { key, body })
    assert.ok(json.id, text)
    await app().moderate()
    return json.id as string
  }
  const sweep = ({ platform }: TestApp) => platform.act('sweep', { limit: 100 })

  test('the new key has the posts, outcomes, limits and spending of the old one, which ends at once', async () => {
    const owner = await app().account()
    const stranger = await app().account()
    const theirs = await publish(stranger.key)
    const old = await setKeyLimits(app(), owner, { daily_budget: 3_000_000 })
    const id = await publish(owner.key)
    const { status, json } = await replace(owner, old)
    assert.equal(status, 201)
    assert.notEqual(json.key_id, old)
    assert.deepEqual(json.replaces, { key_id: old, valid_until: '2026-11-21T12:00:00Z' })
    assert.deepEqual(
      [json.name, json.daily_budget, json.spent_today, json.left_today],
      ['first key', 3_000_000, 1_000_000, 2_000_000],
    )
    const key = json.api_key as string
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).status, 401)
    assert.equal((await app().call('GET', `/v1/posts/${id}`, { key })).json.status, 'published')
    assert.equal((await app().call('GET', '/v1/posts?mine=true', { key })).json.items.length, 1)
    const outcomes = await app().call('GET', '/v1/outcomes', { key })
    assert.deepEqual(
      outcomes.json.items.map((item: { type: string }) => item.type),
      ['post.published'],
    )
    const edited = await app().call('PATCH', `/v1/posts/${id}`, { key, body: { title: 'Watercolour under a new key' } })
    assert.equal(edited.status, 202, edited.text)
    await app().moderate()
    assert.equal((await app().call('DELETE', `/v1/posts/${id}`, { key })).status, 200)
    assert.equal((await app().call('GET', `/v1/posts/${theirs}`, { key: stranger.key })).json.status, 'published')
    assert.deepEqual(
      (await manage(owner, 'GET', '')).json.items.map((item: { key_id: string }) => item.key_id),
      [json.key_id],
    )
  })

  test('within the grace both keys act as the new one, and afterwards the old one is refused', async () => {
    const owner = await app().account()
    const old = await keyIdOf(app(), owner)
    app().clock.advance(1_000)
    const { json } = await replace(owner, old, { grace_seconds: 3_600 })
    const id = await publish(owner.key)
    assert.equal((await app().call('GET', `/v1/posts/${id}`, { key: json.api_key })).json.status, 'published')
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).json.key.key_id, json.key_id)
    const listed = (await manage(owner, 'GET', '')).json.items
    assert.deepEqual(
      listed.map((item: any) => [item.key_id, item.valid_until]),
      [
        [old, '2026-11-21T13:00:01Z'],
        [json.key_id, null],
      ],
    )
    const change = await manage(owner, 'PATCH', `/${old}`, { name: 'x' })
    assert.equal(change.status, 404)
    app().clock.advance(3_600_000)
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).status, 401)
    await sweep(app())
    assert.equal((await manage(owner, 'GET', '')).json.items.length, 1)
    assert.equal((await app().call('GET', `/v1/posts/${id}`, { key: json.api_key })).json.status, 'published')
  })

  test('a key that replaces the new key gets what the first one still does in its grace', async () => {
    const owner = await app().account()
    const second = (await replace(owner, await keyIdOf(app(), owner), { grace_seconds: 86_400 })).json
    const third = (await replace(owner, second.key_id, { grace_seconds: 60 })).json
    const id = await publish(owner.key)
    assert.equal((await app().call('GET', `/v1/posts/${id}`, { key: third.api_key })).json.status, 'published')
  })

  test('the first answer to an Idempotency-Key is repeated for the new key, and nothing is charged again', async () => {
    const owner = await app().account()
    const headers = { 'idempotency-key': 'before-the-change' }
    const body = eventBody()
    const first = await app().call('POST', '/v1/posts', { key: owner.key, body, headers })
    const { json } = await replace(owner, await keyIdOf(app(), owner))
    const again = await app().call('POST', '/v1/posts', { key: json.api_key, body, headers })
    assert.deepEqual([again.json.id, again.headers.get('idempotent-replayed')], [first.json.id, 'true'])
    assert.equal((await app().call('GET', '/v1/account', { key: json.api_key })).json.balance, 9_000_000)
  })

  test('a key that has ended can be replaced, and its posts pass to the new key', async () => {
    const owner = await app().account()
    const id = await publish(owner.key)
    const old = await keyIdOf(app(), owner)
    assert.equal((await manage(owner, 'DELETE', `/${old}`)).status, 200)
    const { json } = await replace(owner, old, { grace_seconds: 60 })
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).status, 401)
    assert.equal((await app().call('POST', `/v1/posts/${id}/cancel`, { key: json.api_key })).status, 409)
    assert.equal((await app().call('DELETE', `/v1/posts/${id}`, { key: json.api_key })).status, 200)
  })

  test('a key of another account, a replaced key, an unknown key and a wrong grace are refused', async () => {
    const [owner, stranger] = [await app().account(), await app().account()]
    const old = await keyIdOf(app(), owner)
    assert.equal((await replace(stranger, old)).status, 404)
    assert.equal((await replace(owner, 'key_00000000000000000000')).status, 404)
    for (const grace of [-1, limits.keyGraceMs / 1000 + 1, 1.5, '60', null])
      assert.equal((await replace(owner, old, { grace_seconds: grace })).status, 400, String(grace))
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).status, 200)
    assert.equal((await replace(owner, old)).status, 201)
    const again = await replace(owner, old)
    assert.equal(again.status, 404)
    assert.match(again.json.detail, /replaced by key_/)
  })

  test('an account with all its keys can replace one of them, and two replacements at once leave one new key', async () => {
    const owner = await app().account()
    for (let i = 1; i < limits.keysPerAccount; i++) assert.equal((await manage(owner, 'POST', '', {})).status, 201)
    assert.equal((await manage(owner, 'POST', '', {})).status, 409)
    const old = await keyIdOf(app(), owner)
    const both = await Promise.all([replace(owner, old), replace(owner, old)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 404])
    assert.equal((await manage(owner, 'GET', '')).json.items.length, limits.keysPerAccount)
  })

  test('a post that was under way while its key was replaced passes to the new key, with its cost', async () => {
    const owner = await app().account()
    const old = await keyIdOf(app(), owner)
    const { json } = await replace(owner, old)
    const { accountId, handle } = owner
    const request = { caller: { keyId: old, accountId, handle }, body: eventBody(), idempotencyKey: undefined }
    const { body } = await submit(app().platform, { site: 'events', ...request })
    const path = `/v1/posts/${JSON.parse(body).id}`
    assert.equal((await app().call('GET', path, { key: json.api_key })).status, 404)
    await sweep(app())
    assert.equal((await app().call('GET', path, { key: json.api_key })).json.status, 'queued')
    assert.equal((await app().call('GET', '/v1/account', { key: json.api_key })).json.key.spent_today, 1_000_000)
  })
})
