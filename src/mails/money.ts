// Mails about money: receipts, recharges that failed, a low balance, a spent budget, a disputed payment.
import { limits } from '../contract/limits.ts'
import type { BalanceLow, BudgetThreshold } from '../contract/operations/account-events.ts'
import type { Tongue } from '../domain/languages/tongue.ts'
import type { DeclineReason } from '../domain/money/decline.ts'
import { type Letter, letter, quoted, toAccount } from './mail.ts'

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
export function receiptMail(receipt: Receipt): Letter {
  const { id, invoice, handle, kind, amount, balance, card, reference, pretended, at, baseUrl } = receipt
  return letter(tongue => {
    const { say, money } = tongue
    const about = { handle, url: baseUrl }
    return {
      subject: say('mail.receipt.subject', { amount: money(amount), handle }),
      blocks: [
        say(`mail.receipt.${kind}`, about),
        ...(pretended ? [say('mail.receipt.test')] : []),
        {
          facts: [
            [say('mail.receipt.paid'), money(amount)],
            [say('mail.receipt.card'), cardWords(card, tongue)],
            [say('mail.receipt.date'), tongue.moment(at)],
            [say('mail.receipt.payment'), reference],
            [say('mail.receipt.balance'), money(balance)],
            ...(invoice === null ? [] : [[say('mail.receipt.invoice'), invoice.number] as const]),
          ],
        },
        { link: `${baseUrl}/account/payments/${id}/receipt`, label: say('mail.receipt.as-pdf') },
        ...(invoice === null
          ? []
          : [{ link: `${baseUrl}/account/invoices/${invoice.id}`, label: say('mail.receipt.invoice-as-pdf') }]),
        kind === 'topup' ? say('mail.receipt.not-you', about) : say('mail.receipt.turn-off'),
        toAccount(tongue, baseUrl),
      ],
    }
  })
}

/** A card in words: its label, as a provider of payments writes it, ends with the last digits of its number. */
function cardWords(label: string, { say }: Tongue): string {
  const [, card, digits] = /^(.+) ending (\d+)$/.exec(label) ?? []
  if (card === undefined || digits === undefined) return label
  return card === 'test card'
    ? say('mail.receipt.test-card', { digits })
    : say('mail.receipt.card-ending', { card, digits })
}

export type FailedRecharge = {
  handle: string
  /** In micros. */
  amount: number
  /** Why the card was not charged. */
  because: DeclineReason
  baseUrl: string
}

/**
 * The mail that tells the owner that the saved card was not charged, and what happens next. `next` says whether the card is
 * tried again or auto-recharge is off.
 */
export function rechargeFailedMail(
  { handle, amount, because, baseUrl }: FailedRecharge,
  next: 'again' | 'off',
): Letter {
  return letter(tongue => {
    const { say } = tongue
    return {
      subject: say(next === 'again' ? 'mail.declined.subject' : 'mail.declined.subject-off', { handle }),
      blocks: [
        say('mail.declined.told', { handle, url: baseUrl, amount: tongue.money(amount) }),
        say(`mail.declined.why.${because}`),
        next === 'again'
          ? say('mail.declined.again', { span: tongue.span(limits.rechargeRetryMs) })
          : say('mail.declined.off'),
        say('mail.declined.meanwhile'),
        toAccount(tongue, baseUrl),
      ],
    }
  })
}

/**
 * The mail that tells the owner that the balance is low, and whether the saved card is about to be charged. `recharge` is the
 * amount about to be charged to the saved card, in micros; null for none. The account page is at `baseUrl`.
 */
export function balanceLowMail(
  { balance, threshold }: BalanceLow,
  { handle, recharge, baseUrl }: { handle: string; recharge: number | null; baseUrl: string },
): Letter {
  return letter(tongue => {
    const { say, money } = tongue
    return {
      subject: say('mail.low.subject', { handle }),
      blocks: [
        say('mail.low.told', { handle, balance: money(balance), threshold: money(threshold) }),
        recharge === null ? say('mail.low.no-recharge') : say('mail.low.recharge', { amount: money(recharge) }),
        toAccount(tongue, baseUrl),
        say('mail.low.change'),
      ],
    }
  })
}

/**
 * The mail that tells the owner how much of its budget of a day or a month a key has spent. The owner chose the name of the key. The account
 * page is at `baseUrl`.
 */
export function budgetMail(
  { key_id: id, name, percent, period, budget, spent, resets_at }: BudgetThreshold,
  handle: string,
  baseUrl: string,
): Letter {
  return letter(tongue => {
    const { say, money } = tongue
    const about = { handle, id, name: quoted(name), spent: money(spent), budget: money(budget), period }
    return {
      subject: say('mail.budget.subject', { handle, percent, period }),
      blocks: [
        say('mail.budget.told', about),
        say(spent >= budget ? 'mail.budget.spent' : 'mail.budget.left', {
          time: tongue.moment(Date.parse(resets_at)),
        }),
        toAccount(tongue, baseUrl),
      ],
    }
  })
}

/**
 * The mail that tells the owner that a payment is disputed, what the dispute does to the account, and whom to write to.
 * `amount` of the payment in micros.
 */
export function disputeMail({ handle, amount, baseUrl }: { handle: string; amount: number; baseUrl: string }): Letter {
  return letter(tongue => {
    const { say } = tongue
    return {
      subject: say('mail.dispute.subject', { handle }),
      blocks: [
        say('mail.dispute.told', { handle, url: baseUrl, amount: tongue.money(amount) }),
        say('mail.dispute.means'),
        toAccount(tongue, baseUrl),
        say('mail.dispute.mistake', { url: baseUrl }),
      ],
    }
  })
}
