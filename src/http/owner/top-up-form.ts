// Reads the form of a top-up.
import type { FastifyRequest } from 'fastify'
import { prices } from '../../contract/prices.ts'
import { field } from '../private/forms.ts'

export type TopUpForm = { amountMicros: number; method: string | null; nonce: string }
/** The faults of a top-up by field, and the amount to show as chosen. */
export type TopUpErrors = { amount?: string; card?: string; form?: string; chosenMicros?: number }

const noncePattern = /^[\w-]{16,64}$/

/**
 * Reads the top-up form, or returns its faults. `methodOf` finds a card by its number; null when the form has no card field.
 */
export function readTopUp(
  request: FastifyRequest,
  methodOf: ((number: string) => string | null) | null,
): TopUpForm | TopUpErrors {
  const amount = field(request, 'amount')
  const method = methodOf?.(field(request, 'card')) ?? null
  const nonce = field(request, 'nonce')
  const amountMicros = prices.topupsMicros.find(micros => String(micros) === amount)
  const errors: TopUpErrors = {
    ...(amountMicros === undefined && { amount: 'Choose one of these amounts.' }),
    ...(methodOf && method === null && { card: 'This is not a test card. Use one of those below, never a real one.' }),
    ...(!noncePattern.test(nonce) && { form: 'The form was not complete. Nothing was charged; please send it again.' }),
  }
  if (amountMicros === undefined) return errors
  return Object.keys(errors).length > 0 ? { ...errors, chosenMicros: amountMicros } : { amountMicros, method, nonce }
}
