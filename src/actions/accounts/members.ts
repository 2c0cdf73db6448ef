// The people of an account: inviting, accepting, changing a role, removing (contract.md §11). The person of the address of the account is
// always an owner and is not a member, so an account never loses its last owner.
import { limits } from '../../contract/limits.ts'
import type { MemberRole } from '../../contract/members.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { sha256 } from '../../domain/ids.ts'
import { utcDay } from '../../domain/times/time.ts'
import { invitationMail, type MemberNews, memberMail, toMemberMail } from '../../mails/members.ts'
import { type Account, emailKey, isBanned, lockAccount } from '../../store/accounts/accounts.ts'
import { type CounterScope, count } from '../../store/accounts/counters.ts'
import {
  deleteMembers,
  insertMember,
  invitationByToken,
  invitationsOf,
  type MemberRow,
  memberByAddress,
  memberById,
  membersOf,
  putInvitation,
  setRole,
  takeInvitation,
} from '../../store/accounts/members.ts'
import { deleteSessions } from '../../store/accounts/sessions.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import { homeOf, mailOwner } from '../money/warnings.ts'
import type { Scope } from '../scope.ts'
import { tongueOf } from '../tongues.ts'
import { noteActivity, personOf } from './activity.ts'
import { refuseDuringDeletion } from './refuse-during-deletion.ts'

type OfMember = { accountId: string; memberId: string }

/**
 * Mails an invitation to an address, in place of an earlier one to it. Throws `invalid` for an address that is in the account and for an
 * account that is full, `banned`, `rate_limited`, `gone`, `not_found`.
 */
export async function inviteMember(
  scope: Scope,
  { accountId, email, role, baseUrl }: { accountId: string; email: string; role: MemberRole; baseUrl: string },
): Promise<void> {
  const { db, ids, now } = scope
  const account = await existing(scope, accountId)
  refuseDuringDeletion(account)
  const key = emailKey(email)
  if (account.banned_at !== null || (await isBanned(db, 'email', sha256(key))))
    throw new Problem(
      'banned',
      'The account is banned, or this address belongs to an account that is. Nobody was invited.',
    )
  if (key === account.email_key || (await memberByAddress(db, accountId, key)))
    throw new Problem('invalid', 'This address is in the account already. Nobody was invited.')
  const waiting = (await invitationsOf(db, accountId, now)).filter(each => each.email_key !== key)
  if ((await membersOf(db, accountId)).length + waiting.length >= limits.membersPerAccount)
    throw new Problem(
      'invalid',
      `An account has up to ${limits.membersPerAccount} members and open invitations. Nobody was invited.`,
    )
  await countToday(scope, 'invitation', accountId, limits.invitationsPerAccountPerDay)
  await countToday(scope, 'invitation-to', sha256(key), limits.invitationsPerAddressPerDay)
  const token = ids.text(32)
  await putInvitation(db, {
    ...{ id: ids.id('invitation'), account_id: accountId, email, email_key: key, role, token: sha256(token) },
    ...{ invited_by: personOf(scope), created_at: now, expires_at: now + limits.invitationMs },
  })
  const of = { handle: account.handle, baseUrl }
  const mail = invitationMail(
    of,
    role,
    `${baseUrl}/account/invitation?t=${token}`,
    now,
  )(tongueOf(scope, account.language))
  await insertMail(db, { id: ids.id('message'), accountId, recipient: email, ...mail, now })
  scope.signal('mail')
  await noteActivity(scope, accountId, 'member-invited', { address: email, role })
}

async function countToday({ db, now }: Scope, of: CounterScope, subject: string, most: number): Promise<void> {
  if ((await count(db, of, subject, utcDay(now))) > most)
    throw new Problem('rate_limited', `${most} invitations were mailed today. Nobody was invited.`)
}

/** Ends an invitation, whose link then does nothing. Throws `not_found`. */
export async function endInvitation(
  scope: Scope,
  { accountId, invitationId }: { accountId: string; invitationId: string },
): Promise<void> {
  const ended = await takeInvitation(scope.db, accountId, invitationId)
  if (!ended)
    throw new Problem('not_found', 'There is no such invitation any more. It was accepted, ended, or its time is over.')
  await noteActivity(scope, accountId, 'invitation-ended', { address: ended.email })
}

