// The mail that tells the owner that the saved card was not charged, and what happens next.
import { limits } from '../contract/limits.ts'
import { span, usd } from '../contract/words.ts'
import { type Mail, mail, toAccount } from './mail.ts'

export type FailedRecharge = {
  handle: string
  /** In micros. */
  amount: number
  /** Why the card was not charged, in words for the owner. */
  why: string
  baseUrl: string
}

/** The mail. `next` says whether the card is tried again or auto-recharge is off. */
export function rechargeFailedMail({ handle, amount, why, baseUrl }: FailedRecharge, next: 'again' | 'off'): Mail {
  const again = next === 'again'
  return mail(again ? `The card of @${handle} was declined` : `Auto-recharge of @${handle} was turned off`, [
    `The balance of the account @${handle} on ${baseUrl} fell below the threshold that you set. The saved card could not be charged ${usd(amount)}: nothing was paid.`,
    why,
    again
      ? `The card is tried again in ${span(limits.rechargeRetryMs)}.`
      : 'Auto-recharge is off now. You can turn it on again on the account page.',
    'Until then your agents can spend the rest of the balance. You can also top up yourself on the account page.',
    toAccount(baseUrl),
  ])
}
