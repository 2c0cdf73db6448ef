// Sessions of owners and of people who decide, and links to sign in, as the pages ask for them.
import type { SignsIn } from '../../actions/accounts/sessions.ts'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { sha256 } from '../../domain/ids.ts'
import { signInCode } from '../../domain/sign-in-code.ts'
import { instant } from '../../domain/time.ts'
import { accountById, emailKey } from '../../store/money/accounts.ts'
import {
  anyBrowser,
  openSignIns,
  type SessionRow,
  sessionByHash,
  sessionsOf,
  signInByToken,
} from '../../store/money/sessions.ts'
import type { Platform } from '../platform.ts'

/** What the value of a session looks like: a token of an account link has dots. */
const sessionPattern = /^os_[0-9A-Za-z]{32}$/

/** Whether a text has the form of the value of a session that was opened from the inbox. */
export const isSessionValue = (text: string): boolean => sessionPattern.test(text)

async function openSession({ db, now }: Platform, value: string): Promise<SessionRow | undefined> {
  const session = await sessionByHash(db, sha256(value))
  return session && session.expires_at > now() ? session : undefined
}

/** The session of an owner with this value that was opened from the inbox; undefined once it has ended. */
export async function mailedSession(platform: Platform, value: string) {
  const session = await openSession(platform, value)
  return session?.account_id ? { ...session, account_id: session.account_id } : undefined
}

/** The session of somebody who decides; undefined once it has ended, and for whoever is none of REVIEWERS any more. */
export async function reviewersSession(platform: Platform, value: string) {
  const session = await openSession(platform, value)
  const reviewer = session?.reviewer ? reviewerAt(platform, session.reviewer) : undefined
  return session && reviewer && { ...reviewer, id: session.id, expiresAt: session.expires_at }
}

/** Who decides and has this address, in whatever case. */
export function reviewerAt({ reviewers }: Platform, address: string): Platform['reviewers'][number] | undefined {
  return reviewers.find(({ email }) => emailKey(email) === emailKey(address))
}

/** A link to the console for somebody of REVIEWERS, from the operator's hands. Throws `not_found` for anybody else. */
export async function reviewersLink(platform: Platform, { email, actor }: { email: string; actor: string }) {
  const reviewer = reviewerAt(platform, email)
  if (!reviewer) throw new Problem('not_found', `${email} is none of REVIEWERS.`)
  const { link, expires_at } = await platform.act('makeReviewersLink', { reviewer: reviewer.email, actor })
  return { reviewer: reviewer.email, role: reviewer.role, link, expires_at: instant(expires_at) }
}

/** The open sessions of an account, the newest first. */
export async function listSessions({ db, now }: Platform, accountId: string): Promise<SessionRow[]> {
  return sessionsOf(db, accountId, now())
}

/** What a link to sign in shows: for whom it is in the browser that asked for it, the code in any other; null once it is over. */
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
