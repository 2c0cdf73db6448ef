// What readers learn of an author beside the handle: since when, and on which other sites of the platform.
import { limits } from '../../contract/limits.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { accountsSince } from '../../store/accounts/accounts.ts'
import { countListed } from '../../store/lists/facets.ts'
import type { Platform } from '../platform.ts'
import { listFilter } from './list-filter.ts'

/** When the accounts of handles began, epoch milliseconds; nothing of an erased account. */
export type Since = ReadonlyMap<string, number>

/** Since when the authors of posts have been here. */
export function authorsSince({ db }: Platform, posts: readonly { author: { handle: string } }[]): Promise<Since> {
  return accountsSince(db, [...new Set(posts.map(({ author }) => author.handle))])
}

/** A site on which an author has posts. `more`: there are at least so many. */
export type AuthorSite = { site: SiteId; posts: number; more: boolean }

/** The sites on which an account has listed posts, beside one. */
export async function otherSitesOf(platform: Platform, here: SiteId, accountId: string): Promise<AuthorSite[]> {
  const { db, dialect, facts } = platform
  const others = facts.sites.filter(({ id }) => id !== here)
  const counted = await Promise.all(
    others.map(async ({ id: site }) => {
      const filter = await listFilter(platform, site, { author: accountId })
      const posts = await countListed(db, dialect, filter, limits.postsSampled)
      return { site, posts, more: posts === limits.postsSampled }
    }),
  )
  return counted.filter(({ posts }) => posts > 0)
}
