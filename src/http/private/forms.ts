// Reads a form: its fields, its origin, an e-mail address, and why the framework refused it.
import type { FastifyError, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Email } from '../../contract/operations/row.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { bodyShape } from '../../domain/shape.ts'
import { storableText } from '../../domain/text/text.ts'

/** A field as text; empty when it is missing or was sent twice. */
export function field(request: FastifyRequest, name: string): string {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

/** The values of every checked box with this name. */
export function chosen(request: FastifyRequest, name: string): string[] {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name]
  return [value].flat().filter(each => typeof each === 'string')
}

/** Whether a page of this site sent the form, as far as the browser says (contract.md §11). */
export function isFromHere(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  // The pages send no referrer, and browsers then send "null" as the origin of a form: the CSRF token decides.
  return origin === undefined || origin === 'null' || origin === request.site.baseUrl
}

const faultsOfAddress = bodyShape(Type.Object({ email: Email('The address of the owner.') }))

/** The e-mail address of a form, by the rules of a sign-up; null when it is not valid. */
export function readAddress(request: FastifyRequest): string | null {
  const { errors, value } = storableText({ email: field(request, 'email').trim() })
  return errors.length + faultsOfAddress(value).length === 0 ? (value as { email: string }).email : null
}

/** The words for a form that was not sent from one of our pages. */
export const foreignWords = {
  title: 'The form was not sent from here',
  text: 'Nothing was done. Open the page again and send the form from there.',
}

/**
 * The problem of a request that the framework refused before a page ran: too long, not a form, not readable. Null for any other
 * failure.
 */
export function refusedByFramework(error: unknown): Problem | null {
  const { code, statusCode = 500 } = error as FastifyError
  if (statusCode < 400 || statusCode > 499) return null
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem('too_large', 'The form is too long. Nothing was done.')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Problem('unsupported_media_type', 'This is not a form. Nothing was done.')
  return new Problem('invalid', 'The request could not be read. Nothing was done.')
}
