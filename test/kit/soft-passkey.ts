// An authenticator in software: answers the options of a page as a browser does, and lies where a test asks it to.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What differs from an honest answer. */
export type Lies = {
  origin?: string
  host?: string
  counter?: number
  userHandle?: string
  flags?: number
  challenge?: string
}

const sha = (data: string | Buffer) => createHash('sha256').update(data).digest()
const flags = { present: 1, verified: 4, attested: 64 }

/** A passkey with a key of its own, for an origin and its host. */
export function softPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x, y } = publicKey.export({ format: 'jwk' })
  const coordinate = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'))
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ])
  let userHandle = ''
  let counter = 0
  const client = (type: string, { challenge }: { challenge: string }, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const head = (bits: number, lies: Lies) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.counter ?? ++counter)
    return Buffer.concat([sha(lies.host ?? new URL(origin).hostname), Buffer.from([lies.flags ?? bits]), count])
  }
  const answer = (response: object) => {
    const name = id.toString('base64url')
    return JSON.stringify({ id: name, rawId: name, type: 'public-key', clientExtensionResults: {}, response })
  }
  return {
    /** The answer to the options of a page that adds a passkey. */
    create(options: { challenge: string; user: { id: string } }, lies: Lies = {}): string {
      userHandle = options.user.id
      const key = Buffer.from(isoCBOR.encode(cose))
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = Buffer.concat([head(flags.present | flags.verified | flags.attested, lies), credential])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return answer({
        clientDataJSON: client('webauthn.create', options, lies).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      })
    },
    /** The answer to the options of a page that signs in. */
    get(options: { challenge: string }, lies: Lies = {}): string {
      const clientData = client('webauthn.get', options, lies)
      const authenticatorData = head(flags.present | flags.verified, lies)
      return answer({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authenticatorData, sha(clientData)]), privateKey).toString(
          'base64url',
        ),
        userHandle: lies.userHandle ?? userHandle,
      })
    },
  }
}
