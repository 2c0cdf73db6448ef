// The owner's actions on API keys: create, change, pause, replace and end, each confirmed by mail. Also notes the use of a key.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { span } from '../../contract/words.ts'
import { apiKey, sha256 } from '../../domain/ids.ts'
import { utcDay } from '../../domain/times/time.ts'
import { type KeyChange, keyMail } from '../../mails/accounts.ts'
import { accountById, lockAccount } from '../../store/accounts/accounts.ts'
import {
  endReplaced,
  nameSuccessor,
  passOn,
  pauseKeys,
  replacedSince,
  restoreKey,
  resumeKeys,
  setPaused,
} from '../../store/accounts/key-life.ts'
import {
  countKeys,
  insertKey,
  type KeyControls,
  type KeyRow,
  keyById,
  noteUse,
  setKey,
} from '../../store/accounts/keys.ts'
import { deliverPassed, lockEvents } from '../../store/delivery/events.ts'
import { passSubscriptions } from '../../store/delivery/subscriptions.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import { homeOf, mailOwner, tellOwner } from '../money/warnings.ts'
import type { Scope } from '../scope.ts'
import { noteActivity } from './activity.ts'
import { refuseDuringDeletion } from './refuse-during-deletion.ts'
import { revokeKey } from './revoke-key.ts'

type Owned = { accountId: string; keyId: string }

/** Creates an API key. Only this answer holds its text. Throws `not_found`, `gone`, `banned`, `too_many_keys`. */
export async function createKey(
  scope: Scope,
  { accountId, name, ...controls }: KeyControls & { accountId: string; name: string },
): Promise<{ key: KeyRow; apiKey: string }> {
  await mayHaveNewKey(scope, accountId)
  const made = await addKey(scope, { accountId, name, ...controls })
  await logKeyMade(scope, accountId, made.id)
  const key = await ofAccount(scope, { accountId, keyId: made.id })
  await tellOfKey(scope, 'created', key)
  return { key, apiKey: made.apiKey }
}

/** Refuses a new key to an account that may have none. Throws `not_found`, `gone`, `banned`. */
export async function mayHaveNewKey({ db }: Scope, accountId: string): Promise<void> {
  const account = await accountById(db, accountId)
  if (!account) throw new Problem('not_found', sentences.accountGone)
  refuseDuringDeletion(account)
  if (account.banned_at !== null) throw new Problem('banned', 'The account is banned: it gets no new key.')
}

/** Adds a key to an account. Throws `too_many_keys`. */
export async function addKey(
  scope: Scope,
  key: KeyControls & { accountId: string; name: string },
): Promise<{ id: string; apiKey: string }> {
  await refuseFullAccount(scope, key.accountId)
  return storeKey(scope, key)
}

async function refuseFullAccount({ db }: Scope, accountId: string): Promise<void> {
  if ((await countKeys(db, accountId)) >= limits.keysPerAccount)
    throw new Problem('too_many_keys', `The account has ${limits.keysPerAccount} keys; revoke one first.`)
}

async function storeKey(
  { db, ids, now, facts }: Scope,
  { accountId, name, ...controls }: KeyControls & { accountId: string; name: string },
): Promise<{ id: string; apiKey: string }> {
  const [id, text] = [ids.id('key'), apiKey(facts.keyPrefix, ids.text(32))]
  await insertKey(db, { id, account_id: accountId, name, hash: sha256(text), created_at: now }, controls)
  return { id, apiKey: text }
}

/** Every key but that of the sign-up has an entry in the log of decisions: the audit finds one that has none. */
export async function logKeyMade({ db, now }: Scope, accountId: string, keyId: string): Promise<void> {
  const by = { decider: 'owner', actor: 'owner', reason: '', detail: { key: keyId } } as const
  await logDecision(db, { ...by, action: 'create-key', subject: accountId, now })
}

/** Changes the name or the limits of a key. Members left out stay unchanged. Throws `not_found`. */
export async function changeKey(
  scope: Scope,
  { accountId, keyId, ...change }: Owned & Partial<KeyControls & { name: string }>,
): Promise<KeyRow> {
  const before = await ofAccount(scope, { accountId, keyId })
  if (!(await setKey(scope.db, { accountId, keyId }, { ...before, ...change }))) throw noSuchKey()
  const key = await ofAccount(scope, { accountId, keyId })
  await tellOfKey(scope, 'changed', key)
  return key
}

/** Pauses a key, or resumes it, and mails the owner if that changes something. Throws `not_found`. */
export async function pauseKey(scope: Scope, { paused, ...owned }: Owned & { paused: boolean }): Promise<KeyRow> {
  const before = await ofAccount(scope, owned)
  if ((before.paused_at !== null) === paused && before.revoked_at === null) return before
  if (!(await setPaused(scope.db, owned, paused ? scope.now : null))) throw noSuchKey()
  scope.signal('keys')
  const key = await ofAccount(scope, owned)
  await tellOfKey(scope, paused ? 'paused' : 'resumed', key)
  return key
}

/** Pauses every key of an account that is not paused. Returns their number, and the time by which `resumeAllKeys` finds them. */
export async function pauseAllKeys(
  scope: Scope,
  { accountId }: { accountId: string },
): Promise<{ keys: number; pausedAt: number }> {
  const keys = await pauseKeys(scope.db, accountId, scope.now)
  await tellOfKeys(scope, accountId, { change: 'keys-paused', keys })
  return { keys, pausedAt: scope.now }
}

