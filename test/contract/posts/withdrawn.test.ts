// A post that its author withdraws from review is still judged: abuse has its penalty, and an honest author gets the fee back
// (contract.md §4).
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { dayMs } from '../../../src/contract/spans.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { waitingForReview } from '../../../src/usecases/review/waiting.ts'
import { eventBody, onEveryDatabase, startApp, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'

const start = 50_000_000
const price = 1_000_000
const by = { actor: 'reviewer', reason: 'looked at' }
const scam = { ...by, action: 'reject', category: 'scam', penalized: true } as const
const vague = { ...by, action: 'reject', category: 'vague', penalized: false } as const
const dismiss = { ...by, action: 'dismiss' } as const

onEveryDatabase('after withdrawal from review,', ({ fresh }) => {
  let app: TestApp
  let key: string
  let number = 0
  beforeEach(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle } })
    key = (await app.account({ balance: start })).key
  })
  afterEach(() => app.close())

  const made = async (title: string) => {
    const { json } = await app.call('POST', '/v1/posts', { key, body: eventBody({ title: `${title} ${number++}` }) })
    await app.moderate()
    return json.id as string
  }
  const cancel = (id: string) => app.call('POST', `/v1/posts/${id}/cancel`, { key })
  const remove = (id: string) => app.call('DELETE', `/v1/posts/${id}`, { key })
  const own = async (id: string) => (await app.call('GET', `/v1/posts/${id}`, { key })).json
  const decide = (revisionId: string, decision: typeof scam | typeof vague | typeof dismiss) =>
    decideText(app.platform, { ...decision, revisionId })
  const standing = async () => {
    const { json } = await app.call('GET', '/v1/account', { key })
    return [json.balance, json.strikes]
  }
  const waiting = async () =>
    (await waitingForReview(app.platform)).map(line => {
      const { id, withdrawn } = line as { id: string; withdrawn?: string }
      return [id, withdrawn]
    })
  const outcomes = async () => {
    const { json } = await app.call('GET', '/v1/outcomes', { key })
    return json.items.map((item: { type: string; data: { id: string; status: string } }) => [
      item.type,
      item.data.id,
      item.data.status,
    ])
  }

  for (const [way, withdraw, status] of [
    ['deleted', remove, 'deleted'],
    ['cancelled', cancel, 'cancelled'],
  ] as const) {
    test(`abuse that its author has ${way} in review costs penalty and strike, has an outcome event, and stays ${status}`, async () => {
      const id = await made('REVIEW this evening')
      assert.equal((await withdraw(id)).status, 200)
      assert.deepEqual(await standing(), [start - price, 0])
      assert.deepEqual(await waiting(), [[id, status]])
      await assert.rejects(() => decideText(app.platform, { ...by, revisionId: id, action: 'publish' }), {
        code: 'not_in_review',
        message: /is (deleted|cancelled): its author has withdrawn it/,
      })
      await decide(id, scam)
      assert.deepEqual(await standing(), [start - 10 * price, 1])
      const { status: stands, rejection } = await own(id)
      assert.deepEqual([stands, rejection.category, rejection.amount], [status, 'scam', 9 * price])
      assert.deepEqual((await outcomes()).at(-1), ['post.rejected', id, status])
      assert.deepEqual(await waiting(), [])
      await assert.rejects(() => decide(id, scam), { code: 'not_in_review' })
      await decideText(app.platform, { ...by, revisionId: id, action: 'appeal', publish: false })
      assert.deepEqual(await standing(), [start, 0])
    })

    for (const found of [dismiss, vague])
      test(`a post in review without abuse (${found.action}) that its author has ${way} costs ${way === 'deleted' ? 'the fee' : 'nothing'}`, async () => {
        const id = await made('REVIEW this evening')
        await withdraw(id)
        await decide(id, found)
        const fee = way === 'deleted' ? price : 0
        assert.deepEqual(await standing(), [start - fee, 0])
        assert.deepEqual(await waiting(), [])
        assert.equal((await own(id)).rejection, undefined)
        await assert.rejects(() => decide(id, scam), { code: 'not_in_review' })
      })

    test(`a post in review that its author has ${way} leaves the queue after 14 days, decided for the author`, async () => {
      const id = await made('REVIEW this evening')
      await withdraw(id)
      app.clock.advance(limits.withdrawnJudgedMs - dayMs)
      await app.platform.act('sweep', { limit: 50 })
      assert.deepEqual(await waiting(), [[id, status]])
      app.clock.advance(dayMs)
      await assert.rejects(() => decide(id, scam), { code: 'not_in_review' })
      await app.platform.act('sweep', { limit: 50 })
      assert.deepEqual(await waiting(), [])
      assert.deepEqual(await standing(), [way === 'deleted' ? start - price : start, 0])
    })
  }

  test('a cancelled post has the time of its refund in the answer, and the refund in the answer to a repeat', async () => {
    const id = await made('REVIEW this evening')
    const first = await cancel(id)
    assert.deepEqual([first.json.status, first.json.refunded, first.json.balance], ['cancelled', 0, start - price])
    assert.match(first.json.note, /14 days/)
    assert.match((await own(id)).note, /14 days/)
    await decide(id, dismiss)
    assert.deepEqual((await cancel(id)).json, { id, status: 'cancelled', refunded: price, balance: start })
    assert.deepEqual(await outcomes(), [
      ['post.review', id, 'review'],
      ['post.cancelled', id, 'cancelled'],
    ])
    assert.match((await own(id)).note, /the fee was refunded/)
  })

  test('an edit is judged even if its post is deleted; an edit without abuse costs nothing', async () => {
    const edited = async () => {
      const id = await made('A plain evening')
      const body = { title: `REVIEW another evening ${number++}` }
      const { json } = await app.call('PATCH', `/v1/posts/${id}`, { key, body })
      await app.moderate()
      await remove(id)
      assert.equal((await own(id)).edit.status, 'withdrawn')
      return json.edit.id as string
    }
    const [bad, good] = [await edited(), await edited()]
    assert.deepEqual(await standing(), [start - 3 * price, 0])
    assert.deepEqual(await waiting(), [
      [bad, 'cancelled'],
      [good, 'cancelled'],
    ])
    await decide(good, dismiss)
    await decide(bad, scam)
    assert.deepEqual(await standing(), [start - 2.5 * price - 4.5 * price, 1])
  })

  test('no post that is withdrawn from the queue or from the public site waits for a person', async () => {
    const { json } = await app.call('POST', '/v1/posts', { key, body: eventBody() })
    await cancel(json.id)
    await remove(await made('A plain evening'))
    assert.deepEqual(await waiting(), [])
  })
})
