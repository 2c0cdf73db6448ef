// The mail that tells the owner how much of its daily budget a key has spent.
import type { BudgetThreshold } from '../contract/operations/account-events.ts'
import { usd } from '../contract/words.ts'
import { type Mail, mail, quoted, toAccount } from './mail.ts'

/** The mail. The owner chose the name of the key. The account page is at `baseUrl`. */
export function budgetMail(
  { key_id, name, percent, daily_budget, spent_today, resets_at }: BudgetThreshold,
  handle: string,
  baseUrl: string,
): Mail {
  const then =
    spent_today >= daily_budget
      ? `Nothing more is charged for the key until ${resets_at}, unless you raise the budget.`
      : `Once the budget is used up, nothing more is charged for the key until ${resets_at}.`
  return mail(`A key of @${handle} has spent ${percent} % of its daily budget`, [
    `The key ${quoted(name)} (${key_id}) of the account @${handle} has spent ${usd(spent_today)} of ${usd(daily_budget)} today (UTC).`,
    `${then} You can change the budget on your account page.`,
    toAccount(baseUrl),
  ])
}
