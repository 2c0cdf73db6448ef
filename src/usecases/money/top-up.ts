// A top-up by the owner, step by step: on our own form with a test card, or on a page of the provider (contract.md §5, §11).
import type { Settled } from '../../actions/money/settle-payment.ts'
import { coded } from '../../contract/currency.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { siteRow } from '../../contract/sites.ts'
import { sha256 } from '../../domain/ids.ts'
import { percent, taxInside, taxOn } from '../../domain/money/tax.ts'
import {
  declined,
  type FormPayments,
  type FoundPayment,
  type PagePayments,
  type PageRequest,
} from '../../integrations/payments/payments.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import { billingOf } from '../../store/money/billing.ts'
import { cardOf } from '../../store/money/cards.ts'
import { type PaymentRow, paymentById } from '../../store/money/payments.ts'
import type { Platform } from '../platform.ts'
import { refreshPayment, settle } from './progress.ts'

/** The next step of the owner. Amounts in micros. */
export type TopUpStep =
  | { step: 'booked' | 'booked-before'; amount: number }
  | { step: 'declined'; why: string; amount: number }
  | { step: 'confirm'; payment: PaymentRow }
  /** The owner pays at the provider. */
  | { step: 'pay'; payment: PaymentRow; url: string }
  /** The provider has not answered yet. */
  | { step: 'waiting' }
  /** The payment of the form has expired. */
  | { step: 'stale' }
  /** The money goes back to the card. */
  | { step: 'banned'; why: string }

export type TopUpRequest = {
  site: SiteContext
  account: Account
  amountMicros: number
  /** The nonce of the form. A form that is sent again is the same payment. */
  nonce: string
  /** The card, if the owner entered it on our own form. */
  method: string | null
  /** The version of the terms that the owner accepts, and the grade of the session; null where nothing was asked. */
  terms: { version: string; session: 'agent' | 'email' } | null
}

/**
 * Begins a top-up, or continues that of the same form. Throws `invalid` for an amount outside of the bounds,
 * `not_found`, `banned`, `rate_limited`, `payment_provider_error`.
 */
export async function topUp(platform: Platform, request: TopUpRequest): Promise<TopUpStep> {
  const { site, account, amountMicros, nonce, method, terms } = request
  const { least, most } = platform.facts.topUps
  if (amountMicros < least || amountMicros > most)
    throw new Problem('invalid', `A top-up is from ${coded(least)} to ${coded(most)}. Nothing was charged.`)
  // The key includes the account, so nobody can use up the nonce of another account.
  const formKey = sha256(`${account.id}/${nonce}`)
  const start = { accountId: account.id, site: site.id, amountMicros, formKey, method, terms }
  const payment = await platform.act('startPayment', start)
  const { payments } = platform
  if (!['started', 'open', 'declined'].includes(payment.state)) return stepOf(payment, { ...payment, booked: false })
  return payments.entry === 'form'
    ? chargeNow(platform, payments, payment, 'here')
    : openPage(platform, payments, payment, request)
}

/**
 * Confirms a payment on our own page, or declines it if the owner does not agree. Throws `not_found`, `payment_provider_error`.
 */
export async function confirmTopUp(
  platform: Platform,
  { accountId, paymentId, agrees }: { accountId: string; paymentId: string; agrees: boolean },
): Promise<TopUpStep> {
  const payment = await ownPayment(platform, accountId, paymentId)
  const { payments } = platform
  if (payments.entry !== 'form' || payment.state !== 'authenticate')
    return stepOf(payment, { ...payment, booked: false })
  if (agrees) return chargeNow(platform, payments, payment, 'confirmed')
  const why = 'You have not confirmed the payment.'
  return stepOf(payment, await settle(platform, payment, { ...declined('authentication'), why }))
}

