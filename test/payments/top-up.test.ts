// A top-up by Stripe: the owner pays there, the payment is booked once, and no payment is lost on the way.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf } from '../../demo/demo-browser.ts'
import { onEveryDatabase, quietLog, startApp, withApp } from '../harness.ts'
import { accountOf, askForTopUp, base, done, movements, ownerOf, payments, startStripeApp, tell } from './stripe-app.ts'

const minute = 60_000

onEveryDatabase('a top-up by Stripe', ({ fresh }) => {
  test('a top-up by Stripe redirects to a page of Stripe, and is booked when the owner comes back; the card is saved', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    assert.match(textOf(owner.page.html), /You pay on a page of Stripe/)
    assert.doesNotMatch(owner.page.html, /name="card"|Sandbox/)
    const session = await askForTopUp(app, owner, 20_000_000)
    const [payment] = await payments(app, owner.accountId)
    assert.deepEqual([payment?.state, payment?.page, payment?.amount], ['open', session, 20_000_000])

    const [asked] = done(app, '/v1/checkout/sessions')
    assert.equal(asked?.key, payment?.id, 'the Idempotency-Key is our own id')
    const { body } = asked!
    assert.deepEqual(
      [body.mode, body.client_reference_id, body.customer_creation, body.customer_email],
      ['payment', payment?.id, 'always', owner.email],
    )
    assert.deepEqual(body.payment_intent_data.setup_future_usage, 'off_session')
    const { unit_amount, currency } = body.line_items[0].price_data
    assert.deepEqual([unit_amount, currency], ['2000', 'usd'])
    assert.equal(body.success_url, `${base}/account/paid?payment=${payment?.id}`)
    assert.equal(Number(body.expires_at), app.clock.now() / 1000 + 3_600)

    app.stripe.pay(session, { fingerprint: 'abc' })
    const back = await owner.browser.open(body.success_url)
    assert.equal(back.url, `${base}/account`)
    assert.match(
      textOf(back.html),
      /\$20\.00 were added to your balance.*Balance \$20\.00.*Card on file, visa ending 4242/,
    )
    const rows = await movements(app, owner.accountId)
    assert.deepEqual(
      rows.map(({ type, amount }) => [type, amount]),
      [['topup', 20_000_000]],
    )
    assert.match(rows[0]?.reference ?? '', /^stripe_pi_/)
    const again = await owner.browser.open(body.success_url)
    assert.match(textOf(again.html), /Balance \$20\.00/)
    assert.equal((await movements(app, owner.accountId)).length, 1)

    await askForTopUp(app, { ...owner, page: await owner.browser.open(`${base}/account`) })
    const [, second] = done(app, '/v1/checkout/sessions')
    assert.equal(
      second?.body.customer,
      [...app.stripe.intents.values()][0]?.customer,
      'the second payment has the same customer',
    )
  })

  test('a top-up is booked by an event of Stripe, whether or not the owner comes back', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const session = await askForTopUp(app, owner)
    app.stripe.pay(session)
    assert.equal(await tell(app, 'checkout.session.completed', app.stripe.sessions.get(session)!), 200)
    await app.settlePayments()
    assert.equal((await accountOf(app, owner)).balance, 10_000_000)
  })

  test('a top-up is one payment, however often its form is sent, and an owner who comes back early is told to wait', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const sessions = await Promise.all([1, 2, 3].map(() => askForTopUp(app, owner)))
    assert.equal(new Set(sessions).size, 1)
    assert.equal(app.stripe.sessions.size, 1)
    const [payment] = await payments(app, owner.accountId)
    const early = await owner.browser.open(`${base}/account/paid?payment=${payment?.id}`)
    assert.match(textOf(early.html), /The payment is not confirmed yet/)
    app.stripe.pay(sessions[0]!)
    const paid = await owner.browser.open(`${base}/account/paid?payment=${payment?.id}`)
    assert.match(textOf(paid.html), /\$10\.00 were added/)
    const late = await owner.browser.submit(owner.page, '/account/top-up')
    assert.match(textOf(late.html), /already booked/)
  })

  test('a top-up without an event is looked up at Stripe once its page has expired, paid or not', async t => {
    const app = await startStripeApp(t, await fresh())
    const [paid, unpaid] = [await ownerOf(app), await ownerOf(app)]
    app.stripe.pay(await askForTopUp(app, paid))
    app.stripe.sessions.get(await askForTopUp(app, unpaid))!.status = 'expired'
    await app.settlePayments()
    assert.equal((await accountOf(app, paid)).balance, 0, 'the payment is not looked up yet')
    app.clock.advance(70 * minute)
    await app.settlePayments()
    assert.equal((await accountOf(app, paid)).balance, 10_000_000)
    assert.equal((await payments(app, unpaid.accountId))[0]?.state, 'expired')
  })

  test('a top-up whose answer is lost can be requested again, and is booked even if its page was never recorded', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    app.stripe.fail('/v1/checkout', 'lost answer', 'lost answer')
    const failed = await owner.browser.submit(owner.page, '/account/top-up')
    assert.equal(failed.status, 502)
    assert.match(textOf(failed.html), /The payment provider did not answer\. Send the same form again/)
    const [session] = [...app.stripe.sessions.values()]
    app.stripe.pay(session?.id)
    await tell(app, 'checkout.session.completed', session!)
    await app.settlePayments()
    assert.equal((await accountOf(app, owner)).balance, 10_000_000)
    assert.equal(app.stripe.sessions.size, 1)
  })

  test('a top-up that Stripe refuses is reported without the words of Stripe', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    app.stripe.fail('/v1/checkout', 'error 500', 'error 500')
    const failed = await owner.browser.submit(owner.page, '/account/top-up')
    assert.equal(failed.status, 502)
    assert.doesNotMatch(failed.html, /Try later|stripe\.com/)
    assert.ok(await askForTopUp(app, owner))
  })

  test('a top-up by Stripe is booked only with the amount, currency and payment of our row', async t => {
    const app = await startStripeApp(t, await fresh())
    for (const change of [
      { amount_received: 999 },
      { currency: 'eur' },
      { metadata: { handbill_payment: 'pay_other' } },
    ]) {
      const owner = await ownerOf(app)
      const session = await askForTopUp(app, owner)
      Object.assign(app.stripe.pay(session), change)
      await tell(app, 'checkout.session.completed', app.stripe.sessions.get(session)!)
      await app.settlePayments()
      assert.deepEqual(await movements(app, owner.accountId), [])
      const [payment] = await payments(app, owner.accountId)
      const back = await owner.browser.open(`${base}/account/paid?payment=${payment?.id}`)
      assert.equal(back.status, 502)
    }
  })

  test('a top-up belongs to its owner: nobody else can see or book it by its id', async t => {
    const app = await startStripeApp(t, await fresh())
    const [owner, other] = [await ownerOf(app), await ownerOf(app)]
    app.stripe.pay(await askForTopUp(app, owner))
    const [payment] = await payments(app, owner.accountId)
    assert.equal((await other.browser.open(`${base}/account/paid?payment=${payment?.id}`)).status, 404)
    const without = await app.call('GET', `/account/paid?payment=${payment?.id}`)
    assert.deepEqual([without.status, without.headers.get('location')], [303, '/account'], 'without a session')
    assert.equal((await accountOf(app, other)).balance, 0)
  })
})

onEveryDatabase('a database with sandbox money', ({ fresh }) => {
  test('a database with sandbox money causes a warning when the service starts with Stripe', async t => {
    const url = await fresh()
    const sandbox = await startApp(url)
    await sandbox.account()
    await sandbox.close()
    const warned: object[] = []
    const log = { ...quietLog, warn: (fields: object) => void warned.push(fields) }
    const app = await startStripeApp(t, url, log)
    assert.deepEqual(warned, [{ PAYMENTS: 'stripe', payments: 1 }])
    const { accountId } = await ownerOf(app)
    await assert.rejects(app.platform.act('setAutoRecharge', { accountId, site: 'events', enabled: true }), {
      code: 'needs_card',
    })
  })
})

withApp('without Stripe', app => {
  test('without Stripe the address for Stripe events does not exist', async () => {
    assert.equal((await app().call('POST', '/payments/stripe', { body: {} })).status, 404)
  })
})
