// Authenticates a request by its API key (contract.md §6). Where a key is optional, a key that is sent is checked too.
import type { FastifyRequest } from 'fastify'
import { unauthorized } from '../contract/problems/problem.ts'
import { sentences } from '../contract/sentences.ts'
import { isApiKey, isTestKey } from '../domain/ids.ts'
import type { InWorld, Platform } from '../usecases/platform.ts'
import { siteInWorld } from '../usecases/test-mode.ts'
import { repeatedHeader } from './framing.ts'

/** Sets the caller of a request by its Authorization header, synchronously for a key of the last second. Throws `unauthorized`. */
export function authenticate(
  { keyHolders: holders, testWorlds }: Pick<Platform, 'keyHolders' | 'testWorlds'>,
  request: FastifyRequest,
  needed: 'key' | 'optional',
): void | Promise<void> {
  const { authorization } = request.headers
  if (authorization === undefined) {
    const misplaced = misplacedKey(request)
    if (misplaced) throw unauthorized(misplaced)
    if (needed === 'key') throw unauthorized(sentences.needsKey)
    return
  }
  const repeated = repeatedHeader(request, ['authorization'])
  if (repeated) throw repeated
  const key = /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1]
  if (key === undefined) throw unauthorized('The Authorization header takes the form "Bearer <API key>".')
  const remembered = holders.remembered(key)
  if (remembered) {
    request.caller = remembered
    return
  }
  if (!isApiKey(key))
    throw unauthorized('This is no API key: a key begins with ak_ and ends with its checksum.', 'invalid_token')
  if (testWorlds && isTestKey(key)) return testWorlds.ofKey(key).then(found => enterWorld(request, found))
  return holders.find(key).then(holder => {
    if (!holder) throw unauthorized('This API key is unknown or was revoked.', 'invalid_token')
    request.caller = holder
  })
}

/** Lets a request with a test key act in the world of the key, whose addresses are its own. */
function enterWorld(request: FastifyRequest, found: InWorld | undefined): void {
  if (!found)
    throw unauthorized('This test key is unknown, was revoked, or was not used for a long time.', 'invalid_token')
  const { platform, holder } = found
  request.world = platform
  request.caller = holder
  request.site = { ...siteInWorld(platform, request.site), tongue: request.site.tongue }
}

const asSent = 'Authorization: Bearer <API key>'
/** Headers and parameters in which other services take a key; proxies add none of them. */
export const keyNames = /^(?:x-)?api[-_]?key$|^access_token$/i

/** Says that a key was sent in another header or in a parameter, and where it belongs; null if none was. Never repeats the key. */
function misplacedKey({ headers, query }: FastifyRequest): string | null {
  const header = Object.keys(headers).find(name => keyNames.test(name))
  if (header) return `A key is not read from the header ${header}; send ${asSent}.`
  const parameter = Object.keys(query as object).find(name => keyNames.test(name))
  if (!parameter) return null
  return `A key is not read from the parameter ${parameter}: send ${asSent}. Addresses are logged, so have the owner revoke a key that was sent in one.`
}
