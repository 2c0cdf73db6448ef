// Publishes synthetic posts: makes their publications, and has the action write them in batches.
import type { SeedPost } from '../../actions/posts/seed-posts.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { seedHandle } from '../../domain/accounts/handle.ts'
import { idSource } from '../../domain/ids.ts'
import type { Place } from '../../domain/places/location.ts'
import { largestPlaces } from '../../store/lists/places.ts'
import type { Platform } from '../platform.ts'
import { makePublication } from './publication.ts'

/** A synthetic post as validation would prepare it. Price in micros. */
export type SyntheticPost = Pick<SeedPost, 'fields' | 'facts' | 'price' | 'abusePenalty' | 'fingerprint'>

export type Seeding = {
  site: SiteId
  wanted: number
  actor: string
  make(number: number, now: number, places: readonly Place[]): SyntheticPost
  /** Called after each batch with the number of its posts. */
  advance(posts: number): void
}

const batchSize = 500
const spreadOver = 2_000

/** Publishes posts under the account `seed`. Returns its id. Throws `handle_taken` if another account has the handle. */
export async function seed(platform: Platform, seeding: Seeding): Promise<string> {
  const { wanted, actor, advance } = seeding
  const places = await largestPlaces(platform.db, spreadOver)
  const { accountId, first } = await platform.act('seedPosts', { actor, reserve: wanted, posts: [] })
  // Make a batch while the previous one is written. Two writes at once would wait for the lock on their account.
  let writing: Promise<unknown> = Promise.resolve()
  for (let from = first; from < first + wanted; from += batchSize) {
    const range = { from, to: Math.min(from + batchSize, first + wanted) }
    const posts = batch(platform, seeding, accountId, places, range)
    await writing
    writing = platform.act('seedPosts', { actor, reserve: 0, posts }).then(() => advance(posts.length))
    // It is awaited later: an earlier failure must not count as an unhandled rejection.
    writing.catch(() => {})
  }
  await writing
  return accountId
}

function batch(
  platform: Platform,
  { site, make }: Seeding,
  accountId: string,
  places: readonly Place[],
  { from, to }: { from: number; to: number },
) {
  const now = platform.now()
  const ids = idSource(platform.seed(), now)
  return Array.from({ length: to - from }, (_, i) => {
    const made = make(from + i, now, places)
    const { fields, facts } = made
    const id = ids.id('post')
    const publication = makePublication(platform, {
      post: { id, site, version: 0, account_id: accountId },
      ...{ fields, facts, event: null, handle: seedHandle, publishedAt: now, updatedAt: null },
    })
    return { ...made, id, site, publication }
  })
}
