// Charging the saved card by Stripe: one charge, however the process ends, and declines that the owner can act on.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import { eventBody, onEveryDatabase } from '../harness.ts'
import {
  accountOf,
  done,
  movements,
  type Owner,
  ownerOf,
  paidBy,
  payments,
  type StripeApp,
  startStripeApp,
  tell,
} from './stripe-app.ts'

const hour = 3_600_000

/** An owner who has paid ten dollars, with auto-recharge on. */
async function rich(app: StripeApp, method: string): Promise<Owner> {
  const owner = await ownerOf(app)
  await paidBy(app, owner, { method })
  await app.platform.act('setAutoRecharge', { accountId: owner.accountId, site: 'events', enabled: true })
  return owner
}

/** Such owners, whose agents have just spent all but a dollar. */
async function low(app: StripeApp, ...methods: string[]): Promise<Owner[]> {
  const owners: Owner[] = []
  for (const method of methods) owners.push(await rich(app, method))
  for (const { key } of owners)
    for (let i = 0; i < 9; i++) await app.call('POST', '/v1/posts', { key, body: eventBody() })
  return owners
}

const lowOne = async (app: StripeApp, method = 'pm_card_visa') => (await low(app, method))[0]!

const charges = (app: StripeApp) => done(app, '/v1/payment_intents')
const recharge = async (app: StripeApp, { accountId }: Owner) =>
  (await payments(app, accountId)).find(({ kind }) => kind === 'recharge')

