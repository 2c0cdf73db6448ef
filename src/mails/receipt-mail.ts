// The receipt of a payment that was added to the balance: a top-up by the owner, or a recharge of the saved card.
import { usd } from '../contract/words.ts'
import { moment } from '../domain/times/moment.ts'
import { type Mail, mail, toAccount } from './mail.ts'

export type Receipt = {
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

/** The mail. */
export function receiptMail(receipt: Receipt): Mail {
  const { handle, kind, amount, balance, card, reference, pretended, at, baseUrl } = receipt
  return mail(`Receipt: ${usd(amount)} for @${handle}`, [
    kind === 'topup'
      ? `You have topped up the account @${handle} on ${baseUrl}.`
      : `The balance of the account @${handle} on ${baseUrl} fell below the threshold that you set, so auto-recharge has charged your saved card.`,
    ...(pretended ? ['This is a test payment: no real money has moved.'] : []),
    {
      facts: [
        ['Paid', usd(amount)],
        ['Card', card],
        ['Date', moment(at)],
        ['Payment', reference],
        ['Balance after it', usd(balance)],
      ],
    },
    kind === 'topup'
      ? `Did you not make this payment? Write to the operator of ${baseUrl}.`
      : 'You can turn auto-recharge off on the account page. Your agents can turn it off too.',
    toAccount(baseUrl),
  ])
}
