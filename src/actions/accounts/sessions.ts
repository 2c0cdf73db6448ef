// Signs owners and reviewers in by mail: requests and uses links, opens and ends sessions (contract.md §11, §12).
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { signInCode } from '../../domain/accounts/sign-in-code.ts'
import { sha256 } from '../../domain/ids.ts'
import { english } from '../../domain/languages/english.ts'
import { utcDay } from '../../domain/times/time.ts'
import { reviewersSignInMail, signInMail } from '../../mails/accounts.ts'
import {
  accountById,
  emailKey,
  languageOfAddress,
  learnLanguage,
  updateAccount,
} from '../../store/accounts/accounts.ts'
import { type CounterScope, count } from '../../store/accounts/counters.ts'
import { revokeKeys } from '../../store/accounts/key-life.ts'
import { seatHolder, seatsOf } from '../../store/accounts/members.ts'
import { deletePasskeys } from '../../store/accounts/passkeys.ts'
import {
  anyBrowser,
  deleteReviewersSessions,
  deleteSession,
  deleteSessions,
  insertHandOver,
  insertReviewersSignIn,
  insertSession,
  insertSignIn,
  type SessionRow,
  type SignInRow,
  sessionById,
  signInByToken,
  takeSignIn,
  tryCode,
  type Whose,
} from '../../store/accounts/sessions.ts'
import { insertMail, insertMailIfVerified } from '../../store/delivery/mail.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import { homeOf, tellOwner } from '../money/warnings.ts'
import type { Scope } from '../scope.ts'
import { tongueOf } from '../tongues.ts'
import { noteActivity } from './activity.ts'

/**
 * `browser` identifies the browser that asks for the link; `known`: it has signed in with this address before. `language`: that of the
 * mail where the account has none.
 */
export type SignInAsked = {
  email: string
  browser: string
  baseUrl: string
  ip: string
  known: boolean
  language?: string | null
}

/**
 * Mails a link to the account that has verified an address. Does and answers the same if there is no such account, and past the daily
 * number of mails, when the newest link lives on. Throws `rate_limited` for a network that asks for too many addresses.
 */
export async function askSignIn(scope: Scope, asked: SignInAsked): Promise<void> {
  const { db, ids, now } = scope
  const { browser, baseUrl } = asked
  const address = emailKey(asked.email)
  const mails = await mayMail(scope, `owner ${address}`, asked)
  const { token, row } = newSignIn(scope, browser)
  await insertSignIn(db, address, row)
  const letter = signInMail(baseUrl, `${baseUrl}/account/sign-in/open?t=${token}`)
  const mail = letter(tongueOf(scope, (await languageOfAddress(db, address)) ?? asked.language ?? null))
  await insertMailIfVerified(db, mails ? address : nobody, { id: ids.id('message'), ...mail, now })
  scope.signal('mail')
}

/** The key of an address that no account has. */
export const nobody = '-'

/**
 * Mails a link to the console. `reviewer`: the address if it is a reviewer's, else null. Answers the same either way, and past the daily
 * number of mails. Throws `rate_limited` as `askSignIn` does.
 */
export async function askReviewersSignIn(
  scope: Scope,
  { reviewer, ...asked }: SignInAsked & { reviewer: string | null },
): Promise<void> {
  const { db, ids, now } = scope
  const { email, browser, baseUrl } = asked
  const mails = await mayMail(scope, `review ${emailKey(email)}`, asked)
  const { token, row } = newSignIn(scope, browser)
  await insertReviewersSignIn(db, reviewer, row)
  const mail = reviewersSignInMail(baseUrl, `${baseUrl}/review/sign-in/open?t=${token}`)(english)
  if (reviewer !== null && mails)
    await insertMail(db, { id: ids.id('message'), accountId: null, recipient: reviewer, ...mail, now })
  scope.signal('mail')
}

/**
 * Whether one more link is mailed to an address today. A browser that has signed in with it before has a number of its own, which
 * strangers cannot use up; any other counts by address and network, and all of them together by address.
 */
