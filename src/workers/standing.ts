// The worker of standing searches: reads posts that were shown, finds the searches that want them, records what they found.
import { StoreUnavailable } from '../store/database/unavailable.ts'
import { dueStandingPosts, type StandingPost } from '../store/lists/standing-matches.ts'
import { searchesThatWant } from '../usecases/lists/match-standing.ts'
import type { Platform } from '../usecases/platform.ts'

const batchSize = 50
/** Searches of one transaction: each account of them gets an event in it. */
const searchesAtOnce = 200
/** The most attempts to record a post that keeps changing. */
const attempts = 5

/**
 * Shows waiting posts to the searches, at most one batch. Resolves with the number of posts that were there. Nothing is claimed: two
 * workers that look at one post record what it is wanted by once, and a post whose worker ends is there for the next.
 */
export async function runOnce(platform: Platform): Promise<number> {
  const posts = await dueStandingPosts(platform.db, platform.now(), batchSize)
  // While one post is recorded, the next is compared.
  const recorded: Promise<void>[] = []
  for (const post of posts) {
    const found = searchesThatWant(platform, post)
    recorded.push(recordOrPostpone(platform, post, found))
    await found.catch(() => {})
  }
  for (const result of await Promise.allSettled(recorded)) if (result.status === 'rejected') throw result.reason
  return posts.length
}

type Found = Awaited<ReturnType<typeof searchesThatWant>>

async function recordOrPostpone(platform: Platform, post: StandingPost, first: Promise<Found>): Promise<void> {
  const fields = { post_id: post.post_id, attempt: post.attempts + 1 }
  try {
    const found = await record(platform, post, first)
    if (found > 0) platform.log.info({ ...fields, found }, 'searches have found a post')
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    const givenUp = await platform.act('postponeStandingPost', { id: post.id, failures: fields.attempt })
    platform.log.error(
      { err: error, ...fields },
      givenUp ? 'a post was not searched' : 'a post is searched again later',
    )
  }
}

/** Records all searches that want a post. Resolves with their number. */
async function record(platform: Platform, post: StandingPost, first: Promise<Found>): Promise<number> {
  let found = await first
  for (let attempt = 1; !(await recordAll(platform, post, found)); attempt++) {
    if (attempt === attempts) throw new Error('the post kept changing')
    found = await searchesThatWant(platform, post)
  }
  return found.searches.length
}

/** False if the post has changed meanwhile. */
async function recordAll(platform: Platform, post: StandingPost, { version, searches }: Found): Promise<boolean> {
  const { id, post_id: postId } = post
  for (let from = 0; from <= searches.length; from += searchesAtOnce) {
    const some = searches.slice(from, from + searchesAtOnce)
    const done = from + searchesAtOnce > searches.length
    const recorded = await platform.act('settleStandingPost', { id, postId, version, searches: some, done })
    if (recorded !== 'recorded') return recorded === 'late'
  }
  return true
}
