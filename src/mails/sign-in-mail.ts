// The mails with the link that opens the account page, or the console. They name no account: one may not exist.
import { limits } from '../contract/limits.ts'
import { span } from '../contract/words.ts'
import { type Mail, mail } from './mail.ts'

/** The mail. */
export function signInMail(baseUrl: string, link: string): Mail {
  return withLink(
    'Your link to sign in',
    `a link to the account page of ${baseUrl}, for the account with this e-mail address`,
    link,
  )
}

/** The same mail for a reviewer. */
export function reviewersSignInMail(baseUrl: string, link: string): Mail {
  return withLink('Your link to the review console', `a link to the review console of ${baseUrl}`, link)
}

function withLink(subject: string, linkTarget: string, link: string): Mail {
  return mail(subject, [
    `Somebody has asked for ${linkTarget}. Was it you? Then open this link:`,
    { link, label: 'Sign in' },
    `The link works once, within ${span(limits.signInLinkMs)}, in the browser that asked for it. Any other browser shows a code to type into that first browser. Type the code nowhere else, and tell it to nobody.`,
    'Was it not you? Ignore this mail: nothing happens then.',
  ])
}
