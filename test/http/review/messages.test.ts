// Messages to authors in the console: they wait in the queue, are delivered or refused by a form, and each decision can be undone.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { headingOf, textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import { reviewQueue } from '../../../src/usecases/review/queue.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { bodyFor, mailsTo, onPresentation, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { ann, bob, reviewers, reviewing } from './review-site.ts'

const threat = 'I know where you live. I will kill you, and I will come to your house to hurt your family.'

onPresentation('messages to authors in the console', ({ fresh }) => {
  let app: TestApp
  let seller: TestAccount
  let buyer: TestAccount
  let anns: Awaited<ReturnType<typeof reviewing>>
  let bobs: typeof anns
  let post: string
  let title: string

  before(async () => {
    const env = { ...reviewers, SITES: 'classifieds=http://classifieds.test' }
    app = await startApp(await fresh(), { env })
    seller = await app.account({ balance: 500_000_000 })
    buyer = await app.account({ balance: 500_000_000 })
    anns = await reviewing(app, ann)
    bobs = await reviewing(app, bob)
    const body = bodyFor.classifieds()
    title = String(body.title)
    post = (await app.call('POST', '/v1/posts', { key: seller.key, body })).json.id
    await app.moderate()
  })
  after(() => app.close())

  const send = async (message = threat) => {
    app.clock.advance(1_000)
    const body = { post_id: post, message, reply_email: 'buyer@example.com' }
    const answer = await app.call('POST', '/v1/relay', { key: buyer.key, body })
    assert.equal(answer.status, 202, answer.text)
    const rows = await app.platform.db.selectFrom('held_messages').select('id').orderBy('created_at').execute()
    return rows.at(-1)?.id ?? ''
  }
  const item = (id: string) => `/review/items/message/${id}`
  const due = async () => {
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }
  const mailed = async () =>
    (await mailsTo(app, seller)).filter(({ subject }) => /A reader answers/.test(subject)).length

  it('a message that the model is unsure of waits in the queue with its words, language, category and sender', async () => {
    const id = await send()
    const { items, counts } = await reviewQueue(app.platform)
    assert.deepEqual(
      items.map(({ kind, subject, excerpt, language, handle }) => [kind, subject, excerpt, language, handle]),
      [['message', id, threat, 'en', buyer.handle]],
    )
    assert.equal(counts.find(({ kind }) => kind === 'message')?.waiting, 1)
    const list = textOf((await anns.get('/review?kind=message')).html)
    assert.match(list, /Messages to authors 1 .*Message to an author: covered, /)
    assert.equal((await anns.post('/review/next?words=family')).location, `${item(id)}?words=family`)
    const page = await anns.get(item(id))
    assert.equal(headingOf(page.html), 'Message to an author')
    assert.match(textOf(page.html), new RegExp(`From @${buyer.handle} to @${seller.handle}, by mail.*I know where you`))
    assert.ok(textOf(page.html).includes(title), 'with the classified that it answers')
    assert.match(page.html, new RegExp(`href="/review/accounts/${buyer.accountId}"`))
    assert.doesNotMatch(page.html, /buyer@example\.com|bulk\/author/)
    assert.match(textOf(page.html), /no penalty, nobody is told/)
    await anns.post(`${item(id)}/release`)
  })

  it('a message is delivered after ten seconds, can be undone until then, and another reviewer learns what happened', async () => {
    const { subject: id } = (await reviewQueue(app.platform)).items[0]!
    await anns.get(item(id))
    assert.equal((await bobs.get(item(id))).status, 409, 'ann holds it')
    const kept = await anns.post(item(id), { action: 'deliver', reason: '' })
    assert.equal(kept.location, '/review')
    const page = await anns.get('/review')
    assert.match(textOf(page.html), /Delivered\. Nothing has gone out yet/)
    const decision = /name="decision" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
    assert.equal((await anns.post('/review/undo', { decision })).location, item(id))
    await due()
    assert.equal(await mailed(), 0)
    await anns.post(item(id), { action: 'deliver', reason: 'A quarrel of friends.' })
    await due()
    assert.equal(await mailed(), 1)
    const late = await bobs.get(item(id))
    assert.equal(late.status, 409)
    assert.match(textOf(late.html), /The message was delivered by ann@example.org at 2026/)
    assert.equal((await reviewQueue(app.platform)).items.length, 0)
  })

  it('a message is refused under a category: it is logged, counted in the statistics, and in the history of its sender', async () => {
    const id = await send()
    const wrong = await anns.post(item(id), { action: 'withhold', category: 'nonsense', reason: '' })
    assert.equal(wrong.status, 400)
    assert.equal((await anns.post(item(id), { action: 'publish', reason: '' })).status, 400, 'it is no text')
    const refused = await anns.post(item(id), { action: 'withhold', category: 'violence-threat', reason: '' })
    assert.equal(refused.status, 303)
    await due()
    assert.equal(await mailed(), 1)
    const [entry] = await app.platform.db
      .selectFrom('decision_log')
      .selectAll()
      .where('subject', '=', id)
      .orderBy('seq', 'desc')
      .execute()
    assert.deepEqual(
      [entry?.action, entry?.actor, entry?.category, entry?.post_id, (entry?.waited_ms ?? 0) >= limits.reviewUndoMs],
      ['reject-message', ann, 'violence-threat', post, true],
    )
    assert.match(textOf((await anns.get('/review/statistics')).html), /Messages to authors 0 – 2 /)
    const history = textOf((await anns.get(`/review/accounts/${buyer.handle}`)).html)
    assert.match(history, /Message to an author reject message violence-threat/)
    assert.match(textOf((await anns.get('/review/decisions?what=messages')).html), /reject message as violence-threat/)
  })

  it('a decision on a message that is gone is told once, and a skipped message comes back', async () => {
    // An account sends two messages about a post a day.
    buyer = await app.account({ balance: 500_000_000 })
    const id = await send()
    await anns.post(item(id), { action: 'skip', reason: 'Not my language.' })
    assert.equal((await anns.post('/review/next')).location, '/review')
    assert.equal((await bobs.post('/review/next')).location, item(id))
    await bobs.post(item(id), { action: 'deliver', reason: '' })
    const { db, close } = app.platform.dialect.open(app.databaseUrl, 'write')
    await db.deleteFrom('held_messages').where('id', '=', id).execute()
    await close()
    await due()
    assert.match(textOf((await bobs.get('/review')).html), /Not applied: Delivered/)
    assert.equal((await bobs.get(item(id))).status, 404)
    assert.doesNotMatch(textOf((await bobs.get('/review')).html), /Not applied/)
  })
})
