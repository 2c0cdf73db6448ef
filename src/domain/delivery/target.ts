// The URLs and addresses that a webhook may call: only public https, unless the operator allows any (contract.md §10).
import ipaddr from 'ipaddr.js'

/** `any` is for development: http, other ports and private addresses too. */
export type WebhookTargets = 'public' | 'any'

/** Top-level names of this machine, of local networks, or without public name servers. */
const privateSuffixes = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'arpa',
  'onion',
  'alt',
]

/** The host of a URL, with a port that is not the default. Attempts are counted by it. */
export function hostOf(url: string): string {
  return new URL(url).host.replace(/\.(?=:|$)/, '')
}

/** The faults of a URL as a webhook endpoint, each a clause to follow "got …; "; none when the URL may be called. */
export function targetFaults(text: string, targets: WebhookTargets): string[] {
  if (/[\s\\\p{C}]/u.test(text)) return ['it takes a URL without white space, backslashes or invisible characters']
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text))
    return ['it takes a whole https URL, such as https://example.org/hook']
  const url = new URL(text)
  const faults: string[] = []
  if (url.protocol !== 'https:' && !(targets === 'any' && url.protocol === 'http:')) faults.push('it takes https')
  if (url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text))
    faults.push('it takes no user name or password in the URL; deliveries are signed')
  if (url.hash || text.includes('#')) faults.push('it takes no fragment (what follows #)')
  if (targets === 'any') return faults
  if (url.port !== '' && url.port !== '443') faults.push(`it takes port 443, not ${url.port}`)
  const host = hostFault(url.hostname)
  if (host) faults.push(host)
  return faults
}

/** The IP address in the host of a URL, without brackets; null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(bare) ? bare : null
}

/** The fault of a host. The URL parser has normalised it: 0x7f.1, 2130706433 and full-width digits have become 127.0.0.1. */
function hostFault(hostname: string): string | null {
  const literal = literalAddress(hostname)
  if (literal !== null)
    return isPublicAddress(literal) ? null : `it takes a public host; ${literal} is not a public address`
  if (hostname.endsWith('.')) return 'it takes a host without a dot at its end'
  const labels = hostname.split('.')
  if (labels.length < 2 || labels.includes('')) return 'it takes a public host name, such as example.org'
  const suffix = labels.at(-1) as string
  return privateSuffixes.includes(suffix) ? `it takes a public host name; names in .${suffix} are not public` : null
}

const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address is public unicast. Every form that embeds another address is refused, whichever it embeds: IPv4-mapped and
 * -compatible, 6to4, Teredo, NAT64. An address with a zone is refused too.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast as [ipaddr.IPv6, number])
}
