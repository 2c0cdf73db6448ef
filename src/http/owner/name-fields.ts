// Reads the name and the handle of an owner from a form, by the rules of a sign-up.
import type { FastifyRequest } from 'fastify'
import { handlePattern, handleTakes } from '../../contract/ids.ts'
import { storableText } from '../../domain/text/text.ts'
import { field } from '../private/forms.ts'

/** As at the sign-up, in code points. */
export const nameLength = 100

export const nameRule = `A name has 1 to ${nameLength} characters.`
export const handleRule = `A handle is ${handleTakes}.`

/** The name of a form; null when it is not valid. */
export function readName(request: FastifyRequest): string | null {
  const { errors, value } = storableText({ name: field(request, 'name').trim() })
  const { name } = value as { name: string }
  return errors.length > 0 || name === '' || [...name].length > nameLength ? null : name
}

/** The handle of a form as it would be stored, whatever its form. */
export const typedHandle = (request: FastifyRequest): string =>
  field(request, 'handle').trim().replace(/^@/, '').toLowerCase()

/** Whether a text has the form of a handle. */
export const isHandle = (text: string): boolean => new RegExp(handlePattern).test(text)
