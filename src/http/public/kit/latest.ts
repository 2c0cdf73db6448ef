// The posts that the home page and the feeds of a site show, a page at a time.
import { Check } from 'typebox/value'
import { idSchema } from '../../../contract/ids.ts'
import { Problem } from '../../../contract/problem.ts'
import type { SiteId } from '../../../contract/site-ids.ts'
import { siteRow } from '../../../contract/sites.ts'
import { type ListPosition, listPage } from '../../../store/listing/list-pages.ts'
import { publicPost } from '../../../store/listing/public-post.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { type ShownPost, shownPost } from './post-words.ts'

const postsPerPage = 50

const postId = idSchema('post')

/** One page of a site: the posts, and the query of the next page when there is one. */
export type Latest = { posts: ShownPost[]; next: string | null }

/** The posts after a position of the site's order; null begins at the top. */
export async function latestPosts(platform: Platform, site: SiteId, after: ListPosition | null): Promise<Latest> {
  const order = siteRow(site).pageOrder
  const filter = { site, now: platform.now() }
  const rows = await listPage(platform.db, platform.dialect, filter, { order, after, limit: postsPerPage + 1 })
  const shown = rows.slice(0, postsPerPage)
  const last = rows.length > postsPerPage ? shown.at(-1) : undefined
  return {
    posts: shown.map(row => shownPost(row.json)),
    next: last ? `?after=${last.startsAt}.${last.seq}` : null,
  }
}

/** The position that `?after=` names; null without one. Throws `not_found` for a text that no page ever linked to. */
export function positionIn(after: unknown): ListPosition | null {
  if (after === undefined) return null
  const [, startsAt, seq] = /^(-?\d{1,15})\.(\d{1,15})$/.exec(String(after)) ?? []
  if (!startsAt || !seq) throw new Problem('not_found', 'There is no such page of the list.')
  return { startsAt: Number(startsAt), seq: Number(seq) }
}

/** The stored text of a public post of a site. Throws `gone` when it once was public, else `not_found` (contract.md §6). */
export async function publicText(platform: Platform, site: SiteId, id: string): Promise<string> {
  const found = Check(postId, id) ? await publicPost(platform.db, id) : undefined
  if (found?.site === site && found.json !== null) return found.json
  if (found?.site === site && found.everPublished) throw new Problem('gone', 'This post was public and is no longer.')
  throw new Problem('not_found', 'There is no public post with this id.')
}
