// Tells the money that an owner has paid in from credits of the operator, for payouts (contract.md §11).

/** A row of the ledger, in signed micros. */
export type Booked = {
  type: string
  amount: number
  revision_id: string | null
  reference: string | null
  note: string | null
}

/** What a text has cost, by where the money came from. */
type Spent = { paid: number; given: number }

const ofAppeal = 'appeal:'
/** The note of money that a provider took back and gave back again. */
export const givenBack = 'given back: '

/**
 * Adds up the ledger of one account, row by row in order. Credits are spent before money that was paid in, so that as much of that money
 * as possible is paid out; what a text gives back returns first to the money that was paid in.
 */
export class PaidIn {
  /** The money of the balance that the owner has paid in, in micros. */
  paid = 0
  /** The credits of the balance, in micros. */
  given = 0
  private readonly spent = new Map<string, Spent>()

  add({ type, amount, revision_id, reference, note }: Booked): void {
    if (amount < 0) this.take(type, -amount, revision_id)
    else if (type === 'refund') this.giveBack(amount, revision_id)
    else if (reference?.startsWith(ofAppeal)) this.giveBack(amount, reference.slice(ofAppeal.length))
    else if (type === 'topup' || note?.startsWith(givenBack)) this.paid += amount
    else this.given += amount
  }

  private take(type: string, amount: number, revision: string | null): void {
    // A payout, or money that the provider takes back, is of what was paid in.
    const given = type === 'payout' ? Math.max(0, amount - this.paid) : Math.min(amount, this.given)
    const paid = amount - given
    this.given -= given
    this.paid -= paid
    if (revision === null) return
    const before = this.spent.get(revision) ?? { paid: 0, given: 0 }
    this.spent.set(revision, { paid: before.paid + paid, given: before.given + given })
  }

  private giveBack(amount: number, revision: string | null): void {
    const cost = this.spent.get(revision ?? '')
    const paid = Math.min(amount, cost?.paid ?? 0)
    if (cost) cost.paid -= paid
    this.paid += paid
    this.given += amount - paid
  }
}
