// The keys of the authorization server, derived from the secret of the platform, so that every process has the same.
import { createHmac, createPrivateKey, hkdfSync, type JsonWebKey } from 'node:crypto'
import { base62, oauthToken } from '../../domain/ids.ts'

export type OAuthKeys = {
  /** The key pair that the library asks for. No client sees a signature of it: every token is opaque. */
  signingKey: JsonWebKey
  /** Signs the cookies of a request for consent. */
  cookieKeys: readonly string[]
  /** The token that follows a used refresh token: the same each time, so that a repeated refresh gives one pair. */
  follows(kind: 'access' | 'refresh', used: string): string
}

/** The head of an Ed25519 key in PKCS #8 (RFC 8410), before its 32 bytes. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The keys under the secret of the platform (32 bytes). */
export function createOAuthKeys(secret: Buffer): OAuthKeys {
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `handbill/oauth-${purpose}`, 32))
  const seed = derived('signing')
  const following = derived('following')
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  return {
    signingKey: { ...key.export({ format: 'jwk' }), alg: 'Ed25519', use: 'sig', kid: 'handbill' },
    cookieKeys: [derived('cookies').toString('base64url')],
    follows: (kind, used) =>
      oauthToken(kind, base62(createHmac('sha512', following).update(`${kind} ${used}`).digest()).slice(0, 32)),
  }
}
