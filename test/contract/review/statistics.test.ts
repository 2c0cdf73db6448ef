// Statistics of the review queue: its length, how long people take, and the share of decisions that appeals overturn (contract.md
// §12).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runCli } from '../../../src/cli/cli.ts'
import { limits } from '../../../src/contract/limits.ts'
import type { ItemKind } from '../../../src/contract/moderation/decisions.ts'
import type { ItemDecision } from '../../../src/usecases/review/decide-item.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { type Item, reviewQueue } from '../../../src/usecases/review/queue.ts'
import { reviewStatistics } from '../../../src/usecases/review/statistics.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { decideAsShown } from '../../kit/decide-as-shown.ts'
import { byTitle } from '../../kit/title-model.ts'

const [ann, bob] = ['ann@example.org', 'bob@example.org'] as const
const minute = 60_000

onEveryDatabase('statistics of the review queue', ({ fresh }) => {
  let app: TestApp
  let author: TestAccount
  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env: { REVIEWERS: `${ann},${bob}=lead` } })
    author = await app.account({ balance: 500_000_000 })
  })
  after(() => app.close())

  const submit = async (word: string) => {
    const body = eventBody()
    const sent = { key: author.key, body: { ...body, title: `${word} ${body.title}` } }
    const answer = await app.call('POST', '/v1/posts', sent)
    await app.moderate()
    return answer.json.id as string
  }
  const appeal = async (id: string) => {
    await app.call('POST', `/v1/posts/${id}/appeal`, { key: author.key, body: { message: 'No.' } })
    const { items } = await reviewQueue(app.platform)
    return items.find(({ kind, post_id }) => kind === 'appeal' && post_id === id)!.subject
  }
  const decide = async (kind: ItemKind, subject: string, decision: ItemDecision, reviewer: string = ann) => {
    await decideAsShown(app.platform, { kind, subject, reviewer, decision } as Item & {
      reviewer: string
      decision: ItemDecision
    })
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }
  const queue = async (kind: ItemKind) =>
    (await reviewStatistics(app.platform)).queues.find(each => each.kind === kind)!

  test('statistics count the waiting items with the age of the oldest, and have no times before the first decision', async () => {
    const first = new Date(app.clock.now()).toISOString().slice(0, 19)
    await submit('REVIEW')
    app.clock.advance(minute)
    await submit('REVIEW')
    const { oldest, ...text } = await queue('text')
    assert.match(`${oldest}`, new RegExp(`^${first}`))
    const none = { decided: 0, half_within_seconds: null, nine_of_ten_within_seconds: null, overturned_share: null }
    assert.deepEqual(text, { kind: 'text', waiting: 2, more: false, overturned: 0, ...none })
  })

  test('statistics have the median and 90th percentile of the time to a decision, measured from the text, the report and the appeal', async () => {
    const undo = limits.reviewUndoMs / 1_000
    for (const minutes of [1, 2, 3, 4, 5, 6, 7, 8, 9, 60]) {
      const id = await submit('REVIEW')
      app.clock.advance(minutes * minute)
      await decide('text', id, { action: 'publish', reason: '' })
    }
    const text = await queue('text')
    assert.deepEqual(
      [text.decided, text.half_within_seconds, text.nine_of_ten_within_seconds],
      [10, 5 * 60 + undo, 9 * 60 + undo],
    )
    const [bad, fine] = [await submit('Fine'), await submit('Fine')]
    app.clock.advance(60 * minute)
    for (const post_id of [bad, fine]) await app.call('POST', '/v1/reports', { body: { post_id, reason: 'scam' } })
    app.clock.advance(2 * minute)
    await decide('report', fine, { action: 'dismiss', reason: 'It is fine.' })
    await decide('report', bad, { action: 'remove', category: 'scam', reason: 'A trick.' })
    const report = await queue('report')
    assert.deepEqual(
      [report.decided, report.half_within_seconds, report.nine_of_ten_within_seconds],
      [2, 2 * 60 + undo, 2 * 60 + 2 * undo],
    )
    app.clock.advance(60 * minute)
    const id = await appeal(bad)
    app.clock.advance(3 * minute)
    await decide('appeal', id, { action: 'grant-publish', reason: 'Right.' }, bob)
    const appeals = await queue('appeal')
    assert.deepEqual([appeals.decided, appeals.half_within_seconds], [1, 3 * 60 + undo])
  })

  test('statistics count the decisions that appeals overturned, for each queue and the model', async () => {
    assert.deepEqual([(await queue('report')).overturned, (await queue('report')).overturned_share], [1, 0.5])
    const [kept, wrong, machine] = [await submit('REVIEW'), await submit('REVIEW'), await submit('ABUSE')]
    for (const id of [kept, wrong]) await decide('text', id, { action: 'reject', category: 'scam', reason: 'A trick.' })
    await decide('appeal', await appeal(kept), { action: 'refuse', reason: 'It is one.' }, bob)
    for (const id of [wrong, machine])
      await decide('appeal', await appeal(id), { action: 'grant', reason: 'Right.' }, bob)
    const { queues, machines } = await reviewStatistics(app.platform)
    assert.deepEqual(
      queues.map(({ kind, decided, overturned }) => [kind, decided, overturned]),
      [
        ['text', 12, 1],
        ['report', 2, 1],
        ['appeal', 4, 3],
        ['message', 0, 0],
        ['name', 0, 0],
      ],
    )
    assert.deepEqual(machines, [
      { decider: 'rule', granted: 0, refused: 0 },
      { decider: 'model', granted: 1, refused: 0 },
    ])
  })

  test('statistics are printed by `handbill review stats`', async () => {
    const lines: string[] = []
    const host = {
      open: async () => ({ platform: app.platform, close: async () => {} }),
      sites: [],
      out: (line: string) => lines.push(line),
      err: (line: string) => lines.push(line),
    } as unknown as Parameters<typeof runCli>[1]
    assert.equal(await runCli(['review', 'stats'], host), 0)
    const { disagreements, ...told } = JSON.parse(lines.join(''))
    assert.deepEqual([told, disagreements], [await reviewStatistics(app.platform), []])
  })

  test('statistics cover only the last thirty days, and leave removals without a report out of the times of reports', async () => {
    const before = await queue('report')
    await decideText(app.platform, {
      ...{ actor: 'operator', reason: 'x', revisionId: await submit('Fine') },
      ...{ action: 'remove', category: 'scam', penalized: true },
    })
    const after = await queue('report')
    assert.deepEqual(after, { ...before, decided: 3, overturned_share: 1 / 3 })
    app.clock.advance(limits.reviewStatisticsMs + minute)
    const { queues } = await reviewStatistics(app.platform)
    assert.deepEqual(
      queues.map(({ decided, overturned, half_within_seconds }) => [decided, overturned, half_within_seconds]),
      Array(5).fill([0, 0, null]),
    )
  })
})
