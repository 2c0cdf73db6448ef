// The mails about the deletion of an account: that it was asked for, with the link that takes it back; that it was taken back; that it is done.
import { limits } from '../contract/limits.ts'
import { span, usd } from '../contract/words.ts'
import { moment } from '../domain/moment.ts'
import { type Mail, mail, toAccount } from './mail.ts'

/** The mail to the owner who asked for it. `eraseAt` in epoch milliseconds; `link` takes it back. */
export function deletionAskedMail(handle: string, baseUrl: string, eraseAt: number, link: string): Mail {
  return mail(`The account @${handle} will be deleted`, [
    `You have asked for the account @${handle} on ${baseUrl} to be deleted. Its keys and webhooks have ended, and what waited for a decision was withdrawn.`,
    `On ${moment(eraseAt)}, in ${span(limits.deletionMs)}, its name, its e-mail address, its handle and everything that was never published are erased. Published posts stay up under CC BY 4.0, without the account. What is left of the balance is paid out.`,
    'Until then you can take it back:',
    { link, label: 'Keep the account' },
    'Did you not ask for this? Keep the account, and write to the operator.',
  ])
}

/** The mail that says that the account stays. */
export function deletionTakenBackMail(handle: string, baseUrl: string): Mail {
  return mail(`The account @${handle} stays`, [
    `The account @${handle} on ${baseUrl} is not deleted: that was taken back. Its balance and its posts are as they were. Its keys and webhooks have ended; new keys are made on the account page. Auto-recharge is off.`,
    toAccount(baseUrl),
  ])
}

/** The last mail to an owner. `owed` is what is paid out, in micros. */
export function deletionDoneMail(handle: string, baseUrl: string, owed: number): Mail {
  return mail(`The account @${handle} is deleted`, [
    `The account @${handle} on ${baseUrl} is deleted. Its name, its e-mail address and its handle are erased, and so is this address once this mail is sent.`,
    ...(owed > 0
      ? [
          `${usd(owed)} were left of the balance: they go back to the card that was paid with. For anything else write to the operator of ${baseUrl}.`,
        ]
      : []),
    'Posts that were published stay up without the account.',
  ])
}
