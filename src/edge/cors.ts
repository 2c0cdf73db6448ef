// Which answers a page of any other origin may read: everything but what a cookie opens. Credentials are never allowed.

/** Pages and operations of an owner or a reviewer, who is known by a cookie. */
const privatePaths = /^\/(?:account|review|v1\/manage)(?:\/|$)/

const readableHeaders = [
  'Request-Id',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Link',
  'Location',
  'ETag',
  'Allow',
  'WWW-Authenticate',
  'Idempotent-Replayed',
  'Mcp-Session-Id',
]

const sendableHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'If-Modified-Since',
  'Last-Event-ID',
  'Mcp-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
]

const shared = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': readableHeaders.join(', '),
}
const preflightSeconds = 7_200

/** The CORS headers of an answer at a path; none for the private ones. The same for every caller, so that caches may keep it. */
export function corsHeaders(path: string): Record<string, string> {
  return privatePaths.test(path) ? {} : shared
}

const sharedPairs: readonly string[] = Object.entries(shared).flat()

/** The same as names and values in turn. */
export function corsPairs(path: string): readonly string[] {
  return privatePaths.test(path) ? [] : sharedPairs
}

/** What the answer to a preflight request adds. */
export function preflightHeaders(path: string, methods: readonly string[]): Record<string, string> {
  if (privatePaths.test(path)) return {}
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': sendableHeaders.join(', '),
    'access-control-max-age': String(preflightSeconds),
  }
}
