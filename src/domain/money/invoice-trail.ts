// Which invoices and credit notes the movements of an account ask for, from the movements alone: the audit compares them with those that
// were issued (contract.md §5).
import { creditedOn, type OpenInvoice, type Share, shared } from './credited.ts'

/**
 * A movement of paid-in money, in positive micros: `in` is a payment, `out` leaves the balance again, `again` is given back by a provider.
 * `paymentId`: the payment that was made or went back; null for a payout.
 */
export type TrailStep =
  | { way: 'in'; paymentId: string; amount: number; invoiceId: string | null }
  | { way: 'out'; paymentId: string | null; amount: number }
  | { way: 'again'; paymentId: string; amount: number }

type Taken = { paymentId: string; invoiceId: string; credited: number; step: number }

/** Follows the movements of one account in order. */
export class InvoiceTrail {
  /** What is left of each invoice, the newest first. */
  readonly invoices: OpenInvoice[] = []
  private readonly taken: Taken[] = []
  private steps = 0

  /** The parts, by invoice, that the step asks an invoice or a credit note for. */
  add(step: TrailStep): Share[] {
    this.steps++
    const { amount } = step
    if (step.way === 'in') {
      if (step.invoiceId === null) return []
      this.invoices.unshift({ id: step.invoiceId, paymentId: step.paymentId, left: amount })
      return [{ invoiceId: step.invoiceId, amount }]
    }
    const { paymentId } = step
    const shares =
      step.way === 'out'
        ? creditedOn(this.invoices, amount, paymentId)
        : shared(this.creditedFor(step.paymentId), amount)
    for (const share of shares) this.note(share, paymentId, step.way === 'out' ? share.amount : -share.amount)
    return shares
  }

  private note({ invoiceId }: Share, paymentId: string | null, credited: number): void {
    const invoice = this.invoices.find(({ id }) => id === invoiceId)
    if (invoice) invoice.left -= credited
    if (paymentId === null) return
    const known = this.taken.find(row => row.paymentId === paymentId && row.invoiceId === invoiceId)
    if (known) Object.assign(known, { credited: known.credited + credited, step: this.steps })
    else this.taken.push({ paymentId, invoiceId, credited, step: this.steps })
  }

  /** What a payment has credited on each invoice, the latest change first. */
  private creditedFor(paymentId: string): Share[] {
    return this.taken
      .filter(row => row.paymentId === paymentId)
      .sort((a, b) => b.step - a.step || (a.invoiceId < b.invoiceId ? -1 : 1))
      .map(({ invoiceId, credited }) => ({ invoiceId, amount: credited }))
  }
}
