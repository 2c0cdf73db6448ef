// Sessions of owners and reviewers, and the links that open sessions. Of each secret only the hash is stored.
import { type Selectable, sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import type { Db, SessionsTable, SignInsTable } from '../database/schema.ts'
export type SessionRow = Selectable<SessionsTable>
export type SignInRow = Selectable<SignInsTable>
type NewSignIn = Omit<SignInRow, 'account_id' | 'reviewer' | 'tries' | 'handed_from' | 'member_id'>

/** In place of the hash of a browser, for a link that an operator hands over: any browser may open it. */
export const anyBrowser = ''

export async function insertSession(db: Db, session: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

const byHash = prepared<{ hash: string }>()((db, p) =>
  db.selectFrom('sessions').selectAll().where('hash', '=', p('hash')),
)

/** The session with this hash, even if it has expired. */
export async function sessionByHash(db: Db, hash: string): Promise<SessionRow | undefined> {
  return (await byHash(db, { hash }))[0]
}

/** The session with this id that is open at `now` (epoch ms). */
export async function sessionById(db: Db, id: string, now: number): Promise<SessionRow | undefined> {
  return db.selectFrom('sessions').selectAll().where('id', '=', id).where('expires_at', '>', now).executeTakeFirst()
}

/** The sessions of an account that are open at `now` (epoch ms) and were not handed over, the newest first. */
export async function sessionsOf(db: Db, accountId: string, now: number): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .where('handed_from', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** A session, the session that it was handed from, and what that one was handed to. */
const familyOf = (id: string) => sql<boolean>`(id = ${id} or handed_from = ${id}
  or id in (select handed_from from sessions where id = ${id})
  or handed_from in (select handed_from from sessions where id = ${id}))`

/** Deletes a session on all sites if it belongs to the given account or reviewer. */
export async function deleteSession(
  db: Db,
  { id, account_id, reviewer }: Pick<SessionRow, 'id' | 'account_id' | 'reviewer'>,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(familyOf(id))
    .where(account_id === null ? 'reviewer' : 'account_id', '=', account_id ?? reviewer)
    .execute()
}

/** Whose sessions are meant: of everybody in the account, or of a member; null for the person of the address of the account. */
export type Whose = 'everybody' | string | null

/**
 * Deletes the session `id` of an account on all sites; without `id`, all its sessions and sign-in links. Of one person where `whose`
 * says so. Returns how many were deleted.
 */
export async function deleteSessions(
  db: Db,
  accountId: string,
  { id, whose = 'everybody' }: { id?: string | undefined; whose?: Whose } = {},
): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(whose !== 'everybody', query => query.where('member_id', whose === null ? 'is' : '=', whose))
    .$if(id !== undefined, query => query.where(familyOf(id as string)))
    .executeTakeFirst()
  if (id === undefined && whose !== 'everybody') await deleteSignIns(db, accountId, whose)
  else if (id === undefined) await db.deleteFrom('sign_ins').where('account_id', '=', accountId).execute()
  return Number(result.numDeletedRows)
}

/** Deletes the sign-in links of a person of an account: of a member, or with null of the address of the account. */
async function deleteSignIns(db: Db, accountId: string, member: string | null): Promise<void> {
  await db
    .deleteFrom('sign_ins')
    .where('account_id', '=', accountId)
    .where('member_id', member === null ? 'is' : '=', member)
    .execute()
}

/** Deletes all sessions and sign-in links of a reviewer. */
export async function deleteReviewersSessions(db: Db, reviewer: string): Promise<void> {
  await db.deleteFrom('sessions').where('reviewer', '=', reviewer).execute()
  await db.deleteFrom('sign_ins').where('reviewer', '=', reviewer).execute()
}

/**
 * Stores a sign-in link for the account that has verified the address of `emailKey`, else for the first account of which the address is a
 * member, or for no account. The caller cannot learn whether there is one: it is one statement in each case, and returns nothing.
 */
export async function insertSignIn(db: Db, emailKey: string, signIn: NewSignIn): Promise<void> {
  const own = db
    .selectFrom('accounts')
    .select('id')
    .where('email_key', '=', emailKey)
    .where('email_verified', '=', sql.lit(1))
  const joined = db
    .selectFrom('members')
    .where('email_key', '=', emailKey)
    .where(({ not, exists }) => not(exists(own)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
  const account = sql<string | null>`coalesce(${own}, ${joined.select('account_id')})`
  await db
    .insertInto('sign_ins')
    .values({
      ...{ ...signIn, account_id: account, member_id: joined.select('id') },
      ...{ reviewer: null, tries: 0, handed_from: null },
    })
    .execute()
}

/** Stores a code that hands the session `handedFrom` of an account, of one of its members if `member` is set, to another site. */
export async function insertHandOver(
  db: Db,
  {
    accountId,
    member,
    handedFrom,
    ...code
  }: NewSignIn & { accountId: string; member: string | null; handedFrom: string },
): Promise<void> {
  await db
    .insertInto('sign_ins')
    .values({ ...code, account_id: accountId, member_id: member, reviewer: null, tries: 0, handed_from: handedFrom })
    .execute()
}

/** Stores a sign-in link for a reviewer, or with null for nobody, so that an asking browser cannot learn which. */
export async function insertReviewersSignIn(db: Db, reviewer: string | null, signIn: NewSignIn): Promise<void> {
  await db
    .insertInto('sign_ins')
    .values({ ...signIn, account_id: null, member_id: null, reviewer, tries: 0, handed_from: null })
    .execute()
}

/** The link with this hash of a token; undefined once it is used or has expired (`now` in epoch ms). */
export async function signInByToken(db: Db, token: string, now: number): Promise<SignInRow | undefined> {
  return db
    .selectFrom('sign_ins')
    .selectAll()
    .where('token', '=', token)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Counts the links of a browser that have not expired (`now` in epoch ms) and had fewer than `tries` tries of their codes. */
export async function openSignIns(db: Db, browser: string, now: number, tries: number): Promise<number> {
  const rows = await db
    .selectFrom('sign_ins')
    .select('id')
    .where('browser', '=', browser)
    .where('handed_from', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', tries)
    .execute()
  return rows.length
}

/**
 * Counts a try of a code for each link of a browser that has tries left, and returns those links. `now` in epoch ms. The try counts
 * before the code is compared, so parallel tries have the limit of successive ones.
 */
export async function tryCode(db: Db, browser: string, now: number, tries: number): Promise<SignInRow[]> {
  return db
    .updateTable('sign_ins')
    .set({ tries: sql<number>`tries + 1` })
    .where('browser', '=', browser)
    .where('handed_from', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', tries)
    .returningAll()
    .execute()
}

/** Deletes a link that is used; false when another request has used it. */
export async function takeSignIn(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('sign_ins').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Deletes sessions and links that have expired at `now` (epoch ms). */
export async function forgetSessions(db: Db, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('sign_ins').where('expires_at', '<=', now).execute()
}
