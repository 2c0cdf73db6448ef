// The one-way names of readers: of an address, the platform keeps in the relay no more than such a name.
import { type Account, emailKey } from '../../store/accounts/accounts.ts'
import type { Platform } from '../platform.ts'

/** The one-way name of a reader, by the address. */
export function readerOf({ links }: Platform, email: string): string {
  return links.pseudonym(`reader ${emailKey(email)}`).slice(0, 24)
}

/** The verified address of an account, as names of readers. */
export function verifiedReaders(platform: Platform, account: Account | undefined): string[] {
  return account?.email_verified === 1 && account.email.includes('@') ? [readerOf(platform, account.email)] : []
}

/** The addresses of a message of an account, as names of readers: the one for answers, and the verified one. */
export function readersOf(platform: Platform, account: Account | undefined, replyEmail: string): string[] {
  return [...new Set([readerOf(platform, replyEmail), ...verifiedReaders(platform, account)])]
}