export async function mayMail(
  scope: Scope,
  subject: string,
  { ip, known }: Pick<SignInAsked, 'ip' | 'known'>,
): Promise<boolean> {
  const { db, now } = scope
  const within = async (of: CounterScope, what: string, most: number) =>
    (await count(db, of, sha256(what), utcDay(now))) <= most
  if (known) return within('sign-in-known', subject, limits.signInsPerAddressPerDay)
  await countToday(scope, 'sign-in-ip', ip, limits.signInsPerIpPerDay)
  const ofNetwork = await within('sign-in-to', `${subject} ${ip}`, limits.signInsPerAddressPerDay)
  return ofNetwork && within('sign-in-all', subject, limits.signInMailsPerAddressPerDay)
}

/** Makes a link to the console for a reviewer without working mail, and logs it. Any browser may open the link, once. */
export async function makeReviewersLink(
  scope: Scope,
  { reviewer, actor }: { reviewer: string; actor: string },
): Promise<{ link: string; expires_at: number }> {
  const { token, row } = newSignIn(scope, null)
  await insertReviewersSignIn(scope.db, reviewer, row)
  const by = { decider: 'person', actor, reason: '' } as const
  await logDecision(scope.db, { ...by, action: 'reviewer-link', subject: reviewer, now: scope.now })
  return { link: `${homeOf(scope)}/review/sign-in/open?t=${token}`, expires_at: row.expires_at }
}

/** `browser` identifies the browser that may open the link; null for any browser. `signed`: the token, where it is a signed one. */
export function newSignIn({ ids, now }: Scope, browser: string | null, signed?: string) {
  const [id, token] = [ids.id('signIn'), signed ?? ids.text(32)]
  const row = {
    id,
    browser: browser === null ? anyBrowser : sha256(browser),
    token: sha256(token),
    code: hashOfCode(id, signInCode(token)),
    created_at: now,
    expires_at: now + limits.signInLinkMs,
  }
  return { token, row }
}

export const hashOfCode = (id: string, code: string) => sha256(`${id}/${code}`)

async function countToday({ db, now }: Scope, of: CounterScope, subject: string, most: number): Promise<void> {
  if ((await count(db, of, subject, utcDay(now))) > most)
    throw new Problem('rate_limited', `${most} links were asked for today; look into the spam folder.`)
}

/** A new session: the value of its cookie, which is stored nowhere else, its end (epoch ms), and the key of the address of its mail. */
export type Opened = { value: string; expiresAt: number; address: string }

/** The role that a link signs in. */
export type SignsIn = 'owner' | 'reviewer'

export type Opening = { as: SignsIn; browser: string; browserName: string; replaces: string | null }

/**
 * Makes a code by which another site opens the session of an owner too, once, within limits.handOverMs, in the browser that has
 * `state` in a cookie of that site. Null when the session has ended.
 */
export async function handOver(
  { db, ids, now }: Scope,
  { sessionId, state }: { sessionId: string; state: string },
): Promise<string | null> {
  const session = await sessionById(db, sessionId, now)
  if (!session?.account_id) return null
  // A link in a mail also has a code to type; a hand-over has none, so nothing typed may match.
  const [code, unused] = [ids.text(32), ids.text(32)]
  await insertHandOver(db, {
    id: ids.id('signIn'),
    accountId: session.account_id,
    member: session.member_id,
    handedFrom: session.handed_from ?? session.id,
    browser: sha256(state),
    token: sha256(code),
    code: sha256(unused),
    created_at: now,
    expires_at: now + limits.handOverMs,
  })
  return code
}

/** Opens a session for an owner who has just verified the address in the browser that asked for the link. */
export async function openVerified(
  scope: Scope,
  { accountId, browserName }: { accountId: string; browserName: string },
): Promise<Opened> {
  const { email } = (await accountById(scope.db, accountId)) ?? { email: '' }
  const opened = await storeSession(scope, {
    ...{ account_id: accountId, member_id: null, reviewer: null, browser: browserName },
    ...{ expires_at: scope.now + limits.emailSessionMs, link_made_at: null, handed_from: null },
  })
  await noteSignIn(scope, { accountId, memberId: null })
  return { ...opened, address: emailKey(email) }
}

