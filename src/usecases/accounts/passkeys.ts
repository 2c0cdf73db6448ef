// Passkeys of owners: the challenges that browsers answer, and what their answers prove (contract.md §11).
//
// Browsers bind a passkey to one host. All passkeys of the platform are bound to that of its first site, whose session the others get
// by a hand-over.
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Opened } from '../../actions/accounts/sessions.ts'
import { limits } from '../../contract/limits.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { siteRow } from '../../contract/sites.ts'
import { sha256 } from '../../domain/ids.ts'
import { isObject } from '../../domain/is-object.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import { type PasskeyRow, passkeyByCredential, passkeysOf } from '../../store/accounts/passkeys.ts'
import type { Platform } from '../platform.ts'

/** The site whose host passkeys are bound to, and its origin as browsers state it. */
export type PasskeyHome = { site: SiteContext; host: string; origin: string }

/**
 * Where the passkeys of the platform work; null where browsers allow none: without https, unless on the machine of the reader, and on a
 * host that is an IP address.
 */
export function passkeyHome({ facts }: Pick<Platform, 'facts'>): PasskeyHome | null {
  const [site] = facts.sites
  if (!site) return null
  const { protocol, hostname: host, origin } = new URL(site.baseUrl)
  const isLocal = host === 'localhost' || host.endsWith('.localhost')
  const isAddress = /^[\d.]+$/.test(host) || host.startsWith('[')
  return !isAddress && (protocol === 'https:' || isLocal) ? { site, host, origin } : null
}

/** The passkeys of an account, the newest first. */
export async function listPasskeys({ db }: Platform, accountId: string): Promise<PasskeyRow[]> {
  return passkeysOf(db, accountId)
}

/** Ed25519, ECDSA over P-256, and RSA: what browsers offer. */
const algorithms = [-8, -7, -257]

