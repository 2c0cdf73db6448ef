// Authenticates a request by its API key, or by the access token of an app (contract.md §6). Where a key is optional, a key that is sent is checked too.
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { tokenPrefixes } from '../contract/ids.ts'
import { insufficientScope, unauthorized } from '../contract/problems/problem.ts'
import { sentences } from '../contract/sentences.ts'
import { isApiKey, isOAuthToken, isTestKey } from '../domain/ids.ts'
import type { KeyHolder } from '../store/accounts/keys.ts'
import type { InWorld, Platform } from '../usecases/platform.ts'
import { siteInWorld } from '../usecases/test-mode.ts'
import { repeatedHeader } from './framing.ts'

/** Sets the caller of a request by its Authorization header, synchronously for a key of the last second. Throws `unauthorized`. */
export function authenticate(
  { keyHolders: holders, testWorlds }: Pick<Platform, 'keyHolders' | 'testWorlds'>,
  request: FastifyRequest,
  { needed, oauth }: { needed: 'key' | 'optional'; oauth: FastifyContextConfig['oauth'] },
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
  const key = bearerOf(authorization)
  if (key === undefined) throw unauthorized('The Authorization header takes the form "Bearer <API key>".')
  const remembered = holders.remembered(key)
  if (remembered) return accept(request, remembered, oauth)
  if (!isApiKey(key) && !isOAuthToken(key, 'access')) throw unauthorized(noKey(key), 'invalid_token')
  if (testWorlds && isTestKey(key)) return testWorlds.ofKey(key).then(found => enterWorld(request, found))
  return holders.find(key).then(holder => {
    if (!holder) {
      const what = isApiKey(key)
        ? 'API key is unknown or was revoked'
        : 'access token is unknown, expired or was revoked'
      throw unauthorized(`This ${what}.`, 'invalid_token')
    }
    accept(request, holder, oauth)
  })
}

/** The key in an Authorization header; undefined where the header has another form. */
export const bearerOf = (authorization = ''): string | undefined => /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1]

const noKey = (text: string) =>
  text.startsWith(tokenPrefixes.refresh)
    ? 'This is a refresh token, which only the token endpoint takes.'
    : 'This is no API key and no access token: a key begins with ak_, a token with at_, and both end with a checksum.'

/** Sets the caller. The token of an app counts on the site and for the resource for which it was given, and for its scopes alone. */
function accept(request: FastifyRequest, holder: KeyHolder, oauth: FastifyContextConfig['oauth']): void {
  const { token } = holder
  if (token) {
    if (token.site !== request.site.id) throw unauthorized('This access token is for another site.', 'invalid_token')
    if (token.resource === 'mcp' && oauth?.resource !== 'mcp')
      throw unauthorized('This access token is for the MCP endpoint of this site alone.', 'invalid_token')
    if (oauth?.scope && !token.scopes.includes(oauth.scope)) throw insufficientScope([oauth.scope])
  }
  request.caller = holder
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
