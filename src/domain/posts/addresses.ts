// Web addresses in stored public texts: stored as marks and filled in when a text is served, so that they follow SITES.

/**
 * Marks for the base URL and the host of a site in stored texts. They are control characters for private use: no text of a
 * caller has one (domain/text/text.ts), and JSON writes and reads them as they are.
 */
export const addressMarks = { baseUrl: '\u0091', host: '\u0092' } as const

/** A stored text (a post, a list of posts, an event) with its addresses filled in. `baseUrl` is a scheme and a host. */
export function withAddresses(stored: string, baseUrl: string): string {
  const host = baseUrl.slice(baseUrl.indexOf('//') + 2)
  return stored.replaceAll(addressMarks.baseUrl, baseUrl).replaceAll(addressMarks.host, host)
}