/** The options with which a browser makes a passkey for an account; `session`: the value of the cookie that the challenge is bound to. */
export async function creationOptions(
  platform: Platform,
  home: PasskeyHome,
  { account, session }: { account: Account; session: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await passkeysOf(platform.db, account.id)
  const name = `@${account.handle}`
  return {
    rp: { name: siteRow(home.site.id).title, id: home.host },
    // An authenticator keeps one passkey for each id: a second one would replace the first.
    user: { id: Buffer.from(account.id).toString('base64url'), name, displayName: name },
    challenge: newChallenge(platform, forAdding(account.id, session)),
    timeout: limits.passkeyChallengeMs,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key', alg })),
    excludeCredentials: known
      .filter(({ host }) => host === home.host)
      .map(({ credential_id: id, transports }) => ({ type: 'public-key', id, transports: transportsIn(transports) })),
  }
}

const transportsIn = (transports: string) => transports.split(',').filter(Boolean) as AuthenticatorTransport[]

/** The options with which a browser signs in; `browser`: the value of the cookie that the challenge is bound to. */
export function requestOptions(
  platform: Platform,
  home: PasskeyHome,
  browser: string,
): PublicKeyCredentialRequestOptionsJSON {
  const challenge = newChallenge(platform, forSigningIn(browser))
  return { rpId: home.host, challenge, timeout: limits.passkeyChallengeMs, userVerification: 'required' }
}

/** Why an answer was not taken. `over`: its challenge was used or is too old. `wrong`: it proves nothing. */
export type NotTaken = 'over' | 'wrong'

type Answered = { answer: string; ip: string }

/**
 * Adds the passkey that a browser has made. `known`: it is one of an account already. Throws `rate_limited`, and `invalid` past the
 * number of passkeys.
 */
export async function addPasskey(
  platform: Platform,
  { accountId, session, name, ...answered }: Answered & { accountId: string; session: string; name: string },
): Promise<'added' | 'known' | NotTaken> {
  const taken = await take<RegistrationResponseJSON>(platform, answered, forAdding(accountId, session))
  if (typeof taken === 'string') return taken
  const { response, home, expectedChallenge } = taken
  if (!(await statesNothing(response))) return 'wrong'
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyRegistrationResponse({
    ...{ response, expectedChallenge, expectedOrigin: home.origin, expectedRPID: home.host },
    ...{ requireUserVerification: true, supportedAlgorithmIDs: algorithms },
  }).catch(() => null)
  if (!verified?.verified) return 'wrong'
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return platform.act('addPasskey', {
    ...{ accountId, credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, name },
    ...{ host: home.host, transports: transports.filter(each => /^[a-z-]{1,20}$/.test(each)).slice(0, 8) },
  })
}

/**
 * Whether a new passkey comes without a statement of its maker, as it was asked for. A statement with certificates would make the
 * library look for revoked ones at addresses that the browser names.
 */
async function statesNothing({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const stated = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
    const format = stated.get('fmt')
    return format === 'none' || (format === 'packed' && stated.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}

type SigningIn = Answered & { browser: string; browserName: string; replaces: string | null }

/** Opens a session with the passkey with which a browser has answered. Throws `rate_limited`. */
export async function signInByPasskey(
  platform: Platform,
  { browser, browserName, replaces, ...answered }: SigningIn,
): Promise<Opened | NotTaken> {
  const taken = await take<AuthenticationResponseJSON>(platform, answered, forSigningIn(browser))
  if (typeof taken === 'string') return taken
  const { response, home, expectedChallenge } = taken
  const passkey = await passkeyByCredential(platform.db, response.id)
  if (!passkey || passkey.host !== home.host) return 'wrong'
  const { id, account_id: accountId, credential_id, public_key, transports } = passkey
  // The authenticator names the account too: it has to be that of the passkey.
  if (response.response.userHandle !== Buffer.from(accountId).toString('base64url')) return 'wrong'
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyAuthenticationResponse({
    ...{ response, expectedChallenge, expectedOrigin: home.origin, expectedRPID: home.host },
    requireUserVerification: true,
    credential: {
      id: credential_id,
      publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
      // The action compares the counter, once the signature is known to be right: only then does it tell of a copy.
      counter: 0,
      transports: transportsIn(transports),
    },
  }).catch(() => null)
  if (!verified?.verified) return 'wrong'
  const { newCounter: counter } = verified.authenticationInfo
  const opened = await platform.act('signInByPasskey', { accountId, id, counter, browserName, replaces })
  return typeof opened === 'string' ? 'wrong' : opened
}

/** Reads an answer of a browser, counts it, and uses up its challenge. */
async function take<Response extends RegistrationResponseJSON | AuthenticationResponseJSON>(
  platform: Platform,
  { answer, ip }: Answered,
  holder: string,
): Promise<{ response: Response; home: PasskeyHome; expectedChallenge: string } | NotTaken> {
  const home = passkeyHome(platform)
  const read = home && readAnswer(answer)
  const challenge = read ? madeChallenge(platform, read.challenge, holder) : null
  const fresh = await platform.act('takeChallenge', { ip, challenge })
  if (!home || !read) return 'wrong'
  if (!fresh) return 'over'
  // The library checks whatever else the answer has to hold.
  return { response: read.answer as unknown as Response, home, expectedChallenge: read.challenge }
}

/** The answer of a browser, and the challenge in it (base64url); null for what cannot be one. */
function readAnswer(text: string): { answer: Record<string, unknown>; challenge: string } | null {
  try {
    const answer: unknown = JSON.parse(text)
    if (!isObject(answer) || typeof answer.id !== 'string' || !isObject(answer.response)) return null
    const { clientDataJSON } = answer.response
    if (typeof clientDataJSON !== 'string') return null
    const client: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    if (!isObject(client) || typeof client.challenge !== 'string') return null
    return { answer, challenge: client.challenge }
  } catch {
    return null
  }
}

const forSigningIn = (browser: string) => `sign in ${browser}`
const forAdding = (accountId: string, session: string) => `add ${accountId} ${session}`

/** A challenge for one browser, in base64url. It is signed in place of stored: only an answer writes to the database. */
function newChallenge({ links, now, seed }: Platform, holder: string): string {
  const body = `${now() + limits.passkeyChallengeMs}.${seed()}`
  return Buffer.from(`${body}.${links.seal(`passkey ${holder} ${body}`)}`).toString('base64url')
}

/** The name under which a challenge is used up, and its end (epoch ms); null for one that was not made for this browser, or is over. */
function madeChallenge(
  { links, now }: Platform,
  encoded: string,
  holder: string,
): { hash: string; expiresAt: number } | null {
  const challenge = Buffer.from(encoded, 'base64url').toString('latin1')
  const [, body = '', expires, seal = ''] = /^((\d{13})\.[\da-f]{16,64})\.([\w-]{43})$/.exec(challenge) ?? []
  const expiresAt = Number(expires)
  if (!(expiresAt > now()) || !links.isSealOf(seal, `passkey ${holder} ${body}`)) return null
  return { hash: sha256(challenge), expiresAt }
}
