// What a form of the owner's pages brings: its fields, where it was sent from, and the checks of an address and of a top-up.
import type { FastifyError, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Email } from '../../contract/operations/row.ts'
import { prices } from '../../contract/prices.ts'
import { Problem } from '../../contract/problem.ts'
import { bodyShape } from '../../domain/shape.ts'
import { storableText } from '../../domain/text.ts'

/** A field as text; empty when it is missing or was sent twice. */
export function field(request: FastifyRequest, name: string): string {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

/** Whether one of our own pages sent the form, as far as the browser tells (contract.md §11). */
export function isFromHere(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  // Our pages send no referrer, and browsers then send "null" as the origin of their forms: the CSRF token decides.
  return origin === undefined || origin === 'null' || origin === request.site.baseUrl
}

const faultsOfAddress = bodyShape(Type.Object({ email: Email('The address of the owner.') }))

/** Reads the e-mail address of a form, as a sign-up takes it; null when it is none. */
export function readAddress(request: FastifyRequest): string | null {
  const { errors, value } = storableText({ email: field(request, 'email').trim() })
  return errors.length + faultsOfAddress(value).length === 0 ? (value as { email: string }).email : null
}

export type TopUpForm = { amountMicros: number; method: string | null; nonce: string }
/** What is wrong with a top-up, by field, and the amount to show as chosen. */
export type TopUpErrors = { amount?: string; card?: string; form?: string; chosenMicros?: number }

const noncePattern = /^[\w-]{16,64}$/

/**
 * Reads the top-up form, or says what is wrong with it. `methodOf` finds a card by its number; null where no card is asked for.
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
    ...(methodOf &&
      method === null && { card: 'This is no test card. Take one of those below; never enter a real one.' }),
    ...(!noncePattern.test(nonce) && { form: 'The form was not complete. Nothing was charged; please send it again.' }),
  }
  if (amountMicros === undefined) return errors
  return Object.keys(errors).length > 0 ? { ...errors, chosenMicros: amountMicros } : { amountMicros, method, nonce }
}

/** What the framework refused before a page was asked: a form that is too long, no form, nothing that can be read; null for any other failure. */
export function refusedByFramework(error: unknown): Problem | null {
  const { code, statusCode = 500 } = error as FastifyError
  if (statusCode < 400 || statusCode > 499) return null
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem('too_large', 'The form is too long. Nothing was done.')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Problem('unsupported_media_type', 'This is not a form. Nothing was done.')
  return new Problem('invalid', 'The request could not be read. Nothing was done.')
}
