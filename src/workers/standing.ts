// The worker of standing searches: reads posts that were shown, finds the searches that want them, records what they found.
import type { FoundPost } from '../actions/lists/standing-matches.ts'
import { StoreUnavailable } from '../store/database/unavailable.ts'
import { dueStandingPosts, type ShownStandingPost, standingPostsById } from '../store/lists/standing-matches.ts'
import { type Finds, searchesThatWant } from '../usecases/lists/match-standing.ts'
import type { Platform } from '../usecases/platform.ts'

const batchSize = 50
/** Searches of one transaction: each account of them gets an event in it. */
const searchesAtOnce = 200
/** The most attempts to record posts that keep changing. */
const attempts = 5

/**
 * Shows waiting posts to the searches, at most one batch. Resolves with the number of posts that were there. Nothing is claimed: two
 * workers that look at one post record what it is wanted by once, and a post whose worker ends is there for the next.
 */
export async function runOnce(platform: Platform): Promise<number> {
  const posts = await dueStandingPosts(platform.db, platform.now(), batchSize)
  if (posts.length === 0) return 0
  try {
    await show(platform, posts)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    // One post that fails must not stop the others.
    const ids = posts.map(({ id }) => id)
    for (const post of await standingPostsById(platform.db, ids)) await showOrPostpone(platform, post)
  }
  return posts.length
}

async function showOrPostpone(platform: Platform, post: ShownStandingPost): Promise<void> {
  try {
    await show(platform, [post])
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    const fields = { post_id: post.post_id, attempt: post.attempts + 1 }
    const givenUp = await platform.act('postponeStandingPost', { id: post.id, failures: fields.attempt })
    platform.log.error(
      { err: error, ...fields },
      givenUp ? 'a post was not searched' : 'a post is searched again later',
    )
  }
}

/** Finds and records all searches that want the posts; once more for posts that have changed meanwhile. */
async function show(platform: Platform, posts: readonly ShownStandingPost[]): Promise<void> {
  let waiting = posts
  for (let attempt = 1; waiting.length > 0; attempt++) {
    if (attempt > attempts) throw new Error('the posts kept changing')
    const found = await searchesThatWant(platform, waiting)
    const stale = await recordAll(platform, waiting, found)
    report(platform, waiting, found, stale)
    waiting = await standingPostsById(platform.db, [...stale])
  }
}

/** Records what was found, a bounded number of searches at once. Returns the ids of posts that have changed meanwhile. */
async function recordAll(
  platform: Platform,
  posts: readonly ShownStandingPost[],
  found: readonly Finds[],
): Promise<Set<string>> {
  const stale = new Set<string>()
  const pieces = posts.flatMap((post, i) => piecesOf(post, found[i] as Finds))
  for (let from = 0; from < pieces.length; ) {
    let to = from + 1
    let searches = pieces[from]?.searches.length ?? 0
    while (to < pieces.length && searches + (pieces[to]?.searches.length ?? 0) <= searchesAtOnce)
      searches += pieces[to++]?.searches.length ?? 0
    const some = pieces.slice(from, to)
    const settled = await platform.act('settleStandingPosts', { posts: some })
    for (const [i, { id }] of some.entries()) if (settled[i] === 'stale') stale.add(id)
    from = to
  }
  return stale
}

/** The finds of a post in pieces that one transaction takes; the last one takes the post out of the outbox. */
function piecesOf({ id, post_id: postId }: ShownStandingPost, { version, searches }: Finds): FoundPost[] {
  const pieces: FoundPost[] = []
  for (let from = 0; from <= searches.length; from += searchesAtOnce) {
    const some = searches.slice(from, from + searchesAtOnce)
    pieces.push({ id, postId, version, searches: some, done: from + searchesAtOnce > searches.length })
  }
  return pieces
}

function report(
  platform: Platform,
  posts: readonly ShownStandingPost[],
  found: readonly Finds[],
  stale: ReadonlySet<string>,
): void {
  for (const [i, { id, post_id, attempts: failed }] of posts.entries()) {
    const count = found[i]?.searches.length ?? 0
    if (count > 0 && !stale.has(id))
      platform.log.info({ post_id, attempt: failed + 1, found: count }, 'searches have found a post')
  }
}
