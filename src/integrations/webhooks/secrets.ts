// Makes webhook secrets, encrypts them at rest (AES-256-GCM, key derived from the secret of the platform), and signs with them.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

export type WebhookSecrets = {
  /** A new secret: `whsec_` and 32 random bytes in base64. */
  fresh(): string
  /** Encrypts a secret, which can then be opened only for the same account. */
  seal(secret: string, accountId: string): string
  /** Decrypts a secret. Throws when it was sealed for another account or under another key. */
  open(sealed: string, accountId: string): string
  /** Encrypts a secret of the previous key with the current one; leaves a secret of the current key alone. Throws like `open`. */
  reseal(sealed: string, accountId: string): string
}

const version = 'v1'
const ivLength = 12
const tagLength = 16

/**
 * Seals with a key derived by HKDF-SHA256 from the secret of the platform (32 bytes). Opens secrets sealed under the previous
 * secret of the platform too.
 */
export function createWebhookSecrets(platformSecret: Buffer, previous: Buffer | null): WebhookSecrets {
  const derived = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', 'handbill/webhook-secrets', 32))
  const key = derived(platformSecret)
  const previousKey = previous && derived(previous)
  const seal = (secret: string, accountId: string) => {
    const iv = randomBytes(ivLength)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(accountId))
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${version}.${sealed.toString('base64')}`
  }
  const opened = (text: string, accountId: string) => {
    try {
      return { secret: open(key, text, accountId), current: true }
    } catch (error) {
      if (!previousKey) throw error
      return { secret: open(previousKey, text, accountId), current: false }
    }
  }
  return {
    fresh: () => `whsec_${randomBytes(32).toString('base64')}`,
    seal,
    open: (text, accountId) => opened(text, accountId).secret,
    reseal(text, accountId) {
      const { secret, current } = opened(text, accountId)
      return current ? text : seal(secret, accountId)
    },
  }
}

function open(key: Buffer, text: string, accountId: string): string {
  const [form, base64 = ''] = text.split('.')
  const sealed = Buffer.from(base64, 'base64')
  if (form !== version || sealed.length < ivLength + tagLength) throw new Error('not a sealed webhook secret')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(accountId)).setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()]).toString('utf8')
}

/** The three headers of Standard Webhooks, with a signature by each secret. `now` is epoch ms. */
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
