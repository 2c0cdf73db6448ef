// Reads the sessions and the sign-in links of owners and reviewers, for the pages.
import type { SignsIn } from '../../actions/accounts/sessions.ts'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { signInCode } from '../../domain/accounts/sign-in-code.ts'
import { sha256 } from '../../domain/ids.ts'
import { instant } from '../../domain/times/time.ts'
import { accountById, emailKey } from '../../store/accounts/accounts.ts'
import { seatHolder } from '../../store/accounts/members.ts'
import {
  anyBrowser,
  openSignIns,
  type SessionRow,
  sessionByHash,
  sessionsOf,
  signInByToken,
} from '../../store/accounts/sessions.ts'
import type { Platform } from '../platform.ts'

/** The form of a session value. A token of an account link differs: it has dots. */
const sessionPattern = /^os_[0-9A-Za-z]{32}$/

export const isSessionValue = (text: string): boolean => sessionPattern.test(text)

/** The mark of a browser that has signed in with an address (the key of it). It opens nothing: it only has a limit of its own. */
export const markOfBrowser = ({ links }: Platform, as: SignsIn, address: string): string =>
  links.seal(`known ${as} ${address}`)

/** Whether a browser has signed in with an address before, by its mark. */
export const isKnownBrowser = ({ links }: Platform, as: SignsIn, email: string, mark: string | undefined): boolean =>
  mark !== undefined && links.isSealOf(mark, `known ${as} ${emailKey(email)}`)

async function openSession({ db, now }: Platform, value: string): Promise<SessionRow | undefined> {
  const session = await sessionByHash(db, sha256(value))
  return session && session.expires_at > now() ? session : undefined
}

/** The session with this value of a person of an account; undefined once it has ended, or the person was removed. */
export async function mailedSession(platform: Platform, value: string) {
  const session = await openSession(platform, value)
  if (!session?.account_id) return undefined
  const { account_id, member_id: member } = session
  const holder = await seatHolder(platform.db, account_id, member)
  return holder && { ...session, account_id, person: { member, role: holder.role, email: holder.email } }
}

/** The session of a reviewer; undefined once it has ended, or when the reviewer is not in REVIEWERS. */
export async function reviewersSession(platform: Platform, value: string) {
  const session = await openSession(platform, value)
  const reviewer = session?.reviewer ? reviewerAt(platform, session.reviewer) : undefined
  return session && reviewer && { ...reviewer, id: session.id, expiresAt: session.expires_at }
}

/** The reviewer with this address, in upper or lower case. */
export function reviewerAt({ reviewers }: Platform, address: string): Platform['reviewers'][number] | undefined {
  return reviewers.find(({ email }) => emailKey(email) === emailKey(address))
}

/** A link to the console that the operator hands to one of REVIEWERS. Throws `not_found` for any other address. */
export async function reviewersLink(platform: Platform, { email, actor }: { email: string; actor: string }) {
  const reviewer = reviewerAt(platform, email)
  if (!reviewer) throw new Problem('not_found', `${email} is not in REVIEWERS.`)
  const { link, expires_at } = await platform.act('makeReviewersLink', { reviewer: reviewer.email, actor })
  return { reviewer: reviewer.email, role: reviewer.role, link, expires_at: instant(expires_at) }
}

/** The open sessions of an account, the newest first. */
export async function listSessions({ db, now }: Platform, accountId: string): Promise<SessionRow[]> {
  return sessionsOf(db, accountId, now())
}

/**
 * The content of a sign-in link: the name in the browser that asked for the link, the code in any other; null once it is over.
 */
export async function signInLink(
  platform: Platform,
  { token, browser, as }: { token: string; browser: string | null; as: SignsIn },
): Promise<{ name: string } | { code: string } | null> {
  const { db, now } = platform
  const signIn = await signInByToken(db, sha256(token), now())
  const account = as === 'owner' && signIn?.account_id ? await accountById(db, signIn.account_id) : undefined
  const reviewer = as === 'reviewer' && signIn?.reviewer ? reviewerAt(platform, signIn.reviewer) : undefined
  const name = account ? `@${account.handle}` : reviewer?.email
  if (!signIn || name === undefined) return null
  const opensHere = signIn.browser === anyBrowser || (browser !== null && signIn.browser === sha256(browser))
  return opensHere ? { name } : { code: signInCode(token) }
}

/** Whether a browser has asked for a link whose code can still be typed. */
export async function awaitsCode({ db, now }: Platform, browser: string): Promise<boolean> {
  return (await openSignIns(db, sha256(browser), now(), limits.signInCodeTries)) > 0
}
