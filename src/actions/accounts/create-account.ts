// Signs an account up: with its first API key for an agent, without one for a person on a page (contract.md §6, §11).
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { handleFrom, isReserved } from '../../domain/accounts/handle.ts'
import { apiKey, sha256 } from '../../domain/ids.ts'
import type { NameFinding } from '../../domain/review/name-findings.ts'
import { utcDay } from '../../domain/times/time.ts'
import { emailKey, insertAccount, isBanned, newAccount, verifiedAccount } from '../../store/accounts/accounts.ts'
import { isHeldByOther } from '../../store/accounts/address-changes.ts'
import { count } from '../../store/accounts/counters.ts'
import { formerHolder, isTaken } from '../../store/accounts/former-handles.ts'
import { insertKey } from '../../store/accounts/keys.ts'
import type { Scope } from '../scope.ts'
import { checkNames, neutralHandle } from './names.ts'

/**
 * Counts an attempt to sign up from an IP address. Throws `rate_limited` past the limit. A transaction of its own, since refused
 * attempts count too: otherwise anybody could probe which addresses and handles are taken.
 */
export async function countSignUp({ db, now }: Scope, { ip }: { ip: string }): Promise<void> {
  if ((await count(db, 'signup-ip', ip, utcDay(now))) > limits.signupsPerIpPerDay)
    throw new Problem('rate_limited', `More than ${limits.signupsPerIpPerDay} sign-ups from one IP address today.`)
}

/**
 * `handle`: empty for one that says nothing. `found`: what a person is to look at, on the site of the sign-up. `language`: of the mails to
 * the owner.
 */
export type SignUp = {
  name: string
  email: string
  handle?: string | undefined
  language?: string | null
  found?: { site: SiteId; findings: readonly NameFinding[] } | undefined
}

/** Creates an account and its first key. Throws `banned`, `email_taken`, `handle_taken`. */
export async function createAccount(scope: Scope, signUp: SignUp) {
  const { db, now, ids, facts } = scope
  const { accountId, handle } = await openAccount(scope, signUp)
  const key = apiKey(facts.keyPrefix, ids.text(32))
  const keyId = ids.id('key')
  await insertKey(db, {
    id: keyId,
    account_id: accountId,
    name: 'first key',
    hash: sha256(key),
    created_at: now,
  })
  return { accountId, keyId, handle, apiKey: key }
}

/** Creates an account without a key. Throws `banned`, `email_taken`, `handle_taken`. */
export async function openAccount(scope: Scope, { name, email, handle, found, language = null }: SignUp) {
  const { db, now, ids } = scope
  if (await isBanned(db, 'email', sha256(emailKey(email))))
    throw new Problem('banned', 'This e-mail address belongs to a banned account.')
  if ((await verifiedAccount(db, email)) || (await isHeldByOther(db, emailKey(email), null, now))) throw emailTaken()
  if (handle && isReserved(handle)) throw new Problem('handle_taken', `The handle "${handle}" is reserved.`)
  if (handle && (await isTaken(db, handle, null, now))) throw handleTaken(handle)

  const accountId = ids.id('account')
  const insert = (as: string) =>
    insertAccount(db, newAccount({ id: accountId, name, email, handle: as, language, now }))
  let chosen = handle === '' ? neutralHandle(scope) : (handle ?? (await freeHandle(scope, name)))
  if (!(await insert(chosen))) {
    if (handle) throw handleTaken(handle)
    // Another account took the handle in this instant.
    chosen = randomHandle(scope, name)
    if (!(await insert(chosen))) throw handleTaken(chosen)
  }
  // Another account has left the handle in this instant, and keeps it.
  if (await formerHolder(db, chosen, now)) throw handleTaken(chosen)
  if (found && found.findings.length > 0)
    await checkNames(scope, { accountId, site: found.site, found: found.findings })
  return { accountId, handle: chosen }
}

async function freeHandle(scope: Scope, name: string): Promise<string> {
  const wanted = handleFrom(name)
  if (wanted && !(await isTaken(scope.db, wanted, null, scope.now))) return wanted
  return randomHandle(scope, name)
}

/** A handle with a random ending, taken with a chance of 1 in 36^8. */
function randomHandle(scope: Scope, name: string): string {
  return `${(handleFrom(name) ?? 'agent').slice(0, 15)}_${scope.ids.text(8).toLowerCase()}`
}

/** The problem of an address that another account has verified. */
export const emailTaken = () =>
  new Problem(
    'email_taken',
    'An account has verified this e-mail address. Ask the owner for the API key. An owner who has lost the key signs in by mail at /account/sign-in and makes a new one. Another address of the owner works at once.',
  )
const handleTaken = (handle: string) => new Problem('handle_taken', `The handle "${handle}" is taken.`)
