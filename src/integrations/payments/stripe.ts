// Stripe: Checkout for top-ups, off-session payment intents for the saved card, events verified by their signature.

import Stripe from 'stripe'
import { limits } from '../../contract/limits.ts'
import { minorUnitOf } from '../../contract/minor-units.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { version } from '../../contract/version.ts'
import {
  type Dispute,
  declined,
  type FoundPayment,
  type PagePayments,
  type PageRequest,
  type ProviderEvent,
  type ProviderPayment,
  type SavedCard,
} from './payments.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** The address of the API: https://api.stripe.com, or a substitute. */
  apiBase: string
}

const prefix = 'stripe_'
/** How far the clock of Stripe may be behind ours. */
const clockSlackS = 3_600

/** Micros in the units in which Stripe counts a currency, and back. */
const unitsOf = ({ amount, currency }: Pick<ProviderPayment, 'amount' | 'currency'>) =>
  amount / minorUnitOf(currency).micros
const micros = (units: number, currency: string) => units * minorUnitOf(currency).micros

/** Payments by Stripe. Every request that moves money carries the id of our row as its idempotency key. */
export function createStripePayments({ secretKey, webhookSecret, apiBase }: StripeSettings): PagePayments {
  const stripe = clientOf(apiBase, secretKey)
  return {
    name: 'stripe',
    entry: 'page',
    open: (payment, page) => openPage(stripe, payment, page),
    charge: payment => chargeCard(stripe, payment),
    look: payment => lookUp(stripe, payment),
    refund: payment => refund(stripe, payment),
    readEvent: (body, headers, now) => readSigned(stripe, webhookSecret, { body, headers, now }),
  }
}

/** Asks Stripe for a page of payments, as the service makes them. Throws when Stripe does not accept the key. */
export async function greetStripe({ secretKey, apiBase }: StripeSettings): Promise<void> {
  await clientOf(apiBase, secretKey).checkout.sessions.list({ limit: 1 })
}

function clientOf(apiBase: string, secretKey: string): Stripe {
  const { protocol, hostname, port } = new URL(apiBase)
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port }),
    timeout: limits.paymentOwnerWaitMs,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'Handbill', version },
  })
}

async function openPage(stripe: Stripe, payment: ProviderPayment, page: PageRequest) {
  const session = payment.page
    ? await stripe.checkout.sessions.retrieve(payment.page)
    : await stripe.checkout.sessions.create(pageOf(payment, page), { idempotencyKey: payment.id })
  if (!session.url) throw new Error(`the page ${session.id} can no longer be paid on`)
  return { page: session.id, url: session.url }
}

function pageOf(
  { id, amount, currency, created_at }: ProviderPayment,
  { title, tax, email, customer, paidUrl, backUrl }: PageRequest,
): Stripe.Checkout.SessionCreateParams {
  const product_data = { name: title, ...(tax && { description: tax.says }) }
  return {
    mode: 'payment',
    client_reference_id: id,
    allowed_payment_method_types: ['card'],
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: unitsOf({ amount, currency }), product_data } }],
    payment_intent_data: {
      description: title,
      setup_future_usage: 'off_session',
      metadata: { handbill_payment: id, ...tax?.facts },
    },
    ...(customer ? { customer } : { customer_creation: 'always', ...(email && { customer_email: email }) }),
    expires_at: Math.floor((created_at + limits.paymentPageMs) / 1000),
    success_url: paidUrl,
    cancel_url: backUrl,
  }
}

async function chargeCard(stripe: Stripe, payment: ProviderPayment): Promise<FoundPayment> {
  if (!payment.customer || !payment.method) throw new Error(`the payment ${payment.id} has no card`)
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: unitsOf(payment),
        currency: payment.currency,
        customer: payment.customer,
        payment_method: payment.method,
        confirm: true,
        off_session: true,
        metadata: { handbill_payment: payment.id },
        expand: ['latest_charge'],
      },
      { idempotencyKey: payment.id, timeout: limits.paymentWorkerWaitMs },
    )
    return foundOf(payment, intent, [])
  } catch (error) {
    const refused = declineOf(error)
    if (refused) return refused
    throw error
  }
}

