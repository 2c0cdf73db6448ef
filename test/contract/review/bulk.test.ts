// Many texts are decided at once only if they are near-duplicates or of one author, and each has a decision of its own
// (contract.md §12).
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { type BulkDecision, type BulkOf, bulkTexts, decideBulk, undoBulk } from '../../../src/usecases/review/bulk.ts'
import { claim, reviewQueue } from '../../../src/usecases/review/queue.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { decideAsShown } from '../../kit/decide-as-shown.ts'
import { byTitle } from '../../kit/title-model.ts'

const [ann, bob] = ['ann@example.org', 'bob@example.org'] as const
const spam = { action: 'reject', category: 'spam', reason: 'Sent too often.' } as const

onEveryDatabase('deciding many texts at once', ({ fresh }) => {
  let app: TestApp
  let author: TestAccount
  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env: { REVIEWERS: `${ann},${bob}=lead` } })
  })
  beforeEach(async () => {
    author = await app.account({ balance: 500_000_000 })
  })
  after(() => app.close())

  const submit = async (change: object = {}, by = author) => {
    app.clock.advance(1_000)
    const body = { ...eventBody(), ...change }
    const sent = { key: by.key, body: { ...body, title: `REVIEW ${body.title}` } }
    const answer = await app.call('POST', '/v1/posts', sent)
    assert.equal(answer.status, 202, answer.text)
    await app.moderate()
    return answer.json.id as string
  }
  const due = async () => {
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }
  const idsOf = async (revisionId: string, of: BulkOf) =>
    (await bulkTexts(app.platform, { revisionId, of })).texts.map(({ id }) => id)
  const decide = (
    subjects: readonly string[],
    { typed = '', of = 'author' as BulkOf, decision = spam as BulkDecision, revisionId = subjects[0] ?? '' } = {},
  ) => decideBulk(app.platform, { subjects, of, revisionId, decision, typed, reviewer: ann })
  const statusOf = async (id: string, by = author) =>
    (await app.call('GET', `/v1/posts/${id}`, { key: by.key })).json.status
  const rejections = (ids: readonly string[]) =>
    app.platform.db
      .selectFrom('decision_log')
      .select(['subject', 'actor', 'category', 'reason'])
      .where('subject', 'in', ids)
      .where('action', '=', 'person-reject-abuse')
      .orderBy('subject')
      .execute()

  test('deciding many texts at once finds the author’s texts in review, no decided texts and no texts of others', async () => {
    const other = await app.account({ balance: 500_000_000 })
    const [first, second] = [await submit(), await submit()]
    await submit({}, other)
    const gone = await submit()
    await decideAsShown(app.platform, {
      ...{ kind: 'text', subject: gone, reviewer: ann },
      decision: { action: 'publish', reason: '' },
    })
    await due()
    assert.deepEqual(await idsOf(first, 'author'), [first, second])
    await assert.rejects(bulkTexts(app.platform, { revisionId: 'p_none', of: 'author' }), { code: 'not_found' })
  })

  test('deciding many texts at once finds near-duplicates of any author, and no other text in review', async () => {
    const other = await app.account({ balance: 500_000_000 })
    const { body } = eventBody()
    const [first, copy] = [await submit({ body }), await submit({ body }, other)]
    const different = await submit()
    assert.deepEqual(await idsOf(first, 'alike'), [first, copy])
    assert.deepEqual(await idsOf(different, 'alike'), [different])
  })

  test('deciding many texts at once decides each text separately, with a log entry each, under one category and reason', async () => {
    const ids = [await submit(), await submit(), await submit()]
    const { kept, left_out } = await decide(ids)
    assert.deepEqual([kept.map(({ id }) => id).sort(), left_out], [[...ids].sort(), []])
    await due()
    assert.deepEqual(
      await rejections(ids),
      [...ids].sort().map(subject => ({ subject, actor: ann, category: 'spam', reason: 'Sent too often.' })),
    )
  })

  test('deciding many texts at once leaves out and names texts that another reviewer has claimed or decided, and texts that were never in the list', async () => {
    const stranger = await app.account({ balance: 500_000_000 })
    const [mine, held, decided, gone] = [await submit(), await submit(), await submit(), await submit()]
    const foreign = await submit({}, stranger)
    await claim(app.platform, { kind: 'text', subject: held, reviewer: bob })
    const publish = { action: 'publish', reason: '' } as const
    for (const subject of [decided, gone])
      await decideAsShown(app.platform, { kind: 'text', subject, reviewer: bob, decision: publish })
    await app.call('DELETE', `/v1/posts/${gone}`, { key: author.key })
    const { kept, left_out } = await decide([mine, held, decided, gone, foreign])
    assert.deepEqual(
      kept.map(({ id }) => id),
      [mine],
    )
    const why = Object.fromEntries(left_out.map(({ id, why }) => [id, why]))
    assert.match(why[held] ?? '', /bob@example.org holds it/)
    assert.match(why[decided] ?? '', /bob@example.org has decided it/)
    assert.match(why[gone] ?? '', /not in this set any more/)
    assert.match(why[foreign] ?? '', /not in this set any more/)
    await due()
    assert.deepEqual(
      [await statusOf(mine), await statusOf(held), await statusOf(decided)],
      ['rejected', 'review', 'published'],
    )
    assert.equal(await statusOf(foreign, stranger), 'review')
  })

  test(`deciding many texts at once takes more than ${limits.reviewBulkUntyped} texts only if the reviewer typed their number`, async () => {
    const ids: string[] = []
    for (let i = 0; i <= limits.reviewBulkUntyped; i++) ids.push(await submit())
    for (const typed of ['', 'yes', String(limits.reviewBulkUntyped)])
      await assert.rejects(decide(ids, { typed }), { code: 'invalid', message: /type 21 to decide all of them/ })
    assert.equal((await idsOf(ids[0]!, 'author')).length, ids.length, 'no text was decided')
    const twice = [...ids.slice(1), ...ids.slice(1)]
    assert.equal((await decide(twice, { decision: { action: 'publish', reason: '' } })).kept.length, ids.length - 1)
    await due()
    assert.equal((await decide(ids.slice(0, 1))).kept.length, 1)
    await due()
  })

  test('deciding many texts at once can be undone as a whole before its decisions take effect; then the texts can be claimed again', async () => {
    const ids = [await submit(), await submit()]
    const { kept } = await decide(ids)
    const decisions = kept.map(({ decision }) => decision)
    assert.deepEqual(await undoBulk(app.platform, { decisions, reviewer: bob }), { undone: 0, late: 2 })
    assert.deepEqual(await undoBulk(app.platform, { decisions, reviewer: ann }), { undone: 2, late: 0 })
    await due()
    assert.deepEqual([await statusOf(ids[0]!), await statusOf(ids[1]!)], ['review', 'review'])
    const { items } = await reviewQueue(app.platform)
    assert.deepEqual(
      items.flatMap(({ subject, claimed_by }) => (ids.includes(subject) ? [claimed_by] : [])),
      [null, null],
    )
    const again = await decide(ids)
    await due()
    const late = again.kept.map(({ decision }) => decision)
    assert.deepEqual(await undoBulk(app.platform, { decisions: late, reviewer: ann }), { undone: 0, late: 2 })
  })

  test('deciding many texts at once is refused without a text, a reason, or a category that applies', async () => {
    const id = await submit()
    await assert.rejects(decide([], { revisionId: id }), { code: 'invalid' })
    await assert.rejects(decide([id], { decision: { ...spam, reason: ' ' } }), { code: 'invalid' })
    await assert.rejects(decide([id], { decision: { ...spam, category: 'nonsense' } }), { code: 'invalid' })
    assert.equal(await statusOf(id), 'review')
  })
})
