// The writes of the worker that shows posts to standing searches: what each search has found, with its event.
import { limits } from '../../contract/limits.ts'
import type { SearchFind } from '../../contract/operations/account-events.ts'
import { addressMarks } from '../../domain/posts/addresses.ts'
import { instant, utcDay } from '../../domain/times/time.ts'
import { count } from '../../store/accounts/counters.ts'
import { appendEvents } from '../../store/delivery/events.ts'
import {
  hasStandingPost,
  insertMatches,
  postponeStandingPost as postpone,
  removeStandingPost,
} from '../../store/lists/standing-matches.ts'
import { postById } from '../../store/posts/posts.ts'
import type { Scope } from '../scope.ts'

/** The searches that want a version of a post of the outbox. `done`: these are the last ones. */
export type FoundPost = { id: string; postId: string; version: number; searches: readonly string[]; done: boolean }

/**
 * Records which searches have found a post, each once, with an event for its account. `stale`: the post has changed meanwhile, and
 * nothing was recorded; `late`: another worker has done it all.
 */
export async function settleStandingPost(
  scope: Scope,
  { id, postId, version, searches, done }: FoundPost,
): Promise<'recorded' | 'stale' | 'late'> {
  const { db, now } = scope
  const post = searches.length > 0 ? await postById(db, postId) : undefined
  if (searches.length > 0 && post?.version !== version) return 'stale'
  if (!(await (done ? removeStandingPost(db, id) : hasStandingPost(db, id)))) return 'late'
  const found = await insertMatches(db, searches, { post_id: postId, matched_at: now })
  const byAccount = [...Map.groupBy(found, row => row.account_id)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [accountId, rows] of byAccount)
    await tell(scope, accountId, { postId, at: post?.published_at ?? now, rows })
  return 'recorded'
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

type Told = { postId: string; at: number; rows: readonly { id: string; site: SearchFind['site'] }[] }

/** Writes an event for each search of an account, up to the most of a day. */
async function tell(scope: Scope, accountId: string, { postId, at, rows }: Told): Promise<void> {
  const { db, now, ids } = scope
  const told = await count(db, 'standing-told', accountId, utcDay(now), rows.length)
  const left = Math.max(0, limits.standingMatchesToldPerDay - (told - rows.length))
  const events = rows.slice(0, left).map(({ id, site }) => {
    const url = `${addressMarks.baseUrl}/p/${postId}`
    const data: SearchFind = { search_id: id, site, post_id: postId, url, published_at: instant(at) }
    return {
      ...{ id: ids.id('message'), type: 'search.match' as const, account_id: accountId, key_id: null, post_id: null },
      ...{ site, payload: JSON.stringify(data), created_at: now },
    }
  })
  if (events.length === 0) return
  const deliveries = await appendEvents(db, accountId, events)
  scope.signal('outcomes', [accountId])
  if (deliveries > 0) scope.signal('webhooks')
}
