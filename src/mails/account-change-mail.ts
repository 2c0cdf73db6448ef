// The mail that tells the owner of a binding change to the account, made on the account page or by an agent.
import { usd } from '../contract/words.ts'
import { type Mail, mail, toAccount } from './mail.ts'

export type AccountChange =
  | { change: 'recharge-on'; threshold: number; amount: number }
  | { change: 'recharge-off' }
  | { change: 'penalty-acknowledged'; recharge: boolean }
  | { change: 'warning'; threshold: number }
  | { change: 'signed-out'; sessions: number }
  | { change: 'approved'; textId: string; price: number }

/** The mail. Amounts in micros. The account page is at `baseUrl`. */
export function accountChangeMail(change: AccountChange, handle: string, baseUrl: string): Mail {
  const [subject, sentence] = words(change, handle)
  return mail(subject, [
    sentence,
    'Was it not you? Sign in on your account page, end the sessions and keys that you do not know, and write to the operator.',
    toAccount(baseUrl),
  ])
}

function words(change: AccountChange, handle: string): [subject: string, sentence: string] {
  const of = `of the account @${handle}`
  switch (change.change) {
    case 'recharge-on':
      return [
        `Auto-recharge of @${handle} is on`,
        `Auto-recharge ${of} is on. When a charge leaves less than ${usd(change.threshold)} on the balance, the saved card is charged ${usd(change.amount)}.`,
      ]
    case 'recharge-off':
      return [
        `Auto-recharge of @${handle} is off`,
        `Auto-recharge ${of} was turned off. The saved card is not charged any more.`,
      ]
    case 'penalty-acknowledged':
      return [
        `A penalty of @${handle} was acknowledged`,
        `The penalty ${of} was acknowledged on the account page. Auto-recharge ${change.recharge ? 'goes on' : 'is off, and stays off'}.`,
      ]
    case 'warning':
      return [
        `The warning of @${handle} was changed`,
        change.threshold === 0
          ? `You are no longer warned when the balance ${of} runs low.`
          : `You are warned when a charge leaves less than ${usd(change.threshold)} on the balance ${of}.`,
      ]
    case 'approved':
      return [
        `A text of @${handle} was approved`,
        `The text ${change.textId} ${of} was approved on the account page${change.price === 0 ? '' : ` and paid for with ${usd(change.price)}`}. It is published once it is moderated.`,
      ]
    case 'signed-out':
      return [
        `The sessions of @${handle} were ended`,
        `${change.sessions === 1 ? 'A session' : `${change.sessions} sessions`} ${of} ${change.sessions === 1 ? 'was' : 'were'} ended on the account page.`,
      ]
  }
}
