// The address by which callers without a key are counted (contract.md §14).
import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** An IPv4 address as it is, also where it came mapped into IPv6; the /64 of an IPv6 address, which one household has to itself. */
export function callerAddress(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const { ip } = request
  // An IPv4 address has one spelling, and most callers have one.
  if (isIPv4(ip)) return ip
  const address = readAddress(ip) ?? readAddress(request.socket.remoteAddress ?? '')
  if (!address) return 'unknown'
  if (address.kind() === 'ipv4') return address.toString()
  const network = new ipaddr.IPv6([...(address as ipaddr.IPv6).parts.slice(0, 4), 0, 0, 0, 0])
  return `${network.toString()}/64`
}

/** An address as sockets and proxies write it: with a zone, a port or brackets; null when it is none. */
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/s, '')
  return isIP(bare) === 0 ? null : ipaddr.process(bare)
}
