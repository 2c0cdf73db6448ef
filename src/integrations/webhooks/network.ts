// The network of webhook deliveries: resolves host names, and says where an address is dialled.
import dns from 'node:dns/promises'
import type { WebhookTargets } from '../../domain/delivery/target.ts'

export type WebhookNetwork = {
  /** Every address of a name; empty when it has none. */
  resolve(hostname: string): Promise<string[]>
  /** Where a checked address is dialled; the real network dials the address itself. */
  dial(address: string, port: number): { host: string; port: number }
  /** Trusted certificates in PEM, in place of those of Node. */
  ca?: string
  /** Milliseconds that a whole attempt may take; limits.webhookTimeoutMs when it is left out. */
  timeoutMs?: number
}

/**
 * The real network. It asks name servers for public names directly: the resolver of the system has four threads for the whole
 * process, so that a few silent name servers would block every look-up. Where any target is allowed it asks the system, which
 * knows localhost and the hosts file.
 */
export function realNetwork(targets: WebhookTargets): WebhookNetwork {
  const servers = new dns.Resolver({ timeout: 2_000, tries: 2 })
  return {
    async resolve(hostname) {
      if (targets === 'any') return (await dns.lookup(hostname, { all: true })).map(({ address }) => address)
      const found = await Promise.allSettled([servers.resolve4(hostname), servers.resolve6(hostname)])
      return found.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    },
    dial: (host, port) => ({ host, port }),
  }
}
