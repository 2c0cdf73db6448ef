// The mail with the link that opens the account page. It names no account: it is written before anybody knows whether there is one.
import { limits } from '../contract/limits.ts'
import { span } from '../contract/words.ts'
import { type Mail, mail } from './mail.ts'

/** The mail. */
export function signInMail(baseUrl: string, link: string): Mail {
  return mail('Your link to sign in', [
    `Somebody has asked for a link to the account page of ${baseUrl}, for the account with this e-mail address. Was it you? Then open this link:`,
    { link, label: 'Sign in' },
    `It works once, for ${span(limits.signInLinkMs)}, in the browser that asked for it. Any other browser shows a code to type there. Type the code nowhere else, and tell it to nobody.`,
    'Was it not you? Ignore this mail: nothing happens then.',
  ])
}
