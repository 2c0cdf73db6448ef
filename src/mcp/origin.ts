// Which web pages may call: a page of another origin could otherwise reach a service on the same machine by rebinding a name.
import { isIPv4 } from 'node:net'

/** Whether a request with this Origin header is taken: none at all, a site of the platform, or on a loopback address a page from there. */
export function originAllowed(origin: string | undefined, baseUrls: readonly string[]): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { origin: given, hostname } = new URL(origin)
  return baseUrls.some(baseUrl => {
    const site = new URL(baseUrl)
    return site.origin === given || (isLoopback(hostname) && (isLoopback(site.hostname) || isLocalName(site.hostname)))
  })
}

/** The whole host as the URL parser writes it: it brings every spelling of an IPv4 address to four numbers. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
}

/** Names that are this machine by their ending (RFC 6761 §6.3), for several sites on it. */
function isLocalName(hostname: string): boolean {
  return hostname.endsWith('.localhost')
}
