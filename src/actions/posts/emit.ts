// Writes the events of a post.
import type { PostEventKind } from '../../contract/event-kinds.ts'
import { appendEvent, appendEvents, type NewEvent } from '../../store/delivery/events.ts'
import { latestAppeal } from '../../store/posts/appeals.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import type { RevisionRow } from '../../store/posts/revisions.ts'
import { viewOf } from '../rules/views.ts'
import type { Scope } from '../scope.ts'

/** Appends events with their deliveries, those of an account in the order given. */
export async function appendWithDeliveries({ db, signal }: Scope, events: readonly NewEvent[]): Promise<void> {
  const [only, ...others] = events
  if (!only) return
  const deliveries = others.length === 0 ? await appendEvent(db, only) : await appendEvents(db, events)
  signal('outcomes', [...new Set(events.map(event => event.account_id))])
  if (deliveries > 0) signal('webhooks')
}

/** Writes an event of a post, with its deliveries. Its data is the owning key's present view. */
export async function emit(
  scope: Scope,
  post: PostRow,
  type: PostEventKind,
  latest: RevisionRow | null = null,
): Promise<void> {
  const decidedAgainst = (latest ?? post).rejection_category !== null || post.rejection_category !== null
  const appeal = decidedAgainst ? await latestAppeal(scope.db, post.id) : undefined
  await scope.append(appendWithDeliveries, {
    id: scope.ids.id('message'),
    type,
    account_id: post.account_id,
    key_id: post.key_id,
    post_id: post.id,
    site: post.site,
    payload: JSON.stringify(viewOf(post, latest, null, appeal)),
    created_at: scope.now,
    trace: scope.trace,
  })
}
