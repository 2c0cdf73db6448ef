// Refunds and disputes: the balance is never negative, the uncovered part is owed and shown, and a dispute suspends the account
// once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf } from '../../demo/demo-browser.ts'
import { accountRecord } from '../../src/usecases/accounts/account-record.ts'
import { eventBody, onEveryDatabase } from '../harness.ts'
import {
  accountOf,
  base,
  movements,
  type Owner,
  ownerOf,
  paidBy,
  payments,
  type StripeApp,
  startStripeApp,
  tell,
} from './stripe-app.ts'

type Intent = Awaited<ReturnType<typeof paidBy>>

const dollar = 1_000_000

/** The provider refunds this much in total (cents) and sends an event. */
async function refund(app: StripeApp, intent: Intent, cents: number) {
  intent.latest_charge.amount_refunded = cents
  await tell(app, 'charge.refunded', intent.latest_charge)
  await app.settlePayments()
}

/** A dispute of a payment gets a status, and Stripe sends an event. */
async function dispute(app: StripeApp, intent: Intent, status: string, { id = 'dp_1', amount = 1_000 } = {}) {
  const known = `${intent.id} ${id}`
  app.stripe.disputes.set(known, {
    ...{ id: `${id}_${intent.id}`, object: 'dispute', status, amount, reason: 'fraudulent' },
    payment_intent: intent.id,
  })
  await tell(
    app,
    status === 'won' ? 'charge.dispute.closed' : 'charge.dispute.created',
    app.stripe.disputes.get(known)!,
  )
  await app.settlePayments()
}

/** Posts this many events at a dollar each. */
async function spend(app: StripeApp, { key }: Owner, posts: number) {
  for (let i = 0; i < posts; i++)
    assert.equal((await app.call('POST', '/v1/posts', { key, body: eventBody() })).status, 202)
}

const owedBy = async (app: StripeApp, { handle }: Owner) =>
  ((await accountRecord(app.platform, handle)) as { owed: number }).owed

const kinds = async (app: StripeApp, { accountId }: Owner) =>
  (await movements(app, accountId))
    .filter(({ type }) => type !== 'charge')
    .map(({ type, amount }) => `${type} ${amount / dollar}`)

onEveryDatabase('a refund at Stripe', ({ fresh }) => {
  test('a refund at Stripe is taken off the balance once, part by part, whatever the order of its events', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const intent = await paidBy(app, owner)
    await refund(app, intent, 200)
    await refund(app, intent, 200)
    const stale = { ...intent.latest_charge, amount_refunded: 100 }
    await refund(app, intent, 500)
    await tell(app, 'charge.refunded', stale)
    await app.settlePayments()
    assert.deepEqual(await kinds(app, owner), ['payout -3', 'payout -2', 'topup 10'])
    assert.equal((await accountOf(app, owner)).balance, 5 * dollar)
    assert.equal((await accountOf(app, owner)).status, 'active')
  })

  test('a refund at Stripe of money that is already spent is owed, shown to owner and operator, and covered by the next top-up', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const intent = await paidBy(app, owner)
    await spend(app, owner, 8)
    await refund(app, intent, 1_000)
    assert.equal((await accountOf(app, owner)).balance, 0)
    assert.equal(await owedBy(app, owner), 8 * dollar)
    assert.match(textOf((await owner.browser.open(`${base}/account`)).html), /You owe \$8\.00/)
    const page = await owner.browser.open(`${base}/account`)
    await paidBy(app, { ...owner, page })
    assert.deepEqual([(await accountOf(app, owner)).balance, await owedBy(app, owner)], [2 * dollar, 0])
    assert.deepEqual(await kinds(app, owner), ['payout -8', 'topup 10', 'payout -2', 'topup 10'])
  })
})

