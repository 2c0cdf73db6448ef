// Credits of the operator are spent first and never paid out; money that was paid in is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import { PaidIn } from '../../src/domain/money/paid-in.ts'
import { payoutRecords } from '../../src/usecases/money/payout-records.ts'
import { decideText } from '../../src/usecases/review/decide-text.ts'
import { eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../harness.ts'

const dollar = 1_000_000

test('credits are spent before money that was paid in, and a text gives back first what was paid in', () => {
  const sum = (...rows: readonly (readonly [type: string, amount: number, of?: string])[]) => {
    const paidIn = new PaidIn()
    for (const [type, amount, of = null] of rows) {
      const appeal = of?.startsWith('appeal:')
      paidIn.add({ type, amount, revision_id: appeal ? null : of, reference: appeal ? of : null, note: null })
    }
    return [paidIn.paid, paidIn.given]
  }
  assert.deepEqual(sum(['topup', 10], ['platform_credit', 3], ['charge', -2, 'p_1']), [10, 1])
  assert.deepEqual(sum(['topup', 10], ['charge', -10, 'p_1'], ['platform_credit', 10]), [0, 10])
  const mixed = [
    ['topup', 10],
    ['platform_credit', 3],
    ['charge', -5, 'p_1'],
  ] as const
  assert.deepEqual(sum(...mixed), [8, 0])
  assert.deepEqual(sum(...mixed, ['refund', 1, 'p_1']), [9, 0])
  assert.deepEqual(sum(...mixed, ['refund', 5, 'p_1']), [10, 3])
  assert.deepEqual(sum(...mixed, ['penalty', -4, 'p_1'], ['platform_credit', 9, 'appeal:p_1']), [10, 3])
  assert.deepEqual(sum(['topup', 10], ['platform_credit', 3], ['platform_credit', -5]), [8, 0])
  assert.deepEqual(sum(['topup', 10], ['platform_credit', 3], ['payout', -12]), [0, 1])
})

onEveryDatabase('credits of the operator', ({ fresh }) => {
  const start = async (t: { after(run: () => unknown): void }) => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    return app
  }
  const credit = (app: TestApp, { handle }: TestAccount, amountMicros: number) =>
    app.platform.act('creditAccount', { handle, actor: 'ann', reason: 'sorry', amountMicros })
  const erase = async (app: TestApp, { accountId }: TestAccount) => {
    const eraseAt = app.clock.now() + limits.deletionMs
    await app.platform.act('requestDeletion', { accountId, eraseAt, link: 'http://events.test/keep' })
    app.clock.advance(limits.deletionMs)
    await app.platform.act('sweep', { limit: 500 })
  }
  const listed = async (app: TestApp, { accountId }: TestAccount) =>
    (await payoutRecords(app.platform, { open: true }))
      .map(row => row as { account_id: string; amount: number; credits: number })
      .filter(row => row.account_id === accountId)
      .map(({ amount, credits }) => [amount, credits])
  const balanceOf = async (app: TestApp, { accountId }: TestAccount) =>
    (await app.platform.db.selectFrom('accounts').select('balance').where('id', '=', accountId).executeTakeFirst())
      ?.balance

  test('the deletion of an account pays out what was paid in, and lists the credits that ended apart', async t => {
    const app = await start(t)
    const owner = await app.account({ balance: 10 * dollar })
    await credit(app, owner, 50 * dollar)
    const { json } = await app.call('POST', '/v1/posts', { key: owner.key, body: eventBody() })
    await app.moderate()
    const removal = { actor: 'ann', reason: 'x', action: 'remove', category: 'vague', penalized: false } as const
    await decideText(app.platform, { ...removal, revisionId: json.id })
    await erase(app, owner)
    assert.deepEqual(await listed(app, owner), [[10 * dollar, 49 * dollar]])
    assert.equal(await balanceOf(app, owner), 0)
    const given = await app.account({ balance: 0 })
    await credit(app, given, 50 * dollar)
    await erase(app, given)
    assert.deepEqual([await listed(app, given), await balanceOf(app, given)], [[], 0])
  })

  test('the operator owes an owner what was paid in, and the credits stay on the balance', async t => {
    const app = await start(t)
    const owner = await app.account({ balance: 10 * dollar })
    await credit(app, owner, 2 * dollar)
    const by = { handle: owner.handle, actor: 'ann', reason: 'closed' }
    const { amount, credits } = await app.platform.act('owePayoutByOperator', by)
    assert.deepEqual([amount, credits, await balanceOf(app, owner)], [10 * dollar, 2 * dollar, 2 * dollar])
    await assert.rejects(app.platform.act('owePayoutByOperator', by), /2\.00 USD is credits of the operator/)
  })
})