const isFor = (as: SignsIn, { account_id, reviewer }: SignInRow) => (as === 'owner' ? account_id : reviewer) !== null

/**
 * Opens a session with the link from the mail, in the browser that asked for the link, and uses the link up. `elsewhere`: another
 * browser. `over`: the link was used or has expired. Neither changes anything.
 */
export async function signInByLink(
  scope: Scope,
  { token, ...opening }: Opening & { token: string },
): Promise<Opened | 'elsewhere' | 'over'> {
  const signIn = await signInByToken(scope.db, sha256(token), scope.now)
  if (!signIn || !isFor(opening.as, signIn)) return 'over'
  if (signIn.browser !== anyBrowser && signIn.browser !== sha256(opening.browser)) return 'elsewhere'
  return open(scope, signIn, opening)
}

/**
 * Opens a session with the code that the link shows in another browser. Each call is a try. `wrong` also means that no try is
 * left.
 */
export async function signInByCode(
  scope: Scope,
  { code, ...opening }: Opening & { code: string },
): Promise<Opened | 'wrong' | 'over'> {
  const { db, now } = scope
  const asked = await tryCode(db, sha256(opening.browser), now, limits.signInCodeTries)
  if (asked.length === 0) return 'over'
  const signIn = asked.find(row => isFor(opening.as, row) && row.code === hashOfCode(row.id, code))
  return signIn ? open(scope, signIn, opening) : 'wrong'
}

/** Opens a session with a link that was proven, and uses the link up. Throws `link_expired`. */
export async function open(
  scope: Scope,
  { id, account_id, member_id, reviewer, browser, created_at, handed_from }: SignInRow,
  { browserName, replaces }: Opening,
): Promise<Opened | 'over'> {
  const { db, now } = scope
  if (!(await takeSignIn(db, id))) return 'over'
  const from = handed_from === null ? null : await sessionById(db, handed_from, now)
  // The owner has signed out meanwhile.
  if (from === undefined) return 'over'
  // The browser has one cookie, so nobody can use its previous session any more.
  if (replaces !== null) await deleteSession(db, { id: replaces, account_id, reviewer })
  const opened = await storeSession(scope, {
    ...{ account_id, member_id, reviewer, browser: browserName, handed_from },
    expires_at: from?.expires_at ?? now + limits.emailSessionMs,
    link_made_at: browser === anyBrowser ? created_at : null,
  })
  if (reviewer !== null) return { ...opened, address: emailKey(reviewer) }
  const person = await seatHolder(db, account_id ?? '', member_id)
  // The member was removed meanwhile: the session opens nothing.
  if (!person) throw new Problem('link_expired', sentences.memberGone)
  if (handed_from === null) await noteSignIn(scope, { accountId: account_id ?? '', memberId: member_id })
  return { ...opened, address: emailKey(person.email) }
}

/** Notes who has signed in, from the place of the request, and in which language the owner is written to where none is set. */
export async function noteSignIn(
  scope: Scope,
  { accountId, memberId }: { accountId: string; memberId: string | null },
): Promise<void> {
  const person = await seatHolder(scope.db, accountId, memberId)
  if (!person || !scope.by) return
  const by = { ...scope.by, who: person.role, id: memberId, name: person.email }
  await noteActivity(scope, accountId, 'signed-in', {}, by)
  // A member does not choose for the owner.
  if (memberId === null && scope.by.language) await learnLanguage(scope.db, accountId, scope.by.language)
}

/**
 * Opens another account of the person of a session in place of the account that is open. Throws `link_expired` when the session has
 * ended, `not_found` for an account that the person cannot open.
 */
