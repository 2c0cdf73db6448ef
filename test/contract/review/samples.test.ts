// REVIEW_SAMPLE: another reviewer repeats every n-th decision on an ordinary item, and nothing public changes.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { pastDecisions } from '../../../src/usecases/learning/read-posts.ts'
import type { ItemDecision } from '../../../src/usecases/review/decide-item.ts'
import { itemContext } from '../../../src/usecases/review/item-context.ts'
import { type Item, reviewQueue, takeNext } from '../../../src/usecases/review/queue.ts'
import { disagreements, reviewStatistics } from '../../../src/usecases/review/statistics.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { decideAsShown } from '../../kit/decide-as-shown.ts'
import { byTitle } from '../../kit/title-model.ts'

const [ann, bob] = ['ann@example.org', 'bob@example.org'] as const
const fine = { action: 'publish', reason: '' } as const
const scam = { action: 'reject', category: 'scam', reason: 'A trick.' } as const

onEveryDatabase('sampled decisions', ({ fresh }) => {
  let app: TestApp
  let author: TestAccount
  const started: TestApp[] = []
  const start = async (env: Record<string, string>) => {
    const made = await startApp(await fresh(), { overrides: { model: byTitle }, env })
    started.push(made)
    return made
  }
  before(async () => {
    app = await start({ REVIEWERS: `${ann},${bob}=lead`, REVIEW_SAMPLE: '1' })
  })
  beforeEach(async () => {
    author = await app.account({ balance: 500_000_000 })
    await app.platform.act('sweep', { limit: 100 })
  })
  after(async () => {
    for (const each of started) await each.close()
  })

  const submit = async (word: string, on = app, by = author) => {
    on.clock.advance(1_000)
    const body = eventBody()
    const answer = await on.call('POST', '/v1/posts', {
      key: by.key,
      body: { ...body, title: `${word} ${body.title}` },
    })
    await on.moderate()
    return answer.json.id as string
  }
  const text = (subject: string): Item => ({ kind: 'text', subject })
  const report = (subject: string): Item => ({ kind: 'report', subject })
  const decide = async (reviewer: string, item: Item, decision: ItemDecision, on = app) => {
    await decideAsShown(on.platform, { ...item, reviewer, decision })
    on.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(on.platform)) > 0);
  }
  const statusOf = async (id: string) => (await app.call('GET', `/v1/posts/${id}`, { key: author.key })).json.status
  const waitsFor = async (reviewer: string) =>
    (await reviewQueue(app.platform, limits.reviewShown, reviewer)).items.map(({ kind, subject }) => ({
      kind,
      subject,
    }))
  const textCount = async (reviewer: string) =>
    (await reviewQueue(app.platform, 1, reviewer)).counts.find(({ kind }) => kind === 'text')?.waiting

  test('sampled decisions wait for another person than the first decider, listed, counted and claimed as any other item', async () => {
    const id = await submit('REVIEW')
    const before = (await reviewQueue(app.platform, 1, bob)).items
    await decide(ann, text(id), fine)
    assert.equal(await statusOf(id), 'published')
    assert.deepEqual((await reviewQueue(app.platform, 1, bob)).items, before, 'listed as before the decision')
    assert.deepEqual([await textCount(ann), await textCount(bob)], [0, 1])
    assert.deepEqual([await waitsFor(ann), await takeNext(app.platform, ann)], [[], null])
    await assert.rejects(decide(ann, text(id), scam), { code: 'not_in_review', message: /^It is published/ })
    assert.deepEqual(await takeNext(app.platform, bob), text(id))
    await decide(bob, text(id), fine)
    assert.deepEqual([await waitsFor(bob), await takeNext(app.platform, bob)], [[], null])
    await assert.rejects(decide(bob, text(id), fine), { code: 'not_in_review' })
  })

  test('sampled decisions are shown in their earlier state, without any sign of the first decision', async () => {
    const id = await submit('REVIEW')
    const stood = await itemContext(app.platform, text(id), bob)
    await decide(ann, text(id), scam)
    assert.deepEqual(
      [await statusOf(id), (await itemContext(app.platform, text(id), ann)).status],
      ['rejected', 'rejected'],
    )
    assert.deepEqual(await itemContext(app.platform, text(id), bob), stood)

    const removed = await submit('Fine')
    await app.call('POST', '/v1/reports', { body: { post_id: removed, reason: 'scam', details: 'A trick.' } })
    const reported = await itemContext(app.platform, report(removed), bob)
    await decide(ann, report(removed), { action: 'remove', category: 'scam', reason: 'A trick.' })
    assert.equal(await statusOf(removed), 'removed')
    const again = await itemContext(app.platform, report(removed), bob)
    assert.deepEqual(again, { ...reported, author: { ...reported.author, latest: again.author?.latest } })

    const changed = await submit('Fine')
    await app.call('PATCH', `/v1/posts/${changed}`, { key: author.key, body: { title: 'Fine edit' } })
    await app.moderate()
    await app.call('POST', '/v1/reports', { body: { post_id: changed, reason: 'scam' } })
    const shown = await itemContext(app.platform, report(changed), bob)
    await decide(ann, report(changed), { action: 'remove', category: 'vague', reason: 'It says nothing.' })
    assert.equal(await statusOf(changed), 'removed')
    assert.deepEqual(await itemContext(app.platform, report(changed), bob), shown, 'of an edited post as well')

    const edited = await submit('Fine')
    const patch = { key: author.key, body: { title: 'REVIEW edit' } }
    const edit = (await app.call('PATCH', `/v1/posts/${edited}`, patch)).json.edit.id
    await app.moderate()
    const waited = await itemContext(app.platform, text(edit), bob)
    assert.ok(waited.published)
    await decide(ann, text(edit), fine)
    assert.deepEqual(await itemContext(app.platform, text(edit), bob), waited)
    await decide(bob, text(edit), fine)
    for (const item of [text(id), report(removed), report(changed)])
      await decide(bob, item, { ...scam, action: item.kind === 'text' ? 'reject' : 'remove' })
  })

  test('sampled decisions change no public post and no money when the second decision differs', async () => {
    const id = await submit('REVIEW')
    await decide(ann, text(id), scam)
    const seen = async () => {
      const { balance, strikes } = (await app.call('GET', '/v1/account', { key: author.key })).json
      const mails = await app.platform.db.selectFrom('mail').select('id').execute()
      const events = await app.platform.db.selectFrom('events').select('seq').execute()
      return [await statusOf(id), balance, strikes, mails.length, events.length]
    }
    const before = await seen()
    await decide(bob, text(id), fine)
    assert.deepEqual(await seen(), before)
    const entries = await app.platform.db
      .selectFrom('decision_log')
      .select(['action', 'actor', 'to_status'])
      .where('subject', '=', id)
      .orderBy('seq', 'desc')
      .limit(1)
      .execute()
    assert.deepEqual(entries, [{ action: 'sample-differs', actor: bob, to_status: null }])
  })

  test('sampled decisions with different second decisions are counted, listed with both reasons, and not learned from', async () => {
    const before = (await reviewStatistics(app.platform)).samples
    const [same, other, fallen] = [await submit('REVIEW'), await submit('REVIEW'), await submit('Fine')]
    for (const id of [same, other]) await decide(ann, text(id), scam)
    await app.call('POST', '/v1/reports', { body: { post_id: fallen, reason: 'scam' } })
    await decide(ann, report(fallen), { action: 'dismiss', reason: 'It is fine.' })
    await decide(bob, text(same), scam)
    await decide(bob, text(other), { action: 'reject', category: 'spam', reason: 'Sent too often.' })
    await decide(bob, report(fallen), { action: 'remove', category: 'scam', reason: 'A trick after all.' })
    const { samples } = await reviewStatistics(app.platform)
    assert.deepEqual([samples.decided - before.decided, samples.disagreed - before.disagreed], [3, 2])
    const told = (await disagreements(app.platform)).filter(({ subject }) => [same, other, fallen].includes(subject))
    assert.deepEqual(
      told.map(({ kind, subject, first, second }) => [
        ...[kind, subject, first.reviewer, first.label, first.reason],
        ...[second.reviewer, second.label, second.reason],
      ]),
      [
        ['report', fallen, ann, 'fine', 'It is fine.', bob, 'scam', 'A trick after all.'],
        ['text', other, ann, 'scam', 'A trick.', bob, 'spam', 'Sent too often.'],
      ],
    )
    const learned = (await pastDecisions(app.platform)).map(({ id }) => id)
    assert.deepEqual(
      [same, other, fallen].map(id => learned.includes(id)),
      [true, false, false],
    )
  })

  test('sampled decisions give way to a new report of the same post: the new report is decided', async () => {
    const id = await submit('Fine')
    await app.call('POST', '/v1/reports', { body: { post_id: id, reason: 'scam' } })
    await decide(ann, report(id), { action: 'dismiss', reason: 'It is fine.' })
    await app.call('POST', '/v1/reports', { body: { post_id: id, reason: 'spam' } })
    assert.deepEqual(await waitsFor(bob), [report(id)], 'once')
    await decide(bob, report(id), { action: 'remove', category: 'spam', reason: 'Sent too often.' })
    assert.equal(await statusOf(id), 'removed')
  })

  test('sampled decisions are deleted with an erased account, and after a month without a second decision', async () => {
    const id = await submit('REVIEW')
    await decide(ann, text(id), fine)
    app.clock.advance(limits.reviewSampleMs)
    await app.platform.act('sweep', { limit: 100 })
    assert.deepEqual(await waitsFor(bob), [])
  })

  test('sampled decisions are every n-th decision, whoever decides', async () => {
    const every = await start({ REVIEWERS: `${ann},${bob}`, REVIEW_SAMPLE: '3' })
    const by = await every.account({ balance: 500_000_000 })
    const ids: string[] = []
    for (let i = 0; i < 7; i++) {
      ids.push(await submit('REVIEW', every, by))
      await decide(i % 2 ? ann : bob, text(ids[i]!), i % 3 ? fine : scam, every)
    }
    const sampled = await every.platform.db.selectFrom('review_samples').select('subject').orderBy('first_at').execute()
    assert.deepEqual(
      sampled.map(({ subject }) => subject),
      [ids[2], ids[5]],
    )
  })

  test('sampled decisions are not taken with a single reviewer, or by default', async () => {
    for (const env of [{ REVIEWERS: ann, REVIEW_SAMPLE: '1' }, { REVIEWERS: `${ann},${bob}` }]) {
      const alone = await start(env)
      const id = await submit('REVIEW', alone, await alone.account({ balance: 500_000_000 }))
      await decide(ann, text(id), fine, alone)
      assert.deepEqual(await alone.platform.db.selectFrom('review_samples').selectAll().execute(), [])
    }
  })
})
