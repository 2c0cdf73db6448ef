// Payments by Stripe in currencies without decimals and with three: sessions, saved cards, refunds and disputes are in its units.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { useMoney, usualMoney } from '../../src/contract/currency.ts'
import { eventBody, onPresentation } from '../harness.ts'
import { accountOf, askForTopUp, done, ownerOf, payments, startStripeApp, tell } from './stripe-app.ts'

const cases = [
  {
    env: { CURRENCY: 'JPY', TOPUPS: '1000000000,2000000000', PRICES: 'events=900000000' },
    ...{ amount: 1_000_000_000, units: '1000', currency: 'jpy', shown: /¥1,000/ },
    ...{ part: 400, taken: 400_000_000 },
  },
  {
    env: { CURRENCY: 'KWD', TOPUPS: '10000000,20000000', PRICES: 'events=9000000' },
    ...{ amount: 10_000_000, units: '10000', currency: 'kwd', shown: /KWD 10\.000/ },
    ...{ part: 2_500, taken: 2_500_000 },
  },
]

onPresentation('payments by Stripe in other currencies', ({ fresh }) => {
  after(() => useMoney(usualMoney))

  for (const { env, amount, units, currency, shown, part, taken } of cases)
    test(`a top-up, a recharge and a refund in ${currency} are counted in the units of Stripe`, async t => {
      const app = await startStripeApp(t, await fresh(), undefined, env)
      const owner = await ownerOf(app)
      assert.match(owner.page.html, shown)
      const session = app.stripe.sessions.get(await askForTopUp(app, owner, amount))!
      const [asked] = done(app, '/v1/checkout/sessions')
      const { unit_amount, currency: of } = asked!.body.line_items[0].price_data
      assert.deepEqual([unit_amount, of], [units, currency])
      const intent = app.stripe.pay(session.id, {})
      await tell(app, 'checkout.session.completed', session)
      await app.settlePayments()
      assert.equal((await accountOf(app, owner)).balance, amount)
      const [payment] = await payments(app, owner.accountId)
      assert.deepEqual([payment?.currency, payment?.state], [currency, 'paid'])

      await app.platform.act('setAutoRecharge', { accountId: owner.accountId, site: 'events', enabled: true })
      const posted = await app.call('POST', '/v1/posts', { key: owner.key, body: eventBody() })
      assert.equal(posted.status, 202, posted.text)
      await app.settlePayments()
      const [charged] = done(app, '/v1/payment_intents')
      assert.deepEqual([charged?.body.amount, charged?.body.currency], [units, currency])

      const before = (await accountOf(app, owner)).balance
      intent.latest_charge.amount_refunded = part
      await tell(app, 'charge.refunded', intent.latest_charge)
      await app.settlePayments()
      assert.equal((await accountOf(app, owner)).balance, before - taken)
    })
})
