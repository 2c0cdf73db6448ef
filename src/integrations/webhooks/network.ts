// The network as webhooks see it: names to addresses, and addresses to where they are dialled.
import dns from 'node:dns/promises'
import type { WebhookTargets } from '../../domain/webhook-target.ts'

export type WebhookNetwork = {
  /** Every address of a name; none when it has none. */
  resolve(hostname: string): Promise<string[]>
  /** Where an address that has been checked is dialled: itself. */
  dial(address: string, port: number): { host: string; port: number }
  /** Certificates that are trusted instead of the ones that Node knows; PEM. */
  ca?: string
  /** Milliseconds that one attempt may take in all; else limits.webhookTimeoutMs. */
  timeoutMs?: number
}

/**
 * The real network. Public names are asked of the name servers directly: the system's own resolver has four threads for
 * the whole process, and a few name servers that never answer would hold up every other look-up. Where any target is
 * allowed the system is asked, since it knows localhost and the hosts file.
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
