// The posts that the home page and the feeds of a site show, a page at a time.
import { Problem } from '../../../contract/problem.ts'
import type { SiteId } from '../../../contract/site-ids.ts'
import { type PagePosition, sitePage } from '../../../usecases/lists/public-posts.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { type ShownPost, shownPost } from './post-words.ts'

const postsPerPage = 50

/** One page of a site: the posts, and the query of the next page when there is one. */
export type Latest = { posts: ShownPost[]; next: string | null }

/** The posts after a position of the site's order; null begins at the top. */
export async function latestPosts(platform: Platform, site: SiteId, after: PagePosition | null): Promise<Latest> {
  const { texts, next } = await sitePage(platform, site, after, postsPerPage)
  return { posts: texts.map(shownPost), next: next && `?after=${next.startsAt}.${next.seq}` }
}

/** The position that `?after=` names; null without one. Throws `not_found` for a text that no page ever linked to. */
export function positionIn(after: unknown): PagePosition | null {
  if (after === undefined) return null
  const [, startsAt, seq] = /^(-?\d{1,15})\.(\d{1,15})$/.exec(String(after)) ?? []
  if (!startsAt || !seq) throw new Problem('not_found', 'There is no such page of the list.')
  return { startsAt: Number(startsAt), seq: Number(seq) }
}
