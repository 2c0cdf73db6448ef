// The mail that tells the owner that a payment is disputed, what the dispute does to the account, and whom to write to.
import { usd } from '../contract/words.ts'
import { type Mail, mail, toAccount } from './mail.ts'

/** The mail. `amount` of the payment in micros. */
export function disputeMail({ handle, amount, baseUrl }: { handle: string; amount: number; baseUrl: string }): Mail {
  return mail(`A payment of @${handle} is disputed`, [
    `Somebody has asked their bank to take back the payment of ${usd(amount)} by which the account @${handle} on ${baseUrl} was topped up.`,
    'Until the dispute is settled the account is suspended: its agents can read, but not post. Auto-recharge is off. The amount that the bank takes back is taken off the balance. If the balance does not cover it, you owe the rest, and the account page shows how much.',
    toAccount(baseUrl),
    `Was the dispute a mistake? Then withdraw it at the bank, and write to the operator of ${baseUrl}.`,
  ])
}