/** Finds a payment by its reference, else by its page, else among the payments of its customer. */
async function lookUp(stripe: Stripe, payment: ProviderPayment): Promise<FoundPayment | null> {
  if (payment.reference) {
    const id = payment.reference.slice(prefix.length)
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    return foundWithDisputes(stripe, payment, intent)
  }
  if (payment.page) return lookAtPage(stripe, payment, payment.page)
  return payment.customer ? lookAmongThoseOf(stripe, payment, payment.customer) : null
}

async function lookAtPage(stripe: Stripe, payment: ProviderPayment, page: string): Promise<FoundPayment> {
  const session = await stripe.checkout.sessions.retrieve(page, { expand: ['payment_intent.latest_charge'] })
  if (session.client_reference_id !== payment.id) throw new Error(`${session.id} is not of ${payment.id}`)
  if (session.payment_status !== 'paid') return { state: session.status === 'expired' ? 'expired' : 'open' }
  const intent = session.payment_intent
  if (intent === null || typeof intent === 'string') throw new Error(`${session.id} is paid without a payment`)
  return foundWithDisputes(stripe, payment, intent)
}

async function lookAmongThoseOf(
  stripe: Stripe,
  payment: ProviderPayment,
  customer: string,
): Promise<FoundPayment | null> {
  const since = Math.floor(payment.created_at / 1000) - clockSlackS
  const expand = ['data.latest_charge']
  const intents = stripe.paymentIntents.list({ customer, created: { gte: since }, limit: 100, expand })
  for await (const intent of intents) if (isOf(payment, intent)) return foundWithDisputes(stripe, payment, intent)
  return null
}

async function foundWithDisputes(
  stripe: Stripe,
  payment: ProviderPayment,
  intent: Stripe.PaymentIntent,
): Promise<FoundPayment> {
  const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: 100 })
  return foundOf(
    payment,
    intent,
    data.map(dispute => disputeOf(dispute, payment)),
  )
}

async function refund(stripe: Stripe, { id, reference }: ProviderPayment): Promise<void> {
  const payment_intent = reference?.slice(prefix.length) ?? ''
  try {
    await stripe.refunds.create({ payment_intent }, { idempotencyKey: `${id}/return` })
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code !== 'charge_already_refunded' && code !== 'charge_disputed') throw error
  }
}

type Sent = { body: Buffer; headers: Record<string, unknown>; now: number }

function readSigned(stripe: Stripe, secret: string, { body, headers, now }: Sent): ProviderEvent {
  const signature = headers['stripe-signature']
  const unsigned = (detail: string) => new Problem('bad_signature', detail)
  if (typeof signature !== 'string') throw unsigned('The header Stripe-Signature is missing.')
  const toleranceS = limits.paymentEventSkewMs / 1000
  const stamps = signature.split(',').filter(part => part.trim().startsWith('t='))
  const at = stamps.length === 1 ? Number(stamps[0]?.trim().slice(2)) : Number.NaN
  // The SDK refuses an old time stamp and accepts any future one.
  if (!(at * 1000 - now <= limits.paymentEventSkewMs))
    throw unsigned('The time stamp of the signature lies in the future.')
  try {
    return readEvent(stripe.webhooks.constructEvent(body, signature, secret, toleranceS, undefined, now))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError)
      throw unsigned('The signature does not match the body, or its time stamp is too old.')
    throw new Problem('invalid_json', 'The body is not an event of Stripe.')
  }
}

const isOf = ({ id }: ProviderPayment, { metadata }: Stripe.PaymentIntent) => metadata.handbill_payment === id

