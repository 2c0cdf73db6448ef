// The money on the account page besides the balance: the saved card, the debt, the last recharge, the way to top up.
import type { Payments } from '../../integrations/payments/payments.ts'
import { cardOf } from '../../store/money/cards.ts'
import { latestRecharge, owingPayments, type PaymentRow } from '../../store/money/payments.ts'
import type { Platform } from '../platform.ts'

export type MoneyView = {
  /** Whether the owner types a test card into our form, or pays on a page of the provider. */
  entry: Payments['entry']
  /** The label of the saved card; null if no card can be charged. */
  card: string | null
  /** The debt in micros: money that went back to a card and that the balance did not cover. */
  owed: number
  lastRecharge: Pick<PaymentRow, 'state' | 'why'> | undefined
}

export async function moneyView({ db, payments }: Platform, accountId: string): Promise<MoneyView> {
  const card = await cardOf(db, accountId)
  return {
    entry: payments.entry,
    card: card?.provider === payments.name ? card.label : null,
    owed: (await owingPayments(db, accountId)).reduce((sum, { owed }) => sum + owed, 0),
    lastRecharge: await latestRecharge(db, accountId),
  }
}
