// A site of this platform: which of the four it is, and where it is reached.
import type { Operator } from './operator.ts'
import type { SiteId } from './site-ids.ts'

export type SiteContext = {
  id: SiteId
  baseUrl: string
  /** The other sites of the platform, where there are any. */
  siblings?: readonly { id: SiteId; baseUrl: string }[]
  operator?: Pick<Operator, 'name' | 'contact'>
}

/** What cookies carry: the session of an owner, of somebody who decides, and beside each a notice and what its browser is known by. */
export type CookieOf = 'account' | 'notice' | 'browser' | 'review' | 'review-notice' | 'review-browser'

/** The name of a cookie of pages for one person; where the base URL is https, one that only this host over TLS can set or get. */
export function ownersCookie(baseUrl: string, what: CookieOf): string {
  return `${baseUrl.startsWith('https:') ? '__Host-' : ''}handbill-${what}`
}
