// The state table under whatever order people, agents and workers come in: money, strikes and lists stay right (contract.md §4, §5).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ModerationModel } from '../../src/contract/moderation.ts'
import { audit } from '../../src/store/audit.ts'
import { eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../harness.ts'

/** Decides by the word that a title begins with. */
const byTitle: ModerationModel = {
  name: 'by title',
  state: async () => 'running',
  async decide({ title }) {
    const [, word] = /^(LOWQ|ABUSE|REVIEW)/.exec(title ?? '') ?? []
    if (word === 'LOWQ') return { outcome: 'reject', category: 'vague', confidence: 0.95, reason: 'Too vague.' }
    if (word === 'ABUSE') return { outcome: 'reject', category: 'scam', confidence: 0.95, reason: 'A scam.' }
    if (word === 'REVIEW') return { outcome: 'review', category: null, confidence: 0.5, reason: 'Unsure.' }
    return { outcome: 'publish', category: null, confidence: 0.95, reason: 'Fine.' }
  },
}

const price = 1_000_000
const start = 200_000_000
const appeal = (publish: boolean) => ({ action: 'appeal', publish })
const scam = { category: 'scam', penalized: true }
const vague = { category: 'vague', penalized: false }

let titles = 0
const titled = (word: string) => `${word} evening of paper and paint, number ${titles++}`

onEveryDatabase('whatever the order,', ({ fresh }) => {
  let app: TestApp
  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle } })
  })
  after(() => app.close())

  const decide = (postId: string, decision: object) =>
    app.platform.act('decideByPerson', { postId, actor: 'reviewer', reason: 'looked at', ...decision } as never)
  const balanceOf = async (owner: TestAccount) =>
    (await app.call('GET', '/v1/account', { key: owner.key })).json.balance as number
  const strikesOf = async (owner: TestAccount) =>
    (await app.call('GET', '/v1/account', { key: owner.key })).json.strikes as number
  const submit = async (owner: TestAccount, body = eventBody({ title: titled('Fine') })) => {
    const answer = await app.call('POST', '/v1/posts', { key: owner.key, body })
    assert.equal(answer.status, 202, answer.text)
    return answer.json.id as string
  }
  const made = async (owner: TestAccount, word: string) => {
    const id = await submit(owner, eventBody({ title: titled(word) }))
    await app.moderate()
    return id
  }
  const sound = async () => {
    const { breaches } = await audit(app.platform.db, app.platform.dialect, app.clock.now())
    assert.deepEqual(breaches, [])
  }

  for (const [title, word, decisions, cost, strikes] of [
    ['refunded, published, removed as abuse and given back', 'LOWQ', [appeal(true), scam, appeal(false)], 0, 0],
    ['refunded, published, removed as abuse and published', 'LOWQ', [appeal(true), scam, appeal(true)], 0, 0],
    ['penalised, published, removed as abuse', 'ABUSE', [appeal(true), scam], price, 1],
    ['penalised, published, removed as abuse and given back', 'ABUSE', [appeal(true), scam, appeal(false)], 0, 0],
    [
      'removed, given back, published, removed as abuse',
      'Fine',
      [vague, appeal(false), appeal(true), scam],
      9 * price,
      1,
    ],
    [
      'removed, given back, published, removed as abuse and given back twice',
      'Fine',
      [vague, appeal(false), appeal(true), scam, appeal(false), appeal(false)],
      0,
      0,
    ],
  ] as [string, string, object[], number, number][])
    test(`a post that was ${title} has cost ${cost} micros and ${strikes} strikes`, async () => {
      const owner = await app.account({ balance: start })
      const id = await made(owner, word)
      for (const decision of decisions) await decide(id, { action: 'remove', ...decision })
      assert.equal(await balanceOf(owner), start - cost)
      assert.equal(await strikesOf(owner), strikes)
      await sound()
    })

  test('of appeals granted at once one counts: the other strike and its money stay', async () => {
    const owner = await app.account({ balance: start })
    const ids = [await made(owner, 'ABUSE'), await made(owner, 'ABUSE')]
    await Promise.all(Array.from({ length: 6 }, () => decide(ids[0]!, appeal(false))))
    assert.equal(await strikesOf(owner), 1)
    assert.equal(await balanceOf(owner), start - 10 * price)
    await sound()
  })

  test('a text that an appeal has made public again is a duplicate, unless somebody has posted it meanwhile', async () => {
    const owner = await app.account({ balance: start })
    const body = eventBody({ title: titled('LOWQ') })
    const first = await submit(owner, body)
    await app.moderate()
    await decide(first, appeal(true))
    const again = await app.call('POST', '/v1/posts', { key: owner.key, body })
    assert.deepEqual([again.status, again.json.code], [422, 'duplicate'])

    const other = eventBody({ title: titled('LOWQ') })
    const early = await submit(owner, other)
    await app.moderate()
    const late = await submit(owner, other)
    await app.moderate()
    await decide(late, appeal(true))
    await decide(early, appeal(true))
    for (const id of [first, early, late]) {
      const cancelled = await app.call('PATCH', `/v1/posts/${id}`, {
        key: owner.key,
        body: { event_status: 'cancelled' },
      })
      assert.equal(cancelled.status, 200, cancelled.text)
    }
    await sound()
  })

  test('of edits to one text that are decided at once one is applied, the others are duplicates and cost nothing', async () => {
    const owner = await app.account({ balance: start })
    const body = eventBody({ title: titled('Fine') })
    const ids: string[] = []
    for (let i = 0; i < 6; i++) {
      ids.push(await submit(owner, { ...body, title: titled('Fine') }))
      await app.moderate()
    }
    for (const id of ids) await app.call('PATCH', `/v1/posts/${id}`, { key: owner.key, body: { title: body.title } })
    await app.moderate()
    const edits = await Promise.all(
      ids.map(async id => (await app.call('GET', `/v1/posts/${id}`, { key: owner.key })).json.edit),
    )
    const count = (status: string) => edits.filter(edit => edit.status === status).length
    assert.deepEqual([count('applied'), count('rejected')], [1, 5])
    assert.equal(edits.find(edit => edit.status === 'rejected').rejection.category, 'duplicate')
    assert.equal(await balanceOf(owner), start - 6 * price - price / 2)
    await sound()
  })
})
