// Webhook secrets: made, encrypted at rest with AES-256-GCM under a key derived from the secret of the platform, signed with.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

export type WebhookSecrets = {
  /** A new secret: `whsec_` and 32 random bytes in base64. */
  fresh(): string
  /** Encrypts a secret for an account: it can be opened for that account alone. */
  seal(secret: string, accountId: string): string
  /** Throws when it was sealed for another account or under another key. */
  open(sealed: string, accountId: string): string
}

const version = 'v1'
const ivLength = 12
const tagLength = 16

/** Secrets under a key derived with HKDF-SHA256 from the secret of the platform (32 bytes). */
export function createWebhookSecrets(platformSecret: Buffer): WebhookSecrets {
  const key = Buffer.from(hkdfSync('sha256', platformSecret, '', 'handbill/webhook-secrets', 32))
  return {
    fresh: () => `whsec_${randomBytes(32).toString('base64')}`,
    seal(secret, accountId) {
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(accountId))
      const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${version}.${sealed.toString('base64')}`
    },
    open(text, accountId) {
      const [form, base64 = ''] = text.split('.')
      const sealed = Buffer.from(base64, 'base64')
      if (form !== version || sealed.length < ivLength + tagLength) throw new Error('not a sealed webhook secret')
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength), { authTagLength: tagLength })
      decipher.setAAD(Buffer.from(accountId)).setAuthTag(sealed.subarray(-tagLength))
      return Buffer.concat([decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()]).toString('utf8')
    },
  }
}

/** The three headers of Standard Webhooks, with a signature of each secret. `now` is epoch ms. */
export function signedHeaders(
  secrets: readonly string[],
  { id, now, body }: { id: string; now: number; body: string },
): Record<string, string> {
  const at = new Date(now)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
