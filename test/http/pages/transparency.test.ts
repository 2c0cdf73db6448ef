// The transparency figures and the head of the decision log: made from the log, without texts and names.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logHead } from '../../../src/store/posts/decision-log.ts'
import { answerAppeal } from '../../../src/usecases/review/appeals.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import * as decisionLogWorker from '../../../src/workers/decision-log.ts'
import { eventBody, onPresentation, startApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'

onPresentation('transparency', ({ fresh }) => {
  test('the transparency page has counts by month, decider, outcome and category, and the times of decisions, and names nobody', async t => {
    const app = await startApp(await fresh(), { overrides: { model: byTitle } })
    t.after(() => app.close())
    const read = async (path: string) => {
      app.clock.advance(2_000)
      return app.call('GET', path)
    }
    const empty = await read('/transparency/log.json')
    assert.deepEqual(empty.json, { entries: 0, hash: null, sealed_at: null })
    const { key, handle } = await app.account({ balance: 100_000_000 })
    const submit = async (word: string, waits: number) => {
      const body = eventBody()
      const { json } = await app.call('POST', '/v1/posts', { key, body: { ...body, title: `${word} ${body.title}` } })
      app.clock.advance(waits)
      await app.moderate()
      return json.id as string
    }
    for (let i = 0; i < 9; i++) await submit('Fine', 700)
    await submit('LOWQ', 3_600_000)
    const review = await submit('REVIEW', 1_000)
    app.clock.advance(3 * 3_600_000)
    const by = { actor: 'ann@example.org', reason: 'A secret reason.' }
    await decideText(app.platform, {
      ...by,
      revisionId: review,
      action: 'reject',
      category: 'scam',
      penalized: true,
    })
    await answerAppeal(app.platform, { id: review, actor: by.actor, reason: 'Sorry.', decision: 'grant-publish' })
    app.clock.advance(30 * 24 * 3_600_000)
    await submit('ABUSE', 1_000)
    while ((await decisionLogWorker.runOnce(app.platform)) > 0);

    const { status, json, text } = await read('/transparency/index.json')
    assert.equal(status, 200)
    const [december, november] = json.months
    assert.deepEqual([december.month, november.month], ['2026-12', '2026-11'])
    assert.deepEqual(december.decisions, [{ decider: 'model', outcome: 'rejected', category: 'scam', count: 1 }])
    assert.deepEqual(november.decisions, [
      { decider: 'model', outcome: 'published', category: null, count: 9 },
      { decider: 'model', outcome: 'rejected', category: 'vague', count: 1 },
      { decider: 'model', outcome: 'review', category: null, count: 1 },
      { decider: 'person', outcome: 'appeal_granted', category: 'scam', count: 1 },
      { decider: 'person', outcome: 'rejected', category: 'scam', count: 1 },
    ])
    assert.deepEqual(november.time_to_decide, [
      { decider: 'model', count: 10, half_within_seconds: 1, nine_of_ten_within_seconds: 1 },
      { decider: 'person', count: 1, half_within_seconds: 14_400, nine_of_ten_within_seconds: 14_400 },
    ])
    assert.deepEqual(november.appeals, { granted: 1, refused: 0 })
    const head = (await logHead(app.platform.db))!
    assert.deepEqual([json.log.entries, json.log.hash], [head.position, head.hash])
    assert.deepEqual((await read('/transparency/log.json')).json, json.log)

    const page = await read('/transparency/')
    assert.equal(page.status, 200)
    for (const shown of [head.hash, 'appeal granted', 'left to a person', 'half within 4 hours'])
      assert.ok(page.text.includes(shown), shown)
    for (const secret of ['ann@example.org', handle, 'A secret reason.', 'Sorry.', review])
      for (const told of [text, page.text]) assert.ok(!told.includes(secret), secret)
  })
})
