// Issues an invoice for each payment, and a credit note for what leaves the balance again, in the transaction of the movement
// (contract.md §5).
import type { Buyer, Seller } from '../../contract/invoicing.ts'
import { creditedOn, type Share, shared } from '../../domain/money/credited.ts'
import { taxInside, taxOfPart, taxOn } from '../../domain/money/tax.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import { billingOf } from '../../store/money/billing.ts'
import { creditedFor, type InvoiceRow, invoiceById, issue, openInvoices, prefixOf } from '../../store/money/invoices.ts'
import type { PaymentRow } from '../../store/money/payments.ts'
import type { Scope } from '../scope.ts'

/**
 * Issues the invoice of a payment that was booked by the movement `ledgerId`, made out to whom the owner has named. Null where the operator
 * issues none. The tax is inside of the amount.
 */
export async function invoicePayment(
  scope: Scope,
  { account, payment, ledgerId }: { account: Account; payment: PaymentRow; ledgerId: string },
): Promise<InvoiceRow | null> {
  const { db, ids, now, facts } = scope
  if (facts.invoicing === null) return null
  const { seller, prefix } = facts.invoicing
  const buyer = await buyerOf(scope, account)
  const { rate, reverseCharge } = taxOn(facts.invoicing, buyer)
  const id = ids.id('invoice')
  const invoice = {
    ...({ kind: 'invoice', series: payment.provider === 'sandbox' ? 'test' : 'live' } as const),
    ...{ id, account_id: account.id, invoice_id: id, payment_id: payment.id, ledger_id: ledgerId, issued_at: now },
    ...{ gross: payment.amount, tax: taxInside(payment.amount, rate), rate },
    ...{ reverse_charge: reverseCharge ? (1 as const) : (0 as const) },
    ...{ seller: JSON.stringify(seller satisfies Seller), buyer: JSON.stringify(buyer) },
  }
  return issue(db, invoice, prefix)
}

async function buyerOf({ db }: Scope, { id, handle }: Account): Promise<Buyer> {
  const billing = await billingOf(db, id)
  if (!billing) return { handle, name: null, address: [], country: null, vatId: null }
  const { name, address, country, vat_id: vatId } = billing
  return { handle, name, address: address.split('\n'), country, vatId }
}

/** A movement off the balance or back onto it, positive micros. `paymentId`: the payment that it takes back; null for a payout. */
type Moved = { accountId: string; paymentId: string | null; ledgerId: string; amount: number }

/** Issues credit notes for money that has left the balance: for a refund or a dispute of a payment, or for a payout. */
export async function creditInvoices(scope: Scope, moved: Moved): Promise<void> {
  const invoices = await openInvoices(scope.db, moved.accountId)
  for (const share of creditedOn(invoices, moved.amount, moved.paymentId)) {
    const left = invoices.find(({ id }) => id === share.invoiceId)?.left ?? 0
    await issuePart(scope, moved, 'credit-note', share, left - share.amount)
  }
}

/** Invoices again what a credit note of the payment has credited and a provider has given back. */
export async function invoiceAgain(scope: Scope, moved: Moved & { paymentId: string }): Promise<void> {
  const { db } = scope
  const invoices = await openInvoices(db, moved.accountId)
  for (const share of shared(await creditedFor(db, moved.paymentId), moved.amount))
    await issuePart(scope, moved, 'invoice', share, invoices.find(({ id }) => id === share.invoiceId)?.left ?? 0)
}

/** Issues a part of an invoice, of which `below` is left without that part, with its seller, buyer and rate. */
async function issuePart(
  { db, ids, now }: Scope,
  { accountId, paymentId, ledgerId }: Moved,
  kind: InvoiceRow['kind'],
  { invoiceId, amount }: Share,
  below: number,
): Promise<void> {
  const first = await invoiceById(db, invoiceId)
  if (!first) throw new Error(`there is no invoice ${invoiceId}`)
  const { series, rate, reverse_charge, seller, buyer } = first
  const part = {
    ...{ id: ids.id('invoice'), account_id: accountId, kind, invoice_id: invoiceId, payment_id: paymentId },
    ...{ ledger_id: ledgerId, series, gross: amount, tax: taxOfPart(amount, below, rate), rate, reverse_charge },
    ...{ seller, buyer, issued_at: now },
  }
  await issue(db, part, prefixOf(first))
}
