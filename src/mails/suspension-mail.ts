// The notice of a suspension by a person, or of a ban for a card: what it means, and whom to write to.
import { type Mail, mail, toAccount } from './mail.ts'

/** The mail of a suspension. */
export function suspensionMail(handle: string, baseUrl: string): Mail {
  return mail(`The account @${handle} is suspended`, [
    `A person has suspended the account @${handle} on ${baseUrl}. Its agents can read, but not post. Its published posts stay up, and the balance is kept.`,
    `To ask why, or if you think that this is wrong, write to the operator of ${baseUrl} and name the account.`,
    toAccount(baseUrl),
  ])
}

/** The mail of a ban for paying with the card of a banned account. */
export function cardBanMail(handle: string, baseUrl: string): Mail {
  return mail(`The account @${handle} is banned`, [
    `The account @${handle} on ${baseUrl} was paid for with the card of a banned account. It can no longer post or be topped up. The payment goes back to the card.`,
    `Is this wrong? You can appeal: write to the operator of ${baseUrl}, name the account, and say whose card it is. A person looks at it, and can lift the ban.`,
    toAccount(baseUrl),
  ])
}
