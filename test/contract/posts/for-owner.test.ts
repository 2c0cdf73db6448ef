// Texts that a person decides on: the agent gets a sentence to forward, a time to ask again, and the link where the owner decides.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { eventBody, onEveryDatabase, startApp, type TestApp } from '../../harness.ts'
import { setKeyLimits } from '../../kit/key-controls.ts'
import { byTitle } from '../../kit/title-model.ts'

onEveryDatabase('a text that a person decides on', ({ fresh }) => {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle } })
  })
  afterEach(() => app.close())

  test('a text that waits for its owner has a link and a sentence for the owner, and each look has a fresh link', async () => {
    const owner = await app.account()
    const { key } = owner
    await setKeyLimits(app, owner, { ask_first: true })
    const headers = { 'idempotency-key': 'asks-first-1' }
    const body = eventBody()
    const sent = await app.call('POST', '/v1/posts', { key, body, headers })
    const check = ({ for_human, account_url: url, message_for_owner: ask }: any, what: string) => {
      assert.equal(for_human, true)
      assert.equal(ask, `Your agent asks you to approve ${what}; nothing is published or charged before that: ${url}`)
      return url as string
    }
    const first = check(sent.json, 'an event that costs $1.00')
    const again = await app.call('POST', '/v1/posts', { key, body, headers })
    assert.equal(again.text, sent.text, 'a repeat is the first answer, byte for byte')
    app.clock.advance(2 * limits.accountLinkMs)
    const look = await app.call('GET', `/v1/posts/${sent.json.id}`, { key })
    const later = check(look.json, 'an event that costs $1.00')
    assert.equal(look.headers.get('retry-after'), String(limits.approvalAskedAgainMs / 1000))
    const { pathname, search } = new URL(later)
    assert.equal((await app.call('GET', pathname + search)).status, 303)
    assert.notEqual(first, later)

    await setKeyLimits(app, owner, { ask_first: false })
    const { id } = (await app.call('POST', '/v1/posts', { key, body: eventBody({ title: 'Fine evening' }) })).json
    await app.moderate()
    await setKeyLimits(app, owner, { ask_first: true })
    const { json } = await app.call('PATCH', `/v1/posts/${id}`, { key, body: { title: 'Another fine evening' } })
    check(json.edit, 'an edit of an event that costs $0.50')
    assert.equal(json.for_human, undefined)
  })

  test('a text in review has a sentence for the owner without a link, Retry-After, and stands in the queue of people', async () => {
    const { key } = await app.account()
    const review = async () => {
      const { id } = (
        await app.call('POST', '/v1/posts', { key, body: eventBody({ title: `REVIEW ${Math.random()}` }) })
      ).json
      await app.moderate()
      // Readings of the queue are kept for a second.
      app.clock.advance(2_000)
      return app.call('GET', `/v1/posts/${id}`, { key })
    }
    const { json, headers } = await review()
    assert.equal(json.status, 'review')
    assert.equal(
      json.message_for_owner,
      'Nothing to do: a person looks at this event, and it cannot be said when; do not post it again.',
    )
    assert.deepEqual([json.for_human, json.account_url], [undefined, undefined])
    assert.equal(headers.get('retry-after'), String(limits.reviewAskedAgainMs / 1000))
    assert.equal((await app.call('GET', '/v1/status')).json.queue.in_review, 1)
    assert.match(json.review.note, /; 1 text waits for a person,/)
    const page = (await app.call('GET', '/status/index.md')).text
    assert.match(page, /\*\*Queue of the model:\*\* no text waits\n.*\*\*Queue of people:\*\* 1 text waits\n/s)

    app.clock.advance(2 * 3_600_000)
    await decideText(app.platform, { revisionId: json.id, actor: 'test', reason: 'test', action: 'publish' })
    assert.equal((await app.call('GET', '/v1/status')).json.queue.in_review, 0)
    assert.match((await review()).json.message_for_owner, /^Nothing to do: .*, usually within 2 hours; do not post/)
  })
})
