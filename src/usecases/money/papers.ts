// The papers of an owner's money: payments by month with their invoices and credit notes, and spending by type.
import { Problem } from '../../contract/problems/problem.ts'
import type { Billing } from '../../domain/money/billing.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import { billingOf } from '../../store/money/billing.ts'
import { type InvoiceRow, invoiceById, invoicesOf } from '../../store/money/invoices.ts'
import { movedByType } from '../../store/money/ledger.ts'
import { type PaymentRow, paymentById, paymentsBetween } from '../../store/money/payments.ts'
import type { RecordPage } from '../accounts/owner-records.ts'
import type { Platform } from '../platform.ts'

/** A payment, and what was issued for it: its invoice first, then credit notes, the oldest first. */
export type PaymentPapers = { payment: PaymentRow; papers: InvoiceRow[] }

/** A UTC month of an address, `2026-11`, in epoch ms; all time for null. Throws `invalid`. */
function monthSpan(month: string | null): { from: number; until: number } {
  if (month === null || month === '') return { from: 0, until: Number.MAX_SAFE_INTEGER }
  const [, year, number] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(month) ?? []
  if (year === undefined) throw new Problem('invalid', 'A month is a year and a month, such as 2026-11.')
  return { from: Date.UTC(Number(year), Number(number) - 1), until: Date.UTC(Number(year), Number(number)) }
}

/** One page of the payments of a month, the newest first, after the payment `before`. Throws `not_found`, `invalid`. */
export async function papersPage(
  { db }: Platform,
  accountId: string,
  { month, before, limit }: { month: string | null; before: string | null; limit: number },
): Promise<RecordPage<PaymentPapers>> {
  const last = before === null ? null : await paymentById(db, before)
  if (last !== null && last?.account_id !== accountId)
    throw new Problem('not_found', 'The account has no such payment.')
  const found = await paymentsBetween(db, accountId, { ...monthSpan(month), before: last, limit: limit + 1 })
  const issued = Map.groupBy(await invoicesOf(db, accountId), ({ invoice_id }) => invoice_id)
  const first = [...issued.values()].flatMap(([invoice]) => invoice ?? [])
  const items = found.slice(0, limit).map(payment => {
    const invoice = first.find(({ payment_id }) => payment_id === payment.id)
    return { payment, papers: invoice ? (issued.get(invoice.id) ?? []) : [] }
  })
  return { items, next: found.length > limit ? (items.at(-1)?.payment.id ?? null) : null }
}

/** An invoice or a credit note of an account, and the number of the invoice that it is about. Throws `not_found`. */
export async function ownInvoice(
  { db }: Platform,
  account: Account,
  id: string,
): Promise<{ invoice: InvoiceRow; about: InvoiceRow }> {
  const invoice = await invoiceById(db, id)
  const about = invoice && (await invoiceById(db, invoice.invoice_id))
  if (invoice?.account_id !== account.id || !about) throw new Problem('not_found', 'The account has no such invoice.')
  return { invoice, about }
}

/** To whom the invoices of an account are made out, as a form shows it; undefined where the owner has named nobody. */
export async function billingFor({ db }: Platform, accountId: string): Promise<Billing | undefined> {
  const billing = await billingOf(db, accountId)
  return billing && { ...billing, vatId: billing.vat_id ?? '' }
}

/** What an account has moved in a month by site and type. Throws `invalid`. */
export function spendingByType({ db }: Platform, accountId: string, month: string) {
  return movedByType(db, accountId, monthSpan(month))
}
