// Callers that wait for an outcome instead of asking again and again (contract.md §5).
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { after, before, test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { type Answer, eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { topUp } from '../../kit/top-up.ts'

onEveryDatabase('?wait=', ({ kind, fresh }) => {
  let app: TestApp
  let other: TestApp
  before(async () => {
    const database = await fresh()
    app = await startApp(database)
    // The second process on the same database, with the same clock.
    other = await startApp(database, { clock: app.clock })
  })
  after(async () => {
    await other.close()
    await app.close()
  })

  const waiters = (of = app) => of.platform.waiters.count()
  /** Resolves once so many callers wait. */
  const untilWaiting = async (many: number, of = app) => {
    while (waiters(of) !== many) await new Promise(resolve => setImmediate(resolve))
  }
  const submit = async ({ key }: TestAccount) =>
    (await app.call('POST', '/v1/posts', { key, body: eventBody() })).json.id as string
  /** Starts a request that has to wait, and resolves with its answer once it waits. */
  const waiting = async (path: string, { key }: TestAccount, of = app): Promise<{ answer: Promise<Answer<any>> }> => {
    const before = waiters(of)
    const answer = of.call('GET', path, { key })
    await untilWaiting(before + 1, of)
    return { answer }
  }

  test('a post that is queued is answered as soon as it is decided, and at once when it is decided already', async () => {
    const owner = await app.account()
    const id = await submit(owner)
    const { answer } = await waiting(`/v1/posts/${id}?wait=30`, owner)
    await app.moderate()
    assert.equal((await answer).json.status, 'published')
    assert.equal(waiters(), 0)
    const again = await app.call('GET', `/v1/posts/${id}?wait=30`, { key: owner.key })
    assert.equal(again.json.status, 'published')
    assert.equal((await app.call('GET', `/v1/posts/${id}?wait=30`)).status, 200, 'the public post waits for nothing')
    const stranger = await app.account()
    const second = await submit(owner)
    assert.equal((await app.call('GET', `/v1/posts/${second}?wait=30`, { key: stranger.key })).status, 404)
    await app.moderate()
  })

  test('a post that goes from the queue to a person is answered then, and is waited for again until the person decides', async () => {
    const owner = await app.account()
    const body = eventBody({
      body: 'I know where you live. I will kill you, and I will come to hurt your family tonight.',
    })
    const { json, text } = await app.call('POST', '/v1/posts', { key: owner.key, body })
    assert.equal(json.status, 'queued', text)
    const { answer } = await waiting(`/v1/posts/${json.id}?wait=30`, owner)
    await app.moderate()
    assert.equal((await answer).json.status, 'review')
    const { answer: last } = await waiting(`/v1/posts/${json.id}?wait=30`, owner)
    const decision = { revisionId: json.id, actor: 'reviewer', reason: 'a play', action: 'publish' } as const
    await decideText(app.platform, decision)
    assert.equal((await last).json.status, 'published')
  })

  test('an edit that waits is waited for too, and the news of another post of the account end no wait', async () => {
    const owner = await app.account()
    const id = await submit(owner)
    await app.moderate()
    await app.call('PATCH', `/v1/posts/${id}`, { key: owner.key, body: { title: 'Another title of it' } })
    const { answer } = await waiting(`/v1/posts/${id}?wait=30`, owner)
    const cancelled = await submit(owner)
    await app.call('POST', `/v1/posts/${cancelled}/cancel`, { key: owner.key })
    assert.equal(waiters(), 1)
    await app.moderate()
    const { status, edit } = (await answer).json
    assert.deepEqual([status, edit.status], ['published', 'applied'])
  })

  test('outcomes are answered with the next one, or empty at the end of the wait', async () => {
    const owner = await app.account()
    const { cursor } = (await app.call('GET', '/v1/outcomes', { key: owner.key })).json
    const { answer } = await waiting(`/v1/outcomes?after=${cursor}&wait=30`, owner)
    const id = await submit(owner)
    await app.moderate()
    const page = (await answer).json
    assert.deepEqual(
      page.items.map(({ type, data }: any) => [type, data.id]),
      [['post.published', id]],
    )
    const empty = await app.call('GET', `/v1/outcomes?after=${page.cursor}&wait=1`, { key: owner.key })
    assert.deepEqual([empty.status, empty.json.items], [200, []])
    const old = await app.call('GET', '/v1/outcomes?wait=30', { key: owner.key })
    assert.equal(old.json.items.length, 1)
  })

  test('the account is answered as soon as it is ready to post', async () => {
    const made = await app.platform.act('createAccount', { name: 'Waits', email: `waits.${kind}@example.org` })
    const owner = { key: made.apiKey, accountId: made.accountId, handle: made.handle, email: '' }
    const { answer } = await waiting('/v1/account?wait_for=ready', owner)
    await app.platform.act('verifyEmail', { accountId: made.accountId, email: null })
    assert.equal(waiters(), 1)
    await topUp(app.platform, { accountId: made.accountId })
    assert.equal((await answer).json.ready_to_post, true)
    assert.equal((await app.call('GET', '/v1/account?wait_for=ready&wait=30', owner)).json.ready_to_post, true)
  })

  test('wrong values of wait are refused with what is right', async () => {
    const { key } = await app.account()
    for (const [path, detail] of [
      ['/v1/outcomes?wait=31', `/wait: got 31; it takes at most ${limits.waitSeconds}`],
      ['/v1/outcomes?wait=soon', '/wait: got "soon"; it takes a whole number: seconds to wait for news'],
      ['/v1/account?wait=5', '/wait: goes with wait_for=ready'],
      ['/v1/account?wait_for=money', '/wait_for: got "money"; it takes "ready": waits until ready_to_post'],
    ] as const) {
      const { status, json } = await app.call('GET', path, { key })
      assert.deepEqual([status, json.detail], [400, detail])
    }
  })

  // The wait is longer than the limit of the test.
  test('an outcome that another process writes is told before the end of the wait', { timeout: 20_000 }, async () => {
    const owner = await app.account()
    const id = await submit(owner)
    const { answer } = await waiting(`/v1/posts/${id}?wait=30`, owner, other)
    await app.moderate()
    assert.equal((await answer).json.status, 'published')
    assert.equal(waiters(other), 0)
  })

  test('a caller that hangs up frees its place, and a key that ends while it waits is refused', async () => {
    const owner = await app.account()
    const id = await submit(owner)
    const gone = httpRequest(`${app.origin}/v1/posts/${id}?wait=30`, {
      headers: { authorization: `Bearer ${owner.key}`, host: new URL(app.origin).host },
    })
    gone.on('error', () => {})
    gone.end()
    await untilWaiting(1)
    gone.destroy()
    await untilWaiting(0)
    const { answer } = await waiting(`/v1/posts/${id}?wait=30`, owner)
    const { keyId } = (await app.platform.keyHolders.find(owner.key))!
    await app.platform.act('revokeKey', { accountId: owner.accountId, keyId })
    await app.moderate()
    assert.deepEqual([(await answer).status, (await answer).json.code], [401, 'unauthorized'])
  })

  test('the callers of an account beyond its bound are answered at once', async () => {
    const owner = await app.account()
    const id = await submit(owner)
    const path = `/v1/posts/${id}?wait=30`
    const held = Array.from({ length: limits.waitersPerAccount }, () => app.call('GET', path, { key: owner.key }))
    await untilWaiting(limits.waitersPerAccount)
    assert.equal((await app.call('GET', path, { key: owner.key })).json.status, 'queued')
    await app.moderate()
    for (const answer of held) assert.equal((await answer).json.status, 'published')
  })

  test('a process that ends answers the callers that wait', async () => {
    const third = await startApp(app.databaseUrl, { clock: app.clock })
    const owner = await app.account()
    const id = await submit(owner)
    const { answer } = await waiting(`/v1/posts/${id}?wait=30`, owner, third)
    await third.close()
    assert.equal((await answer).json.status, 'queued')
    await app.moderate()
  })
})
