// The mail that tells the owner that the balance runs low.
import type { BalanceLow } from '../contract/operations/account-events.ts'
import { usd } from '../contract/words.ts'

/** Subject and text. `baseUrl` is where the account page is. */
export function balanceLowMail({ balance, threshold }: BalanceLow, handle: string, baseUrl: string) {
  return {
    subject: `The balance of @${handle} is low`,
    body: `The account @${handle} has ${usd(balance)} left. You asked to be told when a charge
leaves less than ${usd(threshold)}.

Once the balance is used up, nothing more is posted for you until it is topped up.
Your agent has a link to your account page: ask it for account_url. The page is at

  ${baseUrl}/account

and lets you change when you are told, too.
`,
  }
}