export async function chooseAccount(
  scope: Scope,
  { sessionId, accountId, browserName }: { sessionId: string; accountId: string; browserName: string },
): Promise<Opened> {
  const { db, now } = scope
  const session = await sessionById(db, sessionId, now)
  const person = session?.account_id && (await seatHolder(db, session.account_id, session.member_id))
  if (!session || !person) throw new Problem('link_expired', sentences.memberGone)
  const seat = (await seatsOf(db, emailKey(person.email))).find(each => each.accountId === accountId)
  if (!seat) throw new Problem('not_found', 'This address cannot open that account.')
  await deleteSession(db, session)
  const opened = await storeSession(scope, {
    ...{ account_id: accountId, member_id: seat.member, reviewer: null, browser: browserName },
    ...{ expires_at: session.expires_at, link_made_at: null, handed_from: null },
  })
  await noteSignIn(scope, { accountId, memberId: seat.member })
  return { ...opened, address: emailKey(person.email) }
}

/** Stores a new session, and returns the value of its cookie. */
export async function storeSession(
  { db, ids, now }: Scope,
  session: Omit<SessionRow, 'id' | 'hash' | 'created_at'>,
): Promise<Omit<Opened, 'address'>> {
  const value = `os_${ids.text(32)}`
  await insertSession(db, { ...session, id: ids.id('session'), hash: sha256(value), created_at: now })
  return { value, expiresAt: session.expires_at }
}

/** Ends a session at its own request, on all sites. */
export async function signOut(
  scope: Scope,
  { sessionId: id, ...holder }: { sessionId: string } & ({ accountId: string } | { reviewer: string }),
): Promise<void> {
  const of = 'reviewer' in holder ? { account_id: null, ...holder } : { account_id: holder.accountId, reviewer: null }
  await deleteSession(scope.db, { id, ...of })
  if ('accountId' in holder) await noteActivity(scope, holder.accountId, 'signed-out')
}

/**
 * Ends one session of an account, or all of them if `sessionId` is null; of one person alone where `whose` says so. Mails the owner.
 * Throws `not_found`.
 */
export async function endSessions(
  scope: Scope,
  { accountId, sessionId, whose = 'everybody' }: { accountId: string; sessionId: string | null; whose?: Whose },
): Promise<void> {
  const sessions = await deleteSessions(scope.db, accountId, { id: sessionId ?? undefined, whose })
  if (sessionId !== null && sessions === 0) throw new Problem('not_found', 'The account has no such session.')
  const account = await accountById(scope.db, accountId)
  if (account && sessions > 0) await tellOwner(scope, account, { change: 'signed-out', sessions })
}

/** Counts a download of all data of an account. Throws `rate_limited`. */
export async function countExport(scope: Scope, { accountId }: { accountId: string }): Promise<void> {
  const { db, now } = scope
  await noteActivity(scope, accountId, 'data-downloaded')
  if ((await count(db, 'export', accountId, utcDay(now))) > limits.exportsPerAccountPerDay)
    throw new Problem(
      'rate_limited',
      `The data of the account was downloaded ${limits.exportsPerAccountPerDay} times today.`,
    )
}

/** Ends all keys, passkeys and sessions of an account, for an owner who did not do what a mail tells. Mails the owner. Throws `not_found`. */
export async function endEverything(scope: Scope, { accountId }: { accountId: string }): Promise<void> {
  const { db, now } = scope
  const account = await accountById(db, accountId)
  if (!account || account.erased_at !== null) throw new Problem('not_found', sentences.accountGone)
  await revokeKeys(db, accountId, now)
  await deleteSessions(db, accountId)
  await deletePasskeys(db, accountId)
  await updateAccount(db, accountId, { auto_recharge_enabled: 0 })
  scope.signal('keys')
  await tellOwner(scope, account, { change: 'disowned' })
}

/** Ends all sessions and links of a reviewer who did not ask for the link of a mail. */
export async function endReviewersSessions({ db }: Scope, { reviewer }: { reviewer: string }): Promise<void> {
  await deleteReviewersSessions(db, reviewer)
}