onEveryDatabase('a recharge by Stripe', ({ fresh }) => {
  test('a recharge by Stripe charges the saved card off-session, under our own Idempotency-Key', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await lowOne(app)
    await app.settlePayments()
    const [asked] = charges(app)
    const payment = await recharge(app, owner)
    assert.equal(asked?.key, payment?.id)
    const { amount, currency, customer, payment_method, confirm, off_session, metadata } = asked!.body
    assert.deepEqual(
      [amount, currency, payment_method, confirm, off_session, metadata.handbill_payment],
      ['1000', 'usd', 'pm_card_visa', 'true', 'true', payment?.id],
    )
    assert.equal(customer, [...app.stripe.intents.values()][0]?.customer)
    assert.equal((await accountOf(app, owner)).balance, 11_000_000)
    const [row] = await movements(app, owner.accountId)
    assert.deepEqual([row?.type, row?.amount, row?.reference], ['topup', 10_000_000, payment?.reference])
  })

  test('a recharge by Stripe whose answer is lost is found again, and charged once', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await lowOne(app)
    app.stripe.fail('/v1/payment_intents', 'lost answer', 'lost answer')
    await app.settlePayments()
    assert.equal((await accountOf(app, owner)).balance, 1_000_000, 'the outcome is unknown')
    app.clock.advance(10_000)
    await app.settlePayments()
    assert.equal((await accountOf(app, owner)).balance, 11_000_000)
    assert.equal(
      [...app.stripe.intents.values()].filter(intent => intent.metadata.handbill_payment.length > 0).length,
      2,
    )
    assert.equal(new Set(charges(app).map(({ key }) => key)).size, 1)
  })

  for (const [when, asks] of [
    ['before its request', false],
    ['before it recorded the answer', true],
  ] as const)
    test(`a recharge by Stripe of a worker that ended ${when} is continued by the next worker after its lease, and charged once`, async t => {
      const app = await startStripeApp(t, await fresh())
      const owner = await lowOne(app)
      const { work } = await app.platform.act('takePayments', { limit: 10 })
      assert.deepEqual(
        work.map(({ mayCharge }) => mayCharge),
        [true],
      )
      if (asks) await app.platform.payments.charge(work[0]!.payment, 'away')
      await app.settlePayments()
      assert.equal((await accountOf(app, owner)).balance, 1_000_000, 'another worker does not touch the recharge')
      app.clock.advance(limits.paymentLeaseMs + 1)
      await app.settlePayments()
      assert.equal((await accountOf(app, owner)).balance, 11_000_000)
      assert.equal(charges(app).length, 1)
    })

  test('a recharge by Stripe that was requested and then turned off is looked up, and not charged if it was not made', async t => {
    const app = await startStripeApp(t, await fresh())
    const [charged, uncharged] = (await low(app, 'pm_card_visa', 'pm_card_visa')) as [Owner, Owner]
    const { work } = await app.platform.act('takePayments', { limit: 10 })
    const first = work.find(({ payment }) => payment.account_id === charged.accountId)
    await app.platform.payments.charge(first!.payment, 'away')
    for (const { accountId } of [charged, uncharged]) await app.platform.act('disableAutoRecharge', { accountId })
    app.clock.advance(limits.paymentLeaseMs + 1)
    await app.settlePayments()
    assert.equal((await accountOf(app, charged)).balance, 11_000_000, 'the paid recharge is booked')
    assert.equal((await accountOf(app, uncharged)).balance, 1_000_000)
    assert.equal((await recharge(app, uncharged))?.state, 'expired')
    assert.equal(charges(app).length, 1)
  })

  test('a recharge by Stripe whose event comes before its answer is booked once', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await lowOne(app)
    const { token, work } = await app.platform.act('takePayments', { limit: 10 })
    const { payment } = work[0]!
    const found = await app.platform.payments.charge(payment, 'away')
    const intent = [...app.stripe.intents.values()].at(-1)!
    assert.equal(await tell(app, 'payment_intent.succeeded', intent), 200)
    const seen = await app.platform.payments.look(payment)
    await app.platform.act('settlePayment', { id: payment.id, news: 1, found: seen! })
    await app.platform.act('settlePayment', { id: payment.id, news: payment.news, found, token })
    await app.settlePayments()
    assert.equal((await movements(app, owner.accountId)).filter(({ type }) => type === 'topup').length, 2)
    assert.equal((await accountOf(app, owner)).balance, 11_000_000)
  })

  test('a recharge by Stripe is retried for as long as Stripe is unreachable', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await lowOne(app)
    for (let i = 0; i < 6; i++) {
      app.stripe.fail('/v1/payment_intents', 'error 500', 'no connection')
      await app.settlePayments()
      app.clock.advance(hour)
    }
    assert.equal((await accountOf(app, owner)).balance, 1_000_000)
    await app.settlePayments()
    assert.equal((await accountOf(app, owner)).balance, 11_000_000)
    assert.equal([...app.stripe.intents.values()].length, 2)
  })

  for (const [method, why, again] of [
    ['pm_card_chargeDeclined', /The card was declined\./, true],
    ['pm_card_chargeDeclinedInsufficientFunds', /There is not enough money on the card\./, true],
    ['pm_card_chargeDeclinedExpiredCard', /The card has expired\./, false],
    ['pm_card_chargeDeclinedStolenCard', /The bank does not allow this card to be charged any more\./, false],
    ['pm_card_authenticationRequired', /The bank asks the owner of the card to confirm/, false],
    ['pm_card_deleted', /The bank does not allow this card/, false],
  ] as const)
    test(`a recharge by Stripe with ${method} is ${again ? 'tried again later' : 'the last'}, and the owner learns why`, async t => {
      const app = await startStripeApp(t, await fresh())
      const owner = await lowOne(app, method)
      await app.settlePayments()
      const { auto_recharge, balance } = await accountOf(app, owner)
      assert.deepEqual([auto_recharge.enabled, balance], [again, 1_000_000])
      const declined = (await payments(app, owner.accountId)).find(({ state }) => state === 'declined')
      assert.match(declined?.why ?? '', why)
      const mails = await app.platform.db
        .selectFrom('mail')
        .select('body')
        .where('recipient', '=', owner.email)
        .where('subject', 'not like', 'The balance of %')
        .where('subject', 'not like', 'Receipt%')
        .where('subject', 'not like', 'Auto-recharge of % is on')
        .execute()
      assert.equal(mails.length, 1)
      assert.match(mails[0]?.body ?? '', why)
      assert.doesNotMatch(mails[0]?.body ?? '', /Words of Stripe/)
      app.clock.advance(limits.rechargeRetryMs)
      await app.settlePayments()
      assert.equal(
        new Set(charges(app).map(({ key }) => key)).size,
        again ? 2 : 1,
        'each try has an Idempotency-Key of its own',
      )
    })
})
