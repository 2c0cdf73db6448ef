// Accounts and bans.
import type { Kysely, Selectable } from 'kysely'
import { prices } from '../../contract/prices.ts'
import { prepared, preparedWrite } from '../database/prepared.ts'
import type { AccountStatus, AccountsTable, Database } from '../database/schema.ts'

export type Account = Selectable<AccountsTable>
type Db = Kysely<Database>

const byId = prepared<{ id: string }>()((db, p) => db.selectFrom('accounts').selectAll().where('id', '=', p('id')))

/** The account with this id. */
export async function accountById(db: Db, id: string): Promise<Account | undefined> {
  return (await byId(db, { id }))[0]
}

/** The account with this handle. */
export async function accountByHandle(db: Db, handle: string): Promise<Account | undefined> {
  return db.selectFrom('accounts').selectAll().where('handle', '=', handle).executeTakeFirst()
}

/** The account with this e-mail address, whatever its letter case. */
export async function accountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return db.selectFrom('accounts').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()
}

/** The form in which addresses are compared (contract.md §1). */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase()
}

/** A new account: active, without money, address not verified. */
export function newAccount(of: { id: string; name: string; email: string; handle: string; now: number }): Account {
  const { id, name, email, handle, now } = of
  return {
    id,
    name,
    email,
    email_key: emailKey(email),
    handle,
    status: 'active',
    balance: 0,
    strikes: 0,
    email_verified: 0,
    card_on_file: 0,
    card_fingerprint: null,
    auto_recharge_enabled: 0,
    auto_recharge_threshold: prices.autoRecharge.thresholdMicros,
    auto_recharge_amount: prices.autoRecharge.amountMicros,
    auto_recharge_paused: 0,
    created_at: now,
  }
}

/** Inserts an account; false when the handle or the address is taken. */
export async function insertAccount(db: Db, account: Account): Promise<boolean> {
  const result = await db
    .insertInto('accounts')
    .values(account)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Sets members of an account. Money is not among them: it moves in ledger.ts alone. */
export async function updateAccount(
  db: Db,
  id: string,
  change: Partial<Omit<Account, 'id' | 'balance' | 'strikes'>>,
): Promise<void> {
  await db.updateTable('accounts').set(change).where('id', '=', id).execute()
}

const strike = prepared<{ id: string; by: number }>()((db, p) =>
  db
    .updateTable('accounts')
    .set(set => ({ strikes: set('strikes', '+', p('by')), auto_recharge_paused: 1 as const }))
    .where('id', '=', p('id'))
    .returning('strikes'),
)

/** Adds a strike, pauses auto-recharge (contract.md §5); the number of strikes after it. */
export async function addStrike(db: Db, id: string): Promise<number> {
  const [row] = await strike(db, { id, by: 1 })
  if (!row) throw new Error(`no account ${id}`)
  return row.strikes
}

const status = preparedWrite<{ id: string; status: AccountStatus }>()((db, p) =>
  db
    .updateTable('accounts')
    .set({ status: p('status') })
    .where('id', '=', p('id')),
)

/** Sets the standing of an account. */
export async function setAccountStatus(db: Db, id: string, to: AccountStatus): Promise<void> {
  await status(db, { id, status: to })
}

/** Puts a hash on the ban list; a repeat changes nothing. */
export async function ban(db: Db, kind: 'email' | 'card', hash: string, now: number): Promise<void> {
  await db
    .insertInto('bans')
    .values({ kind, hash, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Whether a hash is on the ban list. */
export async function isBanned(db: Db, kind: 'email' | 'card', hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('bans')
    .select('hash')
    .where('kind', '=', kind)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether an account that is banned has paid with this card. */
export async function bannedWithCard(db: Db, fingerprint: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('card_fingerprint', '=', fingerprint)
    .where('status', '=', 'banned')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes a strike back; the number of strikes after it. */
export async function takeBackStrike(db: Db, id: string): Promise<number> {
  const row = await db
    .updateTable('accounts')
    .set(set => ({ strikes: set('strikes', '-', 1) }))
    .where('id', '=', id)
    .where('strikes', '>', 0)
    .returning('strikes')
    .executeTakeFirst()
  return row?.strikes ?? 0
}

/** Takes a hash off the ban list. */
export async function unban(db: Db, kind: 'email' | 'card', hash: string): Promise<void> {
  await db.deleteFrom('bans').where('kind', '=', kind).where('hash', '=', hash).execute()
}
