// Who pays: an account and the key that spends for it.
import { utcDay } from '../../domain/times/time.ts'
import { type Account, accountById } from '../../store/accounts/accounts.ts'
import { type KeyRow, keyById } from '../../store/accounts/keys.ts'
import { together } from '../../store/database/prepared.ts'
import type { Scope } from '../scope.ts'

/** The account that pays and the key that spends, as the transaction read them. */
export type Spender = { account: Account; key: KeyRow }

/** Reads the account and the key. Both exist: a key never outlives its account. */
export async function spenderOf(
  { db, now }: Pick<Scope, 'db' | 'now'>,
  accountId: string,
  keyId: string,
): Promise<Spender> {
  const [account, key] = await together(accountById(db, accountId), keyById(db, keyId, utcDay(now)))
  if (!account || !key) throw new Error(`the key ${keyId} is not there`)
  return { account, key }
}
