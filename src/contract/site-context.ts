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

/** The name of a cookie of the owner's pages; where the base URL is https, one that only this host over TLS can set or get. */
export function ownersCookie(baseUrl: string, what: 'account' | 'notice' | 'browser'): string {
  return `${baseUrl.startsWith('https:') ? '__Host-' : ''}handbill-${what}`
}
