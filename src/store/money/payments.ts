// Payments: the rows that are written before a provider is asked, its events, and disputes. Money moves in ledger.ts alone.
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { type Claim, claimDue, type Queue } from '../database/claim-due.ts'
import { selectForUpdate } from '../database/locks.ts'
import type { Database, DisputesTable, PaymentsTable } from '../database/schema.ts'

type Db = Kysely<Database>
export type PaymentRow = Selectable<PaymentsTable>
export type DisputeRow = Selectable<DisputesTable>

/** What a new payment is made of; everything else of its row follows. */
export type NewPayment = Pick<
  PaymentRow,
  'id' | 'account_id' | 'site' | 'provider' | 'kind' | 'amount' | 'created_at' | 'due_at'
> &
  Partial<Pick<PaymentRow, 'form_key' | 'customer' | 'method' | 'tries'>>

/** The only currency. */
export const currency = 'usd'

/** Inserts a payment that the provider is to be asked for; false when there is one of the same form, or a recharge under way. */
export async function insertPayment(db: Db, payment: NewPayment): Promise<boolean> {
  const row: Insertable<PaymentsTable> = {
    ...nothingYet,
    ...payment,
  }
  const result = await db
    .insertInto('payments')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

const nothingYet = {
  currency,
  state: 'started',
  form_key: null,
  page: null,
  reference: null,
  customer: null,
  method: null,
  why: null,
  tries: 1,
  refunded: 0,
  disputed: 0,
  paid_out: 0,
  taken: 0,
  owed: 0,
  news: 0,
  settled_at: null,
  attempts: 0,
  lease_token: null,
  lease_until: null,
} as const

/** The payment with this id. */
export async function paymentById(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The payment of a form. */
export async function paymentOfForm(db: Db, formKey: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('form_key', '=', formKey).executeTakeFirst()
}

/** By which names a provider speaks of a payment: our id, its page, its own name of it. */
export type PaymentNames = { id: string | null; page: string | null; reference: string | null }

/** The payment that a provider speaks of, by the first of the names that is known. */
export async function paymentNamed(db: Db, { id, page, reference }: PaymentNames): Promise<PaymentRow | undefined> {
  for (const [column, name] of [
    ['reference', reference],
    ['page', page],
    ['id', id],
  ] as const) {
    const row = name && (await db.selectFrom('payments').selectAll().where(column, '=', name).executeTakeFirst())
    if (row) return row
  }
  return undefined
}

/** Sets members of a payment. */
export async function updatePayment(
  db: Db,
  id: string,
  change: Partial<Omit<PaymentRow, 'id' | 'account_id' | 'amount' | 'currency' | 'provider'>>,
): Promise<void> {
  await db.updateTable('payments').set(change).where('id', '=', id).execute()
}

/** The payments of an account, the newest first. */
export async function paymentsOf(db: Db, accountId: string, limit: number): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The payments of an account of which it owes something, the oldest first. */
export async function owingPayments(db: Db, accountId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('owed', '>', 0)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The payments of an account that its owner has to confirm, the oldest first. */
export async function unconfirmedPayments(db: Db, accountId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '=', 'authenticate')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** How many payments were made to another provider: of the sandbox, it is money that never moved. */
export async function paidElsewhere(db: Db, provider: string): Promise<number> {
  const row = await db
    .selectFrom('payments')
    .select(payments => payments.fn.countAll<number>().as('n'))
    .where('state', '=', 'paid')
    .where('provider', '<>', provider)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** The recharge of an account that was paid or declined last. */
export async function latestRecharge(db: Db, accountId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'recharge')
    .where('state', 'in', ['paid', 'declined'])
    .orderBy('settled_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const queue: Queue<'payments'> = {
  table: 'payments',
  order: ['due_at', 'id'],
  waiting: row => row('due_at', 'is not', null),
}

/** Claims payments about which the provider is to be asked. */
export async function claimPayments(db: Db, claim: Claim): Promise<PaymentRow[]> {
  return claimDue(db, queue, claim)
}

/**
 * Sets when the provider is to be asked about a payment again (epoch ms; null for never): at once when something has come in since
 * `news` was read. With the token of a claim it ends that; nothing changes where the lease has passed to another.
 */
export async function setDue(
  db: Db,
  id: string,
  { news, dueAt, now, token }: { news: number; dueAt: number | null; now: number; token?: string | undefined },
): Promise<void> {
  const changed = db
    .updateTable('payments')
    .set({ due_at: sql<number | null>`case when news = ${news} then cast(${dueAt} as bigint) else ${now} end` })
    .where('id', '=', id)
  await (token === undefined
    ? changed
    : changed.set({ lease_token: null, lease_until: null }).where('lease_token', '=', token)
  ).execute()
}

/** Notes an event of a provider about a payment, which is looked at from `now` on. False when the event was noted before. */
export async function notePaymentEvent(
  db: Db,
  event: { id: string; paymentId: string; type: string; now: number },
): Promise<boolean> {
  const { id, paymentId, type, now } = event
  const noted = await db
    .insertInto('payment_events')
    .values({ id, payment_id: paymentId, type, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (noted.numInsertedOrUpdatedRows !== 1n) return false
  await db
    .updateTable('payments')
    .set({ news: sql<number>`news + 1`, due_at: now })
    .where('id', '=', paymentId)
    .execute()
  return true
}

/** Forgets the events before a time (epoch ms). */
export async function forgetPaymentEvents(db: Db, before: number): Promise<void> {
  await db.deleteFrom('payment_events').where('created_at', '<', before).execute()
}

/** Keeps a dispute and its status; true when it was not known. */
export async function keepDispute(db: Db, dispute: DisputeRow): Promise<boolean> {
  const inserted = await db
    .insertInto('disputes')
    .values(dispute)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n) return true
  await db.updateTable('disputes').set({ status: dispute.status }).where('id', '=', dispute.id).execute()
  return false
}

/** The disputes of an account, the newest first. */
export async function disputesOf(db: Db, accountId: string, limit: number): Promise<DisputeRow[]> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The payment, held until the transaction ends. Whoever holds one holds its account first, so that two never wait for each other. */
export async function lockPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).$call(selectForUpdate).executeTakeFirst()
}
