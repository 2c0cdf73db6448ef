// Asks the provider about a payment and records the answer, for the worker and for a waiting owner.

import type { Settled } from '../../actions/money/settle-payment.ts'
import type { PaymentWork } from '../../actions/money/take-payments.ts'
import type { FoundPayment } from '../../integrations/payments/payments.ts'
import type { PaymentRow } from '../../store/money/payments.ts'
import { withoutDeadline } from '../deadline.ts'
import type { Platform } from '../platform.ts'

/** Records the provider's answer about a payment. `payment` is the row from before the question. */
export function settle(
  platform: Platform,
  { id, news }: PaymentRow,
  found: FoundPayment,
  token?: string,
): Promise<Settled> {
  const settlement = { id, news, found, ...(token !== undefined && { token }) }
  // Record it even after the deadline: the card may have been charged.
  return withoutDeadline(() => platform.act('settlePayment', settlement))
}

/** Asks about a payment that the owner has begun, and records the answer. Throws the errors of the provider. */
export async function refreshPayment(platform: Platform, payment: PaymentRow): Promise<Settled> {
  const found = await platform.payments.look(payment)
  if (found) return settle(platform, payment, found)
  return { state: payment.state, booked: false, amount: payment.amount, why: payment.why }
}

/**
 * Takes the next step of a payment, for the worker that holds it. Throws the errors of the provider: then the outcome is unknown.
 */
export async function processPayment(
  platform: Platform,
  { payment, mayCharge }: PaymentWork,
  token: string,
): Promise<Settled> {
  return settle(platform, payment, await outcomeOf(platform, payment, mayCharge), token)
}

async function outcomeOf(platform: Platform, payment: PaymentRow, mayCharge: boolean): Promise<FoundPayment> {
  const { payments } = platform
  if (payment.provider !== payments.name) throw new Error(`PAYMENTS is ${payments.name}; it was ${payment.provider}`)
  if (payment.state === 'returning') {
    await payments.refund(payment)
    return { state: 'returned' }
  }
  // Ask about a payment that was claimed before: a process may have ended between the charge and its record.
  const known = mayCharge && payment.attempts === 1 ? null : await payments.look(payment)
  return known ?? (mayCharge ? await payments.charge(payment, 'away') : { state: 'expired' })
}
