// Sessions of owners and links to sign in as the pages ask for them.
import { limits } from '../../contract/limits.ts'
import { sha256 } from '../../domain/ids.ts'
import { signInCode } from '../../domain/sign-in-code.ts'
import { accountById } from '../../store/money/accounts.ts'
import { openSignIns, type SessionRow, sessionByHash, sessionsOf, signInByToken } from '../../store/money/sessions.ts'
import type { Platform } from '../platform.ts'

/** What the value of a session looks like: a token of an account link has dots. */
const sessionPattern = /^os_[0-9A-Za-z]{32}$/

/** Whether a text has the form of the value of a session that was opened from the inbox. */
export const isSessionValue = (text: string): boolean => sessionPattern.test(text)

/** The session with this value that was opened from the inbox; undefined once it has ended. */
export async function mailedSession({ db, now }: Platform, value: string): Promise<SessionRow | undefined> {
  const session = await sessionByHash(db, sha256(value))
  return session && session.expires_at > now() ? session : undefined
}

/** The open sessions of an account, the newest first. */
export async function listSessions({ db, now }: Platform, accountId: string): Promise<SessionRow[]> {
  return sessionsOf(db, accountId, now())
}

/** What a link to sign in shows: the account in the browser that asked for it, the code in any other; null once it is over. */
export async function signInLink(
  { db, now }: Platform,
  token: string,
  browser: string | null,
): Promise<{ handle: string } | { code: string } | null> {
  const signIn = await signInByToken(db, sha256(token), now())
  const account = signIn?.account_id ? await accountById(db, signIn.account_id) : undefined
  if (!signIn || !account) return null
  return browser !== null && signIn.browser === sha256(browser)
    ? { handle: account.handle }
    : { code: signInCode(token) }
}

/** Whether a browser has asked for a link whose code can still be typed. */
export async function awaitsCode({ db, now }: Platform, browser: string): Promise<boolean> {
  return (await openSignIns(db, sha256(browser), now(), limits.signInCodeTries)) > 0
}
