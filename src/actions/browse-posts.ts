// Reading: one post, pages of posts, search. Free but for search, which is metered once it has found its answer.
import { limits } from '../contract/limits.ts'
import type { OwnPost } from '../contract/posts.ts'
import { Problem } from '../contract/problems.ts'
import type { SiteId } from '../contract/site-ids.ts'
import { parseQuery, type SearchTerm } from '../domain/search-text.ts'
import { editById } from '../store/edits.ts'
import type { KeyHolder } from '../store/keys.ts'
import {
  type ListedPost,
  type ListFilter,
  type ListOrder,
  type ListPosition,
  listedBySeq,
  listPage,
  newestMatches,
} from '../store/listing.ts'
import { postById } from '../store/posts.ts'
import { estimate } from './moderation-state.ts'
import { viewOf } from './outcome.ts'
import type { Platform } from './platform.ts'
import { invalid } from './prepare-post.ts'

/** What a list can be narrowed by, as the wire names it. */
export type ListQuery = {
  topic?: string
  country?: string
  state?: string
  city?: number
  order?: ListOrder
  starts_after?: string
  starts_before?: string
  limit?: number
  cursor?: string
}

export type Page = { items: string[]; nextCursor: string | null }

/** One page of published posts. Throws `invalid` for a cursor of another list. */
export async function browsePosts(platform: Platform, site: SiteId, query: ListQuery): Promise<Page> {
  const order = query.order ?? 'newest'
  const limit = query.limit ?? limits.pageDefault
  const after = query.cursor === undefined ? null : readCursor(query.cursor, order)
  const found = await listPage(platform.db, platform.dialect, listFilter(platform, site, query), {
    order,
    after,
    limit: limit + 1,
  })
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return {
    items: items.map(item => item.json),
    nextCursor: found.length > limit && last ? writeCursor(last, order) : null,
  }
}

/** Posts that match, best first among the newest that match (contract.md §6); as texts. */
export async function searchPosts(
  platform: Platform,
  site: SiteId,
  query: ListQuery & { q?: string },
): Promise<string[]> {
  const { db, dialect } = platform
  const terms = parseQuery(query.q ?? '')
  if ((query.q ?? '').trim() !== '' && terms.length === 0) return []
  const filter = listFilter(platform, site, query)
  const limit = query.limit ?? limits.pageDefault
  if (query.order === 'soonest') {
    const rows = await listedBySeq(db, await newestMatches(db, dialect, filter, terms, limits.searchCandidates))
    return [...rows]
      .sort((a, b) => a.startsAt - b.startsAt || a.seq - b.seq)
      .slice(0, limit)
      .map(row => row.json)
  }
  const newest = await newestMatches(db, dialect, filter, terms, limits.searchCandidates)
  const ordered = query.order === 'newest' ? newest : await bestFirst(platform, terms, newest)
  return (await listedBySeq(db, ordered.slice(0, limit))).map(row => row.json)
}

const weights = { title: 4, topics: 2 } as const

/** Orders by where the words stand: in the title, in the topics, in the body; ties stay newest first. */
async function bestFirst(
  platform: Platform,
  terms: readonly SearchTerm[],
  newest: readonly number[],
): Promise<number[]> {
  const wanted = terms.filter(term => !term.not)
  const [max, min] = [newest[0], newest.at(-1)]
  if (wanted.length === 0 || max === undefined || min === undefined) return [...newest]
  const scores = new Map<number, number>(newest.map(seq => [seq, 0]))
  for (const term of wanted)
    for (const column of ['title', 'topics'] as const)
      for (const seq of await platform.dialect.searchIndex.inColumn(platform.db, term, column, min, max))
        if (scores.has(seq)) scores.set(seq, (scores.get(seq) ?? 0) + weights[column])
  return [...newest].sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || b - a)
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
  const own = viewOf(post, edit)
  if (post.status === 'queued') return { ...own, moderation: await estimate(platform) }
  if (own.edit?.status === 'queued') return { ...own, edit: { ...own.edit, moderation: await estimate(platform) } }
  return own
}

function listFilter(platform: Platform, site: SiteId, query: ListQuery): ListFilter {
  const { topic, country, state, city, starts_after: after, starts_before: before } = query
  return {
    site,
    now: platform.now(),
    topic,
    country,
    state,
    city,
    startsAfter: after === undefined ? undefined : Date.parse(after),
    startsBefore: before === undefined ? undefined : Date.parse(before),
  }
}

const orderLetters: Record<ListOrder, string> = { newest: 'n', soonest: 's' }

function writeCursor({ seq, startsAt }: ListedPost, order: ListOrder): string {
  return Buffer.from(`${orderLetters[order]}.${seq}.${startsAt}`).toString('base64url')
}

function readCursor(cursor: string, order: ListOrder): ListPosition {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const [letter, seq, startsAt, rest] = text.split('.')
  const position = { seq: Number(seq), startsAt: Number(startsAt) }
  const canonical = Buffer.from(text, 'latin1').toString('base64url') === cursor
  const sound = canonical && rest === undefined && /^\d+$/.test(seq ?? '') && /^-?\d+$/.test(startsAt ?? '')
  if (
    !sound ||
    letter !== orderLetters[order] ||
    !Number.isSafeInteger(position.seq) ||
    !Number.isSafeInteger(position.startsAt)
  )
    throw invalid([
      `/cursor: got ${JSON.stringify(cursor)}; it takes the next_cursor of the page before, with the same order`,
    ])
  return position
}

/** The problem of a post that nobody but its owning key may see. */
export function notPublic(id: string, everPublished: boolean): Problem {
  return everPublished
    ? new Problem('gone', `The post ${id} was public and is no longer.`)
    : new Problem('not_found', `There is no public post ${id}.`)
}
