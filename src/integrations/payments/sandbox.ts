// The sandbox provider: it moves no money, and the test number of a card decides the outcome of a payment.
import { createHash } from 'node:crypto'
import { declined, type FormPayments, type FoundPayment, type Presence, type ProviderPayment } from './payments.ts'

type TestCard = {
  number: string
  /** The behaviour of the card, for the list on the page. */
  does: string
  charged(presence: Presence): 'paid' | FoundPayment
}

/** The cards of the sandbox by method: the test numbers of Stripe that concern a top-up. Every other number is refused. */
export const sandboxCards: Record<string, TestCard> = {
  pays: { number: '4242 4242 4242 4242', does: 'pays', charged: () => 'paid' },
  declines: { number: '4000 0000 0000 0002', does: 'is declined', charged: () => declined('declined') },
  insufficient: {
    number: '4000 0000 0000 9995',
    does: 'has not enough money',
    charged: () => declined('insufficient-funds'),
  },
  expired: { number: '4000 0000 0000 0069', does: 'has expired', charged: () => declined('expired') },
  authenticates: {
    number: '4000 0025 0000 3155',
    does: 'asks its owner to confirm, once',
    charged: presence => (presence === 'here' ? { state: 'authenticate' } : 'paid'),
  },
  'declines-later': {
    number: '4000 0000 0000 0341',
    does: 'pays now, and is declined when it is charged by auto-recharge',
    charged: presence => (presence === 'away' ? declined('declined') : 'paid'),
  },
  'always-authenticates': {
    number: '4000 0027 6000 3184',
    does: 'asks its owner to confirm each time, so that auto-recharge fails',
    charged: presence =>
      presence === 'away' ? declined('authentication') : presence === 'here' ? { state: 'authenticate' } : 'paid',
  },
}

const digits = (number: string) => number.replace(/[\s-]/g, '')

/** The sandbox provider. It stores nothing: the state of a payment follows from its card. */
export function createSandboxPayments(): FormPayments {
  return {
    name: 'sandbox',
    entry: 'form',
    methodOf: number =>
      Object.entries(sandboxCards).find(([, card]) => digits(card.number) === digits(number))?.[0] ?? null,
    async charge(payment, presence) {
      const card = sandboxCards[payment.method ?? '']
      if (!card) throw new Error(`the sandbox has no card ${payment.method}`)
      const outcome = card.charged(presence)
      return outcome === 'paid' ? paid(payment, card) : outcome
    },
    async look(payment) {
      const card = sandboxCards[payment.method ?? '']
      return payment.reference && card ? paid(payment, card) : null
    },
    async refund() {},
  }
}

function paid({ id, account_id, method }: ProviderPayment, { number }: TestCard): FoundPayment {
  return {
    state: 'paid',
    reference: `sandbox_${id}`,
    card: {
      customer: null,
      method: method ?? '',
      // All accounts use the same test cards: a banned card must not affect other accounts.
      fingerprint: createHash('sha256')
        .update(`sandbox/${account_id}/${digits(number)}`)
        .digest('hex')
        .slice(0, 32),
      label: `test card ending ${number.slice(-4)}`,
    },
    refunded: 0,
    disputes: [],
  }
}
