// The extension Tasks: posts that wait, for clients that declare it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untrustedNotice } from '../../src/contract/operations/tool.ts'
import { extensions } from '../../src/contract/protocol-versions.ts'
import { approve, waitingForOwner } from '../../src/usecases/posts/approvals.ts'
import { eventBody, type TestApp, withPresentation } from '../harness.ts'
import { setKeyLimits } from '../kit/key-controls.ts'
import { secondKey } from '../kit/second-key.ts'
import { connect, legacy, modern, raw } from './clients.ts'

const knowsTasks = { extensions: { [extensions.tasks]: {} } }
const opensLinks = { ...knowsTasks, elicitation: { url: {} } }

type Sender = { key?: string; capabilities?: object }

/** Sends one request of a client that knows tasks, and returns its answer. */
async function send(
  app: TestApp,
  method: string,
  params: Record<string, unknown>,
  { key, capabilities = knowsTasks }: Sender,
) {
  const { body, headers } = modern(method, params, capabilities)
  const named = typeof params.taskId === 'string' ? { 'mcp-name': params.taskId } : {}
  const bearer = key === undefined ? {} : { authorization: `Bearer ${key}` }
  return raw(app, body, { ...headers, ...named, ...bearer })
}

const post = async (app: TestApp, sender: Sender, change = {}) =>
  (await send(app, 'tools/call', { name: 'post_event', arguments: eventBody(change) }, sender)).json.result

const get = async (app: TestApp, taskId: string, sender: Sender) =>
  (await send(app, 'tasks/get', { taskId }, sender)).json

