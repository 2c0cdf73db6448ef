// A key that its owner has paused: it reads what is free, and neither posts nor spends, over REST and MCP, on every process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusesPaused } from '../../../src/contract/operations/row.ts'
import { operations } from '../../../src/usecases/handlers/handlers.ts'
import { approve, waitingForOwner } from '../../../src/usecases/posts/approvals.ts'
import {
  eventBody,
  mailsTo,
  onEveryDatabase,
  startApp,
  type TestAccount,
  type TestApp,
  withApp,
} from '../../harness.ts'
import { keyIdOf, ownerToken, setKeyLimits } from '../../kit/key-controls.ts'
import { secondKey } from '../../kit/second-key.ts'

const path = '/v1/manage/keys'
const manage = async (app: TestApp, owner: TestAccount, method: string, at: string, body?: object) =>
  app.call(method, at, { headers: { 'x-account-link': await ownerToken(app, owner) }, ...(body && { body }) })
const pause = async (app: TestApp, owner: TestAccount, paused: boolean) =>
  manage(app, owner, 'PATCH', `${path}/${await keyIdOf(app, owner)}`, { paused })

withApp('a paused key', app => {
  test('every operation that can do more than read refuses a paused key, and changes nothing', async () => {
    const owner = await app().account()
    const { json: published } = await app().call('POST', '/v1/posts', { key: owner.key, body: eventBody() })
    await app().moderate()
    const hook = { url: 'https://agent.example/hooks' }
    const { json: webhook } = await app().call('POST', '/v1/webhooks', { key: owner.key, body: hook })
    assert.equal((await pause(app(), owner, true)).json.paused, true)
    const { json: before } = await app().call('GET', '/v1/account', { key: owner.key })
    assert.deepEqual([before.key.paused, before.ready_to_post, before.blocking.code], [true, false, 'key_paused'])
    const refused = operations.filter(row => refusesPaused(row) && !row.offeredOn)
    assert.ok(refused.length > 10)
    const site = app().platform.site('events')
    for (const { id, method, path, query, examples } of refused) {
      const at = path
        .replace(':id', id.includes('Webhook') ? webhook.id : published.id)
        .replace(/:(?!id)\w+/, 'msg_00000000000000000000')
      const asked = id === 'search' && query ? '?q=paint' : ''
      const [body] = Object.values(examples(site, 'http://events.test').body ?? {})
      const answer = await app().call(method.toUpperCase(), `${at}${asked}`, {
        key: owner.key,
        ...(body !== undefined && { body }),
      })
      assert.equal(`${answer.status} ${answer.json.code}`, '403 key_paused', `${id} ${JSON.stringify(answer.json)}`)
      assert.match(answer.json.message_for_owner, /resume the key of your agent/)
      assert.match(answer.json.account_url, /\/account\?t=/)
    }
    const { json: after } = await app().call('GET', '/v1/account', { key: owner.key })
    assert.equal(after.balance, before.balance)
    assert.equal((await app().call('GET', `/v1/posts/${published.id}`, { key: owner.key })).json.status, 'published')
    const dry = await app().call('POST', '/v1/posts?dry_run=true', { key: owner.key, body: eventBody() })
    assert.deepEqual([dry.status, dry.json.blocking.code], [200, 'key_paused'])
    assert.equal((await pause(app(), owner, false)).json.paused, false)
    assert.equal((await app().call('POST', '/v1/posts', { key: owner.key, body: eventBody() })).status, 202)
  })

  test('another key of the account and another account go on', async () => {
    const [owner, other] = [await app().account(), await app().account()]
    const second = await secondKey(app(), owner.accountId)
    await pause(app(), owner, true)
    for (const key of [second, other.key])
      assert.equal((await app().call('POST', '/v1/posts', { key, body: eventBody() })).status, 202)
  })

  test('the owner approves a text of a key that is paused by then', async () => {
    const owner = await app().account()
    await setKeyLimits(app(), owner, { ask_first: true })
    const { json } = await app().call('POST', '/v1/posts', { key: owner.key, body: eventBody() })
    await pause(app(), owner, true)
    const { texts } = await waitingForOwner(app().platform, owner.accountId)
    const seen = texts[0]?.seen ?? ''
    assert.equal(await approve(app().platform, { accountId: owner.accountId, revisionId: json.id, seen }), 'approved')
  })

  test('the owner is mailed once for each change, and a replacement of a paused key is paused', async () => {
    const owner = await app().account()
    await pause(app(), owner, true)
    await pause(app(), owner, true)
    const subjects = (await mailsTo(app(), owner)).map(({ subject }) => subject)
    assert.equal(subjects.filter(subject => /was paused/.test(subject)).length, 1)
    const replaced = await manage(app(), owner, 'POST', `${path}/${await keyIdOf(app(), owner)}/replace`, {
      grace_seconds: 60,
    })
    assert.equal(replaced.json.paused, true)
    for (const key of [replaced.json.api_key, owner.key])
      assert.equal((await app().call('POST', '/v1/posts', { key, body: eventBody() })).json.code, 'key_paused')
    await manage(app(), owner, 'PATCH', `${path}/${replaced.json.key_id}`, { paused: false })
    for (const key of [replaced.json.api_key, owner.key])
      assert.equal((await app().call('POST', '/v1/posts', { key, body: eventBody() })).status, 202)
  })

  test('the end of a key is taken back over the API for 10 minutes; an end by the operator is not', async () => {
    const owner = await app().account()
    const id = await keyIdOf(app(), owner)
    const ended = await manage(app(), owner, 'DELETE', `${path}/${id}`)
    assert.equal(ended.status, 200)
    const stranger = await app().account()
    assert.equal((await manage(app(), stranger, 'POST', `${path}/${id}/restore`)).status, 404)
    assert.equal((await manage(app(), owner, 'POST', `${path}/${id}/restore`)).status, 200)
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).status, 200)
    assert.equal((await manage(app(), owner, 'POST', `${path}/${id}/restore`)).status, 404, 'a working key')
    await app().platform.act('revokeKeyByOperator', { keyId: id, actor: 'ops', reason: 'leaked' })
    assert.equal((await manage(app(), owner, 'POST', `${path}/${id}/restore`)).status, 404)
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).status, 401)
  })

  test('a key that has just read a post of another key reads it no more once it has ended', async () => {
    const [author, reader] = [await app().account(), await app().account()]
    const { json: post } = await app().call('POST', '/v1/posts', { key: author.key, body: eventBody() })
    await app().moderate()
    const read = (key: string) => app().call('GET', `/v1/posts/${post.id}`, { key })
    for (let i = 0; i < 3; i++) assert.deepEqual((await read(reader.key)).json.id, post.id)
    assert.equal((await read(author.key)).json.status, 'published', 'the view of its own key')
    const keyId = await keyIdOf(app(), reader)
    await app().platform.act('revokeKeyByOperator', { keyId, actor: 'ops', reason: 'leaked' })
    assert.equal((await read(reader.key)).status, 401)
  })

  test('a link of a mail that ends all keys ends them for good, those too that ended a minute before', async () => {
    const owner = await app().account()
    const id = await keyIdOf(app(), owner)
    assert.equal((await manage(app(), owner, 'DELETE', `${path}/${id}`)).status, 200)
    const { accountId } = owner
    await app().platform.act('endEverything', { accountId })
    await assert.rejects(app().platform.act('takeBackEnd', { accountId, keyId: id }), { code: 'not_found' })
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).status, 401)
  })

  test('a monthly budget holds over its days, starts anew with the month, and warns at its marks', async () => {
    const price = 1_000_000
    const owner = await app().account({ balance: 50 * price })
    await setKeyLimits(app(), owner, { daily_budget: 3 * price, monthly_budget: 5 * price })
    const post = () => app().call('POST', '/v1/posts', { key: owner.key, body: eventBody() })
    for (let i = 0; i < 3; i++) assert.equal((await post()).status, 202)
    assert.match((await post()).json.detail, /3\.00 USD a UTC day/)
    app().clock.advance(86_400_000)
    for (let i = 0; i < 2; i++) assert.equal((await post()).status, 202)
    const over = await post()
    assert.deepEqual([over.status, over.json.code], [402, 'budget_exhausted'])
    assert.match(over.json.detail, /5\.00 USD a UTC month; 5\.00 USD are spent/)
    assert.match(over.json.message_for_owner, /raise the \$5\.00 a month/)
    const { json } = await app().call('GET', '/v1/account', { key: owner.key })
    const { spent_today, spent_month, left_month, month_resets_at } = json.key
    assert.deepEqual(
      [spent_today, spent_month, left_month, month_resets_at],
      [2 * price, 5 * price, 0, '2026-12-01T00:00:00Z'],
    )
    assert.equal(
      Number(over.headers.get('retry-after')),
      (Date.parse('2026-12-01T00:00:00Z') - app().clock.now()) / 1000,
    )
    const outcomes = (await app().call('GET', '/v1/outcomes?limit=50', { key: owner.key })).json.items
    const months = outcomes.filter(({ type, data }: any) => type === 'budget.threshold' && data.period === 'month')
    assert.deepEqual(
      months.map(({ data }: any) => [data.percent, data.spent, data.left]),
      [
        [80, 4 * price, price],
        [100, 5 * price, 0],
      ],
    )
    app().clock.advance(Date.parse('2026-12-01T00:00:00Z') - app().clock.now() + 1)
    assert.equal((await post()).status, 202)
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).json.key.spent_month, price)
  })
})

onEveryDatabase('a monthly budget', ({ fresh }) => {
  test('a monthly budget for 10 posts pays for exactly 10 of 60 concurrent posts, even across two processes', async t => {
    const price = 1_000_000
    const url = await fresh()
    const first = await startApp(url)
    const apps = [first, await startApp(url, { clock: first.clock })]
    t.after(() => Promise.all(apps.map(app => app.close())))
    const owner = await first.account({ balance: 100 * price })
    await setKeyLimits(first, owner, { monthly_budget: 10 * price })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        apps[i % 2]!.call('POST', '/v1/posts', { key: owner.key, body: eventBody() }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 202).length, 10)
    assert.ok(answers.every(({ status, json }) => status === 202 || json.code === 'budget_exhausted'))
    assert.equal((await first.call('GET', '/v1/account', { key: owner.key })).json.key.spent_month, 10 * price)
  })
})
