// Saved answers: a reviewer keeps, picks and deletes answers of her own, and nobody else sees them.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import { onPresentation, startApp, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'
import { ann, bob, reviewers, reviewing, submitted } from './review-site.ts'

onPresentation('saved answers', ({ fresh }) => {
  let app: TestApp
  let anns: Awaited<ReturnType<typeof reviewing>>
  let bobs: typeof anns
  let item: string

  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env: reviewers })
    anns = await reviewing(app, ann)
    bobs = await reviewing(app, bob)
    item = `/review/items/text/${await submitted(app, await app.account({ balance: 500_000_000 }), 'REVIEW')}`
  })
  after(() => app.close())

  const path = '/review/answers'
  const reason = (html: string) => /<textarea id="reason"[^>]*>([^<]*)</.exec(html)?.[1]

  it('a reviewer keeps answers under names, replaces and deletes them, and no other reviewer sees them', async () => {
    assert.equal((await anns.post(path, { name: 'Fees', answer: 'Asks for <b>fees</b>.' })).location, path)
    await anns.post(path, { name: 'Old', answer: 'An older answer.' })
    await anns.post(path, { name: 'Fees', answer: 'Asks for fees in advance.' })
    const page = textOf((await anns.get(path)).html)
    assert.match(page, /Fees Asks for fees in advance\. Delete Old An older answer\./)
    assert.match(textOf((await bobs.get(path)).html), /None is saved yet/)
    await bobs.post(`${path}/delete`, { name: 'Old' })
    await anns.post(`${path}/delete`, { name: 'Old' })
    assert.doesNotMatch(textOf((await anns.get(path)).html), /An older answer/)
    assert.match(textOf((await anns.get(path)).html), /Fees/)
  })

  it('a saved answer takes a short name and a text, and there are at most fifty', async () => {
    for (const [name, answer] of [
      ['', 'x'],
      ['x'.repeat(limits.savedAnswerName + 1), 'x'],
      ['Empty', ' '],
    ] as const)
      assert.equal((await anns.post(path, { name, answer })).status, 400, name)
    for (let i = 1; i < limits.savedAnswers; i++)
      assert.equal((await anns.post(path, { name: `Answer ${i}`, answer: 'x' })).status, 303)
    const full = await anns.post(path, { name: 'One more', answer: 'x' })
    assert.deepEqual([full.status, /At most 50 answers/.test(textOf(full.html))], [400, true])
    assert.equal((await anns.post(path, { name: 'Fees', answer: 'Asks for fees in advance.' })).status, 303)
    await anns.post(`${path}/delete`, { name: 'Answer 1' })
  })

  it('the form of an item fills a saved answer in, or keeps its reason as one, and decides nothing by that', async () => {
    const fields = { action: 'reject', category: 'scam', reason: 'Typed.' }
    const filled = await anns.post(item, { ...fields, with: 'fill', saved: 'Fees' })
    assert.deepEqual([filled.status, reason(filled.html)], [200, 'Asks for fees in advance.'])
    assert.match(filled.html, /value="reject"[^>]* checked/)
    const none = await anns.post(item, { ...fields, with: 'fill', saved: 'No such' })
    assert.equal(reason(none.html), 'Typed.')
    const long = 'Promises a return that nobody can promise, and hides who runs it.'
    const kept = await anns.post(item, { ...fields, reason: long, with: 'keep' })
    assert.deepEqual([kept.status, reason(kept.html)], [200, long])
    assert.match(textOf(kept.html), /The reason was kept as a saved answer\./)
    assert.ok(kept.html.includes(`<option value="Promises a return that nobody can" data-answer="${long}">`))
    assert.equal((await anns.post(item, { ...fields, reason: ' ', with: 'keep' })).status, 400)
    assert.equal((await app.platform.db.selectFrom('pending_decisions').selectAll().execute()).length, 0)
  })
})