/** The state of a payment by its payment intent and charge. Throws when the intent is of another payment or amount. */
function foundOf(payment: ProviderPayment, intent: Stripe.PaymentIntent, disputes: readonly Dispute[]): FoundPayment {
  if (!isOf(payment, intent)) throw new Error(`${intent.id} is not of ${payment.id}`)
  const away = payment.kind === 'recharge'
  switch (intent.status) {
    case 'succeeded': {
      if (intent.amount_received !== unitsOf(payment) || intent.currency !== payment.currency)
        throw new Error(`${intent.id} is of ${intent.amount_received} ${intent.currency}, not what was asked for`)
      const charge = intent.latest_charge
      if (charge === null || typeof charge === 'string') throw new Error(`${intent.id} came without its charge`)
      return {
        state: 'paid',
        reference: prefix + intent.id,
        card: cardOf(intent, charge),
        refunded: micros(charge.amount_refunded, payment.currency),
        disputes,
      }
    }
    case 'canceled':
      return { state: 'expired' }
    // On the page the owner tries another card; an owner who is away does not.
    case 'requires_payment_method':
      return away && intent.last_payment_error ? refusalOf(intent.last_payment_error) : { state: 'open' }
    case 'requires_action':
      return away ? declined('authentication') : { state: 'open' }
    default:
      return { state: 'open' }
  }
}

function cardOf(intent: Stripe.PaymentIntent, charge: Stripe.Charge): SavedCard {
  const { card } = charge.payment_method_details ?? {}
  const method = idOf(intent.payment_method) ?? ''
  return {
    customer: idOf(intent.customer),
    method,
    fingerprint: card?.fingerprint ?? method,
    label: card ? `${card.brand ?? 'card'} ending ${card.last4 ?? ''}`.trim() : 'card',
  }
}

const idOf = (of: string | { id: string } | null): string | null => (typeof of === 'string' ? of : (of?.id ?? null))

/** The statuses of disputes in which the bank holds back no money, and those of disputes that are over without a loss. */
const withoutMoney = new Set(['warning_needs_response', 'warning_under_review', 'warning_closed', 'won', 'prevented'])
const over = new Set(['warning_closed', 'won', 'prevented'])

function disputeOf({ id, status, reason, amount }: Stripe.Dispute, { currency }: ProviderPayment): Dispute {
  return {
    id,
    status,
    reason,
    withdrawn: withoutMoney.has(status) ? 0 : micros(amount, currency),
    active: !over.has(status),
  }
}

/** Codes of a card that will never work again. */
const finalCodes = new Set([
  'expired_card',
  'invalid_account',
  'lost_card',
  'new_account_information_available',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'stolen_card',
  'stop_payment_order',
])

type Refusal = { code?: string | null; decline_code?: string; advice_code?: string }

function refusalOf({ code, decline_code, advice_code }: Refusal): FoundPayment {
  const codes = [code ?? '', decline_code ?? '']
  if (codes.includes('authentication_required')) return declined('authentication')
  if (codes.includes('expired_card')) return declined('expired')
  if (codes.includes('insufficient_funds')) return declined('insufficient-funds')
  if (advice_code === 'do_not_try_again' || codes.some(each => finalCodes.has(each))) return declined('unusable')
  return declined('declined')
}

/** The decline that an error reports; null for an error that leaves the outcome open. */
function declineOf(error: unknown): FoundPayment | null {
  if (error instanceof Stripe.errors.StripeCardError) return refusalOf(error as Refusal)
  // The card or its customer was deleted at Stripe.
  if (error instanceof Stripe.errors.StripeInvalidRequestError && /^(payment_method|customer)$/.test(error.param ?? ''))
    return declined('unusable')
  return null
}

/** The ids of the payment of an event, from the object of the event. */
function readEvent({ id, type, data }: Stripe.Event) {
  const object = data.object as unknown as Record<string, unknown> & { object: string; id: string }
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const named = (intent: unknown) => {
    const found = text(intent) ?? text((intent as { id?: unknown } | null | undefined)?.id)
    return found === null ? null : prefix + found
  }
  const ours = text((object.metadata as { handbill_payment?: unknown } | undefined)?.handbill_payment)
  switch (object.object) {
    case 'checkout.session':
      return { id, type, names: { id: text(object.client_reference_id), page: object.id, reference: null } }
    case 'payment_intent':
      return { id, type, names: { id: ours, page: null, reference: prefix + object.id } }
    default:
      return { id, type, names: { id: ours, page: null, reference: named(object.payment_intent) } }
  }
}
