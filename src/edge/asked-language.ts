// The language in which the sender of a request is written to.
import type { FastifyRequest } from 'fastify'
import { acceptedLanguage } from '../domain/languages/accepted.ts'
import { isSpoken } from '../domain/languages/addresses.ts'

/**
 * The language of a page for readers, or the first of Accept-Language that the platform speaks; null where the request names none
 * (contract.md §11).
 */
export function askedLanguage({ site, path, headers }: FastifyRequest): string | null {
  const { tag, all } = site.tongue
  if (isSpoken(path)) return tag
  return acceptedLanguage(
    headers['accept-language'],
    all.map(each => each.tag),
  )
}
