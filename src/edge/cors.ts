// CORS: pages of every origin may read every answer, except at paths that a cookie opens. Credentials are never allowed.

/** Pages and operations of owners and reviewers, whose session is a cookie. */
const privatePaths = /^\/(?:account|review|oauth|v1\/manage|v1\/oauth\/authorize)(?:\/|$)/

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

const shared = ['access-control-allow-origin', '*', 'access-control-expose-headers', readableHeaders.join(', ')]
const preflightSeconds = 7_200

/**
 * The CORS headers of an answer at a path, names and values in turn; none at a private one. Every caller gets the same, so that
 * caches may keep them.
 */
export function corsHeaders(path: string): readonly string[] {
  return privatePaths.test(path) ? [] : shared
}

/** The headers that only the answer to a preflight request has. */
export function preflightHeaders(path: string, methods: readonly string[]): Record<string, string> {
  if (privatePaths.test(path)) return {}
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': sendableHeaders.join(', '),
    'access-control-max-age': String(preflightSeconds),
  }
}
