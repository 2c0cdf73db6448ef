// Encrypts short texts that are stored in the database (AES-256-GCM, a key for each purpose derived from the secret of the platform).
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type Sealing = {
  /** A new key: 32 random bytes in hex. */
  freshKey(): string
  /** Encrypts a text, which can then be opened only under the same name: the id of the account, or of the thing, that it belongs to. */
  seal(text: string, name: string): string
  /** Decrypts a text. Throws when it was sealed under another name or another key. */
  open(sealed: string, name: string): string
  /** Encrypts a text of the previous key with the current one; leaves a text of the current key alone. Throws like `open`. */
  reseal(sealed: string, name: string): string
}

/** What a sealing is for. Texts of one purpose cannot be opened by that of another. */
export type Purpose = 'webhook-secrets' | 'decision-log'

const version = 'v1'
const ivLength = 12
const tagLength = 16

/**
 * Seals with a key derived by HKDF-SHA256 from the secret of the platform (32 bytes). Opens texts sealed under the previous secret of
 * the platform too.
 */
export function createSealing(purpose: Purpose, platformSecret: Buffer, previous: Buffer | null): Sealing {
  const derived = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', `handbill/${purpose}`, 32))
  const key = derived(platformSecret)
  const previousKey = previous && derived(previous)
  const seal = (text: string, name: string) => {
    const iv = randomBytes(ivLength)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name))
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${version}.${sealed.toString('base64')}`
  }
  const opened = (sealed: string, name: string) => {
    try {
      return { text: open(key, sealed, name), current: true }
    } catch (error) {
      if (!previousKey) throw error
      return { text: open(previousKey, sealed, name), current: false }
    }
  }
  return {
    freshKey: () => randomBytes(32).toString('hex'),
    seal,
    open: (sealed, name) => opened(sealed, name).text,
    reseal(sealed, name) {
      const { text, current } = opened(sealed, name)
      return current ? sealed : seal(text, name)
    },
  }
}

function open(key: Buffer, text: string, name: string): string {
  const [form, base64 = ''] = text.split('.')
  const sealed = Buffer.from(base64, 'base64')
  if (form !== version || sealed.length < ivLength + tagLength) throw new Error('not a sealed text')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()]).toString('utf8')
}
