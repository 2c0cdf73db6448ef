// Opens an account for a person who signs up on a page: asks the mailbox first, and makes the account once it has answered (contract.md §11).
import { limits } from '../../contract/limits.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { sha256 } from '../../domain/ids.ts'
import { joinMail, knownAddressMail, noAccountMail } from '../../mails/joining.ts'
import { acceptTerms } from '../../store/accounts/accepted-terms.ts'
import { claimAddress, emailKey, isBanned, verifiedAccount } from '../../store/accounts/accounts.ts'
import { isHeldByOther } from '../../store/accounts/address-changes.ts'
import { isTaken } from '../../store/accounts/former-handles.ts'
import { insertSignIn, type SignInRow, signInByToken, takeSignIn, tryCode } from '../../store/accounts/sessions.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import type { Scope } from '../scope.ts'
import { tongueOf } from '../tongues.ts'
import { noteActivity } from './activity.ts'
import { emailTaken, openAccount, type SignUp } from './create-account.ts'
import {
  hashOfCode,
  mayMail,
  newSignIn,
  nobody,
  noteSignIn,
  type Opened,
  type Opening,
  open,
  storeSession,
} from './sessions.ts'

/** `token`: the signed token of the mailed link. `browser` identifies the browser that asks; `known`: it has signed in with this address. */
export type JoinAsked = {
  email: string
  token: string
  browser: string
  site: Pick<SiteContext, 'id' | 'baseUrl'>
  ip: string
  known: boolean
  /** The language of the mail where the address has no account. */
  language: string | null
}

/**
 * Asks the mailbox of an address whether an account is to be opened. An address that an account has verified gets a link to sign in
 * instead; a banned one, and one that an account has just left, get a mail that says so. All three do the same work, and the answer is
 * the same, also past the daily number of mails. Throws `rate_limited` for a network that asks for too many addresses.
 */
export async function askToJoin(
  scope: Scope,
  { email, token: signed, browser, site, language, ...from }: JoinAsked,
): Promise<void> {
  const { db, ids, now } = scope
  const { baseUrl } = site
  const address = emailKey(email)
  const mails = await mayMail(scope, `owner ${address}`, from)
  const account = await verifiedAccount(db, email)
  const banned = await isBanned(db, 'email', sha256(address))
  const held = await isHeldByOther(db, address, null, now)
  const { token, row } = newSignIn(scope, browser, account ? undefined : signed)
  await insertSignIn(db, account ? address : nobody, row)
  const letter = account
    ? knownAddressMail(baseUrl, `${baseUrl}/account/sign-in/open?t=${token}`)
    : banned || held
      ? noAccountMail(baseUrl)
      : joinMail(site, `${baseUrl}/join/open?t=${token}`)
  const to = { accountId: account?.id ?? null, recipient: account?.email ?? email }
  const mail = letter(tongueOf(scope, account?.language ?? language))
  if (mails) await insertMail(db, { id: ids.id('message'), ...to, ...mail, now })
  scope.signal('mail')
}

/** A sign-up whose mailbox has answered. `handle`: empty for one that says nothing. `terms`: the version that the person has accepted. */
type Proven = { signUp: SignUp & { terms: string }; browserName: string }

/** `handle`: of the new account, where the wanted one was taken meanwhile; else null. */
export type Joined = Opened & { otherHandle: string | null }

/**
 * Makes the account of a sign-up by the link from the mail, in the browser that asked, and opens a session. `elsewhere`: another browser.
 * `over`: the link was used or has expired. Throws `banned`, `email_taken`.
 */
export async function joinByLink(
  scope: Scope,
  { token, browser, ...proven }: Proven & { token: string; browser: string },
): Promise<Joined | 'elsewhere' | 'over'> {
  const row = await signInByToken(scope.db, sha256(token), scope.now)
  if (!row || !isOfNobody(row)) return 'over'
  return row.browser === sha256(browser) ? join(scope, row, proven) : 'elsewhere'
}

/**
 * Makes the account of a sign-up by the code that its link shows in another browser; signs in where the address had an account. Each call
 * is a try of every link that the browser has asked for. `link`: the hash of the token of the sign-up. Throws `banned`, `email_taken`.
 */
export async function joinByCode(
  scope: Scope,
  { code, link, proven, opening }: { code: string; link: string; proven: Proven; opening: Opening },
): Promise<Opened | Joined | 'wrong' | 'over'> {
  const { db, now } = scope
  const asked = await tryCode(db, sha256(opening.browser), now, limits.signInCodeTries)
  if (asked.length === 0) return 'over'
  const row = asked.find(each => each.code === hashOfCode(each.id, code))
  if (row && row.account_id !== null) return open(scope, row, opening)
  return row && isOfNobody(row) && row.token === link ? join(scope, row, proven) : 'wrong'
}

const isOfNobody = ({ account_id, reviewer }: SignInRow) => account_id === null && reviewer === null

/** Makes the account with its verified address. A handle that was taken meanwhile is replaced: its owner can change it later. */
async function join(
  scope: Scope,
  { id }: SignInRow,
  { signUp: { terms, ...signUp }, browserName }: Proven,
): Promise<Joined | 'over'> {
  const { db, now } = scope
  if (!(await takeSignIn(db, id))) return 'over'
  const { handle: wanted, email } = signUp
  const taken = wanted !== undefined && wanted !== '' && (await isTaken(db, wanted, null, now))
  const { accountId, handle } = await openAccount(scope, { ...signUp, ...(taken && { handle: undefined }) })
  if (!(await claimAddress(db, accountId, email, now))) throw emailTaken()
  await acceptTerms(db, { account_id: accountId, version: terms, session: 'email', accepted_at: now })
  await noteActivity(scope, accountId, 'address-verified')
  const opened = await storeSession(scope, {
    ...{ account_id: accountId, member_id: null, reviewer: null, browser: browserName },
    ...{ expires_at: now + limits.emailSessionMs, link_made_at: null, handed_from: null },
  })
  await noteSignIn(scope, { accountId, memberId: null })
  return { ...opened, address: emailKey(email), otherHandle: taken ? handle : null }
}
