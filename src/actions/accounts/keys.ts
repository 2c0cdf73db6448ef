// What the owner does with API keys: makes one, changes what it may do, ends it, each told by mail; and that a key is in use.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { apiKey, sha256 } from '../../domain/ids.ts'
import { utcDay } from '../../domain/time.ts'
import { type KeyChange, keyMail } from '../../mails/key-mail.ts'
import { accountById } from '../../store/money/accounts.ts'
import {
  countKeys,
  insertKey,
  type KeyControls,
  type KeyRow,
  keyById,
  noteUse,
  setKey,
} from '../../store/money/keys.ts'
import type { Scope } from '../scope.ts'
import { refuseLeaving } from './refuse-leaving.ts'
import { revokeKey } from './revoke-key.ts'
import { homeOf, mailOwner } from './warnings.ts'

type Owned = { accountId: string; keyId: string }

/** Makes an API key, whose text is in the answer only. Throws `not_found`, `gone`, `banned`, `too_many_keys`. */
export async function createKey(
  scope: Scope,
  { accountId, name, ...controls }: KeyControls & { accountId: string; name: string },
): Promise<{ key: KeyRow; apiKey: string }> {
  const account = await accountById(scope.db, accountId)
  if (!account) throw new Problem('not_found', 'The account does not exist any more.')
  refuseLeaving(account)
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

/** Changes the name of a key, or what it may do. What is left out stays. Throws `not_found`. */
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

/** Ends a key. Throws `not_found`. */
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

/** Mails the owner what became of a key. */
export async function tellOfKey(
  scope: Scope,
  change: KeyChange,
  key: Pick<KeyRow, 'id' | 'account_id' | 'name'>,
): Promise<void> {
  const account = await accountById(scope.db, key.account_id)
  if (account) await mailOwner(scope, account, keyMail(change, key, account.handle, homeOf(scope)))
}