const anything = { '~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) } }

withPresentation('the extension Tasks', app => {
  test('a post is a task until it is decided, and then has the answer of get_post', async () => {
    const { key } = await app().account()
    const made = await post(app(), { key })
    const { _meta, ...task } = made
    const id = task.taskId.replace('task_', '')
    const at = { createdAt: '2026-11-21T12:00:00Z', lastUpdatedAt: '2026-11-21T12:00:00Z' }
    const { statusMessage, pollIntervalMs, ...rest } = task
    assert.deepEqual(rest, { resultType: 'task', taskId: `task_${id}`, status: 'working', ...at, ttlMs: null })
    assert.match(statusMessage, /is queued and 1\.00 USD were charged/)
    const own = (await app().call('GET', `/v1/posts/${id}`, { key })).json
    assert.equal(pollIntervalMs, own.moderation.retry_after_seconds * 1000)

    const waiting = (await get(app(), task.taskId, { key })).result
    assert.deepEqual([waiting.resultType, waiting.status, 'result' in waiting], ['complete', 'working', false])

    app().clock.advance(5_000)
    await app().moderate()
    const done = (await get(app(), task.taskId, { key })).result
    assert.deepEqual([done.status, done.lastUpdatedAt], ['completed', '2026-11-21T12:00:05Z'])
    assert.equal(done.result.structuredContent.status, 'published')
    const read = await send(app(), 'tools/call', { name: 'get_post', arguments: { id } }, { key })
    const { resultType: _, _meta: __, ...answer } = read.json.result
    assert.deepEqual(done.result, answer, 'the result is what get_post answers')
    assert.ok(done.result.content[0].text.includes(untrustedNotice))
  })

  test('the official client polls and asks to cancel; a decided post stays as it is', async () => {
    const { key } = await app().account()
    const client = await connect(app(), { era: '2026-07-28', key, query: '', capabilities: knowsTasks })
    assert.ok(extensions.tasks in (client.getServerCapabilities()?.extensions ?? {}))
    const ask = (method: string, params: object) =>
      client.request({ method, params } as never, anything as never) as Promise<any>
    const { taskId } = await post(app(), { key }, { title: 'A task to cancel' })
    assert.equal((await ask('tasks/get', { taskId })).status, 'working')
    assert.deepEqual(Object.keys(await ask('tasks/cancel', { taskId })), ['_meta'])
    assert.equal((await ask('tasks/get', { taskId })).status, 'cancelled')
    assert.equal((await app().call('GET', '/v1/account', { key })).json.balance, 10_000_000, 'the fee came back')
    await ask('tasks/cancel', { taskId })

    const decided = await post(app(), { key }, { title: 'A task that is decided' })
    await app().moderate()
    await ask('tasks/cancel', { taskId: decided.taskId })
    const done = await ask('tasks/get', { taskId: decided.taskId })
    assert.deepEqual([done.status, done.result.structuredContent.status], ['completed', 'published'])
    await client.close()
  })

  test('a client that opens links is asked to open the link of the owner, whose decision the task then has', async () => {
    const owner = await app().account()
    await setKeyLimits(app(), owner, { ask_first: true })
    const asks = { key: owner.key, capabilities: opensLinks }
    const made = await post(app(), asks)
    assert.deepEqual([made.resultType, made.status, 'inputRequests' in made], ['task', 'input_required', false])
    const waiting = (await get(app(), made.taskId, asks)).result
    const { owner: request } = waiting.inputRequests
    assert.deepEqual(
      [waiting.status, request.method, request.params.mode],
      ['input_required', 'elicitation/create', 'url'],
    )
    assert.match(request.params.url, /^http:\/\/events\.test\/account\?t=/)
    assert.match(request.params.message, /asks you to approve an event that costs \$1\.00/)

    const inputResponses = { owner: { action: 'accept' }, other: { action: 'accept' } }
    const updated = (await send(app(), 'tasks/update', { taskId: made.taskId, inputResponses }, asks)).json.result
    assert.equal(updated.resultType, 'complete')
    assert.equal(
      (await get(app(), made.taskId, asks)).result.status,
      'input_required',
      'the owner decides, not the client',
    )
    const bare = (await get(app(), made.taskId, { key: owner.key })).result
    assert.deepEqual(
      [bare.status, 'inputRequests' in bare],
      ['working', false],
      'nothing is asked that was not declared',
    )

    const { accountId } = owner
    const [text] = (await waitingForOwner(app().platform, accountId)).texts
    await approve(app().platform, { accountId, revisionId: text!.id, seen: text!.seen })
    assert.equal((await get(app(), made.taskId, asks)).result.status, 'working')
    await app().moderate()
    assert.equal((await get(app(), made.taskId, asks)).result.status, 'completed')
  })

  test('a client that opens no links gets the sentence for the owner as an answer, not as a task', async () => {
    const owner = await app().account()
    await setKeyLimits(app(), owner, { ask_first: true })
    const answer = await post(app(), { key: owner.key })
    assert.deepEqual([answer.resultType, answer.structuredContent.status], ['complete', 'awaiting_owner'])
  })

  test('what was decided at once, a problem and every other tool stay plain answers', async () => {
    const { key } = await app().account({ balance: 1_000_000 })
    const checked = await send(app(), 'tools/call', { name: 'check_event', arguments: eventBody() }, { key })
    assert.deepEqual([checked.json.result.resultType, 'taskId' in checked.json.result], ['complete', false])
    await post(app(), { key })
    const refused = await post(app(), { key }, { title: 'Another one' })
    assert.deepEqual(
      [refused.resultType, refused.isError, refused.structuredContent.code],
      ['complete', true, 'insufficient_balance'],
    )
    assert.ok(Array.isArray(refused.content))
  })

  test('only the key of a post knows its task', async () => {
    const { key, accountId } = await app().account()
    const { taskId } = await post(app(), { key })
    const others = [(await app().account()).key, await secondKey(app(), accountId), undefined]
    const published = await post(app(), { key }, { title: 'Published for all' })
    await app().moderate()
    for (const other of others)
      for (const id of [taskId, published.taskId])
        for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
          const sender = other === undefined ? {} : { key: other }
          const { json, status } = await send(app(), method, { taskId: id, inputResponses: {} }, sender)
          assert.deepEqual([status, json.error?.code], [200, -32_602], method)
        }
    for (const id of ['task_p_00000000000000000000', taskId.replace('task_', ''), 'task_', 'task_../account', 'x'])
      assert.equal((await get(app(), id, { key })).error.code, -32_602, id)
    const numbered = await raw(app(), ...asList(modern('tasks/get', { taskId: 7 }, knowsTasks), key))
    assert.equal(numbered.json.error.code, -32_602)
    assert.equal((await get(app(), published.taskId, { key })).result.status, 'completed')
  })

  test('a client that does not declare tasks sees the answers of today, in both eras', async () => {
    const { key } = await app().account()
    const plain = { key, capabilities: {} }
    const answer = await post(app(), plain)
    assert.deepEqual(
      [answer.resultType, answer.structuredContent.status, 'taskId' in answer],
      ['complete', 'queued', false],
    )
    const linked = await post(
      app(),
      { key, capabilities: { elicitation: { url: {} } } },
      { title: 'A client with links' },
    )
    assert.deepEqual([linked.resultType, 'taskId' in linked], ['complete', false])
    const taskId = `task_${answer.structuredContent.id}`
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const refused = await send(app(), method, { taskId, inputResponses: {} }, plain)
      assert.deepEqual([refused.status, refused.json.error.code], [400, -32_021])
      assert.deepEqual(refused.json.error.data.requiredCapabilities, knowsTasks)
      const { body } = legacy(method, { taskId })
      assert.equal((await raw(app(), body, { authorization: `Bearer ${key}` })).json.error.code, -32_601)
    }
    for (const method of ['tasks/list', 'tasks/result'])
      assert.equal((await send(app(), method, { taskId }, { key })).json.error.code, -32_601)
    assert.equal((await get(app(), taskId, { key })).result.status, 'working', 'the post was not cancelled')
  })
})

const asList = ({ body, headers }: ReturnType<typeof modern>, key: string) =>
  [body, { ...headers, authorization: `Bearer ${key}` }] as const
