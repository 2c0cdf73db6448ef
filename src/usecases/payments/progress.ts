// Asks the provider what became of a payment, and records its answer: for the worker, and while the owner waits.

import type { Settled } from '../../actions/payments/settle-payment.ts'
import type { PaymentWork } from '../../actions/payments/take-payments.ts'
import type { Found } from '../../integrations/payments/payments.ts'
import type { PaymentRow } from '../../store/money/payments.ts'
import { whateverTheTime } from '../deadline.ts'
import type { Platform } from '../platform.ts'

/** Records what the provider says of a payment that was looked at as this row. */
export function settle(platform: Platform, { id, news }: PaymentRow, found: Found, token?: string): Promise<Settled> {
  const settlement = { id, news, found, ...(token !== undefined && { token }) }
  // The card has been charged, or may have been.
  return whateverTheTime(() => platform.act('settlePayment', settlement))
}

/** Asks about a payment that the owner has begun, and records the answer. Throws what the provider throws. */
export async function lookAt(platform: Platform, payment: PaymentRow): Promise<Settled> {
  const found = await platform.payments.look(payment)
  if (found) return settle(platform, payment, found)
  return { state: payment.state, booked: false, amount: payment.amount, why: payment.why }
}

/** Does what is due about a payment, for the worker that holds it. Throws what the provider throws: the outcome is not known then. */
export async function carryOut(
  platform: Platform,
  { payment, mayCharge }: PaymentWork,
  token: string,
): Promise<Settled> {
  return settle(platform, payment, await outcomeOf(platform, payment, mayCharge), token)
}

async function outcomeOf(platform: Platform, payment: PaymentRow, mayCharge: boolean): Promise<Found> {
  const { payments } = platform
  if (payment.provider !== payments.name) throw new Error(`PAYMENTS is ${payments.name}; it was ${payment.provider}`)
  if (payment.state === 'returning') {
    await payments.refund(payment)
    return { state: 'returned' }
  }
  // What was claimed before may have been charged: the process may have ended between asking and recording.
  const known = mayCharge && payment.attempts === 1 ? null : await payments.look(payment)
  return known ?? (mayCharge ? await payments.charge(payment, 'away') : { state: 'expired' })
}
