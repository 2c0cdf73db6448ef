// What anyone may read: one public post, and the posts of a site a page at a time.
import { Check } from 'typebox/value'
import { baseUrlOf } from '../../actions/scope.ts'
import { idSchema } from '../../contract/ids.ts'
import { Problem } from '../../contract/problem.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { withAddresses } from '../../domain/addresses.ts'
import { type ListOrder, listPage, type ListPosition as PagePosition } from '../../store/listing/list-pages.ts'
import { publicPost as storedPost } from '../../store/listing/public-post.ts'
import type { Platform } from '../platform.ts'
import { type ListQuery, listFilter } from './list-filter.ts'

export type { ListOrder, PagePosition }

/** What of a site a page or a feed shows, and from where on; null begins at the top. */
export type ListWanted = {
  filters: Pick<ListQuery, 'topic' | 'country' | 'state' | 'city'>
  order: ListOrder
  after: PagePosition | null
}

const postId = idSchema('post')

/** The text of a public post of a site, and the key that created it. Throws `gone` when it once was public, else `not_found` (contract.md §6). */
export async function publicPost(
  platform: Platform,
  site: SiteId,
  id: string,
): Promise<{ json: string; ownerKeyId: string }> {
  const found = Check(postId, id) ? await storedPost(platform.db, id) : undefined
  if (found?.site === site && found.json !== null)
    return { json: withAddresses(found.json, baseUrlOf(platform.facts, site)), ownerKeyId: found.keyId }
  if (found?.site === site && found.everPublished)
    throw new Problem('gone', `The post ${id} was public and is no longer.`)
  throw new Problem('not_found', `There is no public post ${id}.`)
}

/** One page of a site: the texts, and where the next page begins; null after the last. Throws `invalid` for a place that is not. */
export async function sitePage(
  platform: Platform,
  site: SiteId,
  { filters, order, after }: ListWanted,
  limit: number,
): Promise<{ texts: string[]; next: PagePosition | null }> {
  const { db, dialect } = platform
  const filter = listFilter(site, platform.now(), filters)
  const rows = await listPage(db, dialect, filter, { order, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const baseUrl = baseUrlOf(platform.facts, site)
  return { texts: shown.map(row => withAddresses(row.json, baseUrl)), next: rows.length > limit && last ? last : null }
}
