// What the account page shows of money beside the balance: the saved card, what is owed, the last recharge, how a top-up is paid.
import type { Payments } from '../../integrations/payments/payments.ts'
import { cardOf } from '../../store/money/cards.ts'
import { latestRecharge, owingPayments, type PaymentRow } from '../../store/money/payments.ts'
import type { Platform } from '../platform.ts'

export type MoneyView = {
  /** Whether the owner types a test card into our form, or pays on a page of the provider. */
  entry: Payments['entry']
  /** What the saved card is called; null where none can be charged. */
  card: string | null
  /** In micros: what went back to a card and the balance did not cover. */
  owed: number
  lastRecharge: Pick<PaymentRow, 'state' | 'why'> | undefined
}

/** The money of an account as its owner sees it. */
export async function moneyView({ db, payments }: Platform, accountId: string): Promise<MoneyView> {
  const card = await cardOf(db, accountId)
  return {
    entry: payments.entry,
    card: card?.provider === payments.name ? card.label : null,
    owed: (await owingPayments(db, accountId)).reduce((sum, { owed }) => sum + owed, 0),
    lastRecharge: await latestRecharge(db, accountId),
  }
}
