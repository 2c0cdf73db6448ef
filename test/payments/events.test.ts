// Events of Stripe: one top-up, however often and in whatever order they come, and no effect of an event without a fresh
// signature of Stripe.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../harness.ts'
import {
  accountOf,
  askForTopUp,
  movements,
  ownerOf,
  paidBy,
  payments,
  type StripeApp,
  send,
  startStripeApp,
  tell,
} from './stripe-app.ts'

const skew = 300_000

const events = ({ platform }: StripeApp) => platform.db.selectFrom('payment_events').selectAll().execute()

onEveryDatabase('events of Stripe', ({ fresh }) => {
  test('events of Stripe make one top-up when one event is replayed a hundred times, at once and later', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const session = await askForTopUp(app, owner)
    app.stripe.pay(session)
    const { payload } = app.stripe.event('checkout.session.completed', app.stripe.sessions.get(session)!)
    const signature = app.stripe.sign(payload, app.clock.now())
    const replay = async () => {
      const [answer] = await Promise.all([send(app, payload, signature), app.settlePayments()])
      return answer.status
    }
    const statuses = await Promise.all(Array.from({ length: 90 }, replay))
    for (let i = 0; i < 10; i++) statuses.push(await replay())
    assert.deepEqual(new Set(statuses), new Set([200]))
    assert.equal((await movements(app, owner.accountId)).length, 1)
    assert.equal((await events(app)).length, 1)
    assert.equal((await accountOf(app, owner)).balance, 10_000_000)
  })

  test('events of Stripe make one top-up when several kinds come about one payment, at once and out of order', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const session = await askForTopUp(app, owner)
    const unpaid = structuredClone(app.stripe.sessions.get(session)!)
    const intent = app.stripe.pay(session)
    const failed = { ...intent, status: 'requires_payment_method', amount_received: 0, latest_charge: null }
    const told: [string, object][] = [
      ['charge.succeeded', intent.latest_charge],
      ['payment_intent.succeeded', intent],
      ['checkout.session.completed', app.stripe.sessions.get(session)!],
      ['payment_intent.created', failed],
      ['payment_intent.payment_failed', failed],
      ['checkout.session.expired', unpaid],
    ]
    await Promise.all(told.map(([type, object]) => tell(app, type, object)))
    await app.settlePayments()
    for (const [type, object] of told.toReversed()) {
      await tell(app, type, object)
      await app.settlePayments()
    }
    assert.deepEqual(
      (await movements(app, owner.accountId)).map(({ type, amount }) => [type, amount]),
      [['topup', 10_000_000]],
    )
    assert.equal((await payments(app, owner.accountId))[0]?.state, 'paid')
  })

  test('that are signed too long ago, too far ahead, or by somebody else are refused, and change nothing', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const session = await askForTopUp(app, owner)
    app.stripe.pay(session)
    const { payload } = app.stripe.event('checkout.session.completed', app.stripe.sessions.get(session)!)
    const now = app.clock.now()
    const sign = (at: number, secret?: string) => app.stripe.sign(payload, at, secret)
    const good = sign(now)
    const refused: [string, string | undefined, string][] = [
      ['signed in the past', sign(now - skew - 1_000), payload],
      ['signed in the future', sign(now + skew + 1_000), payload],
      ['signed in the far future', sign(now + 365 * 86_400_000), payload],
      ['with another secret', sign(now, 'whsec_other'), payload],
      ['without a signature', undefined, payload],
      ['with an empty signature', '', payload],
      ['with another body', good, payload.replace('checkout', 'Checkout')],
      ['with an invalid time stamp', good.replace(/t=\d+/, 't=now'), payload],
      ['without a time stamp', good.replace(/t=\d+,/, ''), payload],
      ['with two time stamps', `t=${Math.floor(now / 1000)},${sign(now + 2 * skew)}`, payload],
      ['of another scheme', good.replace('v1=', 'v0='), payload],
    ]
    for (const [what, signature, body] of refused) {
      const { status, json } = await send(app, body, signature)
      assert.deepEqual([status, json?.code], [400, 'bad_signature'], what)
    }
    await app.settlePayments()
    assert.deepEqual(await movements(app, owner.accountId), [])
    assert.deepEqual(await events(app), [])
    for (const at of [now - skew, now + skew]) assert.equal((await send(app, payload, sign(at))).status, 200)
    await app.settlePayments()
    assert.equal((await accountOf(app, owner)).balance, 10_000_000)
  })

  test('events of Stripe only start a check of the payment: their amounts, accounts and states do not count', async t => {
    const app = await startStripeApp(t, await fresh())
    const [owner, other] = [await ownerOf(app), await ownerOf(app)]
    const session = await askForTopUp(app, owner)
    const lie = {
      ...app.stripe.sessions.get(session)!,
      ...{ payment_status: 'paid', status: 'complete', amount_total: 5_000_000 },
      metadata: { handbill_payment: 'pay_other', account: other.accountId, amount: '99999999' },
    }
    await tell(app, 'checkout.session.completed', lie)
    await app.settlePayments()
    assert.deepEqual(await movements(app, owner.accountId), [], 'the payment is unpaid at Stripe')
    app.stripe.pay(session)
    await tell(app, 'checkout.session.completed', lie)
    await app.settlePayments()
    assert.deepEqual([(await accountOf(app, owner)).balance, (await accountOf(app, other)).balance], [10_000_000, 0])
  })

  test('about foreign payments are not stored, and neither are bodies that are no event', async t => {
    const app = await startStripeApp(t, await fresh())
    const foreign = { id: 'pi_of_a_shop', object: 'payment_intent', metadata: {}, amount: 1 }
    assert.equal(await tell(app, 'payment_intent.succeeded', foreign), 200)
    assert.equal(await tell(app, 'customer.created', { id: 'cus_1', object: 'customer', metadata: null }), 200)
    assert.deepEqual(await events(app), [])
    const sent = (body: string) => send(app, body, app.stripe.sign(body, app.clock.now()))
    assert.deepEqual((await sent('no JSON')).json.code, 'invalid_json')
    assert.equal((await sent('"x"'.padEnd(300_000))).status, 413)
    assert.equal((await send(app, '', 't=1,v1=x')).status, 400)
    assert.equal((await app.call('GET', '/payments/stripe')).status, 405)
  })

  test('events of Stripe that come during a request to the provider are not lost', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const intent = await paidBy(app, owner)
    await tell(app, 'charge.updated', intent.latest_charge)
    const { token, work } = await app.platform.act('takePayments', { limit: 1 })
    const { payment } = work[0]!
    const found = await app.platform.payments.look(payment)
    intent.latest_charge.amount_refunded = 1_000
    await tell(app, 'charge.refunded', intent.latest_charge)
    await app.platform.act('settlePayment', { id: payment.id, news: payment.news, found: found!, token })
    assert.equal((await accountOf(app, owner)).balance, 10_000_000)
    await app.settlePayments()
    assert.equal((await accountOf(app, owner)).balance, 0)
  })

  test('events of Stripe are deleted after three months, and their replay still changes nothing', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const intent = await paidBy(app, owner)
    app.clock.advance(91 * 86_400_000)
    await app.platform.act('sweep', { limit: 10 })
    assert.deepEqual(await events(app), [])
    await tell(app, 'payment_intent.succeeded', intent)
    await app.settlePayments()
    assert.equal((await movements(app, owner.accountId)).length, 1)
  })
})
