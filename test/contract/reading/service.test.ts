// The small documents: status, pricing, policy, health.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgedLanguages } from '../../../src/moderation/embedded/packaged-model.ts'
import { eventBody, startOfTests, withPresentation } from '../../harness.ts'

withPresentation('service documents', app => {
  test('status has the state of the API and of moderation, and the number of queued posts', async () => {
    const idle = await app().call('GET', '/v1/status')
    assert.deepEqual(idle.json.moderation, {
      state: 'idle',
      last_heartbeat: null,
      languages: judgedLanguages(),
    })
    await app().platform.act('heartbeatOf', { name: 'moderation', state: 'running' })
    const { key } = await app().account()
    await app().call('POST', '/v1/posts', { key, body: eventBody() })
    const { json } = await app().call('GET', '/v1/status')
    assert.deepEqual(json, {
      api: 'ok',
      site: 'events',
      moderation: {
        state: 'running',
        last_heartbeat: new Date(startOfTests).toISOString().replace('.000', ''),
        languages: judgedLanguages(),
      },
      queue: { queued: 1, in_review: 0, usual_review_seconds: null },
      generated_at: new Date(startOfTests).toISOString().replace('.000', ''),
    })
    app().clock.advance(60_000)
    assert.equal((await app().call('GET', '/v1/status')).json.moderation.state, 'idle')
  })
  test('pricing has every price in micros', async () => {
    const { json } = await app().call('GET', '/v1/pricing')
    assert.deepEqual(json, {
      site: 'events',
      currency: 'usd',
      unit: 'occurrence',
      post: { post: 1_000_000, series_cap: 5_000_000 },
      next: null,
      edit_fraction: 0.5,
      penalty_multiplier: 10,
      abuse_at_least: 0,
      search: { free_per_day: 100, price_each: 1_000 },
      topups: [10_000_000, 20_000_000, 50_000_000],
      topup_min: 5_000_000,
      topup_max: 500_000_000,
    })
  })
  test('the policy has the languages of the status, a quality bar and categories with examples', async () => {
    const { json } = await app().call('GET', '/v1/policy')
    assert.deepEqual(json.languages, (await app().call('GET', '/v1/status')).json.moderation.languages)
    assert.deepEqual((await app().call('GET', '/policy.json')).json, json)
    const { text: page } = await app().call('GET', '/policy/index.md')
    const names = new Intl.DisplayNames('en', { type: 'language' })
    const languages = new Intl.ListFormat('en').format(json.languages.map((code: string) => names.of(code)))
    assert.ok(page.includes(`A model decides texts in ${languages}. A text in another language waits for a person`))
    assert.ok(json.quality_bar.length >= 6)
    assert.ok(json.categories.filter((c: any) => c.penalized).length >= 14)
    assert.ok(json.categories.filter((c: any) => !c.penalized).length >= 6)
    for (const category of json.categories) {
      assert.ok(category.disallowed_examples.length >= 2 && category.allowed_examples.length >= 2, category.id)
    }
  })
  test('the policy gets 304 while it is unchanged', async () => {
    const first = await app().call('GET', '/v1/policy')
    const etag = first.headers.get('etag') ?? ''
    const again = await app().call('GET', '/v1/policy', { headers: { 'if-none-match': etag } })
    assert.deepEqual([again.status, again.text], [304, ''])
    const { key } = await app().account()
    assert.equal((await app().call('GET', '/v1/policy', { key, headers: { 'if-none-match': etag } })).status, 304)
    assert.equal((await app().call('GET', '/v1/policy', { headers: { 'if-none-match': '"other"' } })).status, 200)
  })
  test('healthz and readyz answer 200', async () => {
    assert.equal((await app().call('GET', '/healthz')).status, 200)
    assert.equal((await app().call('GET', '/readyz')).status, 200)
  })
  test('an unknown path gets 404, an unsupported method 405 with Allow, each as a problem with a request id', async () => {
    const missing = await app().call('GET', '/v1/nothing')
    assert.deepEqual([missing.status, missing.json.code], [404, 'not_found'])
    const method = await app().call('PUT', '/v1/posts', { body: {} })
    assert.deepEqual(
      [method.status, method.json.code, method.headers.get('allow')],
      [405, 'method_not_allowed', 'GET, HEAD, POST'],
    )
    for (const { json, headers, status } of [missing, method]) {
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
      assert.equal(json.request_id, headers.get('request-id'))
      assert.equal(json.type, `http://events.test/problems/#${json.code}`)
      assert.equal(json.status, status)
      assert.deepEqual(json.error, { code: json.code, message: json.detail })
    }
  })
})
