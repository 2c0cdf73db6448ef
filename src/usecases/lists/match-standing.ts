// Shows posts of the outbox to the standing searches that may want them, and finds those that do.
import type { FoundPost } from '../../actions/lists/standing-matches.ts'
import { siteRow } from '../../contract/sites.ts'
import type { PostFacts, PostFields } from '../../domain/posts/post.ts'
import { readPost, type SearchedPost, type Wanted, wants } from '../../domain/posts/standing-search.ts'
import { isListed, type StandingPost } from '../../store/lists/standing-matches.ts'
import { type StandingSearchRow, searchesThatLook, searchesUnder } from '../../store/lists/standing-searches.ts'
import { type PostRow, postById } from '../../store/posts/posts.ts'
import { revisionById } from '../../store/posts/revisions.ts'
import { mapWithPauses } from '../pauses.ts'
import type { Platform } from '../platform.ts'
import { wordsOfText } from '../posts/publication.ts'

/** The searches that want a post of the outbox as it is shown now; none once it is not listed, or cancelled. */
export async function searchesThatWant(
  platform: Platform,
  { post_id, before_revision, created_at }: StandingPost,
): Promise<Pick<FoundPost, 'version' | 'searches'>> {
  const { db } = platform
  const now = platform.now()
  const post = await postById(db, post_id)
  if (!post || post.public_json === null || isCalledOff(post) || !(await isListed(db, post_id, now)))
    return { version: post?.version ?? 0, searches: [] }
  const shown = await textOf(platform, post, post.shown_revision)
  const ids = shown ? await searchesUnder(db, post.site, shown) : []
  // A world of test keys has the posts of one account alone: there they are found, so that a search can be tried.
  const author = platform.testClock === null ? post.account_id : null
  const rows = await searchesThatLook(db, ids, { author, shownAt: created_at, now })
  const wanting = shown ? await thatWant(rows, shown) : []
  const before = wanting.length > 0 && before_revision !== null ? await textOf(platform, post, before_revision) : null
  // A search that wants the text before has found the post already, or was made after it.
  const had = new Set(before ? (await thatWant(wanting, before)).map(({ id }) => id) : [])
  return { version: post.version, searches: wanting.map(({ id }) => id).filter(id => !had.has(id)) }
}

const isCalledOff = ({ event }: PostRow) =>
  event !== null && (JSON.parse(event) as { status: string }).status === 'cancelled'

async function textOf(platform: Platform, post: PostRow, revisionId: string): Promise<SearchedPost | null> {
  const revision = await revisionById(platform.db, revisionId)
  if (!revision) return null
  const fields = JSON.parse(revision.fields) as PostFields
  const facts = JSON.parse(revision.facts) as PostFacts
  const words = await wordsOfText(platform, revision, fields)
  return readPost(siteRow(post.site), { fields, facts, author: post.account_id, words })
}

/** Searches that are asked before other requests are answered. */
const askedAtOnce = 20

/** Those of the searches that want a text. */
async function thatWant(rows: readonly StandingSearchRow[], text: SearchedPost): Promise<StandingSearchRow[]> {
  const ask = (row: StandingSearchRow) => wants(JSON.parse(row.wanted) as Wanted, text)
  const found = await mapWithPauses(rows, ask, askedAtOnce)
  return rows.filter((_, i) => found[i])
}
