// Which URLs and addresses a webhook may call: public https alone, unless the operator allows any (contract.md §10).
import ipaddr from 'ipaddr.js'

/** `any` is for development: http, other ports and private addresses too. */
export type WebhookTargets = 'public' | 'any'

/** Names that mean this machine or this network, or that no public name server answers for. */
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

/** The host that a URL leads to, with its port where that is unusual: what attempts are counted by. */
export function hostOf(url: string): string {
  return new URL(url).host.replace(/\.(?=:|$)/, '')
}

/** What is wrong with a URL as a webhook endpoint, each in words that follow "got …; "; none when it may be called. */
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

/** The address that the host of a URL is, without brackets; null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(bare) ? bare : null
}

/** The host of a URL is read by the URL parser first: 0x7f.1, 2130706433 and full-width digits are 127.0.0.1 by then. */
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
 * Whether an address may be called: public unicast. Every form that carries or stands for another address is refused
 * whatever it carries: IPv4-mapped and -compatible, 6to4, Teredo, NAT64. So is a zone.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast as [ipaddr.IPv6, number])
}
