// Lets the reader of a mail decide on the texts that waited for the owner when it was sent, without signing in (contract.md §11).
import { limits } from '../../contract/limits.ts'
import { type MemberRole, rolesFor } from '../../contract/members.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { type Account, emailKey } from '../../store/accounts/accounts.ts'
import { memberByAddress, seatHolder } from '../../store/accounts/members.ts'
import { oldestAwaiting, type RevisionRow, revisionById } from '../../store/posts/revisions.ts'
import { existingAccount } from '../accounts/account-view.ts'
import type { Platform } from '../platform.ts'

/** The token of the link in a mail to a person of an account: for the texts that wait now, at most limits.textsOfMailedLink. */
export async function tokenToDecide(platform: Platform, accountId: string, recipient: string): Promise<string> {
  const { db, links, now } = platform
  const address = emailKey(recipient)
  const member = (await memberByAddress(db, accountId, address))?.id ?? null
  const texts = (await oldestAwaiting(db, accountId, limits.textsOfMailedLink)).map(({ id }) => id)
  return links.sign({ account: accountId, grade: 'decide', person: { member, address }, texts }, now())
}

export type DecisionLink = {
  account: Account
  person: { member: string | null; role: MemberRole; email: string }
  /** The texts of the link, in its order. */
  texts: RevisionRow[]
}

/**
 * The account, the person and the texts of a link. Throws `bad_signature`, `link_expired`, `not_found`, and `role_required` when the
 * person of the mailbox cannot approve posts of the account any more.
 */
export async function decisionLink(platform: Platform, token: string): Promise<DecisionLink> {
  const { db, links, now } = platform
  const claim = links.read(token, now())
  if (claim.grade !== 'decide') throw new Problem('bad_signature', sentences.otherLink)
  const account = await existingAccount(platform, claim.account)
  const { member, address } = claim.person
  const holder = await seatHolder(db, account.id, member)
  const isTheirs = holder && emailKey(holder.email) === address && (member !== null || account.email_verified === 1)
  if (!isTheirs || !rolesFor('/account/approvals').includes(holder.role))
    throw new Problem(
      'role_required',
      `This link was mailed to somebody who cannot approve posts of @${account.handle} any more. Nothing was changed.`,
    )
  const found = await Promise.all(claim.texts.map(id => revisionById(db, id)))
  const texts = found.filter(text => text !== undefined && text.account_id === account.id) as RevisionRow[]
  return { account, person: { member, ...holder }, texts }
}
