// Invoices and credit notes: rows that are never changed, with numbers that have no gap.
import { type Selectable, sql } from 'kysely'
import { testNumber } from '../../contract/invoicing.ts'
import type { OpenInvoice, Share } from '../../domain/money/credited.ts'
import type { Db, InvoiceSeries, InvoicesTable } from '../database/schema.ts'
export type InvoiceRow = Selectable<InvoicesTable>

/** An invoice before it has a number. */
export type NewInvoice = Omit<InvoiceRow, 'year' | 'serial' | 'number'>

/** The digits of a number: more invoices of a year have more. */
const digits = 6

/**
 * Issues an invoice or a credit note with the next number of its series and UTC year. The number is taken in the transaction, which holds
 * its row until the end: a transaction that fails leaves no gap.
 */
export async function issue(db: Db, invoice: NewInvoice, prefix: string): Promise<InvoiceRow> {
  const { series } = invoice
  const year = new Date(invoice.issued_at).getUTCFullYear()
  const { last: serial } = await db
    .insertInto('invoice_numbers')
    .values({ series, year, last: 1 })
    .onConflict(conflict =>
      conflict.columns(['series', 'year']).doUpdateSet({ last: sql<number>`invoice_numbers.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  const row = { ...invoice, year, serial, number: numberOf({ series, year, serial, prefix }) }
  await db.insertInto('invoices').values(row).execute()
  return row
}

type Numbered = { series: InvoiceSeries; year: number; serial: number; prefix: string }

const numberOf = ({ series, year, serial, prefix }: Numbered) =>
  `${series === 'test' ? testNumber : ''}${prefix}${year}-${String(serial).padStart(digits, '0')}`

/** The prefix in the number of an invoice, for its credit notes. */
export function prefixOf({ number, series, year, serial }: InvoiceRow): string {
  const end = numberOf({ series, year, serial, prefix: '' }).slice(series === 'test' ? testNumber.length : 0)
  return number.slice(series === 'test' ? testNumber.length : 0, -end.length)
}

export async function invoiceById(db: Db, id: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The invoices and credit notes of an account, the oldest first. */
export async function invoicesOf(db: Db, accountId: string): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('issued_at')
    .orderBy('serial')
    .execute()
}

/** What the sum over invoices and credit notes is of: credit notes count against. */
const signedGross = sql<number>`cast(sum(case when kind = 'invoice' then gross else -gross end) as bigint)`

/** What is left of each invoice of an account, the newest first. */
export async function openInvoices(db: Db, accountId: string): Promise<OpenInvoice[]> {
  const left = db
    .selectFrom('invoices')
    .select(['invoice_id', signedGross.as('left')])
    .where('account_id', '=', accountId)
    .groupBy('invoice_id')
  const rows = await db
    .selectFrom('invoices')
    .innerJoin(left.as('of'), 'of.invoice_id', 'invoices.id')
    .innerJoin('ledger', 'ledger.id', 'invoices.ledger_id')
    .select(['invoices.id', 'invoices.payment_id', 'of.left'])
    .orderBy('ledger.seq', 'desc')
    .execute()
  return rows.map(({ id, payment_id, left }) => ({ id, paymentId: payment_id ?? '', left: Number(left) }))
}

/** What the refunds and disputes of a payment have credited on each invoice and were not taken back, the newest credit note first. */
export async function creditedFor(db: Db, paymentId: string): Promise<Share[]> {
  const rows = await db
    .selectFrom('invoices')
    .innerJoin('ledger', 'ledger.id', 'invoices.ledger_id')
    .select(['invoice_id', sql<number>`0 - ${signedGross}`.as('credited')])
    .where('payment_id', '=', paymentId)
    .whereRef('invoices.id', '<>', 'invoice_id')
    .groupBy('invoice_id')
    .orderBy(({ fn }) => fn.max('ledger.seq'), 'desc')
    .orderBy('invoice_id')
    .execute()
  return rows.map(({ invoice_id, credited }) => ({ invoiceId: invoice_id, amount: Number(credited) }))
}
