// A top-up by the owner, step by step: on our own form with a test card, or on a page of the provider (contract.md §5, §11).
import type { Settled } from '../../actions/payments/settle-payment.ts'
import { Problem } from '../../contract/problem.ts'
import type { SiteContext } from '../../contract/site-context.ts'
import { siteRow } from '../../contract/sites.ts'
import { sha256 } from '../../domain/ids.ts'
import type { FormPayments, Found, PagePayments } from '../../integrations/payments/payments.ts'
import type { Account } from '../../store/money/accounts.ts'
import { cardOf } from '../../store/money/cards.ts'
import { type PaymentRow, paymentById } from '../../store/money/payments.ts'
import type { Platform } from '../platform.ts'
import { lookAt, settle } from './progress.ts'

/** What comes next for the owner. Amounts in micros. */
export type TopUpStep =
  | { step: 'booked' | 'booked-before'; amount: number }
  | { step: 'declined'; why: string; amount: number }
  /** The owner has to confirm the payment. */
  | { step: 'confirm'; payment: PaymentRow }
  /** The owner pays at the provider. */
  | { step: 'pay'; payment: PaymentRow; url: string }
  /** The provider has not told yet. */
  | { step: 'waiting' }
  /** The form is of a payment that has come to its end. */
  | { step: 'stale' }
  /** The money goes back to the card. */
  | { step: 'banned'; why: string }

export type TopUpRequest = {
  site: SiteContext
  account: Account
  amountMicros: number
  /** Of the form: sent again it is the same payment. */
  nonce: string
  /** The card, where the owner types it on our own form. */
  method: string | null
}

/** Begins a top-up, or goes on with that of the same form. Throws `not_found`, `banned`, `rate_limited`, `payment_provider_error`. */
export async function topUp(platform: Platform, request: TopUpRequest): Promise<TopUpStep> {
  const { site, account, amountMicros, nonce, method } = request
  // The account is part of the key: nobody can use up the nonce of another.
  const formKey = sha256(`${account.id}/${nonce}`)
  const start = { accountId: account.id, site: site.id, amountMicros, formKey, method }
  const payment = await platform.act('startPayment', start)
  const { payments } = platform
  if (!['started', 'open', 'declined'].includes(payment.state)) return stepOf(payment, { ...payment, booked: false })
  return payments.entry === 'form'
    ? chargeNow(platform, payments, payment, 'here')
    : openPage(platform, payments, payment, request)
}

/** The owner confirms a payment on our own page, or refuses to. Throws `not_found`, `payment_provider_error`. */
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
  return stepOf(payment, await settle(platform, payment, { state: 'declined', why, final: true }))
}

/** Where the owner stands who comes back from the page of the provider. Throws `not_found`, `payment_provider_error`. */
export async function afterPaying(platform: Platform, accountId: string, paymentId: string): Promise<TopUpStep> {
  const payment = await ownPayment(platform, accountId, paymentId)
  if (payment.state !== 'started' && payment.state !== 'open') return stepOf(payment, { ...payment, booked: true })
  const settled = await asked(platform, payment, () => lookAt(platform, payment))
  // Whoever comes back was told by the provider that it is paid; that we have heard of it before changes nothing for the owner.
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
  const found: Found = await asked(platform, payment, () => payments.charge(payment, presence))
  return stepOf(payment, await settle(platform, payment, found))
}

async function openPage(
  platform: Platform,
  payments: PagePayments,
  payment: PaymentRow,
  { site, account }: TopUpRequest,
): Promise<TopUpStep> {
  const card = await cardOf(platform.db, account.id)
  const opened = await asked(platform, payment, () =>
    payments.open(payment, {
      title: `Balance of @${account.handle} on ${siteRow(site.id).title}`,
      email: account.email_verified ? account.email : null,
      customer: card?.provider === payments.name ? card.customer : null,
      paidUrl: `${site.baseUrl}/account/paid?payment=${payment.id}`,
      backUrl: `${site.baseUrl}/account`,
    }),
  )
  await platform.act('recordPage', { id: payment.id, page: opened.page })
  return { step: 'pay', payment, url: opened.url }
}

/** Asks the provider. Throws `payment_provider_error` in place of whatever it throws: none of its words is for the owner. */
async function asked<T>(platform: Platform, payment: PaymentRow, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    platform.log.error({ err: error, payment: payment.id }, 'the payment provider failed')
    throw new Problem(
      'payment_provider_error',
      'The payment provider did not answer. Send the same form again: it is one payment, however often it is sent.',
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
