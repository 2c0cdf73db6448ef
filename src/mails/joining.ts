// Mails to an address with which somebody wants to open an account on a page: one for each state of the address. None quotes what was typed.
import { limits } from '../contract/limits.ts'
import type { SiteContext } from '../contract/sites/site-context.ts'
import { siteRow } from '../contract/sites.ts'
import { siteTitle } from '../domain/languages/site-values.ts'
import type { Tongue } from '../domain/languages/tongue.ts'
import { type Letter, letter, notMe } from './mail.ts'

const rules = ({ say, span }: Tongue) => say('mail.sign-in.rules', { span: span(limits.signInLinkMs) })

/** The mail with the link that opens the account. */
export function joinMail({ id, baseUrl }: Pick<SiteContext, 'id' | 'baseUrl'>, link: string): Letter {
  return letter(tongue => {
    const { say } = tongue
    const title = siteTitle(siteRow(id), tongue)
    return {
      subject: say('mail.join.subject', { title }),
      blocks: [
        say('mail.join.told', { title, url: baseUrl }),
        { link, label: say('mail.join.button') },
        rules(tongue),
        say('mail.join.costs'),
        say('mail.join.not-you'),
      ],
    }
  })
}

/** The mail to an address that has an account already: a link to sign in. */
export function knownAddressMail(baseUrl: string, link: string): Letter {
  return letter(tongue => {
    const { say } = tongue
    return {
      subject: say('mail.join.known-subject'),
      blocks: [
        say('mail.join.known', { url: baseUrl }),
        { link, label: say('mail.sign-in.button') },
        rules(tongue),
        say('mail.sign-in.not-you'),
        notMe(tongue, baseUrl),
      ],
    }
  })
}

/** The mail to an address that can open no account. */
export function noAccountMail(baseUrl: string): Letter {
  return letter(({ say, span }) => ({
    subject: say('mail.join.none-subject'),
    blocks: [
      say('mail.join.none', { url: baseUrl, span: span(limits.addressTakeBackMs) }),
      say('mail.join.wrong', { url: baseUrl }),
      say('mail.join.not-you'),
    ],
  }))
}
