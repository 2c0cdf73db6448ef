// The mail about a passkey that was added, removed, or ended because there is a copy.
import { type Letter, letter, notMe, quoted, toAccount } from './mail.ts'

export type PasskeyChange = { change: 'added' | 'removed' | 'copied'; name: string }

/** The mail about a passkey. The owner chose its name. The account page is at `baseUrl`. */
export function passkeyMail({ change, name }: PasskeyChange, handle: string, baseUrl: string): Letter {
  return letter(tongue => {
    const { say } = tongue
    return {
      subject: say('mail.passkey.subject', { handle, change }),
      blocks: [
        say(`mail.passkey.${change}`, { name: quoted(name), handle }),
        say('mail.passkey.not-you'),
        notMe(tongue, baseUrl),
        toAccount(tongue, baseUrl),
      ],
    }
  })
}
