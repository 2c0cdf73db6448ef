// Accounts and bans.

import { type Selectable, sql } from 'kysely'
import { usualRecharge, usualWarning } from '../../contract/currency.ts'
import { limits } from '../../contract/limits.ts'
import { prices } from '../../contract/prices.ts'
import { selectForUpdate } from '../database/locks.ts'
import { prepared } from '../database/prepared.ts'
import type { AccountsTable, Db } from '../database/schema.ts'

export type Account = Selectable<AccountsTable>
const byId = prepared<{ id: string }>()((db, p) => db.selectFrom('accounts').selectAll().where('id', '=', p('id')))

export async function accountById(db: Db, id: string): Promise<Account | undefined> {
  return (await byId(db, { id }))[0]
}

/** The account with this handle. Erased accounts are never found. */
export async function accountByHandle(db: Db, handle: string): Promise<Account | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('handle', '=', handle)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
}

/** When the accounts with these handles began, epoch milliseconds, by handle. Erased accounts are never found. */
export async function accountsSince(db: Db, handles: readonly string[]): Promise<Map<string, number>> {
  if (handles.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['handle', 'created_at'])
    .where('handle', 'in', handles)
    .where('erased_at', 'is', null)
    .execute()
  return new Map(rows.flatMap(({ handle, created_at }) => (handle === null ? [] : [[handle, Number(created_at)]])))
}

/** The account that has verified this e-mail address, whatever its letter case. */
export async function verifiedAccount(db: Db, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .where('email_verified', '=', sql.lit(1))
    .executeTakeFirst()
}

/** The account that was made first: that of the owner in a world of tests. */
export async function oldestAccount(db: Db): Promise<Account | undefined> {
  return db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').limit(1).executeTakeFirst()
}

/**
 * The language of the account that has verified the address of a key, else of the first account of which the address is a member; null
 * where none is set. Both are read in each case, so that a caller cannot learn which.
 */
export async function languageOfAddress(db: Db, key: string): Promise<string | null> {
  const own = await db
    .selectFrom('accounts')
    .select('language')
    .where('email_key', '=', key)
    .where('email_verified', '=', sql.lit(1))
    .executeTakeFirst()
  const joined = await db
    .selectFrom('members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select('a.language')
    .where('m.email_key', '=', key)
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(1)
    .executeTakeFirst()
  return (own ?? joined)?.language ?? null
}

/** Sets the language of the mails of an account that has none yet. */
export async function learnLanguage(db: Db, id: string, language: string): Promise<void> {
  await db.updateTable('accounts').set({ language }).where('id', '=', id).where('language', 'is', null).execute()
}

/**
 * Marks the address of an account as verified, and takes it from every other account, none of which has verified it. Returns false
 * when the account has another address by now. When another account was first, or holds the address at `now` (epoch ms), this account
 * loses the address.
 */
export async function claimAddress(db: Db, id: string, email: string, now: number): Promise<boolean> {
  // Locked in one order, so that two claims of one address never deadlock.
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'email_verified'])
    .where('email_key', '=', emailKey(email))
    .orderBy('id')
    .$call(selectForUpdate)
    .execute()
  if (rows.find(row => row.id === id)?.email !== email) return false
  const holder = await db
    .selectFrom('address_holds')
    .select('account_id')
    .where('email_key', '=', emailKey(email))
    .where('until', '>', now)
    .where('account_id', '<>', id)
    .executeTakeFirst()
  const first = rows.find(row => row.email_verified === 1)?.id ?? holder?.account_id ?? id
  const others = rows.map(row => row.id).filter(other => other !== first)
  if (others.length > 0)
    await db.updateTable('accounts').set({ email: '', email_key: '' }).where('id', 'in', others).execute()
  if (first === id) await updateAccount(db, id, { email_verified: 1 })
  return first === id
}

/** Sets the address of an account without a verified one; false when it has a verified address. */
export async function setAddress(db: Db, id: string, email: string): Promise<boolean> {
  const result = await db
    .updateTable('accounts')
    .set({ email, email_key: emailKey(email) })
    .where('id', '=', id)
    .where('email_verified', '=', sql.lit(0))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** The form in which addresses are compared (contract.md §1). */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase()
}

/** A new account: active, without money, address not verified. */
export function newAccount(of: {
  id: string
  name: string
  email: string
  handle: string
  language?: string | null
  now: number
}): Account {
  const { id, name, email, handle, language = null, now } = of
  return {
    id,
    name,
    email,
    email_key: emailKey(email),
    handle,
    suspended_at: null,
    banned_at: null,
    banned_for: null,
    balance: 0,
    strikes: 0,
    email_verified: 0,
    card_on_file: 0,
    card_fingerprint: null,
    auto_recharge_enabled: 0,
    auto_recharge_threshold: usualRecharge().threshold,
    auto_recharge_amount: usualRecharge().amount,
    auto_recharge_paused: 0,
    recharges_per_day: prices.autoRecharge.perDay,
    recharges_per_month: prices.autoRecharge.perMonth,
    recharge_paused_by: null,
    recharges_counted_from: 0,
    low_balance_threshold: usualWarning(),
    approval_mail_at: 0,
    erase_at: null,
    erased_at: null,
    language,
    created_at: now,
  }
}

