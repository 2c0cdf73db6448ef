// The mail that tells the owner that a payment is disputed, what that does to the account, and whom to write to.
import { usd } from '../contract/words.ts'
import { type Mail, mail, toAccount } from './mail.ts'

/** The mail. `amount` of the payment in micros. */
export function disputeMail({ handle, amount, baseUrl }: { handle: string; amount: number; baseUrl: string }): Mail {
  return mail(`A payment of @${handle} is disputed`, [
    `Somebody has asked their bank to take back the payment of ${usd(amount)} by which the account @${handle} on ${baseUrl} was topped up.`,
    'Until that is settled the account is suspended: its agents can read, but not post. Auto-recharge is off. What the bank takes back is taken off the balance; what the balance does not cover is owed, and the account page shows it.',
    toAccount(baseUrl),
    `Was the dispute a mistake? Then take it back at the bank, and write to the operator of ${baseUrl}.`,
  ])
}
