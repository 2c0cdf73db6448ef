// The operator's actions on money owed to owners: list the balance of an account for payout, and mark a payout as paid.

import { coded } from '../../contract/currency.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { instant } from '../../domain/times/time.ts'
import { accountByHandle } from '../../store/accounts/accounts.ts'
import { finishPayout, owePayout, payoutById } from '../../store/money/payouts.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import type { Scope } from '../scope.ts'
import { creditInvoices } from './issue-invoices.ts'

/**
 * Takes what its owner has paid in (micros) off an account and lists it for payout; credits of the operator stay. Throws `not_found`, and
 * `invalid` if there is nothing to pay out.
 */
export async function owePayoutByOperator(
  scope: Scope,
  { handle, actor, reason }: { handle: string; actor: string; reason: string },
) {
  const { db, ids, now } = scope
  const account = await accountByHandle(db, handle)
  if (!account) throw new Problem('not_found', sentences.noHandle(handle))
  const payout = { id: ids.id('payout'), ledgerId: ids.id('ledger'), accountId: account.id, reason, now }
  const { paid: amount, given: credits } = await owePayout(db, payout)
  if (amount === 0)
    throw new Problem(
      'invalid',
      credits === 0
        ? 'The balance is 0: there is nothing to pay out.'
        : `The balance of ${coded(credits)} is credits of the operator: there is nothing to pay out.`,
    )
  await creditInvoices(scope, { accountId: account.id, paymentId: null, ledgerId: payout.ledgerId, amount })
  const detail = { payout: payout.id, amount }
  await logDecision(db, { decider: 'person', actor, action: 'owe-payout', subject: account.id, reason, detail, now })
  return { payout_id: payout.id, account_id: account.id, amount, credits }
}

/** Marks a payout as paid. Throws `not_found`, and `invalid` for a paid payout. */
export async function donePayout(scope: Scope, { id, actor, note }: { id: string; actor: string; note: string }) {
  const { db, now } = scope
  const payout = await payoutById(db, id)
  if (!payout) throw new Problem('not_found', `There is no payout ${id}.`)
  if (!(await finishPayout(db, id, { by: actor, note, now })))
    throw new Problem('invalid', `The payout was paid before: ${payout.note ?? ''}`)
  const detail = { payout: id, amount: payout.amount }
  await logDecision(db, {
    decider: 'person',
    actor,
    action: 'pay-out',
    subject: payout.account_id,
    reason: note,
    detail,
    now,
  })
  return { payout_id: id, done_at: instant(now) }
}
