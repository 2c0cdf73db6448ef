// Finds the calls for which a client has to be authorized first, before any of them runs (contract.md §16). A client begins OAuth
// only at an HTTP status, never at the error of a tool.

import { isSearch } from '../contract/mcp-events.ts'
import type { OAuthScope } from '../contract/operations/row.ts'
import { insufficientScope, type Problem, unauthorized } from '../contract/problems/problem.ts'
import { sentences } from '../contract/sentences.ts'
import { isObject } from '../domain/is-object.ts'
import type { KeyHolder } from '../store/accounts/keys.ts'
import { operation } from '../usecases/handlers/handlers.ts'
import type { SiteTool } from './site-tools.ts'

/** The scopes of the methods that extensions add. */
const methodScopes: Readonly<Record<string, OAuthScope>> = {
  'tasks/get': 'posts:read',
  'tasks/update': 'posts:read',
  'tasks/cancel': 'posts:write',
  'events/poll': 'account:read',
  'events/subscribe': 'webhooks:manage',
  'events/unsubscribe': 'webhooks:manage',
}

const readsPosts = operation('getPost').scope ?? null
const letsSearchStand = operation('createStandingSearch').scope ?? null

/**
 * The problem of a message, or of a batch, whose calls need a caller and have none, or whose access token lacks scopes: all of them
 * are named. Null for messages that may be answered. `always`: the client wants to be asked before its first call.
 */
export function accessProblem(
  message: unknown,
  { tools, caller, always }: { tools: ReadonlyMap<string, SiteTool>; caller: KeyHolder | null; always: boolean },
): Problem | null {
  const wanted = [message].flat().map(each => wants(each, tools))
  if (!caller) return always || wanted.some(({ key }) => key) ? unauthorized(sentences.needsKey) : null
  const { token } = caller
  if (!token) return null
  const missing = wanted.flatMap(({ scopes }) => scopes.filter(scope => !token.scopes.includes(scope)))
  return missing.length > 0 ? insufficientScope([...new Set(missing)]) : null
}

/** Whether a message needs a caller, and the scopes that its answer takes. */
function wants(message: unknown, tools: ReadonlyMap<string, SiteTool>): { key: boolean; scopes: OAuthScope[] } {
  const { method, params } = isObject(message) ? message : {}
  const { name, uri, arguments: given } = isObject(params) ? params : {}
  if (method === 'tools/call') {
    const row = tools.get(name as string)?.row
    // The list of posts is for everybody, and that of the posts of a key for its holder.
    const own = isObject(given) && given.mine === true
    return { key: row?.auth === 'key' || own, scopes: row?.scope ? [row.scope] : [] }
  }
  const scope = methodScopes[String(method)]
  // A search that comes with the request is made by it.
  const search = method !== 'events/unsubscribe' && isObject(given) && isSearch(String(name), given)
  if (scope) return { key: false, scopes: search && letsSearchStand ? [scope, letsSearchStand] : [scope] }
  const post = method === 'resources/read' && typeof uri === 'string' && uri.startsWith('post:')
  return { key: false, scopes: post && readsPosts ? [readsPosts] : [] }
}
