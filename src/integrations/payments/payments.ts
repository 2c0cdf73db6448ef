// The interface of payment providers: the sandbox and the real ones (contract.md §5).
import { type Decline, type DeclineReason, declineFor } from '../../domain/money/decline.ts'

export type ProviderName = 'sandbox' | 'stripe'

/** A card that can be charged again, by ids of the provider; none of them is a card number. */
export type SavedCard = {
  /** Null for a provider without customers. */
  customer: string | null
  method: string
  /** The same whenever the card is the same. */
  fingerprint: string
  /** Shown to the owner: "Visa ending 4242". */
  label: string
}

/** A dispute of a payment. `withdrawn` is the amount that the bank holds back, in micros. */
export type Dispute = {
  id: string
  status: string
  reason: string
  withdrawn: number
  /** False for a dispute that is won or prevented, and for an inquiry that is closed. */
  active: boolean
}

/** The columns of a payment that a provider gets. Amount in micros, times in epoch milliseconds. */
export type ProviderPayment = {
  id: string
  account_id: string
  kind: 'topup' | 'recharge'
  amount: number
  currency: string
  page: string | null
  reference: string | null
  customer: string | null
  method: string | null
  created_at: number
}

/** The state of a payment at its provider. Each answer is complete, so that answers may come at any time and in any order. */
export type FoundPayment =
  | { state: 'open' }
  /** The owner has to confirm the payment. */
  | { state: 'authenticate' }
  | ({ state: 'declined' } & Decline)
  /** The payment can no longer be made, or the provider was never asked. */
  | { state: 'expired' }
  | { state: 'paid'; reference: string; card: SavedCard; refunded: number; disputes: readonly Dispute[] }
  /** The payment was refunded in full, at our request. */
  | { state: 'returned' }

/** The event of a provider about a payment, with the ids by which the payment can be found. */
export type ProviderEvent = {
  id: string
  type: string
  names: { id: string | null; page: string | null; reference: string | null }
}

/** The contents of the page on which the owner pays at the provider, and the URLs that it leads back to. */
export type PageRequest = {
  title: string
  /** The tax inside of the amount, in words and as facts; null where the operator issues no invoices. */
  tax: { says: string; facts: Readonly<Record<string, string>> } | null
  email: string | null
  customer: string | null
  paidUrl: string
  backUrl: string
}

/** Whether the owner is present when a card is charged; `confirmed`: present, and has confirmed the payment. */
export type Presence = 'away' | 'here' | 'confirmed'

type Provider = {
  readonly name: ProviderName
  /** Charges a card; a repeat makes no second charge. Throws when the outcome is unknown. */
  charge(payment: ProviderPayment, presence: Presence): Promise<FoundPayment>
  /** The state of a payment; null when the provider was never asked for it. */
  look(payment: ProviderPayment): Promise<FoundPayment | null>
  /** Refunds a payment in full; a repeat makes no second refund. */
  refund(payment: ProviderPayment): Promise<void>
}

/** The owner types a card number into our own form, which accepts test cards only. */
export type FormPayments = Provider & {
  readonly entry: 'form'
  /** The payment method of a card number; null for a number that is not a test card. */
  methodOf(number: string): string | null
}

/** The owner pays on a page of the provider, and no card number comes near us. */
export type PagePayments = Provider & {
  readonly entry: 'page'
  /** Opens the page of a payment; a repeat opens the same page. */
  open(payment: ProviderPayment, request: PageRequest): Promise<{ page: string; url: string }>
  /** Reads an event from its raw body and headers; `now` in epoch ms. Throws `bad_signature`, `invalid_json`. */
  readEvent(body: Buffer, headers: Record<string, unknown>, now: number): ProviderEvent
}

export type Payments = FormPayments | PagePayments

/** The declines by their reason. */
export const declines = {
  declined: declineFor('declined', false),
  'insufficient-funds': declineFor('insufficient-funds', false),
  expired: declineFor('expired', true),
  unusable: declineFor('unusable', true),
  authentication: declineFor('authentication', true),
} as const satisfies Record<DeclineReason, Decline>

/** The state of a payment whose card was declined. */
export function declined(because: DeclineReason): FoundPayment & { state: 'declined' } {
  return { state: 'declined', ...declines[because] }
}
