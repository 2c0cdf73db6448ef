// The hand-off to the owner: a link in every answer that needs the owner, which the client opens if it can.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventBody, withPresentation } from '../harness.ts'
import { setKeyLimits } from '../kit/key-controls.ts'
import { topUp } from '../kit/top-up.ts'
import { callTool, connect, eras, modern, raw } from './clients.ts'

const opensLinks = { era: '2026-07-28', capabilities: { elicitation: { url: {} } } } as const

withPresentation('the hand-off to the owner', app => {
  for (const era of eras)
    test(`a client that cannot open links gets the hand-off to the owner as a problem with account_url (${era})`, async () => {
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

  test('a client of 2026-07-28 is asked to open the link for the owner, and gets a problem if that changed nothing', async () => {
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

  test('the call that needed the owner succeeds, once, if the owner has paid meanwhile', async () => {
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

  test('an edit without enough balance is handed to the owner too, and succeeds once after the owner has paid', async () => {
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

  test('a post that waits for its owner was taken: its link is forwarded, and no client repeats the call', async () => {
    const owner = await app().account()
    await setKeyLimits(app(), owner, { ask_first: true })
    const client = await connect(app(), { ...opensLinks, key: owner.key })
    let opened = 0
    client.setRequestHandler('elicitation/create', async () => {
      opened++
      return { action: 'accept' }
    })
    const { value, text } = await callTool(client, 'post_event', eventBody())
    assert.deepEqual([value.status, value.for_human, opened], ['awaiting_owner', true, 0])
    assert.ok(text.includes(value.message_for_owner) && value.message_for_owner.endsWith(value.account_url))
    await callTool(client, 'request_account_deletion')
    assert.equal(opened, 1, 'a link that is the whole answer is opened')
    await client.close()
  })

  test('a tool whose end state stands already answers with that state', async () => {
    const { key } = await app().account()
    const client = await connect(app(), { era: '2025-11-25', key })
    const id = (await callTool(client, 'post_event', eventBody())).value.id
    await app().moderate()
    const twice = async (tool: string, args: Record<string, unknown>) => {
      const [first, again] = [await callTool(client, tool, args), await callTool(client, tool, args)]
      assert.deepEqual([first.isError, again.isError].map(Boolean), [false, false], tool)
      return [first, again] as const
    }
    const [, cancelled] = await twice('edit_event', { id, event_status: 'cancelled' })
    assert.match(cancelled.text, /stays as it is\. It is cancelled\. Nothing was changed or charged/)
    await twice('delete_post', { id })
    const queued = (await callTool(client, 'post_event', eventBody())).value.id
    await twice('cancel_post', { id: queued })
    const hook = (await callTool(client, 'create_webhook', { url: 'https://example.org/hook' })).value.id
    const [deleted, gone] = await twice('delete_webhook', { id: hook })
    assert.deepEqual(gone.value, deleted.value)
    await client.close()
  })

  test('a model gets a problem with the link if the owner declines', async () => {
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
