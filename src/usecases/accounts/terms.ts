// Whether the owner of an account has accepted the terms as they are now (contract.md §11).
import { sha256 } from '../../domain/ids.ts'
import { acceptedTermsOf } from '../../store/accounts/accepted-terms.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import type { Platform } from '../platform.ts'

/** The version of the terms: the SHA-256 of their text as it is in its file, in hex. A translation is none of its own. */
export const termsVersion = ({ texts }: Platform) => sha256(texts.texts.terms)

/** The version that the owner has to accept before the next top-up; null for one who has, and for an account that takes no money. */
export async function termsToAccept(platform: Platform, account: Account): Promise<string | null> {
  if (account.banned_at !== null || account.erase_at !== null) return null
  const version = termsVersion(platform)
  const accepted = await acceptedTermsOf(platform.db, account.id)
  return accepted.some(row => row.version === version) ? null : version
}

/** What the owner has accepted, the latest first. Times in epoch ms; `current`: the terms are still these. */
export async function acceptedTerms(
  platform: Platform,
  accountId: string,
): Promise<{ version: string; acceptedAt: number; session: 'agent' | 'email'; current: boolean }[]> {
  const now = termsVersion(platform)
  return (await acceptedTermsOf(platform.db, accountId)).map(({ version, session, accepted_at }) => ({
    ...{ version, session, acceptedAt: accepted_at, current: version === now },
  }))
}
