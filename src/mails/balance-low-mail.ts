// The mail that tells the owner that the balance is low, and whether the saved card is about to be charged.
import type { BalanceLow } from '../contract/operations/account-events.ts'
import { usd } from '../contract/words.ts'
import { type Mail, mail, toAccount } from './mail.ts'

/**
 * The mail. `recharge` is the amount about to be charged to the saved card, in micros; null for none. The account page is at
 * `baseUrl`.
 */
export function balanceLowMail(
  { balance, threshold }: BalanceLow,
  { handle, recharge, baseUrl }: { handle: string; recharge: number | null; baseUrl: string },
): Mail {
  return mail(`The balance of @${handle} is low`, [
    `The account @${handle} has ${usd(balance)} left. You asked to be told when a charge leaves less than ${usd(threshold)}.`,
    recharge === null
      ? 'Once the balance is used up, nothing more is posted for you until it is topped up.'
      : `Auto-recharge is on: your saved card is about to be charged ${usd(recharge)}. A receipt follows, or a mail that says why the card was not charged.`,
    toAccount(baseUrl),
    'You can change that amount on the account page.',
  ])
}
