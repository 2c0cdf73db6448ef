// The hand-off to the owner: a link in every answer that needs the owner, which the client opens if it can.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventBody, withPresentation } from '../harness.ts'
import { topUp } from '../kit/top-up.ts'
import { callTool, connect, eras, modern, raw } from './clients.ts'

withPresentation('the hand-off to the owner', app => {
  for (const era of eras)
    test(`the hand-off to the owner is a problem with account_url if the client cannot open links (${era})`, async () => {
      const { key } = await app().account({ balance: 0 })
      const client = await connect(app(), { era, key })
      const answer = await callTool(client, 'post_event', eventBody())
      assert.deepEqual(
        [answer.isError, answer.value.code, answer.value.status, answer.value.for_human],
        [true, 'needs_card', 402, true],
      )
      assert.match(answer.value.account_url, /^http:\/\/events\.test\/account\?t=/)
      assert.equal(answer.value.error.account_url, answer.value.account_url)
      assert.ok(answer.text.includes(answer.value.account_url))
      await client.close()
    })

  test('the hand-off to the owner asks a client of 2026-07-28 to open the link, and is a problem if that changed nothing', async () => {
    const { key } = await app().account({ balance: 0 })
    const client = await connect(app(), { era: '2026-07-28', key, capabilities: { elicitation: { url: {} } } })
    const opened: { mode?: string; url?: string; message: string }[] = []
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      opened.push(params as never)
      return { action: 'accept' }
    })
    const answer = await callTool(client, 'post_event', eventBody())
    assert.equal(opened.length, 1)
    assert.equal(opened[0]?.mode, 'url')
    assert.match(opened[0]?.url ?? '', /^http:\/\/events\.test\/account\?t=/)
    assert.match(opened[0]?.message ?? '', /money/)
    assert.equal(answer.value.code, 'needs_card')
    assert.match(answer.value.account_url, /\/account\?t=/)
    await client.close()
  })

  test('the hand-off to the owner ends with the same call succeeding, once, if the owner has paid meanwhile', async () => {
    const { key, accountId } = await app().account({ balance: 0 })
    const client = await connect(app(), { era: '2026-07-28', key, capabilities: { elicitation: { url: {} } } })
    client.setRequestHandler('elicitation/create', async () => {
      await topUp(app().platform, { accountId })
      return { action: 'accept' }
    })
    const answer = await callTool(client, 'post_event', { ...eventBody(), idempotency_key: 'paid-meanwhile' })
    assert.equal(answer.value.status, 'queued')
    assert.equal((await app().call('GET', '/v1/account', { key })).json.balance, 9_000_000)
    await client.close()
  })

  test('the hand-off to the owner applies to an edit without enough balance too, which succeeds once after the owner has paid', async () => {
    const { key, accountId } = await app().account({ balance: 1_000_000 })
    const { json: post } = await app().call('POST', '/v1/posts', { key, body: eventBody() })
    await app().moderate()
    const client = await connect(app(), { era: '2026-07-28', key, capabilities: { elicitation: { url: {} } } })
    let opened = 0
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      opened++
      assert.match((params as { url?: string }).url ?? '', /^http:\/\/events\.test\/account\?t=/)
      await topUp(app().platform, { accountId })
      return { action: 'accept' }
    })
    const args = { id: post.id, topics: ['paid'], idempotency_key: 'paid-edit-1' }
    const answer = await callTool(client, 'edit_event', args)
    assert.deepEqual([opened, answer.value.edit?.status], [1, 'queued'])
    assert.equal((await app().call('GET', '/v1/account', { key })).json.balance, 9_500_000)
    await client.close()
  })

  test('the hand-off to the owner is a problem with the link if the owner declines', async () => {
    const { key } = await app().account({ balance: 0 })
    const { body, headers } = modern(
      'tools/call',
      { name: 'post_event', arguments: eventBody() },
      { elicitation: { url: {} } },
    )
    const bearer = { authorization: `Bearer ${key}` }
    const asked = (await raw(app(), body, { ...headers, ...bearer })).json.result
    assert.equal(asked.resultType, 'input_required')
    assert.deepEqual(Object.keys(asked.inputRequests), ['owner'])
    assert.deepEqual(
      [asked.inputRequests.owner.method, asked.inputRequests.owner.params.mode],
      ['elicitation/create', 'url'],
    )
    body.params.inputResponses = { owner: { action: 'decline' } }
    const declined = (await raw(app(), body, { ...headers, ...bearer })).json.result
    assert.deepEqual([declined.isError, declined.structuredContent.code], [true, 'needs_card'])
  })
})
