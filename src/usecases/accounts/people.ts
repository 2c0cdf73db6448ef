// Reads the people of an account, its activity, and what waits about its address and handle, for the pages.
import { limits } from '../../contract/limits.ts'
import { sha256 } from '../../domain/ids.ts'
import { type Account, accountById, emailKey } from '../../store/accounts/accounts.ts'
import { type ActivityRow, activityById, activityOf } from '../../store/accounts/activity.ts'
import { type AddressChange, changeByToken, waitingChange } from '../../store/accounts/address-changes.ts'
import { lastLeft } from '../../store/accounts/former-handles.ts'
import {
  type InvitationRow,
  invitationByToken,
  invitationsOf,
  type MemberRow,
  memberByAddress,
  membersOf,
  type Seat,
  seatsOf,
} from '../../store/accounts/members.ts'
import type { Platform } from '../platform.ts'

/** The members of an account and the invitations that wait. */
export async function peopleOf(
  { db, now }: Platform,
  accountId: string,
): Promise<{ members: MemberRow[]; invitations: InvitationRow[] }> {
  return { members: await membersOf(db, accountId), invitations: await invitationsOf(db, accountId, now()) }
}

/** The accounts that a person can open, by the key of the address. */
export async function accountsOfPerson({ db }: Platform, address: string): Promise<Seat[]> {
  return seatsOf(db, emailKey(address))
}

/** The invitation of a link with its account; null when it is over. */
export async function invitationAt(
  { db, now }: Platform,
  token: string,
): Promise<{ invitation: InvitationRow; account: Account } | null> {
  const invitation = await invitationByToken(db, sha256(token))
  const account = invitation && (await accountById(db, invitation.account_id))
  return invitation && account && account.erase_at === null && invitation.expires_at > now()
    ? { invitation, account }
    : null
}

/** The change of the address of a link with its account; null when it is over. `back`: a link that takes it back. */
export async function addressChangeAt(
  { db, now }: Platform,
  token: string,
  back: boolean,
): Promise<{ change: AddressChange; account: Account } | null> {
  const change = await changeByToken(db, sha256(token), back ? ['back_token'] : ['old_token', 'new_token'])
  const account = change && (await accountById(db, change.account_id))
  return change && account && change.over_at === null && change.expires_at > now() ? { change, account } : null
}

/** The change of the address that waits, and when the handle can be changed next (epoch ms; in the past if at once). */
export async function pendingOf(
  { db, now }: Platform,
  accountId: string,
): Promise<{ change: AddressChange | undefined; handleFrom: number }> {
  const last = await lastLeft(db, accountId)
  return {
    change: await waitingChange(db, accountId, now()),
    handleFrom: last === null ? 0 : last + limits.handleChangeEveryMs,
  }
}

/** A page of the activity of an account, the newest first. `before`: the id of the entry behind which it begins. */
export async function activityPage(
  { db }: Platform,
  accountId: string,
  before: string | null,
): Promise<{ items: ActivityRow[]; next: string | null }> {
  const from = before === null ? undefined : await activityById(db, accountId, before)
  const found = await activityOf(db, accountId, limits.activityShown + 1, from)
  const items = found.slice(0, limits.activityShown)
  return { items, next: found.length > items.length ? (items.at(-1)?.id ?? null) : null }
}

/** The id of a member with this address who is no owner; null for anybody else. */
export async function memberWithout({ db }: Platform, accountId: string, address: string): Promise<string | null> {
  const member = await memberByAddress(db, accountId, emailKey(address))
  return member && member.role !== 'owner' ? member.id : null
}
