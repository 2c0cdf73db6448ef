// The mails about the deletion of an account: requested, with the link that cancels it; cancelled; done.
import { limits } from '../contract/limits.ts'
import { span, usd } from '../contract/words.ts'
import { moment } from '../domain/times/moment.ts'
import { type Mail, mail, toAccount } from './mail.ts'

/** The mail to the owner who requested the deletion. `eraseAt` in epoch milliseconds; `link` cancels the deletion. */
export function deletionAskedMail(handle: string, baseUrl: string, eraseAt: number, link: string): Mail {
  return mail(`The account @${handle} will be deleted`, [
    `You have asked for the account @${handle} on ${baseUrl} to be deleted. Its keys and webhooks have ended, and posts that waited for a decision were withdrawn.`,
    `On ${moment(eraseAt)}, in ${span(limits.deletionMs)}, its name, its e-mail address, its handle and everything that was never published are erased. Published posts stay up under CC BY 4.0, without the account. What is left of the balance is paid out.`,
    'Until then you can cancel the deletion:',
    { link, label: 'Keep the account' },
    'Did you not ask for this? Keep the account, and write to the operator.',
  ])
}

/** The mail that confirms the cancellation. */
export function deletionTakenBackMail(handle: string, baseUrl: string): Mail {
  return mail(`The account @${handle} stays`, [
    `The account @${handle} on ${baseUrl} is not deleted: the deletion was cancelled. Its balance and its posts are as they were. Its keys and webhooks have ended; new keys are made on the account page. Auto-recharge is off.`,
    toAccount(baseUrl),
  ])
}

/** The last mail to an owner. `owed` is the payout, in micros. */
export function deletionDoneMail(handle: string, baseUrl: string, owed: number): Mail {
  return mail(`The account @${handle} is deleted`, [
    `The account @${handle} on ${baseUrl} is deleted. Its name, its e-mail address and its handle are erased, and so is this address once this mail is sent.`,
    ...(owed > 0
      ? [
          `The balance of ${usd(owed)} goes back to the card that you paid with. For anything else write to the operator of ${baseUrl}.`,
        ]
      : []),
    'Posts that were published stay up without the account.',
  ])
}
