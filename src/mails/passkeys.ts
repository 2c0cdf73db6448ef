// The mail about a passkey that was added, removed, or ended because there is a copy.
import { type Mail, mail, notMe, quoted, toAccount } from './mail.ts'

export type PasskeyChange = { change: 'added' | 'removed' | 'copied'; name: string }

const words: Record<PasskeyChange['change'], [subject: string, end: string]> = {
  added: ['was added', 'was added to the account: whoever holds it signs in without a mail'],
  removed: ['was removed', 'was removed: nobody signs in with it any more'],
  copied: [
    'was ended',
    'was ended: it was used after a later use, as only a copy can be. Nobody signs in with it any more. Sign in by mail, look at your sessions, and add a new passkey',
  ],
}

/** The mail about a passkey. The owner chose its name. The account page is at `baseUrl`. */
export function passkeyMail({ change, name }: PasskeyChange, handle: string, baseUrl: string): Mail {
  const [subject, end] = words[change]
  return mail(`A passkey of @${handle} ${subject}`, [
    `The passkey ${quoted(name)} of the account @${handle} ${end}.`,
    'Was it not you? End all keys, passkeys and sessions at once; then sign in by mail and make new ones:',
    notMe(baseUrl),
    toAccount(baseUrl),
  ])
}
