// The mails with the link that opens the account page, or the console. They name nobody: they are written before anybody knows whether there is an account.
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

/** The same for those who decide what waits. */
export function reviewersSignInMail(baseUrl: string, link: string): Mail {
  return withLink('Your link to the review console', `a link to the review console of ${baseUrl}`, link)
}

function withLink(subject: string, what: string, link: string): Mail {
  return mail(subject, [
    `Somebody has asked for ${what}. Was it you? Then open this link:`,
    { link, label: 'Sign in' },
    `It works once, for ${span(limits.signInLinkMs)}, in the browser that asked for it. Any other browser shows a code to type there. Type the code nowhere else, and tell it to nobody.`,
    'Was it not you? Ignore this mail: nothing happens then.',
  ])
}
