// Changes of the address of an account, and its former addresses, which stay its own for a while (contract.md §11).
import type { Selectable } from 'kysely'
import { selectForUpdate } from '../database/locks.ts'
import type { AddressChangesTable, Db } from '../database/schema.ts'
import { type Account, emailKey, updateAccount } from './accounts.ts'

export type AddressChange = Selectable<AddressChangesTable>

/** Stores a change, which ends every other change of the account that waits. */
export async function insertChange(db: Db, change: AddressChange): Promise<void> {
  await endWaiting(db, change.account_id, change.created_at)
  await db.insertInto('address_changes').values(change).execute()
}

/** Ends the changes of an account that wait; returns how many. `now` in epoch ms. */
export async function endWaiting(db: Db, accountId: string, now: number): Promise<number> {
  const result = await db
    .updateTable('address_changes')
    .set({ over_at: now })
    .where('account_id', '=', accountId)
    .where('applied_at', 'is', null)
    .where('over_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** The change of which a token, by its hash, is one of the links. */
export async function changeByToken(
  db: Db,
  hash: string,
  links: readonly ('old_token' | 'new_token' | 'back_token')[],
): Promise<AddressChange | undefined> {
  return db
    .selectFrom('address_changes')
    .selectAll()
    .where(row => row.or(links.map(link => row(link, '=', hash))))
    .executeTakeFirst()
}

/** The change of an account that waits for a mailbox at `now` (epoch ms). */
export async function waitingChange(db: Db, accountId: string, now: number): Promise<AddressChange | undefined> {
  return db
    .selectFrom('address_changes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('applied_at', 'is', null)
    .where('over_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function setChange(db: Db, id: string, change: Partial<AddressChange>): Promise<void> {
  await db.updateTable('address_changes').set(change).where('id', '=', id).execute()
}

/** Ends the applied changes of an account from one on, as taken back. Epoch ms. */
export async function endAppliedSince(db: Db, accountId: string, since: number, now: number): Promise<void> {
  await db
    .updateTable('address_changes')
    .set({ over_at: now })
    .where('account_id', '=', accountId)
    .where('applied_at', '>=', since)
    .where('over_at', 'is', null)
    .execute()
}

/**
 * Gives an account another address as its verified one, and takes that from accounts that have not verified it. False when another
 * account has verified the address, or holds it at `now` (epoch ms).
 */
export async function moveAddress(db: Db, id: string, email: string, now: number): Promise<boolean> {
  const key = emailKey(email)
  // Locked in the order of claimAddress, so that a claim and a change never deadlock.
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'email_verified'])
    .where(row => row.or([row('email_key', '=', key), row('id', '=', id)]))
    .orderBy('id')
    .$call(selectForUpdate)
    .execute()
  const others = rows.filter(row => row.id !== id)
  if (others.some(row => row.email_verified === 1) || (await isHeldByOther(db, key, id, now))) return false
  if (others.length > 0) {
    const without = { email: '', email_key: '' }
    const theirs = others.map(row => row.id)
    await db.updateTable('accounts').set(without).where('id', 'in', theirs).execute()
  }
  await updateAccount(db, id, { email, email_key: key, email_verified: 1 })
  return true
}

/** Keeps a former address for its account until an epoch time (ms). */
export async function holdAddress(db: Db, account: Pick<Account, 'id' | 'email_key'>, until: number): Promise<void> {
  await db
    .insertInto('address_holds')
    .values({ account_id: account.id, email_key: account.email_key, until })
    .onConflict(conflict => conflict.columns(['account_id', 'email_key']).doUpdateSet({ until }))
    .execute()
}

/** Whether another account than `id` holds an address at `now` (epoch ms); null for any account. */
export async function isHeldByOther(db: Db, key: string, id: string | null, now: number): Promise<boolean> {
  const held = await db
    .selectFrom('address_holds')
    .select('account_id')
    .where('email_key', '=', key)
    .where('until', '>', now)
    .$if(id !== null, query => query.where('account_id', '<>', id as string))
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}

/** The former addresses that an account holds. */
export async function heldBy(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.selectFrom('address_holds').select('email_key').where('account_id', '=', accountId).execute()
  return rows.map(({ email_key: key }) => key)
}

/** Deletes changes and holds whose time ended before `now` (epoch ms). */
export async function forgetChanges(db: Db, now: number): Promise<void> {
  await db.deleteFrom('address_holds').where('until', '<=', now).execute()
  await db.deleteFrom('address_changes').where('expires_at', '<=', now).execute()
}
