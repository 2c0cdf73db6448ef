// The address by which callers without a key are counted (contract.md §14).
import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** An IPv4 address, also when it is mapped into IPv6; for an IPv6 address its /64 network, since one household has a whole /64. */
export function callerAddress(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  // A caller that has hung up has none.
  const { ip = '' } = request
  // Most callers have an IPv4 address, and it has one spelling.
  if (isIPv4(ip)) return ip
  const address = readAddress(ip) ?? readAddress(request.socket.remoteAddress ?? '')
  if (!address) return 'unknown'
  if (address.kind() === 'ipv4') return address.toString()
  const network = new ipaddr.IPv6([...(address as ipaddr.IPv6).parts.slice(0, 4), 0, 0, 0, 0])
  return `${network.toString()}/64`
}

/** Parses an address as sockets and proxies write it, with a zone, a port or brackets; null when the text is no address. */
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/s, '')
  return isIP(bare) === 0 ? null : ipaddr.process(bare)
}
