// Payments, written before a provider is asked, with the events of the provider and disputes. Only ledger.ts moves money.

import { type Insertable, type Selectable, sql } from 'kysely'
import { wireCurrency } from '../../contract/currency.ts'
import { type Claim, claimDue, type Queue } from '../database/claim-due.ts'
import { selectForUpdate } from '../database/locks.ts'
import type { Db, DisputesTable, PaymentsTable } from '../database/schema.ts'
export type PaymentRow = Selectable<PaymentsTable>
export type DisputeRow = Selectable<DisputesTable>

/** The columns that a new payment needs; the others have first values. */
export type NewPayment = Pick<
  PaymentRow,
  'id' | 'account_id' | 'site' | 'provider' | 'kind' | 'amount' | 'created_at' | 'due_at'
> &
  Partial<Pick<PaymentRow, 'form_key' | 'customer' | 'method' | 'tries'>>

/** Inserts a payment; false when there is one of the same form, or a recharge of the account in progress. */
export async function insertPayment(db: Db, payment: NewPayment): Promise<boolean> {
  const row: Insertable<PaymentsTable> = {
    ...firstValues,
    currency: wireCurrency(),
    ...payment,
  }
  const result = await db
    .insertInto('payments')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

const firstValues = {
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

export async function paymentById(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function paymentOfForm(db: Db, formKey: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('form_key', '=', formKey).executeTakeFirst()
}

/** The ids of a payment in an event of a provider: our id, its page, and the provider's own reference. */
export type PaymentNames = { id: string | null; page: string | null; reference: string | null }

/** The payment with one of these ids. */
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

/** The payments of an account, the newest first: those that began in a time (epoch ms, the end left out), after the payment `before`. */
export async function paymentsBetween(
  db: Db,
  accountId: string,
  { from, until, before, limit }: { from: number; until: number; before: PaymentRow | null; limit: number },
): Promise<PaymentRow[]> {
  const rows = db
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (before === null) return rows.execute()
  const { created_at, id } = before
  return rows
    .where(row =>
      row.or([row('created_at', '<', created_at), row.and([row('created_at', '=', created_at), row('id', '<', id)])]),
    )
    .execute()
}

/** The payments for which an account owes money, the oldest first. */
export async function owingPayments(db: Db, accountId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('owed', '>', sql.lit(0))
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
    .where('state', '=', sql.lit('authenticate' as const))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Counts paid payments of other providers. Those of the sandbox are money that never moved. */
export async function paidElsewhere(db: Db, provider: string): Promise<number> {
  const row = await db
    .selectFrom('payments')
    .select(payments => payments.fn.countAll<number>().as('n'))
    .where('state', '=', sql.lit('paid' as const))
    .where('provider', '<>', provider)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** How many recharges of an account began since an epoch time, those that the provider has refused excepted. */
export async function rechargesSince(db: Db, accountId: string, since: number): Promise<number> {
  const row = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .where('kind', '=', sql.lit('recharge' as const))
    .where('state', 'not in', [sql.lit('declined' as const), sql.lit('expired' as const)])
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** The latest recharge of an account that was paid or declined. */
export async function latestRecharge(db: Db, accountId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', sql.lit('recharge' as const))
    .where('state', 'in', [sql.lit('paid' as const), sql.lit('declined' as const)])
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

/** Claims payments that are due: the provider has to be asked about them. */
export async function claimPayments(db: Db, claim: Claim): Promise<PaymentRow[]> {
  return claimDue(db, queue, claim)
}

/**
 * Sets when the provider is asked about a payment again (epoch ms; null for never); that is now when an event has come in since
 * `news` was read. With the token of a claim it ends the claim, and changes nothing when another worker has the lease.
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

/** Stores an event of a provider about a payment, which is then due at `now` (epoch ms). False when the event is stored already. */
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

/** Deletes the events before a time (epoch ms). */
export async function forgetPaymentEvents(db: Db, before: number): Promise<void> {
  await db.deleteFrom('payment_events').where('created_at', '<', before).execute()
}

/** Stores a dispute, or the status of a known one; true when the dispute is new. */
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

/** The payment, locked until the transaction ends. The caller locks its account first, so that no two transactions deadlock. */
export async function lockPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).$call(selectForUpdate).executeTakeFirst()
}
