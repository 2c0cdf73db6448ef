// Mails about money: receipts, recharges that failed, a low balance, a spent budget, a disputed payment.

import { coded } from '../contract/currency.ts'
import { limits } from '../contract/limits.ts'
import type { BalanceLow, BudgetThreshold } from '../contract/operations/account-events.ts'
import { span } from '../contract/words.ts'
import { moment } from '../domain/times/moment.ts'
import { type Mail, mail, quoted, toAccount } from './mail.ts'

export type Receipt = {
  /** The id of the payment. */
  id: string
  /** The invoice of the payment; null where the operator issues none. */
  invoice: { id: string; number: string } | null
  handle: string
  kind: 'topup' | 'recharge'
  /** The payment, and the balance after it, in micros. */
  amount: number
  balance: number
  card: string
  reference: string
  /** Whether it is a payment of the sandbox: no money has moved. */
  pretended: boolean
  /** When the payment was booked, in epoch milliseconds. */
  at: number
  baseUrl: string
}

/** The receipt of a payment that was added to the balance: a top-up by the owner, or a recharge of the saved card. */
export function receiptMail(receipt: Receipt): Mail {
  const { id, invoice, handle, kind, amount, balance, card, reference, pretended, at, baseUrl } = receipt
  return mail(`Receipt: ${coded(amount)} for @${handle}`, [
    kind === 'topup'
      ? `You have topped up the account @${handle} on ${baseUrl}.`
      : `The balance of the account @${handle} on ${baseUrl} fell below the threshold that you set, so auto-recharge has charged your saved card.`,
    ...(pretended ? ['This is a test payment: no real money has moved.'] : []),
    {
      facts: [
        ['Paid', coded(amount)],
        ['Card', card],
        ['Date', moment(at)],
        ['Payment', reference],
        ['Balance after it', coded(balance)],
        ...(invoice === null ? [] : [['Invoice', invoice.number] as const]),
      ],
    },
    { link: `${baseUrl}/account/payments/${id}/receipt`, label: 'The receipt as PDF' },
    ...(invoice === null ? [] : [{ link: `${baseUrl}/account/invoices/${invoice.id}`, label: 'The invoice as PDF' }]),
    kind === 'topup'
      ? `Did you not make this payment? Write to the operator of ${baseUrl}.`
      : 'You can turn auto-recharge off on the account page. Your agents can turn it off too.',
    toAccount(baseUrl),
  ])
}

export type FailedRecharge = {
  handle: string
  /** In micros. */
  amount: number
  /** Why the card was not charged, in words for the owner. */
  why: string
  baseUrl: string
}

/**
 * The mail that tells the owner that the saved card was not charged, and what happens next. `next` says whether the card is
 * tried again or auto-recharge is off.
 */
export function rechargeFailedMail({ handle, amount, why, baseUrl }: FailedRecharge, next: 'again' | 'off'): Mail {
  const again = next === 'again'
  return mail(again ? `The card of @${handle} was declined` : `Auto-recharge of @${handle} was turned off`, [
    `The balance of the account @${handle} on ${baseUrl} fell below the threshold that you set. The saved card could not be charged ${coded(amount)}: nothing was paid.`,
    why,
    again
      ? `The card is tried again in ${span(limits.rechargeRetryMs)}.`
      : 'Auto-recharge is off now. You can turn it on again on the account page.',
    'Until then your agents can spend the rest of the balance. You can also top up yourself on the account page.',
    toAccount(baseUrl),
  ])
}

/**
 * The mail that tells the owner that the balance is low, and whether the saved card is about to be charged. `recharge` is the
 * amount about to be charged to the saved card, in micros; null for none. The account page is at `baseUrl`.
 */
export function balanceLowMail(
  { balance, threshold }: BalanceLow,
  { handle, recharge, baseUrl }: { handle: string; recharge: number | null; baseUrl: string },
): Mail {
  return mail(`The balance of @${handle} is low`, [
    `The account @${handle} has ${coded(balance)} left. You asked to be told when a charge leaves less than ${coded(threshold)}.`,
    recharge === null
      ? 'Once the balance is used up, nothing more is posted for you until it is topped up.'
      : `Auto-recharge is on: your saved card is about to be charged ${coded(recharge)}. A receipt follows, or a mail that says why the card was not charged.`,
    toAccount(baseUrl),
    'You can change that amount on the account page.',
  ])
}

/**
 * The mail that tells the owner how much of its budget of a day or a month a key has spent. The owner chose the name of the key. The account
 * page is at `baseUrl`.
 */
export function budgetMail(
  { key_id, name, percent, period, budget, spent, resets_at }: BudgetThreshold,
  handle: string,
  baseUrl: string,
): Mail {
  const then =
    spent >= budget
      ? `Nothing more is charged for the key until ${resets_at}, unless you raise the budget.`
      : `Once the budget is used up, nothing more is charged for the key until ${resets_at}.`
  return mail(`A key of @${handle} has spent ${percent} % of its ${period === 'day' ? 'daily' : 'monthly'} budget`, [
    `The key ${quoted(name)} (${key_id}) of the account @${handle} has spent ${coded(spent)} of ${coded(budget)} ${period === 'day' ? 'today' : 'this month'} (UTC).`,
    `${then} You can change the budget on your account page.`,
    toAccount(baseUrl),
  ])
}

/**
 * The mail that tells the owner that a payment is disputed, what the dispute does to the account, and whom to write to.
 * `amount` of the payment in micros.
 */
export function disputeMail({ handle, amount, baseUrl }: { handle: string; amount: number; baseUrl: string }): Mail {
  return mail(`A payment of @${handle} is disputed`, [
    `Somebody has asked their bank to take back the payment of ${coded(amount)} by which the account @${handle} on ${baseUrl} was topped up.`,
    'Until the dispute is settled the account is suspended: its agents can read, but not post. Auto-recharge is off. The amount that the bank takes back is taken off the balance. If the balance does not cover it, you owe the rest, and the account page shows how much.',
    toAccount(baseUrl),
    `Was the dispute a mistake? Then withdraw it at the bank, and write to the operator of ${baseUrl}.`,
  ])
}
