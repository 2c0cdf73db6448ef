// Adds, names and removes passkeys of owners, and signs in with them (contract.md §11).
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { utcDay } from '../../domain/times/time.ts'
import { type PasskeyChange, passkeyMail } from '../../mails/passkeys.ts'
import { accountById, emailKey, lockAccount } from '../../store/accounts/accounts.ts'
import { count } from '../../store/accounts/counters.ts'
import * as store from '../../store/accounts/passkeys.ts'
import { deleteSession } from '../../store/accounts/sessions.ts'
import { homeOf, mailOwner } from '../money/warnings.ts'
import type { Scope } from '../scope.ts'
import { noteActivity } from './activity.ts'
import { refuseDuringDeletion } from './refuse-during-deletion.ts'
import { noteSignIn, type Opened, storeSession } from './sessions.ts'

/**
 * Counts an answer of a browser, and uses up its challenge (null for an answer without a valid one). False when the challenge was used
 * before. Throws `rate_limited`.
 */
export async function takeChallenge(
  { db, now }: Scope,
  { ip, challenge }: { ip: string; challenge: { hash: string; expiresAt: number } | null },
): Promise<boolean> {
  if ((await count(db, 'passkey-ip', ip, utcDay(now))) > limits.passkeyTriesPerIpPerDay)
    throw new Problem('rate_limited', 'Passkeys were tried too often from this network today. Sign in by mail.')
  return challenge !== null && store.useChallenge(db, challenge)
}

export type NewPasskey = {
  accountId: string
  /** The id of the credential and its public key (COSE), in base64url. */
  credentialId: string
  publicKey: string
  counter: number
  transports: readonly string[]
  /** The host to which browsers bind it. */
  host: string
  name: string
}

/** Adds a passkey, whose signature was verified, and mails the owner. `known`: the credential is one of an account already. Throws `invalid`. */
export async function addPasskey(
  scope: Scope,
  { accountId, transports, ...given }: NewPasskey,
): Promise<'added' | 'known'> {
  const { db, ids, now } = scope
  const account = await lockAccount(db, accountId)
  if (!account || account.erased_at !== null) throw new Problem('not_found', sentences.accountGone)
  refuseDuringDeletion(account)
  if ((await store.passkeysOf(db, accountId)).length >= limits.passkeysPerAccount)
    throw new Problem('invalid', `An account has up to ${limits.passkeysPerAccount} passkeys. Remove one first.`)
  const { credentialId: credential_id, publicKey: public_key, counter, host, name } = given
  const row = { id: ids.id('passkey'), account_id: accountId, credential_id, public_key, counter, host, name }
  const added = await store.insertPasskey(db, { ...row, transports: transports.join(), created_at: now, used_at: null })
  if (!added) return 'known'
  await noteActivity(scope, accountId, 'passkey-added', { name })
  await tell(scope, accountId, { change: 'added', name })
  return 'added'
}

/** Gives a passkey another name. Throws `not_found`. */
export async function renamePasskey(
  scope: Scope,
  passkey: { accountId: string; id: string; name: string },
): Promise<void> {
  if (!(await store.namePasskey(scope.db, passkey))) throw new Problem('not_found', 'The account has no such passkey.')
  await noteActivity(scope, passkey.accountId, 'passkey-renamed', { name: passkey.name })
}

/** Removes a passkey, and mails the owner. Throws `not_found`. */
export async function removePasskey(scope: Scope, { accountId, id }: { accountId: string; id: string }): Promise<void> {
  const [removed] = await store.deletePasskeys(scope.db, accountId, id)
  if (!removed) throw new Problem('not_found', 'The account has no such passkey.')
  await noteActivity(scope, accountId, 'passkey-removed', { name: removed.name })
  await tell(scope, accountId, { change: 'removed', name: removed.name })
}

/**
 * Opens a session with a passkey whose signature was verified. `copied`: its counter has not grown, so there is a copy; then the
 * passkey ends, and the owner is told. `gone`: it was removed meanwhile.
 */
export async function signInByPasskey(
  scope: Scope,
  {
    accountId,
    id,
    counter,
    browserName,
    replaces,
  }: { accountId: string; id: string; counter: number; browserName: string; replaces: string | null },
): Promise<Opened | 'copied' | 'gone'> {
  const { db, now } = scope
  const account = await accountById(db, accountId)
  if (!account || account.erased_at !== null) return 'gone'
  if (!(await store.notePasskeyUse(db, { id, counter, now }))) {
    const [ended] = await store.deletePasskeys(db, accountId, id)
    if (!ended) return 'gone'
    await tell(scope, accountId, { change: 'copied', name: ended.name })
    return 'copied'
  }
  // The browser has one cookie, so nobody can use its previous session any more.
  if (replaces !== null) await deleteSession(db, { id: replaces, account_id: accountId, reviewer: null })
  const opened = await storeSession(scope, {
    ...{ account_id: accountId, member_id: null, reviewer: null, browser: browserName },
    ...{ expires_at: now + limits.emailSessionMs, link_made_at: null, handed_from: null },
  })
  await noteSignIn(scope, { accountId, memberId: null })
  return { ...opened, address: emailKey(account.email) }
}

async function tell(scope: Scope, accountId: string, of: PasskeyChange): Promise<void> {
  const account = await accountById(scope.db, accountId)
  if (account) await mailOwner(scope, account, passkeyMail(of, account.handle, homeOf(scope)))
}
