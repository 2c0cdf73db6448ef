// The mail that asks the owner to approve the texts of a key. It quotes none of them: anybody may have written them.
import { limits } from '../contract/limits.ts'
import { span } from '../contract/words.ts'
import { type Mail, mail, toAccount } from './mail.ts'

/** The mail. It states no number of texts, which may change before the mail is sent. The account page is at `baseUrl`. */
export function approvalMail(handle: string, baseUrl: string): Mail {
  return mail(`Something waits for your approval on @${handle}`, [
    `A key of the account @${handle} that asks you first wants to publish something. Nothing is published or charged until you approve it on your account page.`,
    toAccount(baseUrl),
    `A text that you do not decide on within ${span(limits.approvalMs)} is dropped.`,
  ])
}
