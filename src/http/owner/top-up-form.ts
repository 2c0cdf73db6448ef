// Reads the form of a top-up.
import type { FastifyRequest } from 'fastify'
import { prices } from '../../contract/prices.ts'
import type { TopUps } from '../../contract/sites/priced-site.ts'
import { field } from '../private/forms.ts'
import { dollars, microsIn } from '../private/money.ts'

export type TopUpForm = { amountMicros: number; method: string | null; nonce: string }
/** The faults of a top-up by field, and the amount to show as chosen. */
export type TopUpErrors = { amount?: string; card?: string; form?: string; chosenMicros?: number; typed?: string }

const microsPerCent = 10_000

const noncePattern = /^[\w-]{16,64}$/

/**
 * Reads the top-up form, or returns its faults. `methodOf` finds a card by its number; null when the form has no card field.
 */
export function readTopUp(
  request: FastifyRequest,
  { methodOf, bounds }: { methodOf: ((number: string) => string | null) | null; bounds: TopUps },
): TopUpForm | TopUpErrors {
  const amount = field(request, 'amount')
  const method = methodOf?.(field(request, 'card')) ?? null
  const nonce = field(request, 'nonce')
  const typed = field(request, 'other')
  const amountMicros =
    amount === 'other' ? otherIn(typed, bounds) : prices.topupsMicros.find(micros => String(micros) === amount)
  const errors: TopUpErrors = {
    ...(amountMicros === undefined && {
      amount: amount === 'other' ? otherRule(bounds) : 'Choose one of these amounts.',
      ...(amount === 'other' && { typed }),
    }),
    ...(methodOf && method === null && { card: 'This is not a test card. Use one of those below, never a real one.' }),
    ...(!noncePattern.test(nonce) && { form: 'The form was not complete. Nothing was charged; please send it again.' }),
  }
  if (amountMicros === undefined) return errors
  return Object.keys(errors).length > 0
    ? { ...errors, chosenMicros: amountMicros, ...(amount === 'other' && { typed }) }
    : { amountMicros, method, nonce }
}

/** What another amount is: dollars in whole cents within the bounds. */
const otherRule = ({ least, most }: TopUps) =>
  `An amount is dollars and cents from ${dollars(least)} to ${dollars(most)}, such as 12.50.`

function otherIn(typed: string, { least, most }: TopUps): number | undefined {
  const micros = microsIn(typed)
  return micros !== null && micros >= least && micros <= most && micros % microsPerCent === 0 ? micros : undefined
}
