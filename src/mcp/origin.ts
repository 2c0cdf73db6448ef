// Checks the origin of a calling web page: by DNS rebinding, a foreign page could otherwise call a service on its visitor's
// machine.
import { isIPv4 } from 'node:net'

/**
 * Whether a request with this Origin header is allowed: no origin, a site of the platform, or a local page if the platform is
 * local.
 */
export function originAllowed(origin: string | undefined, baseUrls: readonly string[]): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { origin: given, hostname } = new URL(origin)
  return baseUrls.some(baseUrl => {
    const site = new URL(baseUrl)
    return site.origin === given || (isLoopback(hostname) && (isLoopback(site.hostname) || isLocalName(site.hostname)))
  })
}

/** Takes a host as the URL parser writes it, with every spelling of an IPv4 address as four numbers. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
}

/** Names that mean this machine (RFC 6761 §6.3), for several sites on one machine. */
function isLocalName(hostname: string): boolean {
  return hostname.endsWith('.localhost')
}
