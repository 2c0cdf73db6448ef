// Takes refunds and disputed payments off the balance, and records the uncovered rest as a debt. A dispute suspends (contract.md
// §5).

import { givenBack } from '../../domain/money/paid-in.ts'
import type { Dispute } from '../../integrations/payments/payments.ts'
import { disputeMail } from '../../mails/money.ts'
import { type Account, accountById, setSuspension, updateAccount } from '../../store/accounts/accounts.ts'
import { move, moveAtMost } from '../../store/money/ledger.ts'
import { keepDispute, owingPayments, type PaymentRow, updatePayment } from '../../store/money/payments.ts'
import { countRefund } from '../../store/money/payouts.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import { baseUrlOf, type Scope } from '../scope.ts'
import { creditInvoices, invoiceAgain } from './issue-invoices.ts'
import { mailOwner } from './warnings.ts'

/** The refunds and disputes of a payment so far, as the provider reports them. Amounts in micros. */
export type Reversal = { refunded: number; disputes: readonly Dispute[] }

/**
 * Adjusts an account to the refunds and disputes of a booked payment. The caller holds the account and the payment. The balance
 * is never negative: the uncovered rest is owed until a top-up covers it.
 */
export async function reverse(
  scope: Scope,
  { account, payment }: { account: Account; payment: PaymentRow },
  { refunded, disputes }: Reversal,
): Promise<void> {
  const { db, now } = scope
  for (const dispute of disputes) await note(scope, account, payment, dispute)
  const disputed = disputes.reduce((sum, { withdrawn }) => sum + withdrawn, 0)
  const newly = Math.max(0, refunded - payment.refunded)
  const excess = newly && (await countRefund(db, account.id, { refunded: newly, by: payment.provider, now }))
  const paid_out = payment.paid_out + newly - excess
  const due = Math.max(0, Math.min(payment.amount, refunded + disputed) - paid_out)
  const { taken, owed } = await settleWith(scope, payment, due)
  const was = payment
  if (was.refunded !== refunded || was.disputed !== disputed || was.taken !== taken || was.owed !== owed)
    await updatePayment(db, payment.id, { refunded, disputed, paid_out, taken, owed })
}

/**
 * Brings what was taken back of a payment to `due`, micros. For more it charges the account, with a debt where the balance is short;
 * for less it first cancels debt, then pays back.
 */
async function settleWith(
  scope: Scope,
  { id, account_id: accountId, taken, owed, reference, provider }: PaymentRow,
  due: number,
): Promise<{ taken: number; owed: number }> {
  const more = due - taken - owed
  if (more > 0) {
    const got = await take(scope, { accountId, paymentId: id }, more, `taken back: ${reference ?? id}`)
    return { taken: taken + got, owed: owed + more - got }
  }
  const forgiven = Math.min(owed, -more)
  const back = -more - forgiven
  if (back > 0) {
    const ledgerId = scope.ids.id('ledger')
    const movement = { id: ledgerId, accountId, type: 'platform_credit', amount: back } as const
    const note = `${givenBack}${reference ?? id}`
    const { db, now } = scope
    await move(db, { ...movement, site: null, postId: null, note, now })
    const by = { decider: 'rule', actor: provider, reason: note, detail: { amount: back } } as const
    await logDecision(db, { ...by, action: 'credit', subject: accountId, now })
    await invoiceAgain(scope, { accountId, paymentId: id, ledgerId, amount: back })
  }
  return { taken: taken - back, owed: owed - forgiven }
}

/** Pays the debts of an account from its balance, the oldest debt first. */
export async function coverDebts(scope: Scope, accountId: string): Promise<void> {
  for (const { id, reference, taken, owed } of await owingPayments(scope.db, accountId)) {
    const got = await take(scope, { accountId, paymentId: id }, owed, `owed for ${reference ?? id}`)
    if (got > 0) await updatePayment(scope.db, id, { taken: taken + got, owed: owed - got })
  }
}

/** Takes at most `amount` of the balance for a payment that went back, and credits its invoice. */
async function take(
  scope: Scope,
  { accountId, paymentId }: { accountId: string; paymentId: string },
  amount: number,
  note: string,
): Promise<number> {
  const { db, ids, now } = scope
  const balance = (await accountById(db, accountId))?.balance ?? 0
  if (balance === 0) return 0
  const ledgerId = ids.id('ledger')
  const movement = { id: ledgerId, accountId, type: 'payout', amount } as const
  const { amount: taken } = await moveAtMost(db, { ...movement, site: null, postId: null, note, now })
  await creditInvoices(scope, { accountId, paymentId, ledgerId, amount: taken })
  return taken
}

/** Records a dispute. A new dispute that stands suspends the account, turns auto-recharge off and mails the owner. */
async function note(
  scope: Scope,
  account: Account,
  payment: PaymentRow,
  { id, status, reason, active }: Dispute,
): Promise<void> {
  const { db, now } = scope
  const isNew = await keepDispute(db, {
    ...{ id, payment_id: payment.id, account_id: account.id, status, reason, created_at: now },
  })
  if (!isNew || !active) return
  await setSuspension(db, account.id, now)
  await updateAccount(db, account.id, { auto_recharge_enabled: 0 })
  const why = `a dispute of ${payment.reference ?? payment.id}: ${reason}`
  const entry = {
    decider: 'rule' as const,
    actor: payment.provider,
    action: 'suspend',
    subject: account.id,
    reason: why,
    detail: { dispute: id },
  }
  await logDecision(db, { ...entry, now })
  const baseUrl = baseUrlOf(scope.facts, payment.site)
  await mailOwner(scope, account, disputeMail({ handle: account.handle, amount: payment.amount, baseUrl }), {
    about: 'money',
  })
}
