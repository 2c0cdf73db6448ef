// People in an account beside the person of its address, and invitations that wait (contract.md §11).
import { type Selectable, sql } from 'kysely'
import type { MemberRole } from '../../contract/members.ts'
import type { Db, InvitationsTable, MembersTable } from '../database/schema.ts'
import { accountById } from './accounts.ts'

export type MemberRow = Selectable<MembersTable>
export type InvitationRow = Selectable<InvitationsTable>

/** The members of an account, the first first. */
export async function membersOf(db: Db, accountId: string): Promise<MemberRow[]> {
  return db
    .selectFrom('members')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The addresses of the members of an account who have one of these roles. */
export async function addressesOf(db: Db, accountId: string, roles: readonly MemberRole[]): Promise<string[]> {
  const rows = db.selectFrom('members').select('email').where('account_id', '=', accountId).where('role', 'in', roles)
  return (await rows.orderBy('id').execute()).map(({ email }) => email)
}

export async function memberById(db: Db, accountId: string, id: string): Promise<MemberRow | undefined> {
  return db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The member of an account with this address. `emailKey` as addresses are compared. */
export async function memberByAddress(db: Db, accountId: string, emailKey: string): Promise<MemberRow | undefined> {
  return db
    .selectFrom('members')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
}

/** Adds a member; false when the account has a member with this address. */
export async function insertMember(db: Db, member: MemberRow): Promise<boolean> {
  const result = await db
    .insertInto('members')
    .values(member)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Sets the role of a member; false when the account has no such member. */
export async function setRole(db: Db, accountId: string, id: string, role: MemberRole): Promise<boolean> {
  const result = await db
    .updateTable('members')
    .set({ role })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Deletes members of an account with their sessions and their links to sign in. Returns how many members there were. */
export async function deleteMembers(db: Db, accountId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  for (const table of ['sessions', 'sign_ins'] as const)
    await db.deleteFrom(table).where('account_id', '=', accountId).where('member_id', 'in', ids).execute()
  const result = await db
    .deleteFrom('members')
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/**
 * The person of a session of an account: the member with an id, or with null the person of the address of the account, who is an owner.
 * Undefined for a member who was removed.
 */
export async function seatHolder(
  db: Db,
  accountId: string,
  memberId: string | null,
): Promise<{ email: string; role: MemberRole } | undefined> {
  if (memberId !== null) return memberById(db, accountId, memberId)
  const account = await accountById(db, accountId)
  return account && { email: account.email, role: 'owner' }
}

/** An account that a person can open, and as what. `member`: null for the person of the address of the account. */
export type Seat = { accountId: string; handle: string; member: string | null; role: MemberRole }

/** The accounts that the person of an address can open: the own one first, then those of which the person is a member. */
export async function seatsOf(db: Db, emailKey: string): Promise<Seat[]> {
  const own = await db
    .selectFrom('accounts')
    .select(['id', 'handle'])
    .where('email_key', '=', emailKey)
    .where('email_verified', '=', sql.lit(1))
    .execute()
  const joined = await db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .select(['accounts.id', 'accounts.handle', 'members.id as member', 'members.role'])
    .where('members.email_key', '=', emailKey)
    .orderBy('members.created_at')
    .orderBy('members.id')
    .execute()
  return [
    ...own.map(({ id, handle }) => ({ accountId: id, handle, member: null, role: 'owner' as const })),
    ...joined.map(({ id, ...seat }) => ({ accountId: id, ...seat })),
  ]
}

/** Adds an invitation in place of an earlier one of the account to the same address. */
export async function putInvitation(db: Db, invitation: InvitationRow): Promise<void> {
  const { account_id: _, email_key: __, ...rest } = invitation
  await db
    .insertInto('invitations')
    .values(invitation)
    .onConflict(conflict => conflict.columns(['account_id', 'email_key']).doUpdateSet(rest))
    .execute()
}

/** The invitations of an account that wait at `now` (epoch ms), the oldest first. */
export async function invitationsOf(db: Db, accountId: string, now: number): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The invitation with this hash of a token, also when it has expired. */
export async function invitationByToken(db: Db, token: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitations').selectAll().where('token', '=', token).executeTakeFirst()
}

/** Takes an invitation out of an account; undefined when it is not there, because it was used or ended. */
export async function takeInvitation(db: Db, accountId: string, id: string): Promise<InvitationRow | undefined> {
  const taken = db.deleteFrom('invitations').where('id', '=', id).where('account_id', '=', accountId)
  return (await taken.returningAll().execute())[0]
}

/** Ends all invitations of an account that were made at `since` (epoch ms) or later. */
export async function endInvitations(db: Db, accountId: string, since: number): Promise<void> {
  await db.deleteFrom('invitations').where('account_id', '=', accountId).where('created_at', '>=', since).execute()
}

/** Deletes the invitations that ended before `before` (epoch ms). */
export async function forgetInvitations(db: Db, before: number): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<=', before).execute()
}
