// Reads public posts: one post, and the posts of a site a page at a time.
import { baseUrlOf } from '../../actions/scope.ts'
import { idSchema } from '../../contract/ids.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { withAddresses } from '../../domain/posts/addresses.ts'
import type { EventChange } from '../../domain/posts/post.ts'
import { fits } from '../../domain/shape.ts'
import { type ListOrder, listPage, type ListPosition as PagePosition } from '../../store/lists/list-pages.ts'
import { sequenceOf, publicPost as storedPost, publicPosts as storedPosts } from '../../store/lists/public-post.ts'
import type { Platform } from '../platform.ts'
import { type ListFilters, listFilter } from './list-filter.ts'

export type { ListOrder, PagePosition }

/** The list that a page or a feed shows, and the position to begin after; null for the top. */
export type ListWanted = {
  filters: ListFilters
  order: ListOrder
  after: PagePosition | null
}

const isPostId = fits(idSchema('post'))

/** A post with its history: how often it changed, and the last change of its event. */
export type PostWithHistory = { json: string; version: number; event: EventChange | null }

/**
 * The text of a public post, its history, and its key. Throws `gone` for a post that was public, else `not_found` (contract.md
 * §6).
 */
export async function publicPost(
  platform: Platform,
  site: SiteId,
  id: string,
): Promise<PostWithHistory & { ownerKeyId: string }> {
  const found = isPostId(id) ? await storedPost(platform.db, id) : undefined
  if (found?.site === site && found.json !== null)
    return { ...withHistory(platform, site, { ...found, json: found.json }), ownerKeyId: found.keyId }
  if (found?.site === site && found.everPublished)
    throw new Problem('gone', `The post ${id} was public and is no longer.`)
  throw new Problem('not_found', `There is no public post ${id}.`)
}

/** The public posts among these ids, in the order given, all as of one instant. */
export async function publicPosts(
  platform: Platform,
  site: SiteId,
  ids: readonly string[],
): Promise<PostWithHistory[]> {
  const found = await storedPosts(platform.db, ids)
  const byId = new Map(found.map(post => [post.id, withHistory(platform, site, post)]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

function withHistory(
  { facts }: Platform,
  site: SiteId,
  { json, version, event }: { json: string; version: number; event: string | null },
): PostWithHistory {
  const read = event === null ? null : (JSON.parse(event) as EventChange)
  return { json: withAddresses(json, baseUrlOf(facts, site)), version, event: read }
}

/** The text of the post that was published before another one, and after the oldest one that of the newest; null where there is no other. */
export async function postToReadNext(platform: Platform, site: SiteId, id: string): Promise<string | null> {
  const seq = await sequenceOf(platform.db, id)
  if (seq === undefined) return null
  const newest = { filters: {}, order: 'newest' } as const
  for (const after of [{ seq, startsAt: 0 }, null]) {
    const { texts } = await sitePage(platform, site, { ...newest, after }, 1)
    if (texts[0] !== undefined) return (JSON.parse(texts[0]) as { id: string }).id === id ? null : texts[0]
  }
  return null
}

/** One page of a list, and the position of the next page; null after the last. Throws `invalid` for an unknown place. */
export async function sitePage(
  platform: Platform,
  site: SiteId,
  { filters, order, after }: ListWanted,
  limit: number,
): Promise<{ texts: string[]; next: PagePosition | null }> {
  const { db, dialect } = platform
  const filter = await listFilter(platform, site, { ...filters, order })
  const rows = await listPage(db, dialect, filter, { order, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const baseUrl = baseUrlOf(platform.facts, site)
  return { texts: shown.map(row => withAddresses(row.json, baseUrl)), next: rows.length > limit && last ? last : null }
}
