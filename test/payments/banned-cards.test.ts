// The card of a banned account: it bans the next account that pays with it, and the money goes back, once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf } from '../../demo/demo-browser.ts'
import { onEveryDatabase } from '../harness.ts'
import { banOrSuspend } from '../kit/standing.ts'
import {
  accountOf,
  askForTopUp,
  base,
  done,
  movements,
  ownerOf,
  paidBy,
  payments,
  startStripeApp,
  tell,
} from './stripe-app.ts'

const fingerprint = 'one card'

onEveryDatabase('a card of a banned account', ({ fresh }) => {
  test('a card of a banned account bans the account that pays with it: nothing is booked, the money goes back once, and the owner gets a mail', async t => {
    const app = await startStripeApp(t, await fresh())
    const first = await ownerOf(app)
    await paidBy(app, first, { fingerprint })
    await banOrSuspend(app, first, 'banned')
    const next = await ownerOf(app)
    const session = await askForTopUp(app, next)
    const intent = app.stripe.pay(session, { fingerprint })
    const [payment] = await payments(app, next.accountId)
    const back = await next.browser.open(`${base}/account/paid?payment=${payment?.id}`)
    assert.equal(back.status, 403)
    assert.match(textOf(back.html), /The payment was not taken The account or the card is banned: the money goes back/)
    for (const _ of [1, 2, 3]) {
      await tell(app, 'checkout.session.completed', app.stripe.sessions.get(session)!)
      await app.settlePayments()
    }
    assert.deepEqual(await movements(app, next.accountId), [])
    assert.equal((await accountOf(app, next)).status, 'banned')
    assert.equal((await payments(app, next.accountId))[0]?.state, 'returned')
    assert.deepEqual(
      app.stripe.refunds.map(refund => refund.payment_intent),
      [intent.id],
    )
    assert.match(
      textOf((await next.browser.open(`${base}/account`)).html),
      /paid for with the card of a banned account/,
    )
    const signUp = { name: 'Again', email: next.email, accept_terms: true }
    assert.equal((await app.call('POST', '/v1/accounts', { body: signUp })).json.code, 'banned')
  })

  test('a card of a banned account has its payment refunded once, even if Stripe fails at first or somebody has refunded it at Stripe', async t => {
    const app = await startStripeApp(t, await fresh())
    const first = await ownerOf(app)
    await paidBy(app, first, { fingerprint })
    await banOrSuspend(app, first, 'banned')
    const next = await ownerOf(app)
    app.stripe.fail('/v1/refunds', 'lost answer', 'lost answer')
    await paidBy(app, next, { fingerprint })
    assert.equal((await payments(app, next.accountId))[0]?.state, 'returning')
    app.clock.advance(60_000)
    await app.settlePayments()
    assert.equal((await payments(app, next.accountId))[0]?.state, 'returned')
    assert.equal(app.stripe.refunds.length, 1)
    assert.equal(new Set(done(app, '/v1/refunds').map(({ key }) => key)).size, 1)
  })

  test('a card of a banned account bans an account until the operator lifts that ban, and then the account can pay with another card', async t => {
    const app = await startStripeApp(t, await fresh())
    const first = await ownerOf(app)
    await paidBy(app, first, { fingerprint })
    await banOrSuspend(app, first, 'banned')
    const next = await ownerOf(app)
    await paidBy(app, next, { fingerprint })
    const by = { actor: 'operator', reason: 'a family card' }
    assert.deepEqual(await app.platform.act('liftCardBan', { handle: next.handle, ...by }), {
      account_id: next.accountId,
      status: 'active',
    })
    await assert.rejects(app.platform.act('liftCardBan', { handle: next.handle, ...by }), { code: 'invalid' })
    await assert.rejects(app.platform.act('liftCardBan', { handle: first.handle, ...by }), { code: 'invalid' })
    await paidBy(app, { ...next, page: await next.browser.open(`${base}/account`) }, { fingerprint: 'another card' })
    assert.equal((await accountOf(app, next)).balance, 10_000_000)
    assert.equal((await accountOf(app, next)).status, 'active')
  })

  test('a card of a banned account is not accepted from an account that was banned while the page of Stripe was open', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const session = await askForTopUp(app, owner)
    await banOrSuspend(app, owner, 'banned')
    app.stripe.pay(session)
    await tell(app, 'checkout.session.completed', app.stripe.sessions.get(session)!)
    await app.settlePayments()
    assert.deepEqual(await movements(app, owner.accountId), [])
    assert.equal(app.stripe.refunds.length, 1)
    const refused = await owner.browser.submit(owner.page, '/account/top-up')
    assert.equal(refused.status, 403)
  })
})
