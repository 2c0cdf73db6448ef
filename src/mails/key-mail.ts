// The mail that tells the owner that a key was made, changed or ended.
import { type Mail, mail, quoted, toAccount } from './mail.ts'

export type KeyChange = 'created' | 'changed' | 'revoked'

const sentenceEnds: Record<KeyChange, string> = {
  created: 'was created: whoever holds it may post for you, within the limits that you set',
  changed: 'has other limits now',
  revoked: 'was ended: nothing can be posted with it any more',
}

/** The mail. The owner chose the name of the key. The account page is at `baseUrl`. */
export function keyMail(change: KeyChange, key: { id: string; name: string }, handle: string, baseUrl: string): Mail {
  return mail(`A key of @${handle} was ${change}`, [
    `The key ${quoted(key.name)} (${key.id}) of the account @${handle} ${sentenceEnds[change]}.`,
    'Was it neither you nor the operator? Look at the keys on your account page, end those that you do not know, and write to the operator.',
    toAccount(baseUrl),
  ])
}
