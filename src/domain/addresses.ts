// Addresses of what is public: stored as marks, made when it is served, so that they follow SITES.

/**
 * Stand for the base URL of a site and for its host in what is stored. They are control characters for private use: no text
 * that is taken from a caller has one (domain/text.ts), and JSON writes and reads them as they are.
 */
export const addressMarks = { baseUrl: '\u0091', host: '\u0092' } as const

/** A stored text as it is served: one post, a list of them, an event. `baseUrl` is a scheme and a host. */
export function withAddresses(stored: string, baseUrl: string): string {
  const host = baseUrl.slice(baseUrl.indexOf('//') + 2)
  return stored.replaceAll(addressMarks.baseUrl, baseUrl).replaceAll(addressMarks.host, host)
}
