// Grave texts in the console: covered until a reviewer asks for them, counted for a day, and past a bound after calmer items.
import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import { dayMs } from '../../../src/contract/spans.ts'
import { graveCategory } from '../../../src/domain/review/grave.ts'
import type { ModerationModel } from '../../../src/moderation/model.ts'
import { onPresentation, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'
import { ask } from '../owner/owner-site.ts'
import { ann, bob, reviewers, reviewing, submitted } from './review-site.ts'

/** As `byTitle`, and a text that begins with GRAVE may be a threat. */
const model: ModerationModel = {
  ...byTitle,
  async decide(post, flags) {
    const grave = /^REVIEW GRAVE/.test(post.title ?? '')
    const answer = (await byTitle.decide(post, flags)) as object
    return grave ? { ...answer, category: 'violence-threat', scores: { 'violence-threat': 0.8 } } : answer
  },
}

onPresentation('grave texts in the console', ({ fresh }) => {
  let app: TestApp
  let author: TestAccount
  let anns: Awaited<ReturnType<typeof reviewing>>

  before(async () => {
    app = await startApp(await fresh(), { overrides: { model }, env: reviewers })
  })
  after(() => app.close())
  beforeEach(async () => {
    app.clock.advance(dayMs)
    author = await app.account({ balance: 500_000_000 })
    anns = await reviewing(app, ann)
  })
  const item = (id: string) => `/review/items/text/${id}`
  const grave = () => submitted(app, author, 'REVIEW GRAVE')
  const seenIn = (html: string) => /Grave texts opened today: (\d+)/.exec(textOf(html))?.[1]
  const waiting = async () =>
    (await app.platform.db.selectFrom('revisions').select('id').where('status', '=', 'review').execute()).length

  it('the words of a grave text are in no list and closed on its page, with what is known of it, until the reviewer has them shown', async () => {
    const [hard, calm] = [await grave(), await submitted(app, author, 'REVIEW CALM')]
    const list = (await anns.get('/review')).html
    assert.match(textOf(list), /covered, Threats and incitement to violence/)
    assert.ok(!list.includes('GRAVE') && list.includes('REVIEW CALM'))
    const page = (await anns.get(item(hard))).html
    assert.match(textOf(page), /Covered: Threats and incitement to violence\. English, \d+ characters\./)
    assert.match(page, /<details class="cover"><summary data-key="x">[\s\S]*?GRAVE[\s\S]*?<\/details>/)
    assert.ok(!page.replace(/<details class="cover">[\s\S]*?<\/details>/g, '').includes('GRAVE'))
    assert.ok(!(await anns.get(item(calm))).html.includes('details class="cover"'))
    const bulk = (await anns.get(`${item(calm)}/bulk/author`)).html
    assert.ok(!bulk.replace(/<details class="cover">[\s\S]*?<\/details>/g, '').includes('GRAVE'))

    const shown = await anns.post('/review/cover', { show: '1', kind: 'text', id: hard })
    assert.deepEqual([shown.status, shown.location], [303, item(hard)])
    assert.match(shown.headers.getSetCookie().join('\n'), /^handbill-review-shown=1;.*HttpOnly/im)
    const own = { cookie: `${anns.cookie}; handbill-review-shown=1` }
    assert.ok(!(await ask(app, 'GET', item(hard), own)).html.includes('details class="cover"'))
    assert.ok((await ask(app, 'GET', '/review', own)).html.includes('GRAVE'))
    const elsewhere = await anns.post('/review/cover', { show: '0', kind: 'text', id: '//evil.test' })
    assert.equal(elsewhere.location, '/review')
  })

  it('each grave item that a reviewer opens is counted once a day, for this reviewer alone', async () => {
    const [first, second] = [await grave(), await grave()]
    for (const id of [first, first, second]) await anns.get(item(id))
    assert.equal(seenIn((await anns.get('/review')).html), '2')
    assert.equal(seenIn((await (await reviewing(app, bob)).get('/review')).html), '0')
    app.clock.advance(dayMs)
    assert.equal(seenIn((await (await reviewing(app, ann)).get('/review')).html), '0')
  })

  it('past the bound of a day calmer items come first and the page says so; when none is left, the grave ones come', async () => {
    for (const { id } of await app.platform.db
      .selectFrom('revisions')
      .select('id')
      .where('status', '=', 'review')
      .execute())
      await anns.post(item(id), { action: 'skip', reason: 'Of an earlier test.' })
    const [hard, calm] = [await grave(), await submitted(app, author, 'REVIEW CALM')]
    assert.equal((await anns.post('/review/next')).location, item(hard), 'the most harmful comes first')
    await anns.post(`${item(hard)}/release`)
    const many = Array.from(
      { length: limits.graveSeenPerDay },
      (_, i) => ({ kind: 'text', subject: `p_${i}` }) as const,
    )
    await app.platform.act('noteGraveSeen', { reviewer: ann, items: many })
    const list = (await anns.get('/review')).html
    assert.match(textOf(list), /calmer ones first; when none is left, the grave ones come again\. All are in the list/)
    assert.ok(list.includes(item(hard)), 'it stays in the list')
    const before = await waiting()
    assert.equal((await anns.post('/review/next')).location, item(calm))
    await anns.post(item(calm), { action: 'skip', reason: 'Later.' })
    assert.equal((await anns.post('/review/next')).location, item(hard))
    assert.equal(await waiting(), before, 'nothing left the queue')
  })

  it('a category is grave by its words and the severity of the policy, and by a score that is more than noise', () => {
    const { policy } = app.platform
    const of = (verdict: object | null, named: string[] = []) => graveCategory(policy, { verdict, named })?.id ?? null
    assert.equal(of({ category: 'hate', scores: { hate: 0.06 } }), null)
    assert.equal(of({ category: 'hate', scores: { hate: 0.3 } }), 'hate')
    assert.equal(of({ category: null, scores: { 'child-safety': 0.6, scam: 0.9 } }), 'child-safety')
    assert.equal(of({ category: 'malware', scores: { malware: 0.9 } }), null, 'critical, and not hard to read')
    assert.equal(of(null, ['spam', 'sexual-content']), 'sexual-content')
    const mild = policy.categories.map(each => ({ ...each, severity: 'low' as const }))
    assert.equal(graveCategory({ categories: mild }, { verdict: null, named: ['hate'] }), null)
    const own = [{ ...policy.categories[0]!, id: 'gore', severity: 'critical' as const }]
    assert.equal(graveCategory({ categories: own }, { verdict: null, named: ['gore'] })?.id, 'gore')
  })
})