/**
 * Makes the reader of an invitation a member, once, and tells the owners. `over`: the link was used, ended, replaced by a newer one, or
 * has expired. Throws `banned`.
 */
export async function acceptInvitation(
  scope: Scope,
  { token }: { token: string },
): Promise<{ accountId: string; role: MemberRole } | 'over'> {
  const { db, ids, now } = scope
  const found = await invitationByToken(db, sha256(token))
  const account = found && (await lockAccount(db, found.account_id))
  if (!found || !account || account.erase_at !== null || found.expires_at <= now) return 'over'
  const { id, account_id: accountId, email, email_key, role, invited_by } = found
  if (!(await takeInvitation(db, accountId, id))) return 'over'
  if (account.banned_at !== null || (await isBanned(db, 'email', sha256(email_key))))
    throw new Problem('banned', 'The account is banned, or this address belongs to an account that is.')
  const member = { id: ids.id('member'), account_id: accountId, email, email_key, role, invited_by, created_at: now }
  // The address of the account may have become this one meanwhile: that person is an owner already.
  if (email_key === account.email_key || !(await insertMember(db, member))) return { accountId, role }
  const from = scope.by ?? { network: '', browser: null }
  await noteActivity(scope, accountId, 'member-joined', {}, { ...from, who: role, id: member.id, name: email })
  await tellOwners(scope, account, 'joined', member)
  return { accountId, role }
}

/** Gives a member another role. Throws `not_found`. */
export async function changeMember(scope: Scope, { role, ...of }: OfMember & { role: MemberRole }): Promise<void> {
  const { account, member } = await memberOf(scope, of)
  if (member.role === role) return
  await setRole(scope.db, of.accountId, of.memberId, role)
  await noteActivity(scope, of.accountId, 'member-changed', { address: member.email, from: member.role, role })
  await tellOwners(scope, account, 'changed', { ...member, role })
  if (role !== 'owner') await tellMember(scope, account, member, role)
}

/** Removes a member, whose sessions and links to sign in end at once. `leaves`: the member does it. Throws `not_found`. */
export async function removeMember(scope: Scope, { leaves, ...of }: OfMember & { leaves: boolean }): Promise<void> {
  const { account, member } = await memberOf(scope, of)
  await deleteMembers(scope.db, of.accountId, [of.memberId])
  await noteActivity(scope, of.accountId, 'member-removed', { address: member.email })
  await tellOwners(scope, account, leaves ? 'left' : 'removed', member)
  if (!leaves) await tellMember(scope, account, member, null)
}

/** Ends the sessions of a member who did not ask for the link of a mail, and the links to sign in. */
export async function endMembersSessions(scope: Scope, { accountId, memberId }: OfMember): Promise<void> {
  await deleteSessions(scope.db, accountId, { whose: memberId })
}

async function tellOwners(scope: Scope, account: Account, news: MemberNews, { email, role }: MemberRow): Promise<void> {
  await mailOwner(scope, account, memberMail(news, { handle: account.handle, baseUrl: homeOf(scope) }, email, role))
}

async function tellMember(scope: Scope, account: Account, member: MemberRow, role: MemberRole | null): Promise<void> {
  const mail = toMemberMail({ handle: account.handle, baseUrl: homeOf(scope) }, role)(tongueOf(scope, account.language))
  const to = { accountId: account.id, recipient: member.email }
  await insertMail(scope.db, { id: scope.ids.id('message'), ...to, ...mail, now: scope.now })
  scope.signal('mail')
}

async function memberOf(
  scope: Scope,
  { accountId, memberId }: OfMember,
): Promise<{ account: Account; member: MemberRow }> {
  const account = await existing(scope, accountId)
  const member = await memberById(scope.db, accountId, memberId)
  if (!member)
    throw new Problem(
      'not_found',
      'The account has no such member. The person of its address stays an owner; to hand the account over, change its address.',
    )
  return { account, member }
}

async function existing({ db }: Scope, accountId: string): Promise<Account> {
  const account = await lockAccount(db, accountId)
  if (!account || account.erased_at !== null) throw new Problem('not_found', sentences.accountGone)
  return account
}
