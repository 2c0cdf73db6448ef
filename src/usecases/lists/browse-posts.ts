// Reading: one post, pages of posts, search. Free but for search, which is metered once it has found its answer.

import { viewOf } from '../../actions/posts/outcome.ts'
import { limits } from '../../contract/limits.ts'
import type { OwnPost } from '../../contract/posts.ts'
import { Problem } from '../../contract/problem.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { byRelevance, relevance } from '../../domain/relevance.ts'
import { parseQuery } from '../../domain/search-text.ts'
import { lastEnd, listedBySeq, listPage, newestMatches, nextStarts } from '../../store/listing/listing.ts'
import type { KeyHolder } from '../../store/money/keys.ts'
import { editById, editsById } from '../../store/posts/edits.ts'
import { type PostRow, postById, postsOfKey } from '../../store/posts/posts.ts'
import { estimate } from '../moderation-state.ts'
import type { Platform } from '../platform.ts'
import { type ListQuery, listFilter, readCursor, refuseForeignFilters, writeCursor } from './list-filter.ts'

export type { ListQuery } from './list-filter.ts'

export type Page = { items: string[]; nextCursor: string | null }

/** One page of published posts. Throws `invalid` for a cursor of another list. */
export async function browsePosts(platform: Platform, site: SiteId, query: ListQuery): Promise<Page> {
  refuseForeignFilters(query)
  const order = query.order ?? 'newest'
  const limit = query.limit ?? limits.pageDefault
  const filter = listFilter(site, platform.now(), query)
  const after = query.cursor === undefined ? null : readCursor(query.cursor, order)
  const asOf = order === 'newest' ? 0 : (after?.asOf ?? (await lastEnd(platform.db, filter.now)))
  const found = await listPage(platform.db, platform.dialect, filter, { order, after, asOf, limit: limit + 1 })
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return {
    items: items.map(item => item.json),
    nextCursor: found.length > limit && last ? writeCursor(last, order, asOf) : null,
  }
}

/** One page of the posts that a key created here and did not delete, newest first, as it sees them. Throws `unauthorized`, `invalid`. */
export async function browseOwnPosts(
  platform: Platform,
  site: SiteId,
  caller: KeyHolder | null,
  query: ListQuery,
): Promise<{ items: OwnPost[]; nextCursor: string | null }> {
  if (!caller)
    throw new Problem('unauthorized', 'mine=true lists the posts of an API key, so it needs one.', {
      headers: { 'www-authenticate': 'Bearer realm="handbill"' },
    })
  refuseForeignFilters(query)
  const limit = query.limit ?? limits.pageDefault
  const after = query.cursor === undefined ? null : readCursor(query.cursor, 'mine')
  const found = await postsOfKey(platform.db, {
    keyId: caller.keyId,
    site,
    status: query.status,
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

/** Posts that match, best first among the newest that match (contract.md §6); as texts. */
export async function searchPosts(
  platform: Platform,
  site: SiteId,
  query: ListQuery & { q?: string },
): Promise<string[]> {
  const { db, dialect } = platform
  const filter = listFilter(site, platform.now(), query)
  const terms = parseQuery(query.q ?? '')
  if ((query.q ?? '').trim() !== '' && terms.length === 0) return []
  const newest = await newestMatches(db, dialect, filter, terms, limits.searchCandidates)
  const seqs = newest.map(({ seq }) => seq)
  const ordered =
    query.order === 'newest'
      ? seqs
      : query.order === 'soonest'
        ? soonestFirst(seqs, await nextStarts(db, seqs, filter))
        : newest
            .map(({ seq, headline }) => ({ seq, score: relevance(terms, headline) }))
            .sort((a, b) => byRelevance(a.score, b.score) || b.seq - a.seq)
            .map(({ seq }) => seq)
  return (await listedBySeq(db, ordered.slice(0, query.limit ?? limits.pageDefault))).map(row => row.json)
}

function soonestFirst(seqs: readonly number[], starts: ReadonlyMap<number, number>): number[] {
  const startOf = (seq: number) => starts.get(seq) ?? Number.MAX_SAFE_INTEGER
  return [...seqs].sort((a, b) => startOf(a) - startOf(b) || a - b)
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
  const edit = post.latest_edit === null ? undefined : await editById(platform.db, post.latest_edit)
  return withEstimate(platform, viewOf(post, edit))
}

async function ownViews(platform: Platform, posts: readonly PostRow[]): Promise<OwnPost[]> {
  const edits = await editsById(
    platform.db,
    posts.flatMap(post => post.latest_edit ?? []),
  )
  const views: OwnPost[] = []
  for (const post of posts) views.push(await withEstimate(platform, viewOf(post, edits.get(post.latest_edit ?? ''))))
  return views
}

async function withEstimate(platform: Platform, own: OwnPost): Promise<OwnPost> {
  if (own.status === 'queued') return { ...own, moderation: await estimate(platform) }
  if (own.edit?.status === 'queued') return { ...own, edit: { ...own.edit, moderation: await estimate(platform) } }
  return own
}
