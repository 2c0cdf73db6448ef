// The writes of the worker that shows posts to standing searches: what each search has found, with its event.
import { limits } from '../../contract/limits.ts'
import type { SearchFind } from '../../contract/operations/account-events.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { addressMarks } from '../../domain/posts/addresses.ts'
import { instant, utcDay } from '../../domain/times/time.ts'
import { countAll } from '../../store/accounts/counters.ts'
import { appendEvents } from '../../store/delivery/events.ts'
import {
  holdStandingPosts,
  postponeStandingPost as postpone,
  recordMatches,
  removeStandingPost,
} from '../../store/lists/standing-matches.ts'
import type { Scope } from '../scope.ts'

/** The searches that want a version of a post of the outbox. `done`: these are the last ones. */
export type FoundPost = { id: string; postId: string; version: number; searches: readonly string[]; done: boolean }

/** `stale`: the post has changed meanwhile, and nothing of it was recorded; `late`: another worker has done it all. */
type Settled = 'recorded' | 'stale' | 'late'

/** Records which searches have found posts, each once, with an event for its account. Returns the results in the same order. */
export async function settleStandingPosts(
  scope: Scope,
  { posts }: { posts: readonly FoundPost[] },
): Promise<Settled[]> {
  const { db, now } = scope
  const sought = [...new Set(posts.flatMap(({ searches }) => searches))].sort()
  const held = await holdStandingPosts(db, [...new Set(posts.map(({ id }) => id))].sort(), sought)
  const settled = posts.map(({ id, version, searches }): Settled => {
    const post = held.posts.get(id)
    if (!post) return 'late'
    return searches.length === 0 || post.version === version ? 'recorded' : 'stale'
  })
  const recorded = posts.filter((_, i) => settled[i] === 'recorded')
  const matches = recorded.flatMap(({ postId, searches }) =>
    searches.filter(id => held.searches.has(id)).map(id => ({ search_id: id, post_id: postId, matched_at: now })),
  )
  const done = recorded.filter(post => post.done).map(({ id }) => id)
  const fresh = await recordMatches(db, matches, done)
  const publishedAt = new Map(posts.map(({ id, postId }) => [postId, held.posts.get(id)?.published_at ?? now]))
  await tell(
    scope,
    fresh.flatMap(({ search_id, post_id }) => {
      const search = held.searches.get(search_id)
      return search ? [{ ...search, postId: post_id, at: publishedAt.get(post_id) ?? now }] : []
    }),
  )
  return settled
}

/** Lets a post wait with which the looking failed; past limits.standingPostAttempts it is given up. Returns whether it is. */
export async function postponeStandingPost(
  { db, now }: Scope,
  { id, failures }: { id: string; failures: number },
): Promise<boolean> {
  if (failures >= limits.standingPostAttempts) return removeStandingPost(db, id)
  await postpone(db, id, failures, now + limits.standingPostWaitMs)
  return false
}

/** A search that has found a post, and the time of its publication (epoch ms). */
type Find = { id: string; account_id: string; site: SiteId; postId: string; at: number }

/** Writes an event for each find, up to the most of an account and a day. */
async function tell(scope: Scope, finds: readonly Find[]): Promise<void> {
  const { db, now, ids } = scope
  const byAccount = Map.groupBy(finds, find => find.account_id)
  const added = new Map([...byAccount].map(([accountId, own]) => [accountId, own.length]))
  const told = await countAll(db, 'standing-told', added, utcDay(now))
  const events = [...byAccount].flatMap(([accountId, own]) => {
    const left = limits.standingMatchesToldPerDay - ((told.get(accountId) ?? 0) - own.length)
    return own.slice(0, Math.max(0, left)).map(({ id, site, postId, at }) => {
      const url = `${addressMarks.baseUrl}/p/${postId}`
      const data: SearchFind = { search_id: id, site, post_id: postId, url, published_at: instant(at) }
      return {
        ...{ id: ids.id('message'), type: 'search.match' as const, account_id: accountId, key_id: null, post_id: null },
        ...{ site, payload: JSON.stringify(data), created_at: now, trace: scope.trace },
      }
    })
  })
  if (events.length === 0) return
  const deliveries = await appendEvents(db, events)
  scope.signal('outcomes', [...new Set(events.map(event => event.account_id))])
  if (deliveries > 0) scope.signal('webhooks')
}
