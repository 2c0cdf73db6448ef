// Reads public posts: pages of lists.
import { limits } from '../../contract/limits.ts'
import type { ListQuery } from '../../contract/operations/posts.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { lastEnd, listPage } from '../../store/lists/list-pages.ts'
import type { Platform } from '../platform.ts'
import { withDistances } from './distances.ts'
import { listFilter, readCursor, refuseForeignFilters, writeCursor } from './list-filter.ts'

/** `items` are stored texts: the caller fills in the addresses of all of them at once. */
export type PostsPage = { items: string[]; nextCursor: string | null }

/** One page of published posts. Throws `invalid` for a cursor of another list. */
export async function browsePosts(platform: Platform, site: SiteId, query: ListQuery): Promise<PostsPage> {
  refuseForeignFilters(query)
  const order = query.order ?? 'newest'
  const limit = query.limit ?? limits.pageDefault
  const filter = await listFilter(platform, site, query)
  const after = query.cursor === undefined ? null : readCursor(query.cursor, order)
  const asOf = order === 'soonest' ? (after?.asOf ?? (await lastEnd(platform.db, filter.now))) : 0
  const found = await listPage(platform.db, platform.dialect, filter, { order, after, asOf, limit: limit + 1 })
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return {
    items: await withDistances(platform.db, filter.near, items),
    nextCursor: found.length > limit && last ? writeCursor(last, order, asOf) : null,
  }
}
