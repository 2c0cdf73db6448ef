// Payments as the platform sees them: one interface, behind it the sandbox or a real provider (contract.md §5).

export type ProviderName = 'sandbox' | 'stripe'

/** A card that can be charged again, by the names that the provider gave it; none of them is a card number. */
export type SavedCard = {
  /** Null where the provider knows no customers. */
  customer: string | null
  method: string
  /** Tells one card from another. */
  fingerprint: string
  /** What the owner is shown: "Visa ending 4242". */
  label: string
}

/** A dispute of a payment. `withdrawn` is what the bank holds back for now, in micros. */
export type Dispute = {
  id: string
  status: string
  reason: string
  withdrawn: number
  /** Neither won nor only an inquiry that has been closed. */
  stands: boolean
}

/** A payment as its row has it: a provider is asked with this and nothing else. Amount in micros, times in epoch milliseconds. */
export type AskedPayment = {
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

/** What a provider says of a payment. What it says is the whole truth as of now, so that it can be asked at any time and in any order. */
export type Found =
  | { state: 'open' }
  /** The owner has to confirm it. */
  | { state: 'authenticate' }
  /** Nothing more comes of trying the same card again when it is `final`. */
  | { state: 'declined'; why: string; final: boolean }
  /** It can no longer be paid, or the provider was never asked. */
  | { state: 'expired' }
  | { state: 'paid'; reference: string; card: SavedCard; refunded: number; disputes: readonly Dispute[] }
  /** It was paid and all of it went back, as we have asked for. */
  | { state: 'returned' }

/** What a provider tells of its own accord: that something has happened to a payment, and by which names it knows that. */
export type ProviderEvent = {
  id: string
  type: string
  names: { id: string | null; page: string | null; reference: string | null }
}

/** Where the owner pays at the provider: what it shows, and where it leads back to. */
export type PageRequest = {
  title: string
  email: string | null
  customer: string | null
  paidUrl: string
  backUrl: string
}

/** How a card is charged: without its owner, or while the owner is there, before or after having confirmed it. */
export type Presence = 'away' | 'here' | 'confirmed'

type Provider = {
  readonly name: ProviderName
  /** Charges a card. The same payment again is the same charge. Throws when the outcome is not known. */
  charge(payment: AskedPayment, presence: Presence): Promise<Found>
  /** What became of a payment; null when the provider was never asked for it. */
  look(payment: AskedPayment): Promise<Found | null>
  /** Gives back all of a payment that was paid. The same payment again is the same. */
  giveBack(payment: AskedPayment): Promise<void>
}

/** The owner types a card number into our own form, which takes test cards alone. */
export type FormPayments = Provider & {
  readonly entry: 'form'
  /** The method by which a card is charged, from its number; null for what is no test card. */
  methodOf(number: string): string | null
}

/** The owner pays on a page of the provider, and no card number comes near us. */
export type PagePayments = Provider & {
  readonly entry: 'page'
  /** Opens a page for a payment. The same payment again is the same page. */
  open(payment: AskedPayment, request: PageRequest): Promise<{ page: string; url: string }>
  /** Reads what the provider sends: raw body and headers, `now` in epoch ms. Throws `bad_signature`, `invalid_json`. */
  readEvent(body: Buffer, headers: Record<string, unknown>, now: number): ProviderEvent
}

export type Payments = FormPayments | PagePayments

/** Why a card was declined, in words for its owner, and whether the same card may work another time. */
export const declines = {
  declined: { why: 'The card was declined.', final: false },
  'insufficient-funds': { why: 'There is not enough money on the card.', final: false },
  expired: { why: 'The card has expired.', final: true },
  unusable: { why: 'The bank does not allow this card to be charged any more.', final: true },
  authentication: { why: 'The bank asks its owner to confirm the payment, and that was not done.', final: true },
} as const

/** A card that was declined. */
export function declined(because: keyof typeof declines): Found & { state: 'declined' } {
  return { state: 'declined', ...declines[because] }
}