/** The step of an owner who returns from the page of the provider. Throws `not_found`, `payment_provider_error`. */
export async function afterPaying(platform: Platform, accountId: string, paymentId: string): Promise<TopUpStep> {
  const payment = await ownPayment(platform, accountId, paymentId)
  if (payment.state !== 'started' && payment.state !== 'open') return stepOf(payment, { ...payment, booked: true })
  const settled = await askProvider(platform, payment, () => refreshPayment(platform, payment))
  // The provider sends the owner back after the payment, so it counts as booked now, even if an event has booked it before.
  return stepOf(payment, { ...settled, booked: true })
}

/** A payment of an account. Throws `not_found`. */
export async function ownPayment(platform: Platform, accountId: string, paymentId: string): Promise<PaymentRow> {
  const payment = await paymentById(platform.db, paymentId)
  if (payment?.account_id !== accountId) throw new Problem('not_found', 'The account has no such payment.')
  return payment
}

async function chargeNow(
  platform: Platform,
  payments: FormPayments,
  payment: PaymentRow,
  presence: 'here' | 'confirmed',
): Promise<TopUpStep> {
  const found: FoundPayment = await askProvider(platform, payment, () => payments.charge(payment, presence))
  return stepOf(payment, await settle(platform, payment, found))
}

async function openPage(
  platform: Platform,
  payments: PagePayments,
  payment: PaymentRow,
  { site, account }: TopUpRequest,
): Promise<TopUpStep> {
  const card = await cardOf(platform.db, account.id)
  const tax = await taxWords(platform, payment)
  const opened = await askProvider(platform, payment, () =>
    payments.open(payment, {
      title: `Balance of @${account.handle} on ${siteRow(site.id).title}`,
      tax,
      email: account.email_verified ? account.email : null,
      customer: card?.provider === payments.name ? card.customer : null,
      paidUrl: `${site.baseUrl}/account/paid?payment=${payment.id}`,
      backUrl: `${site.baseUrl}/account`,
    }),
  )
  await platform.act('recordPage', { id: payment.id, page: opened.page })
  return { step: 'pay', payment, url: opened.url }
}

/** The tax of a payment on the page of the provider, as an invoice would have it now. */
async function taxWords(
  { db, facts: { invoicing } }: Platform,
  { account_id, amount }: PaymentRow,
): Promise<PageRequest['tax']> {
  if (invoicing === null) return null
  const billing = await billingOf(db, account_id)
  const { rate, reverseCharge } = taxOn(invoicing, {
    country: billing?.country ?? null,
    vatId: billing?.vat_id ?? null,
  })
  const { taxName } = invoicing.seller
  const tax = taxInside(amount, rate)
  const says = reverseCharge
    ? `Reverse charge: no ${taxName}`
    : rate === 0
      ? `No ${taxName}`
      : `Includes ${taxName} ${percent(rate)}: ${coded(tax)}`
  return { says, facts: { tax_name: taxName, tax_percent: percent(rate).replace(' %', ''), tax_micros: String(tax) } }
}

/** Asks the provider. Throws `payment_provider_error` for any error of the provider, whose words are not for the owner. */
async function askProvider<T>(platform: Platform, payment: PaymentRow, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    platform.log.error({ err: error, payment: payment.id }, 'the payment provider failed')
    throw new Problem(
      'payment_provider_error',
      'The payment provider did not answer. Send the same form again. It stays one payment.',
    )
  }
}

function stepOf(payment: PaymentRow, { state, booked, why }: Pick<Settled, 'state' | 'booked' | 'why'>): TopUpStep {
  switch (state) {
    case 'paid':
      return { step: booked ? 'booked' : 'booked-before', amount: payment.amount }
    case 'declined':
      return { step: 'declined', why: why ?? '', amount: payment.amount }
    case 'authenticate':
      return { step: 'confirm', payment }
    case 'returning':
    case 'returned':
      return { step: 'banned', why: why ?? '' }
    case 'started':
    case 'open':
      return { step: 'waiting' }
    case 'expired':
      return { step: 'stale' }
  }
}