/** Resumes the keys of an account that were paused together (epoch ms). Returns their number. */
export async function resumeAllKeys(
  scope: Scope,
  { accountId, pausedAt }: { accountId: string; pausedAt: number },
): Promise<{ keys: number }> {
  const keys = await resumeKeys(scope.db, accountId, pausedAt)
  await tellOfKeys(scope, accountId, { change: 'keys-resumed', keys })
  return { keys }
}

async function tellOfKeys(
  scope: Scope,
  accountId: string,
  change: { change: 'keys-paused' | 'keys-resumed'; keys: number },
): Promise<void> {
  if (change.keys === 0) return
  scope.signal('keys')
  const account = await accountById(scope.db, accountId)
  if (account) await tellOwner(scope, account, change)
}

/** Revokes a key and mails the owner, who can take it back for limits.endedKeyRestorableMs. Throws `not_found`. */
export async function endKey(scope: Scope, owned: Owned): Promise<KeyRow> {
  const restorableUntil = scope.now + limits.endedKeyRestorableMs
  await revokeKey(scope, { ...owned, restorableUntil })
  const key = await ofAccount(scope, owned)
  await tellOfKey(scope, 'revoked', key)
  return key
}

/** Takes back the end of a key, and mails the owner. Throws `not_found`, `gone`, `banned`, `too_many_keys`. */
export async function takeBackEnd(scope: Scope, owned: Owned): Promise<KeyRow> {
  await mayHaveNewKey(scope, owned.accountId)
  await refuseFullAccount(scope, owned.accountId)
  await ofAccount(scope, owned)
  if (!(await restoreKey(scope.db, owned, scope.now)))
    throw new Problem(
      'not_found',
      `The key does not wait to be taken back: its owner can do that for ${span(limits.endedKeyRestorableMs)} after ending it.`,
    )
  scope.signal('keys')
  const key = await ofAccount(scope, owned)
  await tellOfKey(scope, 'restored', key)
  return key
}

/**
 * Replaces a key by a new one, which gets its settings, posts, outcomes, first answers, the spending of the day, and the subscriptions
 * of a key that works (contract.md §11).
 * The old key works for the new one for `graceMs`. Throws `not_found`, `gone`, `banned`, `too_many_keys`.
 */
export async function replaceKey(
  scope: Scope,
  { accountId, keyId, graceMs }: Owned & { graceMs: number },
): Promise<{ key: KeyRow; apiKey: string; replaced: KeyRow }> {
  const { db, now } = scope
  await mayHaveNewKey(scope, accountId)
  // The lock of the account keeps two replacements of a key apart.
  await lockAccount(db, accountId)
  const old = await unreplaced(scope, { accountId, keyId })
  const { name, daily_budget, monthly_budget, post_limit, sites, ask_first } = old
  const settings = { accountId, name, daily_budget, monthly_budget, post_limit, sites, ask_first }
  const working = old.revoked_at === null
  // The new key takes the place of a working one. Beside an ended one it is one key more.
  const successor = await (working ? storeKey : addKey)(scope, settings)
  const validUntil = working ? now + graceMs : now
  await logKeyMade(scope, accountId, successor.id)
  if (old.paused_at !== null) await setPaused(db, { accountId, keyId: successor.id }, old.paused_at)
  await nameSuccessor(db, { keyId, successorId: successor.id, validUntil })
  await lockEvents(db, accountId)
  await passOn(db, keyId, successor.id)
  // Those of an ended key ended with it.
  if (working) await passSubscriptions(db, { accountId, keyId, successorId: successor.id })
  await endReplaced(db, now)
  scope.signal('keys')
  const key = await ofAccount(scope, { accountId, keyId: successor.id })
  await tellOfKey(scope, 'replaced', key)
  return { key, apiKey: successor.apiKey, replaced: await ofAccount(scope, { accountId, keyId }) }
}

/**
 * Ends replaced keys whose time has come, and passes on what requests under way during the replacement still stored for them. Run by
 * the sweep.
 */
export async function settleReplaced({ db, now, signal }: Scope): Promise<void> {
  for (const { id, successor_id, account_id } of await replacedSince(db, now - limits.replacedKeySettledMs)) {
    const events = await passOn(db, id, successor_id)
    if (events.length > 0 && (await deliverPassed(db, account_id, events))) signal('webhooks')
  }
  if (await endReplaced(db, now)) signal('keys')
}

/** Notes that a key is in use, at most once in limits.keyUseNotedMs. */
export async function noteKeyUse({ db, now }: Scope, { keyId }: { keyId: string }): Promise<void> {
  await noteUse(db, keyId, now, now - limits.keyUseNotedMs)
}

async function ofAccount({ db, now }: Scope, { accountId, keyId }: Owned): Promise<KeyRow> {
  const key = await keyById(db, keyId, utcDay(now))
  if (key?.account_id !== accountId) throw noSuchKey()
  return key
}

/** A key of the account that was not replaced; an ended key has posts to pass on too. */
async function unreplaced(scope: Scope, owned: Owned): Promise<KeyRow> {
  const key = await ofAccount(scope, owned)
  if (key.successor_id !== null) throw new Problem('not_found', `The key was replaced by ${key.successor_id}.`)
  return key
}

const noSuchKey = () => new Problem('not_found', 'The account has no such key.')

/** Mails the owner that a key was created, changed or revoked, and notes it in the log of the account. */
export async function tellOfKey(
  scope: Scope,
  change: KeyChange,
  key: Pick<KeyRow, 'id' | 'account_id' | 'name'>,
): Promise<void> {
  const account = await accountById(scope.db, key.account_id)
  await noteActivity(scope, key.account_id, `key-${change}`, { keyId: key.id, key: key.name })
  if (account) await mailOwner(scope, account, keyMail(change, key, account.handle, homeOf(scope)))
}
