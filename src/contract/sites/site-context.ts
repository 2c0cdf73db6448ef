// A site of this platform: its id and its base URL.
import type { Operator } from '../operator.ts'
import type { SiteId } from './site-ids.ts'

export type SiteContext = {
  id: SiteId
  baseUrl: string
  /** The other sites of the platform, where there are any. */
  siblings?: readonly { id: SiteId; baseUrl: string }[]
  operator?: Pick<Operator, 'name' | 'contact' | 'disputes'>
}

/**
 * The cookies: the session of an owner or of a reviewer, and for each a notice and the id of the browser. `wanted`: the page to open
 * after signing in. `joining`: the sign-up that waits for its mailbox. `back`: the site from which somebody came to sign in with a passkey. `handing`: the state of a hand-over from another site. `asked`: every other site was asked for a session. `review-shown`: the reviewer wants grave texts shown at once.
 */
export type CookieOf =
  | 'account'
  | 'notice'
  | 'browser'
  | 'known'
  | 'wanted'
  | 'joining'
  | 'back'
  | 'handing'
  | 'asked'
  | 'review'
  | 'review-notice'
  | 'review-browser'
  | 'review-known'
  | 'review-shown'

/** The full name of a cookie. With an https base URL its prefix makes browsers bind the cookie to this host and to TLS. */
export function ownersCookie(baseUrl: string, what: CookieOf): string {
  return `${baseUrl.startsWith('https:') ? '__Host-' : ''}handbill-${what}`
}