/** Inserts an account; false when another account has its handle or its verified address. */
export async function insertAccount(db: Db, account: Account): Promise<boolean> {
  const result = await db
    .insertInto('accounts')
    .values(account)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Sets members of an account, except its money, which only ledger.ts moves, and its strikes, suspension and ban. */
export async function updateAccount(
  db: Db,
  id: string,
  change: Partial<Omit<Account, 'id' | 'balance' | 'strikes' | 'suspended_at' | 'banned_at' | 'banned_for'>>,
): Promise<void> {
  await db.updateTable('accounts').set(change).where('id', '=', id).execute()
}

const strike = prepared<{ id: string; now: number }>()((db, p) => {
  const bans = sql`strikes + 1 >= ${sql.lit(limits.strikesToBan)}`
  return db
    .updateTable('accounts')
    .set({
      strikes: sql<number>`strikes + 1`,
      banned_at: sql<number | null>`case when ${bans} then coalesce(banned_at, ${p('now')}) else banned_at end`,
      banned_for: sql<
        Account['banned_for']
      >`case when ${bans} then coalesce(banned_for, 'strikes') else banned_for end`,
      auto_recharge_paused: sql.lit(1 as const),
      recharge_paused_by: null,
    })
    .where('id', '=', p('id'))
    .returning(['strikes', 'banned_at', 'email_key', 'card_fingerprint'])
})

/** The columns of an account after a strike. */
export type Struck = Pick<Account, 'strikes' | 'banned_at' | 'email_key' | 'card_fingerprint'>

/** Adds a strike, pauses auto-recharge (contract.md §5), and bans the account at limits.strikesToBan. `now` is epoch ms. */
export async function addStrike(db: Db, id: string, now: number): Promise<Struck> {
  const [row] = await strike(db, { id, now })
  if (!row) throw new Error(`no account ${id}`)
  return row
}

/**
 * Removes a strike, and ends a ban for strikes when too few are left. Returns whether the account is still banned. A suspension
 * stays.
 */
export async function takeBackStrike(db: Db, id: string): Promise<boolean> {
  const ends = sql`strikes - 1 < ${sql.lit(limits.strikesToBan)} and banned_for = 'strikes'`
  const row = await db
    .updateTable('accounts')
    .set({
      strikes: sql<number>`strikes - 1`,
      banned_at: sql<number | null>`case when ${ends} then null else banned_at end`,
      banned_for: sql<Account['banned_for']>`case when ${ends} then null else banned_for end`,
    })
    .where('id', '=', id)
    .where('strikes', '>', sql.lit(0))
    .returning('banned_at')
    .executeTakeFirst()
  return (row ?? (await accountById(db, id)))?.banned_at !== null
}

/** Bans an account for its card at `now` (epoch ms). False when it is banned already. */
export async function banForCard(db: Db, id: string, now: number): Promise<boolean> {
  const result = await db
    .updateTable('accounts')
    .set({ banned_at: now, banned_for: 'card', auto_recharge_enabled: 0 })
    .where('id', '=', id)
    .where('banned_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Lifts a ban for a card; with enough strikes it becomes a ban for strikes. False when there is no ban for a card. */
export async function liftCardBan(db: Db, id: string): Promise<boolean> {
  const struck = sql`strikes >= ${sql.lit(limits.strikesToBan)}`
  const result = await db
    .updateTable('accounts')
    .set({
      banned_at: sql<number | null>`case when ${struck} then banned_at else null end`,
      banned_for: sql<Account['banned_for']>`case when ${struck} then 'strikes' else null end`,
    })
    .where('id', '=', id)
    .where('banned_for', '=', sql.lit('card' as const))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** The account, locked until the transaction ends. */
export async function lockAccount(db: Db, id: string): Promise<Account | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).$call(selectForUpdate).executeTakeFirst()
}

/** Suspends an account at `at` (epoch ms), or with null ends its suspension. False when nothing changes. */
export async function setSuspension(db: Db, id: string, at: number | null): Promise<boolean> {
  const result = await db
    .updateTable('accounts')
    .set({ suspended_at: at })
    .where('id', '=', id)
    .where('suspended_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Reserves the next mail that asks the owner for approval. Returns when it is due (epoch ms), at least `everyMs` after the last
 * one; null when one is reserved already.
 */
export async function takeApprovalMail(db: Db, id: string, now: number, everyMs: number): Promise<number | null> {
  const [row] = await db
    .updateTable('accounts')
    .set({
      approval_mail_at: sql<number>`case when approval_mail_at + ${everyMs} > ${now} then approval_mail_at + ${everyMs} else ${now} end`,
    })
    .where('id', '=', id)
    .where('approval_mail_at', '<=', now)
    .returning('approval_mail_at')
    .execute()
  return row?.approval_mail_at ?? null
}

export type BanKind = 'email' | 'card'

/** Puts a hash on the ban list for an account; a repeat changes nothing. */
export async function ban(
  db: Db,
  accountId: string,
  { kind, hash, now }: { kind: BanKind; hash: string; now: number },
): Promise<void> {
  await db
    .insertInto('bans')
    .values({ kind, hash, account_id: accountId, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Removes the hashes of an account from the ban list; the same hash of another account stays. */
export async function unban(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('bans').where('account_id', '=', accountId).execute()
}

/** Whether a hash is on the ban list. */
export async function isBanned(db: Db, kind: BanKind, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('bans')
    .select('hash')
    .where('kind', '=', kind)
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
