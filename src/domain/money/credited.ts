// Which invoices a payment out of the balance is credited on, and which a payment back is invoiced on again (contract.md §5).

/** An invoice: what is left of it after its credit notes, in micros, and the payment that it is for. */
export type OpenInvoice = { id: string; paymentId: string; left: number }

/** A part of an amount on one invoice, in micros. */
export type Share = { invoiceId: string; amount: number }

/**
 * The parts of an amount that leaves the balance, by invoice. What a provider takes back is first of the invoice of its payment; the rest,
 * and a payout, are of the newest invoices, since the oldest money is spent first. A payment without an invoice has no credit note, and what
 * no invoice has left is of credits of the operator. `invoices`: those of the account, the newest first.
 */
export function creditedOn(invoices: readonly OpenInvoice[], amount: number, paymentId: string | null): Share[] {
  if (paymentId !== null && !invoices.some(invoice => invoice.paymentId === paymentId)) return []
  const own = (invoice: OpenInvoice) => invoice.paymentId === paymentId
  const inOrder = [...invoices.filter(own), ...invoices.filter(invoice => !own(invoice))]
  return shared(
    inOrder.map(({ id, left }) => ({ invoiceId: id, amount: left })),
    amount,
  )
}

/** The parts of an amount in order, each at most as large as it may be; parts of 0 are left out. */
export function shared(most: readonly Share[], amount: number): Share[] {
  let rest = amount
  return most.flatMap(({ invoiceId, amount: bound }) => {
    const part = Math.min(rest, bound)
    rest -= part
    return part > 0 ? { invoiceId, amount: part } : []
  })
}