onEveryDatabase('a dispute', ({ fresh }) => {
  test('suspends the account, turns auto-recharge off, takes the money, and mails the owner; replays change nothing', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const intent = await paidBy(app, owner)
    const { accountId } = owner
    await app.platform.act('setAutoRecharge', { accountId, site: 'events', enabled: true })
    await spend(app, owner, 3)
    for (const _ of [1, 2, 3]) await dispute(app, intent, 'needs_response')
    const account = await accountOf(app, owner)
    assert.deepEqual([account.status, account.auto_recharge.enabled, account.balance], ['suspended', false, 0])
    assert.equal(await owedBy(app, owner), 3 * dollar)
    assert.deepEqual(await kinds(app, owner), ['payout -7', 'topup 10'])
    const refused = await app.call('POST', '/v1/posts', { key: owner.key, body: eventBody() })
    assert.deepEqual([refused.status, refused.json.code], [403, 'suspended'])
    const mails = await app.platform.db
      .selectFrom('mail')
      .selectAll()
      .where('recipient', '=', owner.email)
      .where('subject', 'not like', 'Receipt%')
      .where('subject', 'not like', 'Auto-recharge of % is on')
      .execute()
    assert.deepEqual(
      mails.map(mail => mail.subject),
      [`A payment of @${owner.handle} is disputed`],
    )
    const log = await app.platform.db.selectFrom('decision_log').selectAll().where('subject', '=', accountId).execute()
    assert.deepEqual(
      log.map(({ actor, action }) => [actor, action]),
      [['stripe', 'suspend']],
    )
    assert.match(log[0]?.reason ?? '', /a dispute of stripe_pi_\w+: fraudulent/)
  })

  test('that is won returns the money and clears the debt; only the operator lifts the suspension', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const intent = await paidBy(app, owner)
    await spend(app, owner, 3)
    await dispute(app, intent, 'needs_response')
    await dispute(app, intent, 'won')
    await dispute(app, intent, 'won')
    assert.deepEqual([(await accountOf(app, owner)).balance, await owedBy(app, owner)], [7 * dollar, 0])
    assert.deepEqual(await kinds(app, owner), ['platform_credit 7', 'payout -7', 'topup 10'])
    assert.equal((await accountOf(app, owner)).status, 'suspended')
    const { handle } = owner
    await app.platform.act('setSuspended', { handle, suspended: false, actor: 'operator', reason: '' })
    await dispute(app, intent, 'won')
    assert.equal((await accountOf(app, owner)).status, 'active')
  })

  test('suspends once: its later events, after the operator has lifted the suspension, change nothing', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const intent = await paidBy(app, owner)
    await dispute(app, intent, 'needs_response')
    const { handle } = owner
    await app.platform.act('setSuspended', { handle, suspended: false, actor: 'operator', reason: '' })
    for (const status of ['under_review', 'lost']) await dispute(app, intent, status)
    assert.equal((await accountOf(app, owner)).status, 'active')
    await dispute(app, intent, 'needs_response', { id: 'dp_2' })
    assert.equal((await accountOf(app, owner)).status, 'suspended', 'another dispute suspends')
  })

  test('that is an inquiry suspends without taking money, and takes the money when it becomes a dispute', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const intent = await paidBy(app, owner)
    await dispute(app, intent, 'warning_needs_response')
    const account = await accountOf(app, owner)
    assert.deepEqual([account.status, account.balance], ['suspended', 10 * dollar])
    await dispute(app, intent, 'needs_response')
    assert.equal((await accountOf(app, owner)).balance, 0)
  })

  test('and refunds of one payment never take more than the payment', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const intent = await paidBy(app, owner)
    const page = await owner.browser.open(`${base}/account`)
    await paidBy(app, { ...owner, page })
    await refund(app, intent, 600)
    await dispute(app, intent, 'needs_response')
    await dispute(app, intent, 'needs_response', { id: 'dp_2' })
    assert.equal((await accountOf(app, owner)).balance, 10 * dollar)
    assert.equal((await payments(app, owner.accountId)).find(row => row.refunded > 0)?.taken, 10 * dollar)
  })

  test('a dispute that comes while the balance is being spent leaves the balance at zero, never below', async t => {
    const app = await startStripeApp(t, await fresh())
    const owner = await ownerOf(app)
    const intent = await paidBy(app, owner)
    const [, ...posted] = await Promise.all([
      dispute(app, intent, 'needs_response'),
      ...Array.from({ length: 8 }, () => app.call('POST', '/v1/posts', { key: owner.key, body: eventBody() })),
    ])
    const spent = posted.filter(({ status }) => status === 202).length * dollar
    assert.deepEqual([(await accountOf(app, owner)).balance, await owedBy(app, owner)], [0, spent])
  })
})
