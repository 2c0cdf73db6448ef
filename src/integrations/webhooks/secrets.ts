// Makes webhook secrets, seals them for an account, and signs with them.
import { Webhook } from 'standardwebhooks'
import { createSealing, type Sealing } from '../secret/sealing.ts'

/** Secrets are sealed under the id of their account. */
export type WebhookSecrets = Sealing & {
  /** A new secret: `whsec_` and 32 random bytes in base64. */
  fresh(): string
}

/** Secrets sealed under the secret of the platform (32 bytes); those of the previous secret are opened too. */
export function createWebhookSecrets(platformSecret: Buffer, previous: Buffer | null): WebhookSecrets {
  const sealing = createSealing('webhook-secrets', platformSecret, previous)
  return { ...sealing, fresh: () => `whsec_${Buffer.from(sealing.freshKey(), 'hex').toString('base64')}` }
}

/**
 * The three headers of Standard Webhooks, with a signature by each secret, and the header with the id of a subscription. `now` is
 * epoch ms.
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, now, body, subscription = null }: { id: string; now: number; body: string; subscription?: string | null },
): Record<string, string> {
  const at = new Date(now)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, at, body)).join(' '),
    ...(subscription !== null && { 'x-mcp-subscription-id': subscription }),
  }
}
