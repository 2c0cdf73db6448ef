// The writes of the payments worker and of provider events: claim, postpone, and note an event.
import { limits } from '../../contract/limits.ts'
import type { ProviderEvent } from '../../integrations/payments/payments.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { followClock } from '../../store/database/clock.ts'
import {
  claimPayments,
  notePaymentEvent,
  type PaymentRow,
  paymentNamed,
  setDue,
  updatePayment,
} from '../../store/money/payments.ts'
import type { Scope } from '../scope.ts'
import { isWanted } from './recharge.ts'

/** A payment to ask the provider about. `mayCharge`: the card may be charged if it has not been. */
export type PaymentWork = { payment: PaymentRow; mayCharge: boolean }

/** Claims payments for the worker. Ends a recharge that is unwanted and that the provider was never asked about. */
export async function takePayments(
  scope: Scope,
  { limit }: { limit: number },
): Promise<{ token: string; claimed: number; work: PaymentWork[] }> {
  const { db, now } = scope
  await followClock(db, now)
  const token = scope.ids.text(20)
  const rows = await claimPayments(db, { token, now, leaseMs: limits.paymentLeaseMs, limit })
  const work: PaymentWork[] = []
  for (const payment of rows) {
    const recharge = payment.kind === 'recharge' && payment.state === 'started'
    const mayCharge = recharge && (await isWanted(scope, payment, await accountById(db, payment.account_id)))
    if (recharge && !mayCharge && payment.attempts === 1) await giveUp(scope, payment, token)
    else work.push({ payment, mayCharge })
  }
  return { token, claimed: rows.length, work }
}

async function giveUp({ db, now }: Scope, { id, news }: PaymentRow, token: string): Promise<void> {
  await updatePayment(db, id, { state: 'expired', settled_at: now, why: 'It was no longer wanted.' })
  await setDue(db, id, { news, dueAt: null, now, token })
}

/** Postpones a payment until `dueAt` (epoch ms), because the provider could not be asked. */
export async function postponePayment(
  { db, now }: Scope,
  { id, news, token, dueAt }: { id: string; news: number; token: string; dueAt: number },
): Promise<void> {
  await setDue(db, id, { news, dueAt, now, token })
}

/** Notes an event of the provider once; the worker then asks the provider. `unknown`: no payment of this platform. */
export async function noteEvent(
  scope: Scope,
  { id, type, names }: ProviderEvent,
): Promise<'noted' | 'known' | 'unknown'> {
  const payment = await paymentNamed(scope.db, names)
  if (payment?.provider !== scope.facts.paymentProvider) return 'unknown'
  const { page } = names
  if (payment.page === null && page !== null) await updatePayment(scope.db, payment.id, { page })
  if (!(await notePaymentEvent(scope.db, { id, paymentId: payment.id, type, now: scope.now }))) return 'known'
  scope.signal('payments')
  return 'noted'
}
