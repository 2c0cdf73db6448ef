// Callers with test keys wait in their world, whose clock they move themselves.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventBody, hostOf, withPresentedSites } from '../../harness.ts'

withPresentedSites('waiting in a world', app => {
  const host = hostOf('events')

  test('a post of a test key is waited for until its outcome, which the test clock brings', async () => {
    const owner = { name: 'Ada', email: 'waits.in.test@example.org', accept_terms: true, test: true }
    const { api_key: key } = (await app().call('POST', '/v1/accounts', { host, body: owner })).json
    const words = 'test-outcome-review-published'
    const body = eventBody({ body: `We paint the river together and bring paper. ${words}` })
    const { id } = (await app().call('POST', '/v1/posts', { host, key, body })).json
    const waiting = app().call('GET', `/v1/posts/${id}?wait=30`, { host, key })
    const world = (await app().platform.testWorlds!.ofKey(key))!.platform
    while (world.waiters.count() === 0) await new Promise(resolve => setImmediate(resolve))
    await app().call('POST', '/v1/test/clock', { host, key, body: { advance: 'P1D' } })
    assert.equal((await waiting).json.status, 'published')
    assert.equal(app().platform.waiters.count(), 0, 'nobody waits outside the world')
    const ready = await app().call('GET', '/v1/account?wait_for=ready', { host, key })
    assert.equal(ready.json.ready_to_post, true)
  })
})
