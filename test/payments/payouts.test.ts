// Payouts: the money owed to an owner leaves the balance, is listed until it is paid, and counts once, however it is paid.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonOf } from '../cli/command-on.ts'
import { onEveryDatabase, type TestApp } from '../harness.ts'
import { accountOf, base, movements, ownerOf, paidBy, startStripeApp, tell } from './stripe-app.ts'

/** Runs commands of the operator: returns their status, their JSON lines, and the line of an error. */
const commandsOf =
  (app: TestApp) =>
  async (...argv: string[]): Promise<{ status: number; lines: unknown[]; error: string }> => {
    const { status, out, err } = await jsonOf(app, argv)
    return { status, lines: out, error: err.at(-1) ?? '' }
  }

onEveryDatabase('payouts', ({ fresh }) => {
  test('payouts take the whole balance, and are listed with the payments that can be refunded until they are done', async t => {
    const app = await startStripeApp(t, await fresh())
    const run = commandsOf(app)
    const owner = await ownerOf(app)
    const intent = await paidBy(app, owner)
    assert.deepEqual((await run('payouts', 'list')).lines, [])
    const owed = await run('payouts', 'owe', owner.handle, '--reason', 'the owner asks for it')
    const [{ payout_id, amount }] = owed.lines as [{ payout_id: string; amount: number }]
    assert.match(payout_id, /^out_\w{20}$/)
    assert.equal(amount, 10_000_000)
    assert.equal((await accountOf(app, owner)).balance, 0)
    const [row] = await movements(app, owner.accountId)
    assert.deepEqual([row?.type, row?.amount, row?.reference], ['payout', -10_000_000, payout_id])
    const [listed] = (await run('payouts', 'list')).lines as Record<string, any>[]
    assert.deepEqual(
      [listed?.payout_id, listed?.account_id, listed?.handle, listed?.amount, listed?.reason, listed?.done_at],
      [payout_id, owner.accountId, owner.handle, 10_000_000, 'the owner asks for it', null],
    )
    assert.deepEqual(listed?.payments, [
      { reference: `stripe_${intent.id}`, amount: 10_000_000, refunded: 0, disputed: 0 },
    ])
    assert.equal((await run('payouts', 'done', payout_id, '--note', 'by bank transfer')).status, 0)
    assert.deepEqual((await run('payouts', 'list')).lines, [])
    const [all] = (await run('payouts', 'list', '--all')).lines as Record<string, any>[]
    assert.deepEqual([all?.note, all?.done_at], ['by bank transfer', '2026-11-21T12:00:00Z'])
  })

  test('payouts are refused without a balance, for an unknown payout, without a note, or a second time', async t => {
    const app = await startStripeApp(t, await fresh())
    const run = commandsOf(app)
    const owner = await ownerOf(app)
    assert.match((await run('payouts', 'owe', owner.handle, '--reason', 'x')).error, /^invalid: The balance is 0/)
    assert.match((await run('payouts', 'owe', 'nobody', '--reason', 'x')).error, /^not_found: /)
    assert.match(
      (await run('payouts', 'done', 'out_none', '--note', 'x')).error,
      /^not_found: There is no payout out_none/,
    )
    await paidBy(app, owner)
    const [{ payout_id }] = (await run('payouts', 'owe', owner.handle, '--reason', 'x')).lines as [
      { payout_id: string },
    ]
    assert.match((await run('payouts', 'done', payout_id, '--note', ' ')).error, /^invalid: --note/)
    await run('payouts', 'done', payout_id, '--note', 'paid')
    assert.match(
      (await run('payouts', 'done', payout_id, '--note', 'again')).error,
      /^invalid: The payout was paid before: paid/,
    )
  })

  test('payouts are paid by refunds at Stripe, which then take nothing off the balance, before and after the payout is marked as done', async t => {
    const app = await startStripeApp(t, await fresh())
    const run = commandsOf(app)
    for (const marked of [false, true]) {
      const owner = await ownerOf(app)
      const intents = [await paidBy(app, owner)]
      intents.push(await paidBy(app, { ...owner, page: await owner.browser.open(`${base}/account`) }))
      await app.platform.act('creditAccount', {
        handle: owner.handle,
        actor: 'x',
        reason: 'x',
        amountMicros: -5_000_000,
      })
      const [{ payout_id }] = (await run('payouts', 'owe', owner.handle, '--reason', 'closed')).lines as [
        { payout_id: string },
      ]
      if (marked) await run('payouts', 'done', payout_id, '--note', 'refunded')
      const refund = async (intent: (typeof intents)[0], cents: number) => {
        intent.latest_charge.amount_refunded = cents
        for (const _ of [1, 2]) await tell(app, 'charge.refunded', intent.latest_charge)
        await app.settlePayments()
      }
      const open = async () =>
        ((await run('payouts', 'list')).lines as Record<string, any>[]).map(({ refunded }) => refunded)
      await refund(intents[1]!, 1_000)
      assert.deepEqual(await open(), marked ? [] : [10_000_000])
      await refund(intents[0]!, 500)
      assert.deepEqual(await open(), [])
      const { owed } = (await run('account', 'show', owner.handle)).lines[0] as Record<string, any>
      assert.equal(owed, 0)
      assert.equal((await movements(app, owner.accountId)).filter(({ type }) => type === 'payout').length, 1)
      await refund(intents[0]!, 700)
      const more = (await run('account', 'show', owner.handle)).lines[0] as Record<string, any>
      assert.equal(more.owed, 2_000_000, 'a refund beyond the payout is owed')
    }
  })

  test('payouts count each refund once, however often and in how many parts it is told', async t => {
    const app = await startStripeApp(t, await fresh())
    const run = commandsOf(app)
    const owner = await ownerOf(app)
    const { latest_charge: charge } = await paidBy(app, owner)
    await run('payouts', 'owe', owner.handle, '--reason', 'closed')
    const open = async () =>
      ((await run('payouts', 'list')).lines as Record<string, any>[]).map(({ refunded }) => refunded)
    for (const [cents, counted] of [
      [300, [3_000_000]],
      [700, [7_000_000]],
      [1_000, []],
    ] as const)
      for (const _ of [1, 2]) {
        charge.amount_refunded = cents
        await tell(app, 'charge.refunded', charge)
        await app.settlePayments()
        assert.deepEqual(await open(), counted, `${cents} cents`)
      }
    assert.equal((await accountOf(app, owner)).balance, 0)
    assert.equal((await movements(app, owner.accountId)).filter(({ type }) => type === 'payout').length, 1)
  })
})
