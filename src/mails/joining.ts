// Mails to an address with which somebody wants to open an account on a page: one for each state of the address. None quotes what was typed.
import { limits } from '../contract/limits.ts'
import type { SiteContext } from '../contract/sites/site-context.ts'
import { siteRow } from '../contract/sites.ts'
import { span } from '../contract/words.ts'
import { type Mail, mail, notMe } from './mail.ts'

const ignored = 'Was it not you? Then ignore this mail: nothing happens.'
const works = `The link works once, within ${span(limits.signInLinkMs)}, in the browser that asked for it. Any other browser shows a code to type into that first browser. Type the code nowhere else, and tell it to nobody.`

/** The mail with the link that opens the account. */
export function joinMail({ id, baseUrl }: Pick<SiteContext, 'id' | 'baseUrl'>, link: string): Mail {
  const { title } = siteRow(id)
  return mail(`Open your account on ${title}`, [
    `Somebody wants to open an account on ${title} (${baseUrl}) with this e-mail address. Was it you? Then open this link:`,
    { link, label: 'Open the account' },
    works,
    'Opening an account costs nothing. No account exists before the button behind the link is pressed.',
    ignored,
  ])
}

/** The mail to an address that has an account already: a link to sign in. */
export function knownAddressMail(baseUrl: string, link: string): Mail {
  return mail('You have an account already', [
    `Somebody wants to open an account on ${baseUrl} with this e-mail address, which has one already. Was it you? Then sign in:`,
    { link, label: 'Sign in' },
    works,
    'Was it not you? Then ignore this mail: nothing happens. If somebody else may have a key of your agents, end all of them:',
    notMe(baseUrl),
  ])
}

/** The mail to an address that can open no account. */
export function noAccountMail(baseUrl: string): Mail {
  return mail('No account can be opened with this address', [
    `Somebody wants to open an account on ${baseUrl} with this e-mail address. It cannot have one: it belongs to a banned account, or an account has left it in the last ${span(limits.addressTakeBackMs)}.`,
    `Is this wrong? Write to the operator of ${baseUrl}. Another address of yours works at once.`,
    ignored,
  ])
}
