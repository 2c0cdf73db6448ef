// What a key reads of its own posts: one of them, or a page of them, published or not.
import { viewOf } from '../../actions/posts/views.ts'
import { baseUrlOf } from '../../actions/scope.ts'
import { limits } from '../../contract/limits.ts'
import { type OwnPost, statusSpellings } from '../../contract/posts.ts'
import { unauthorized } from '../../contract/problem.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import type { KeyHolder } from '../../store/money/keys.ts'
import { type PostRow, postById, postsOfKey } from '../../store/posts/posts.ts'
import { revisionById, revisionsById } from '../../store/posts/revisions.ts'
import { estimate } from '../moderation-state.ts'
import type { Platform } from '../platform.ts'
import { type ListQuery, readCursor, refuseForeignFilters, writeCursor } from './list-filter.ts'

/** One page of the posts that a key created here and did not delete, newest first, as it sees them. Throws `unauthorized`, `invalid`. */
export async function browseOwnPosts(
  platform: Platform,
  site: SiteId,
  caller: KeyHolder | null,
  query: ListQuery,
): Promise<{ items: OwnPost[]; nextCursor: string | null }> {
  if (!caller) throw unauthorized('mine=true lists the posts of an API key, so it needs one.')
  refuseForeignFilters(query)
  const limit = query.limit ?? limits.pageDefault
  const after = query.cursor === undefined ? null : readCursor(query.cursor, 'mine')
  const found = await postsOfKey(platform.db, {
    keyId: caller.keyId,
    site,
    status: query.status && ((statusSpellings[query.status] ?? query.status) as ListQuery['status']),
    before: after?.seq,
    limit: limit + 1,
  })
  const posts = found.slice(0, limit)
  const last = posts.at(-1)
  return {
    items: await ownViews(platform, posts),
    nextCursor: found.length > limit && last ? writeCursor({ seq: last.seq, startsAt: 0 }, 'mine', 0) : null,
  }
}

/** The owning key's view of a post; undefined when this key did not create it here. */
export async function ownPost(
  platform: Platform,
  site: SiteId,
  id: string,
  caller: KeyHolder,
): Promise<OwnPost | undefined> {
  const post = await postById(platform.db, id)
  if (!post || post.key_id !== caller.keyId || post.site !== site) return undefined
  const edit = post.latest_revision === id ? undefined : await revisionById(platform.db, post.latest_revision)
  return withEstimate(platform, viewOf(post, edit, baseUrlOf(platform.facts, post.site)))
}

async function ownViews(platform: Platform, posts: readonly PostRow[]): Promise<OwnPost[]> {
  const edits = await revisionsById(
    platform.db,
    posts.flatMap(({ id, latest_revision }) => (latest_revision === id ? [] : latest_revision)),
  )
  const views: OwnPost[] = []
  for (const post of posts) {
    const edit = edits.get(post.latest_revision)
    views.push(await withEstimate(platform, viewOf(post, edit, baseUrlOf(platform.facts, post.site))))
  }
  return views
}

async function withEstimate(platform: Platform, own: OwnPost): Promise<OwnPost> {
  if (own.status === 'queued') return { ...own, moderation: await estimate(platform) }
  if (own.edit?.status === 'queued') return { ...own, edit: { ...own.edit, moderation: await estimate(platform) } }
  return own
}
