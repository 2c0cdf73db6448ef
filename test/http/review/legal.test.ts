// Removals for legal reasons: no fault, no penalty, no strike; the author learns the order, where it holds, and how to contest it.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import { transparency } from '../../../src/usecases/review/transparency.ts'
import * as decisionLog from '../../../src/workers/decision-log.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { commandOn } from '../../cli/command-on.ts'
import { mailsTo, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'
import { sessionIn } from '../owner/owner-site.ts'
import { ann, reviewers, reviewing, submitted } from './review-site.ts'

onEveryDatabase('a removal for legal reasons', ({ fresh }) => {
  let app: TestApp
  let author: TestAccount
  let anns: Awaited<ReturnType<typeof reviewing>>
  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env: reviewers })
    author = await app.account({ balance: 500_000_000 })
    anns = await reviewing(app, ann)
  })
  after(() => app.close())

  const due = async () => {
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }
  const own = async (id: string) => (await app.call('GET', `/v1/posts/${id}`, { key: author.key })).json
  const account = async () => (await app.call('GET', '/v1/account', { key: author.key })).json
  const reference = 'Court order 12 O 345/26'
  const address = (id: string) => `/review/items/report/${id}/legal`

  it('a reviewer removes a public post by an order, without a report; it costs no penalty, no strike and gives no fee back', async () => {
    const id = await submitted(app, author, 'Fine')
    const before = await account()
    const page = await anns.get(`/review/items/text/${id}`)
    assert.ok(page.html.includes(`action="${address(id)}"`), 'the page of any public post has the form')
    for (const [fields, said] of [
      [{ reference: '', countries: 'DE' }, /Name the order/],
      [{ reference, countries: 'DE, Utopia' }, /UTOPIA is none; it takes codes such as DE/],
    ] as const) {
      const wrong = await anns.post(address(id), { ...fields, seen: id })
      assert.deepEqual([wrong.status, said.test(textOf(wrong.html))], [400, true])
    }
    const sent = await anns.post(address(id), { reference, countries: 'de, AT', seen: id })
    assert.equal(sent.status, 303)
    const banner = await anns.get('/review')
    assert.match(textOf(banner.html), /Removed for legal reasons\. Nothing has gone out yet/)
    assert.equal((await own(id)).status, 'published')
    await due()
    const { status, rejection } = await own(id)
    assert.deepEqual(
      [status, rejection.category, rejection.penalized, rejection.amount, rejection.statement.fee_refunded],
      ['removed', 'legal', false, 0, false],
    )
    const { law } = rejection.statement
    assert.deepEqual([law.reference, law.countries], [reference, ['DE', 'AT']])
    assert.match(law.note, /The law required it.*Court order 12 O 345\/26 \(Germany, Austria\)\. It is no fault/)
    assert.match(rejection.statement.note, /appeal/)
    const { strikes, balance } = await account()
    assert.deepEqual([strikes, balance], [before.strikes, before.balance])
    const mail = (await mailsTo(app, author)).find(({ body }) => body.includes(reference))
    assert.match(mail?.body.replace(/\s+/g, ' ') ?? '', /The law required it.*You can appeal once, until/)
    const owner = await sessionIn(app, author, 'email')
    assert.match(
      textOf((await owner.get(`/account/posts/${id}`)).html),
      /Removed for legal reasons\. The law required it/,
    )
    assert.equal((await anns.post(address(id), { reference, countries: 'DE', seen: id })).status, 409)
  })

  it('the log, the past decisions and the transparency report show it as such, and the model does not learn from it', async () => {
    const decisions = await anns.get('/review/decisions?category=legal')
    assert.match(textOf(decisions.html), /remove legal as legal The law required it/)
    await decisionLog.runOnce(app.platform)
    const months = await transparency(app.platform)
    assert.deepEqual(
      months.flatMap(({ decisions: of }) => of).filter(({ category }) => category === 'legal'),
      [{ decider: 'person', outcome: 'removed', category: 'legal', count: 1 }],
    )
    const labels = await app.platform.db.selectFrom('examples').select('label').execute()
    assert.ok(!labels.some(({ label }) => label === 'legal'))
  })

  it('the command removes by an order everywhere, closes open reports, and takes no category beside it', async () => {
    const id = await submitted(app, author, 'Fine')
    await app.call('POST', '/v1/reports', { body: { post_id: id, reason: 'scam' } })
    const both = await commandOn(app, ['remove', id, 'scam', '--legal', reference])
    assert.notEqual(both.status, 0)
    assert.match(both.err.join(), /give one of the two/)
    const none = await commandOn(app, ['remove', id, '--reason', 'x'])
    assert.notEqual(none.status, 0)
    const done = await commandOn(app, ['remove', id, '--legal', reference])
    assert.equal(done.status, 0, done.err.join())
    const { status, rejection } = await own(id)
    assert.deepEqual([status, rejection.statement.law.countries], ['removed', []])
    assert.match(rejection.reason, /\(everywhere\)/)
    const reports = await app.platform.db.selectFrom('reports').select('state').where('post_id', '=', id).execute()
    assert.deepEqual(reports, [{ state: 'upheld' }])
  })

  it('an appeal against an order is answered like any other', async () => {
    const id = await submitted(app, author, 'Fine')
    await anns.post(address(id), { reference, countries: 'FR', reason: 'A judge said so.', seen: id })
    await due()
    assert.equal((await own(id)).rejection.reason, 'A judge said so.')
    const appealed = await app.call('POST', `/v1/posts/${id}/appeal`, {
      key: author.key,
      body: { message: 'Not mine.' },
    })
    assert.equal(appealed.status, 202, appealed.text)
    const granted = await commandOn(app, ['review', 'grant', id, '--message', 'Right.', '--publish'])
    assert.equal(granted.status, 0, granted.err.join())
    assert.equal((await own(id)).status, 'published')
  })
})
