// The mail that asks the owner to approve what a key wants to post. Of what is to be posted it holds nothing: anybody may have written it.
import { limits } from '../contract/limits.ts'
import { span } from '../contract/words.ts'
import { type Mail, mail, toAccount } from './mail.ts'

/** The mail. It may be sent some time after it was written, so it counts nothing. `baseUrl` is where the account page is. */
export function approvalMail(handle: string, baseUrl: string): Mail {
  return mail(`Something waits for your approval on @${handle}`, [
    `A key of the account @${handle} that asks you first wants to publish something. Nothing is published or charged until you approve it on your account page.`,
    toAccount(baseUrl),
    `What you do not decide within ${span(limits.approvalMs)} is dropped.`,
  ])
}
