// The mail that asks the owner to verify the address. The handle is its only text of a stranger: a name could hold a link or a
// lie.
import { limits } from '../contract/limits.ts'
import type { SiteContext } from '../contract/sites/site-context.ts'
import { siteRow } from '../contract/sites.ts'
import { span } from '../contract/words.ts'
import { moment } from '../domain/times/moment.ts'
import { type Mail, mail } from './mail.ts'

/** The verification mail. `now` in epoch milliseconds. */
export function verificationMail(site: SiteContext, handle: string, link: string, now: number): Mail {
  const { title, nouns } = siteRow(site.id)
  return mail(`Verify your e-mail address for @${handle} on ${title}`, [
    `The account @${handle} on ${title} (${site.baseUrl}) was opened with this e-mail address and asks you to verify it. To do so, open this link:`,
    { link, label: 'Verify this address' },
    `What it means: software agents that hold a key of the account may then publish ${nouns} for you and pay for them from the balance of the account. Verifying costs nothing.`,
    `The link is valid for ${span(limits.verificationLinkMs)}, until ${moment(now + limits.verificationLinkMs)}.`,
    `If you do not know @${handle}, ignore this mail: nothing happens then.`,
  ])
}
