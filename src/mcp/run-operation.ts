// Runs an operation for MCP with the handler and the kept documents of REST.
import type { Answer, OperationRequest } from '../usecases/handlers/handler.ts'
import type { Operation } from '../usecases/handlers/handlers.ts'
import type { Platform } from '../usecases/platform.ts'
import type { ToolCall } from './tool-arguments.ts'

/** The site and the caller, the same for every message of a request. */
export type CallContext = Pick<OperationRequest, 'site' | 'caller' | 'ip'> & {
  /** The world of a test key, in which the call acts. */
  world: Platform | null
  requestId: string
}

/** The answer of an operation to a checked call. Throws the problems of the operation. */
export function runOperation(
  platform: Platform,
  { path, handler }: Operation,
  { site, caller, world, ip }: CallContext,
  { params, query, body, idempotencyKey }: ToolCall,
): Answer | Promise<Answer> {
  const request = { site, caller, ip, url: urlOf(path, params, query), idempotencyKey }
  return handler({ platform: world ?? platform, request, params, query, body })
}

/** Path and query as a REST client sends them: the key under which documents are kept. */
function urlOf(path: string, params: Record<string, string>, query: Record<string, unknown>): string {
  let filled = path
  for (const name in params) filled = filled.replace(`:${name}`, encodeURIComponent(params[name]!))
  const given = Object.entries(query)
  if (given.length === 0) return filled
  return `${filled}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`
}
