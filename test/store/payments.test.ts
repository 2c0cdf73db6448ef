// The store of payments, cards and payouts: the promise of each function, on every database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountById } from '../../src/store/accounts/accounts.ts'
import { cardOf, saveCard } from '../../src/store/money/cards.ts'
import { move } from '../../src/store/money/ledger.ts'
import * as payments from '../../src/store/money/payments.ts'
import * as payouts from '../../src/store/money/payouts.ts'
import { now, withStore } from './rows.ts'

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

withStore('the store of payments', store => {
  let made = 0
  const payment = (accountId: string, change: Partial<payments.NewPayment> = {}): payments.NewPayment => ({
    ...{ id: `pay_${String(made++).padStart(4, '0')}`, account_id: accountId, site: 'events', provider: 'sandbox' },
    ...{ kind: 'topup', amount: 5, created_at: now, due_at: null },
    ...change,
  })
  const insert = async (accountId: string, change: Partial<payments.PaymentRow> = {}) => {
    const { id } = payment(accountId)
    const { kind = 'topup', created_at = now, due_at = null, ...rest } = change
    assert.equal(await payments.insertPayment(store().db, payment(accountId, { id, kind, created_at, due_at })), true)
    if (Object.keys(rest).length > 0) await payments.updatePayment(store().db, id, rest)
    return id
  }

  test('the store keeps one payment of a form and one started recharge of an account, also of several at once', async () => {
    const { db, account, atOnce } = store()
    const owner = await account()
    const ofForm = await atOnce(3, tx => payments.insertPayment(tx, payment(owner, { form_key: 'form' })))
    assert.equal(ofForm.filter(Boolean).length, 1)
    const recharges = await atOnce(3, tx => payments.insertPayment(tx, payment(owner, { kind: 'recharge' })))
    assert.equal(recharges.filter(Boolean).length, 1)
    const form = await payments.paymentOfForm(db, 'form')
    assert.deepEqual([form?.state, form?.currency, form?.tries, form?.taken], ['started', 'usd', 1, 0])
    const started = (await payments.paymentsOf(db, owner, 9)).find(({ kind }) => kind === 'recharge')
    await payments.updatePayment(db, started!.id, { state: 'declined', settled_at: now })
    assert.equal(await payments.insertPayment(db, payment(owner, { kind: 'recharge' })), true)
    assert.equal((await payments.latestRecharge(db, owner))?.id, started!.id)
  })

  test('the store finds the payment of an event by the reference of the provider, its page, or our id, in this order', async () => {
    const { db, account } = store()
    const owner = await account()
    const [one, two, three] = [
      await insert(owner, { reference: 'ref 1' }),
      await insert(owner, { page: 'page 2' }),
      await insert(owner),
    ]
    const named = async (reference: string | null, page: string | null, id: string | null) =>
      (await payments.paymentNamed(db, { reference, page, id }))?.id
    assert.deepEqual(
      [
        await named('ref 1', 'page 2', three),
        await named('unknown', 'page 2', three),
        await named(null, 'unknown', three),
        await named(null, null, null),
      ],
      [one, two, three, undefined],
    )
    await assert.rejects(payments.updatePayment(db, two, { reference: 'ref 1' }), /unique/i)
  })

  test('the store claims due payments in order; only the token of the claim ends it', async () => {
    const { db, account, connection } = store()
    const owner = await account()
    const later = await insert(owner, { due_at: now + 2 })
    const first = await insert(owner, { due_at: now })
    await insert(owner)
    const claim = async (token: string, at: number, limit = 9) =>
      ids(await connection.transaction(tx => payments.claimPayments(tx, { token, now: at, leaseMs: 10, limit })))
    assert.deepEqual([await claim('early', now - 1), await claim('a', now + 2, 1)], [[], [first]])
    assert.deepEqual([await claim('b', now + 2), await claim('none', now + 10)], [[later], []])
    const due = (token: string | undefined, dueAt: number | null, news = 0) =>
      payments.setDue(db, first, { news, dueAt, now: now + 3, token })
    await due('b', null)
    assert.deepEqual(await claim('still leased', now + 12), [], 'the token of another claim changes nothing')
    await due('a', null)
    assert.deepEqual(await claim('c', now + 99), [later], 'never due again')
  })

  test('a payment whose event came in while the provider was asked is asked about again at once; an event counts once', async () => {
    const { db, account } = store()
    const id = await insert(await account(), { due_at: now })
    const event = { id: 'evt_1', paymentId: id, type: 'paid', now: now + 1 }
    assert.equal(await payments.notePaymentEvent(db, event), true)
    assert.equal(await payments.notePaymentEvent(db, event), false)
    const found = await payments.paymentById(db, id)
    assert.deepEqual([found?.news, found?.due_at], [1, now + 1])
    await payments.setDue(db, id, { news: 0, dueAt: null, now: now + 5 })
    assert.equal((await payments.paymentById(db, id))?.due_at, now + 5, 'the caller has not seen the event')
    await payments.setDue(db, id, { news: 1, dueAt: null, now: now + 6 })
    assert.equal((await payments.paymentById(db, id))?.due_at, null)
    await payments.forgetPaymentEvents(db, now + 1)
    assert.equal(await payments.notePaymentEvent(db, event), false, 'the event is kept from its time on')
    await payments.forgetPaymentEvents(db, now + 2)
    assert.equal(await payments.notePaymentEvent(db, event), true)
  })

  test('the store keeps a dispute once, and then its status', async () => {
    const { db, account } = store()
    const owner = await account()
    const id = await insert(owner)
    const dispute = { id: 'dp_1', payment_id: id, account_id: owner, status: 'open', reason: 'fraud', created_at: now }
    assert.equal(await payments.keepDispute(db, dispute), true)
    assert.equal(await payments.keepDispute(db, { ...dispute, status: 'lost', reason: 'x' }), false)
    assert.equal(await payments.keepDispute(db, { ...dispute, id: 'dp_2', created_at: now + 1 }), true)
    const found = await payments.disputesOf(db, owner, 9)
    assert.deepEqual(
      found.map(row => [row.id, row.status, row.reason]),
      [
        ['dp_2', 'open', 'fraud'],
        ['dp_1', 'lost', 'fraud'],
      ],
    )
    assert.equal((await payments.disputesOf(db, owner, 1)).length, 1)
  })

  test('the store lists the payments of an account newest first, and those that are owed or to be confirmed oldest first', async () => {
    const { db, account } = store()
    const owner = await account()
    await insert(await account(), { owed: 1, state: 'authenticate' })
    const [old, young, youngest] = [
      await insert(owner, { owed: 1, state: 'authenticate' }),
      await insert(owner, { owed: 2, state: 'authenticate', created_at: now + 1 }),
      await insert(owner, { created_at: now + 1, state: 'paid' }),
    ]
    assert.deepEqual(ids(await payments.paymentsOf(db, owner, 2)), [youngest, young])
    assert.deepEqual(ids(await payments.owingPayments(db, owner)), [old, young])
    assert.deepEqual(ids(await payments.unconfirmedPayments(db, owner)), [old, young])
    assert.deepEqual([await payments.paidElsewhere(db, 'sandbox'), await payments.paidElsewhere(db, 'stripe')], [0, 1])
  })

  test('the store keeps one card for an account, the one that was saved last', async () => {
    const { db, account } = store()
    const owner = await account()
    assert.equal(await cardOf(db, owner), undefined)
    const card = { account_id: owner, provider: 'sandbox', customer: null, method: 'm1', label: 'one', saved_at: now }
    await saveCard(db, { ...card, fingerprint: 'f1' })
    await saveCard(db, { ...card, method: 'm2', customer: 'c', label: 'two', saved_at: now + 1, fingerprint: 'f2' })
    assert.deepEqual(await cardOf(db, owner), {
      ...{ account_id: owner, provider: 'sandbox', customer: 'c', method: 'm2', label: 'two', saved_at: now + 1 },
    })
    const { card_on_file, card_fingerprint } = (await accountById(db, owner))!
    assert.deepEqual([card_on_file, card_fingerprint], [1, 'f2'])
  })

  test('the store owes a balance once, also to several callers at once', async () => {
    const { db, account, atOnce } = store()
    const owner = await account()
    const top = { type: 'topup', amount: 70, site: null, postId: null, now } as const
    await move(db, { ...top, id: 'led_payout', accountId: owner })
    const owed = await atOnce(3, (tx, i) =>
      payouts.owePayout(tx, { id: `out_${i}`, ledgerId: `led_out_${i}`, accountId: owner, reason: 'closed', now }),
    )
    assert.deepEqual(owed.map(({ paid }) => paid).sort(), [0, 0, 70])
    assert.equal((await accountById(db, owner))?.balance, 0)
    const [payout] = (await payouts.listPayouts(db, { open: true, limit: 99 })).filter(
      ({ account_id }) => account_id === owner,
    )
    const finish = (i: number) => payouts.finishPayout(db, payout!.id, { by: `b${i}`, note: 'n', now: now + i })
    assert.deepEqual([await finish(1), await finish(2)], [true, false])
    const done = await payouts.payoutById(db, payout!.id)
    assert.deepEqual([done?.amount, done?.done_at, done?.done_by], [70, now + 1, 'b1'])
  })

  test('the store counts a refund towards the oldest payout first, and returns the part that no payout needed', async () => {
    const { db, account, connection } = store()
    const owner = await account()
    for (const [i, amount] of [30, 20].entries()) {
      const top = {
        id: `led_top_${i}`,
        accountId: owner,
        type: 'topup',
        amount,
        site: null,
        postId: null,
        now,
      } as const
      await move(db, top)
      const at = now + i
      await connection.transaction(tx =>
        payouts.owePayout(tx, { id: `due_${i}`, ledgerId: `led_due_${i}`, accountId: owner, reason: 'r', now: at }),
      )
    }
    const count = (refunded: number) => payouts.countRefund(db, owner, { refunded, by: 'stripe', now: now + 9 })
    const states = async () =>
      (await payouts.listPayouts(db, { open: false, limit: 99 }))
        .filter(({ account_id }) => account_id === owner)
        .map(({ refunded, done_at }) => [refunded, done_at])
    assert.equal(await count(10), 0)
    assert.deepEqual(await states(), [
      [10, null],
      [0, null],
    ])
    assert.equal(await count(25), 0)
    assert.deepEqual(await states(), [
      [30, now + 9],
      [5, null],
    ])
    assert.equal(await count(40), 25)
    assert.equal(await count(1), 1)
  })
})
