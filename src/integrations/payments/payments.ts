// Payments as the platform sees them, with the sandbox provider: no money moves, cards behave by their number.
import { createHash } from 'node:crypto'

export type Payment = { amountMicros: number; card: string; reference: string }

export interface Payments {
  readonly name: string
  /** Takes a payment. The same reference again is the same payment. Declined says why, for the owner. */
  pay(payment: Payment): Promise<{ paid: true; reference: string } | { paid: false; why: string }>
  /** What tells one card from another without its number; null when it is no card number. */
  fingerprint(card: string, accountId: string): string | null
}

/** Cards of the sandbox; every other number is refused. */
export const sandboxCards = { succeeds: '4242 4242 4242 4242', declined: '4000 0000 0000 0002' } as const

const digits = (card: string) => card.replace(/[\s-]/g, '')

/** The sandbox provider: one card pays, one is declined, all others are unknown. */
export function createSandboxPayments(): Payments {
  return {
    name: 'sandbox',
    async pay({ card, reference }) {
      if (digits(card) === digits(sandboxCards.succeeds)) return { paid: true, reference: `sandbox_${reference}` }
      if (digits(card) === digits(sandboxCards.declined)) return { paid: false, why: 'The card was declined.' }
      return { paid: false, why: `The sandbox knows the card ${sandboxCards.succeeds} only.` }
    },
    // Everybody uses the same sandbox card: a ban of it must not reach other accounts.
    fingerprint(card, accountId) {
      if (!/^\d{12,19}$/.test(digits(card))) return null
      return createHash('sha256')
        .update(`sandbox/${accountId}/${digits(card)}`)
        .digest('hex')
        .slice(0, 32)
    },
  }
}
