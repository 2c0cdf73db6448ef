// The writes of workers: claims with a lease and a token, and results.
import { limits } from '../contract/limits.ts'
import type { Room } from '../domain/delivery/turns.ts'
import { followClock } from '../store/database/clock.ts'
import { readMeta } from '../store/database/meta.ts'
import { claimMail, deleteMails, settleMail } from '../store/delivery/mail.ts'
import { claimDeliveries } from '../store/delivery/turns.ts'
import { addNearDuplicateKeys } from '../store/posts/near-duplicate-keys.ts'
import { isEdit } from '../store/posts/revisions.ts'
import { claimQueued } from '../store/posts/waiting-revisions.ts'
import { keysIn } from './posts/publication.ts'
import type { Scope } from './scope.ts'

/** Claims queued revisions for the moderation worker. From then on the search for near-duplicates finds new posts among them. */
export async function takeQueued(scope: Scope, { limit }: { limit: number }) {
  const { db, now } = scope
  await followClock(db, now)
  const token = scope.ids.text(20)
  const revisions = await claimQueued(db, { token, now, leaseMs: limits.moderationLeaseMs, limit })
  const fresh = revisions.filter(revision => !isEdit(revision))
  await addNearDuplicateKeys(
    db,
    fresh.map(revision => ({ postId: revision.post_id, keys: keysIn(revision) })),
  )
  return { token, revisions }
}

export async function takeMail(scope: Scope, { limit }: { limit: number }) {
  await followClock(scope.db, scope.now)
  const token = scope.ids.text(20)
  const mails = await claimMail(scope.db, { token, now: scope.now, leaseMs: limits.mailLeaseMs, limit })
  return { token, mails }
}

/** Records the result of sending a mail. False if another worker holds the lease. */
export async function settleMailResult(
  scope: Scope,
  { id, token, outcome }: { id: string; token: string; outcome: 'sent' | { failure: string } | { dueAt: number } },
): Promise<boolean> {
  const settled =
    outcome === 'sent'
      ? { sentAt: scope.now }
      : 'failure' in outcome
        ? { failedAt: scope.now, failure: outcome.failure }
        : { dueAt: outcome.dueAt }
  return settleMail(scope.db, id, token, settled)
}

/** Removes the rows of mails whose files are gone. */
export async function forgetMail({ db }: Scope, { ids }: { ids: readonly string[] }): Promise<void> {
  await deleteMails(db, ids)
}

/** Claims deliveries for the webhook worker, as many as `room` allows. */
export async function takeDeliveries(scope: Scope, room: Room) {
  await followClock(scope.db, scope.now)
  const token = scope.ids.text(20)
  const deliveries = await claimDeliveries(scope.db, {
    token,
    now: scope.now,
    leaseMs: limits.webhookLeaseMs,
    ...room,
  })
  return { token, deliveries }
}

/** Proves that the writer runs actions and that its connection answers. Writes nothing. */
export async function answer({ db }: Scope, _: Record<string, never>): Promise<void> {
  await readMeta(db, 'places_version')
}
