// Request targets: turns every form that HTTP allows into one path, so that all guards and the router see the same path.
import type { IncomingMessage } from 'node:http'

/** The methods that any path can take. */
export const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * The path and query of a request. The host of the absolute form (`GET http://host/path`) replaces the Host header
 * (RFC 9112 §3.2.2). A stray % stays a character, and the path is not found. So does a #, which no valid target has: the router
 * would read the text after it as a query.
 */
export function originForm(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const sent = request.url ?? '/'
  const target = sent.includes('#') ? sent.replaceAll('#', '%23') : sent
  if (target.startsWith('/')) return target.includes('%') ? decodable(target) : target
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return target
  const { host, pathname, search } = new URL(target)
  request.headers.host = host
  return decodable(pathname + search)
}

/** The path as the router reads it: without the query, percent-encoding undone. */
export function routedPath(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  return path.includes('%') ? decodeURI(decodable(path)) : path
}

function decodable(target: string): string {
  const [path = ''] = target.split('?', 1)
  try {
    decodeURIComponent(path)
    return target
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length)
  }
}
