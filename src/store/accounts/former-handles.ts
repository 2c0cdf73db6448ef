// Former handles of accounts: each leads to its account for a while, and nobody else gets it (contract.md §11).
import { sha256 } from '../../domain/ids.ts'
import type { Db } from '../database/schema.ts'
import { type Account, accountByHandle, accountById } from './accounts.ts'
import { isRetired } from './names.ts'

/** The account that had this handle, while the handle is kept; undefined without one. `now` in epoch ms. */
export async function formerHolder(db: Db, handle: string, now: number): Promise<Account | undefined> {
  const row = await db
    .selectFrom('former_handles')
    .select('account_id')
    .where('handle', '=', handle)
    .where('kept_until', '>', now)
    .executeTakeFirst()
  return row && accountById(db, row.account_id)
}

/**
 * Whether an account other than `id` has a handle, or had it and keeps it; with null, whether any account does. What a person has
 * taken from an account is taken for all. `now` in epoch ms.
 */
export async function isTaken(db: Db, handle: string, id: string | null, now: number): Promise<boolean> {
  const holder = (await accountByHandle(db, handle)) ?? (await formerHolder(db, handle, now))
  return (holder !== undefined && holder.id !== id) || isRetired(db, sha256(handle))
}

/** When an account left a handle last, epoch ms; null for never. */
export async function lastLeft(db: Db, accountId: string): Promise<number | null> {
  const row = await db
    .selectFrom('former_handles')
    .select('left_at')
    .where('account_id', '=', accountId)
    .orderBy('left_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.left_at ?? null
}

/** Keeps the handle that an account leaves, and no longer the one that it takes. Times in epoch ms. */
export async function leaveHandle(
  db: Db,
  {
    accountId,
    from,
    to,
    now,
    keptUntil,
  }: { accountId: string; from: string; to: string; now: number; keptUntil: number },
): Promise<void> {
  await db.deleteFrom('former_handles').where('handle', 'in', [from, to]).execute()
  await db
    .insertInto('former_handles')
    .values({ handle: from, account_id: accountId, left_at: now, kept_until: keptUntil })
    .execute()
}

/** The former handles of an account, the latest first. */
export async function formerHandlesOf(
  db: Db,
  accountId: string,
): Promise<{ handle: string; left_at: number; kept_until: number }[]> {
  return db
    .selectFrom('former_handles')
    .select(['handle', 'left_at', 'kept_until'])
    .where('account_id', '=', accountId)
    .orderBy('left_at', 'desc')
    .execute()
}

/** Deletes the handles that are kept no longer at `now` (epoch ms). */
export async function forgetHandles(db: Db, now: number): Promise<void> {
  await db.deleteFrom('former_handles').where('kept_until', '<=', now).execute()
}
