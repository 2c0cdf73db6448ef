// Signs a person up on a page: judges the names as the API does, asks the mailbox, and opens the account once it has answered.
import type { Joined } from '../../actions/accounts/join.ts'
import type { Opened } from '../../actions/accounts/sessions.ts'
import { longestHandle } from '../../contract/ids.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { isReserved } from '../../domain/accounts/handle.ts'
import { signInCode } from '../../domain/accounts/sign-in-code.ts'
import { sha256 } from '../../domain/ids.ts'
import { isTaken } from '../../store/accounts/former-handles.ts'
import { signInByToken } from '../../store/accounts/sessions.ts'
import type { TypedSignUp } from '../links.ts'
import type { Platform } from '../platform.ts'
import { judgeNames } from './judge-name.ts'
import { awaitsCode } from './sessions.ts'

/**
 * From where a sign-up comes: its site, the browser, the caller's address, and whether the browser has signed in with the address.
 * `language`: of the page, or of the browser. `nonce`: random, so that nobody but the reader of the mail knows the link.
 */
export type JoinFrom = {
  site: SiteContext
  browser: string
  ip: string
  known: boolean
  nonce: string
  language: string | null
}

/**
 * Asks the mailbox of a sign-up. Returns the value of the cookie that lets the browser type the code of the mail. Throws `invalid` with a
 * pointer to the name or the handle that is refused, `handle_taken`, `rate_limited`.
 */
export async function askToJoin(platform: Platform, signUp: TypedSignUp, from: JoinFrom): Promise<string> {
  const { links, now, db } = platform
  const { name, email, handle } = signUp
  const { id, baseUrl } = from.site
  await platform.act('countSignUp', { ip: from.ip })
  await judgeNames(platform, id, { name, ...(handle !== null && { handle }) })
  if (handle !== null && (isReserved(handle) || (await isTaken(db, handle, null, now()))))
    throw new Problem('handle_taken', `@${handle} is taken.`)
  const { browser, ip, known, nonce, language } = from
  const token = links.sign({ signUp, grade: 'join', nonce }, now())
  await platform.act('askToJoin', { email, token, browser, ip, known, language, site: { id, baseUrl } })
  return links.sign({ signUp, grade: 'joining', link: sha256(token) }, now())
}

/** A handle like one that is taken; null where the first few are taken too. */
export async function freeHandleLike({ db, now }: Platform, handle: string): Promise<string | null> {
  for (let n = 2; n < 10; n++) {
    const ending = `_${n}`
    const like = `${handle.slice(0, longestHandle - ending.length)}${ending}`
    if (!(await isTaken(db, like, null, now()))) return like
  }
  return null
}

/**
 * The content of the mailed link: the sign-up in the browser that asked, the code in any other; null once it is over. Throws
 * `bad_signature`, `link_expired`.
 */
export async function joinLink(
  platform: Platform,
  { token, browser }: { token: string; browser: string | null },
): Promise<{ signUp: TypedSignUp } | { code: string } | null> {
  const { signUp } = joinClaim(platform, token)
  const row = await signInByToken(platform.db, sha256(token), platform.now())
  if (!row) return null
  return browser !== null && row.browser === sha256(browser) ? { signUp } : { code: signInCode(token) }
}

type Entering = { site: SiteId; browser: string; browserName: string }

/** Opens the account of the mailed link. Throws as the action of this name does, `bad_signature` and `link_expired`. */
export async function joinByLink(
  platform: Platform,
  { token, site, browser, browserName }: Entering & { token: string },
): Promise<Joined | 'elsewhere' | 'over'> {
  const { signUp } = joinClaim(platform, token)
  const proven = { signUp: await judged(platform, site, signUp), browserName }
  return platform.act('joinByLink', { token, browser, ...proven })
}

/**
 * Opens the account by the code of the mailed link, or signs in where the address had one. `joining`: the cookie of the browser that
 * asked. Throws as the action of this name does, `bad_signature` and `link_expired`.
 */
export async function joinByCode(
  platform: Platform,
  {
    code,
    joining,
    replaces,
    site,
    browser,
    browserName,
  }: Entering & { code: string; joining: string; replaces: string | null },
): Promise<Joined | Opened | 'wrong' | 'over'> {
  const claim = platform.links.read(joining, platform.now())
  if (claim.grade !== 'joining') throw new Problem('bad_signature', sentences.otherLink)
  // Names are judged for nobody who has no try left.
  if (!(await awaitsCode(platform, browser))) return 'over'
  const proven = { signUp: await judged(platform, site, claim.signUp), browserName }
  const opening = { as: 'owner', browser, browserName, replaces } as const
  return platform.act('joinByCode', { code, link: claim.link, proven, opening })
}

function joinClaim({ links, now }: Platform, token: string) {
  const claim = links.read(token, now())
  if (claim.grade !== 'join') throw new Problem('bad_signature', sentences.otherLink)
  return claim
}

/** The sign-up with what a person is to look at in its names. Throws `invalid`. */
async function judged(platform: Platform, site: SiteId, { name, email, handle, terms }: TypedSignUp) {
  const { handle: given, found } = await judgeNames(platform, site, { name, ...(handle !== null && { handle }) })
  return { name, email, handle: given, terms, found: { site, findings: found } }
}
