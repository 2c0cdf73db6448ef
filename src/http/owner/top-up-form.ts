// Reads the form of a top-up.

import type { FastifyRequest } from 'fastify'
import { currencyCode, offeredTopUps, plainAmount, rounded, spelled } from '../../contract/currency.ts'
import { minorUnitOf } from '../../contract/minor-units.ts'
import type { TopUps } from '../../contract/sites/priced-site.ts'
import { field } from '../private/forms.ts'
import { microsIn } from '../private/money.ts'

export type TopUpForm = { amountMicros: number; method: string | null; nonce: string }
/** The faults of a top-up by field, and the amount to show as chosen. */
export type TopUpErrors = {
  amount?: string
  card?: string
  terms?: string
  form?: string
  chosenMicros?: number
  typed?: string
  /** Whether the terms were ticked. */
  accepts?: boolean
}

type Asked = {
  /** Finds a card by its number; null when the form has no card field. */
  methodOf: ((number: string) => string | null) | null
  bounds: TopUps
  /** The version of the terms that has to be accepted; null when it was. */
  terms: string | null
}

/** The least difference of two charges, in micros. */
const chargeStep = () => minorUnitOf(currencyCode()).step

const noncePattern = /^[\w-]{16,64}$/

/**
 * Reads the top-up form, or returns its faults. The box of the terms says which version the page showed: another one is not accepted by it.
 */
export function readTopUp(request: FastifyRequest, { methodOf, bounds, terms }: Asked): TopUpForm | TopUpErrors {
  const amount = field(request, 'amount')
  const method = methodOf?.(field(request, 'card')) ?? null
  const nonce = field(request, 'nonce')
  const typed = field(request, 'other')
  const ticked = field(request, 'terms')
  const accepts = terms !== null && ticked === terms
  const amountMicros =
    amount === 'other' ? otherIn(typed, bounds) : offeredTopUps().find(micros => String(micros) === amount)
  const errors: TopUpErrors = {
    ...(amountMicros === undefined && {
      amount: amount === 'other' ? otherRule(bounds) : 'Choose one of these amounts.',
      ...(amount === 'other' && { typed }),
    }),
    ...(methodOf && method === null && { card: 'This is not a test card. Use one of those below, never a real one.' }),
    ...(terms !== null &&
      !accepts && { terms: ticked === '' ? notAccepted : 'The terms have changed. Read them, and tick this again.' }),
    ...(accepts && { accepts }),
    ...(!noncePattern.test(nonce) && { form: 'The form was not complete. Nothing was charged; please send it again.' }),
  }
  if (amountMicros === undefined) return errors
  return (errors.card ?? errors.terms ?? errors.form)
    ? { ...errors, chosenMicros: amountMicros, ...(amount === 'other' && { typed }) }
    : { amountMicros, method, nonce }
}

const notAccepted = 'Tick this to accept the terms. Nothing was charged.'

/** What another amount is: one that can be charged, within the bounds. */
const otherRule = ({ least, most }: TopUps) =>
  `An amount is from ${rounded(least)} to ${rounded(most)}, in steps of ${spelled(chargeStep())}, such as ${plainAmount(least)}.`

function otherIn(typed: string, { least, most }: TopUps): number | undefined {
  const micros = microsIn(typed)
  return micros !== null && micros >= least && micros <= most && micros % chargeStep() === 0 ? micros : undefined
}
