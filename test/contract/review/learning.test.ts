// The decisions of people in the queue are what the model learns from and what a policy is replayed on.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import type { ItemKind } from '../../../src/contract/moderation/decisions.ts'
import { pastDecisions } from '../../../src/usecases/learning/read-posts.ts'
import { replayPolicy } from '../../../src/usecases/learning/replay.ts'
import { type ItemDecision, undo } from '../../../src/usecases/review/decide-item.ts'
import { takeNext } from '../../../src/usecases/review/queue.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { decideAsShown } from '../../kit/decide-as-shown.ts'
import { byTitle } from '../../kit/title-model.ts'

const [ann, bob] = ['ann@example.org', 'bob@example.org'] as const

onEveryDatabase('a decision in the queue', ({ fresh }) => {
  let app: TestApp
  let author: TestAccount
  before(async () => {
    const env = { REVIEWERS: `${ann},${bob}=lead`, REVIEW_SAMPLE: '1' }
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env })
    author = await app.account({ balance: 500_000_000 })
  })
  after(() => app.close())

  const submit = async (word: string) => {
    app.clock.advance(1_000)
    const body = eventBody()
    const sent = { key: author.key, body: { ...body, title: `${word} ${body.title}` } }
    const answer = await app.call('POST', '/v1/posts', sent)
    await app.moderate()
    return answer.json.id as string
  }
  const keep = (kind: ItemKind, subject: string, decision: ItemDecision, reviewer: string = ann) =>
    decideAsShown(app.platform, { kind, subject, reviewer, decision })
  const due = async () => {
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }
  const decide = async (kind: ItemKind, subject: string, decision: ItemDecision, reviewer?: string) => {
    await keep(kind, subject, decision, reviewer)
    await due()
  }
  const report = async (post_id: string) => {
    await app.call('POST', '/v1/reports', { body: { post_id, reason: 'scam' } })
    return post_id
  }
  const fine = { action: 'publish', reason: '' } as const
  const scam = { action: 'reject', category: 'scam', reason: 'A trick.' } as const

  test('a decision in the queue is learned from and replayed if it published, rejected, removed or dismissed, and not if it was undone, overturned or disputed', async () => {
    const [published, rejected, undone] = [await submit('REVIEW'), await submit('REVIEW'), await submit('REVIEW')]
    await decide('text', published, fine)
    await decide('text', rejected, scam)
    const kept = await keep('text', undone, scam)
    await undo(app.platform, { id: kept.id, reviewer: ann })
    const [removed, dismissed] = [await report(await submit('Fine')), await report(await submit('Fine'))]
    await decide('report', removed, { action: 'remove', category: 'spam', reason: 'Sent too often.' })
    await decide('report', dismissed, { action: 'dismiss', reason: 'It is fine.' })

    const [corrected, given] = [await submit('REVIEW'), await submit('REVIEW')]
    for (const [id, publish] of [
      [corrected, true],
      [given, false],
    ] as const) {
      await decide('text', id, scam)
      // A second opinion on the same text is no appeal.
      await decide('text', id, scam, bob)
      await app.call('POST', `/v1/posts/${id}/appeal`, { key: author.key, body: { message: 'No trick.' } })
      const { subject } = await app.platform.db
        .selectFrom('appeals')
        .select('id as subject')
        .where('post_id', '=', id)
        .executeTakeFirstOrThrow()
      await decide('appeal', subject, { action: publish ? 'grant-publish' : 'grant', reason: 'Right.' }, bob)
    }
    const [disputed, agreed] = [await submit('REVIEW'), await submit('REVIEW')]
    for (const id of [disputed, agreed]) await decide('text', id, scam)
    await decide('text', disputed, fine, bob)
    await decide('text', agreed, scam, bob)

    const decisions = await pastDecisions(app.platform)
    assert.deepEqual(Object.fromEntries(decisions.map(({ id, label }) => [id, label])), {
      [published]: 'fine',
      [rejected]: 'scam',
      [removed]: 'spam',
      [dismissed]: 'fine',
      [corrected]: 'fine',
      [agreed]: 'scam',
    })
    const { past } = await replayPolicy(app.platform, app.platform.policy, { version: null, points: 0 })
    assert.deepEqual(past.before, past.after)
    const categories = app.platform.policy.categories.filter(({ id }) => id !== 'scam')
    const without = await replayPolicy(
      app.platform,
      { ...app.platform.policy, categories },
      { version: null, points: 0 },
    )
    assert.ok(without.changed.every(({ id }) => decisions.some(each => each.id === id)))
    assert.equal((await takeNext(app.platform, ann))?.subject, undone, 'the undone text is in the queue again')
  })
})
