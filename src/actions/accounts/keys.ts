// The owner's actions on API keys: create, change and revoke, each confirmed by mail. Also notes the use of a key.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { apiKey, sha256 } from '../../domain/ids.ts'
import { utcDay } from '../../domain/times/time.ts'
import { type KeyChange, keyMail } from '../../mails/accounts.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import {
  countKeys,
  insertKey,
  type KeyControls,
  type KeyRow,
  keyById,
  noteUse,
  setKey,
} from '../../store/accounts/keys.ts'
import { homeOf, mailOwner } from '../money/warnings.ts'
import type { Scope } from '../scope.ts'
import { refuseDuringDeletion } from './refuse-during-deletion.ts'
import { revokeKey } from './revoke-key.ts'

type Owned = { accountId: string; keyId: string }

/** Creates an API key. Only this answer holds its text. Throws `not_found`, `gone`, `banned`, `too_many_keys`. */
export async function createKey(
  scope: Scope,
  { accountId, name, ...controls }: KeyControls & { accountId: string; name: string },
): Promise<{ key: KeyRow; apiKey: string }> {
  const account = await accountById(scope.db, accountId)
  if (!account) throw new Problem('not_found', sentences.accountGone)
  refuseDuringDeletion(account)
  if (account.banned_at !== null) throw new Problem('banned', 'The account is banned: it gets no new key.')
  const made = await addKey(scope, { accountId, name, ...controls })
  const key = await ofAccount(scope, { accountId, keyId: made.id })
  await tellOfKey(scope, 'created', key)
  return { key, apiKey: made.apiKey }
}

/** Adds a key to an account. Throws `too_many_keys`. */
export async function addKey(
  { db, ids, now }: Scope,
  { accountId, name, ...controls }: KeyControls & { accountId: string; name: string },
): Promise<{ id: string; apiKey: string }> {
  if ((await countKeys(db, accountId)) >= limits.keysPerAccount)
    throw new Problem('too_many_keys', `The account has ${limits.keysPerAccount} keys; revoke one first.`)
  const [id, text] = [ids.id('key'), apiKey(ids.text(32))]
  await insertKey(db, { id, account_id: accountId, name, hash: sha256(text), created_at: now }, controls)
  return { id, apiKey: text }
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

/** Revokes a key and mails the owner. Throws `not_found`. */
export async function endKey(scope: Scope, owned: Owned): Promise<void> {
  const key = await ofAccount(scope, owned)
  await revokeKey(scope, owned)
  await tellOfKey(scope, 'revoked', key)
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

const noSuchKey = () => new Problem('not_found', 'The account has no such key.')

/** Mails the owner that a key was created, changed or revoked. */
export async function tellOfKey(
  scope: Scope,
  change: KeyChange,
  key: Pick<KeyRow, 'id' | 'account_id' | 'name'>,
): Promise<void> {
  const account = await accountById(scope.db, key.account_id)
  if (account) await mailOwner(scope, account, keyMail(change, key, account.handle, homeOf(scope)))
}
