// Clears expired data: deleted accounts, listed posts past their time, withdrawn texts that nobody judged, texts that no owner
// approved, old answers, counters, sessions and events.
import { limits } from '../contract/limits.ts'
import { testMode } from '../contract/test-mode.ts'
import { judgedAs } from '../domain/lifecycle.ts'
import { utcDay } from '../domain/times/time.ts'
import { forgetActivity } from '../store/accounts/activity.ts'
import { forgetChanges } from '../store/accounts/address-changes.ts'
import { forgetCounts } from '../store/accounts/counters.ts'
import { forgetHashes } from '../store/accounts/erased-hashes.ts'
import { forgetHandles } from '../store/accounts/former-handles.ts'
import { forgetInvitations } from '../store/accounts/members.ts'
import { forgetRecords } from '../store/accounts/oauth-records.ts'
import { forgetChallenges } from '../store/accounts/passkeys.ts'
import { forgetSessions } from '../store/accounts/sessions.ts'
import { forgetWorlds } from '../store/accounts/test-worlds.ts'
import { followClock, isSteady } from '../store/database/clock.ts'
import { takeTime } from '../store/database/patience.ts'
import { forgetAnnouncements } from '../store/delivery/announcements.ts'
import { forgetPauses } from '../store/delivery/conversations.ts'
import { forgetDeliveries, makeDeliveriesDue } from '../store/delivery/deliveries.ts'
import { forgetEvents } from '../store/delivery/events.ts'
import { makeMailDue } from '../store/delivery/mail.ts'
import { forgetMessages } from '../store/delivery/relay.ts'
import { forgetSubscriptions } from '../store/delivery/subscriptions.ts'
import { forgetOccurrences, removeExpired } from '../store/lists/expiry.ts'
import { forgetMatches } from '../store/lists/standing-matches.ts'
import { forgetStandingSearches, forgetUnsubscribed } from '../store/lists/standing-searches.ts'
import { addTagChanges } from '../store/lists/tag-counts.ts'
import { forgetPaymentEvents } from '../store/money/payments.ts'
import { forgetAnswers } from '../store/posts/idempotency.ts'
import { removeNearDuplicateKeys } from '../store/posts/near-duplicate-keys.ts'
import { releaseExpired } from '../store/posts/posts.ts'
import { leftUnapproved, makeTextsDue, revisionById } from '../store/posts/revisions.ts'
import { withdrawnUndecided } from '../store/posts/waiting-revisions.ts'
import { forgetClaims, forgetReturned } from '../store/review/claims.ts'
import { forgetSamples } from '../store/review/samples.ts'
import { endLapsed } from './accounts/connections.ts'
import { eraseDue } from './accounts/delete-account.ts'
import { settleReplaced } from './accounts/keys.ts'
import { tellOfEarlierDays } from './posts/close-reports.ts'
import { keysIn } from './posts/publication.ts'
import { applyTransition, byRule, hold } from './posts/transition.ts'
import type { Scope } from './scope.ts'

/** Changes of counts to add up for each post that may leave lists. A publication makes about seven. */
const changesAPost = 10

/** Records of the authorization server to delete for each post that may leave lists: most last for an hour. */
const recordsAPost = 10

const nobodyJudged = byRule('deadline', 'Nobody has found abuse in time.')
const nobodyApproved = byRule('deadline', 'The owner has not decided in time.')

/**
 * Does one sweep. `steadily`: accounts whose time has come are erased only while the clock
 * moves on by itself, because a clock that is ahead for a moment cannot undo it. Returns the number of posts that left lists, and whether there may be more work.
 */
export async function sweep(
  scope: Scope,
  { limit, steadily = false }: { limit: number; steadily?: boolean },
): Promise<{ expired: number; more: boolean }> {
  const { db, now } = scope
  await takeTime(db, scope.dialect)
  const expired = await removeExpired(db, scope.dialect, now, limit)
  const counted = await addTagChanges(db, limit * changesAPost)
  for (const { id, shown_revision } of await releaseExpired(db, now, limit)) {
    const shown = await revisionById(db, shown_revision)
    if (shown) await removeNearDuplicateKeys(db, id, keysIn(shown))
  }
  for (const { id, post_id } of await withdrawnUndecided(db, now, limit)) {
    const held = await hold(scope, id, post_id)
    if (held) await applyTransition(scope, held, judgedAs(held.revision.status, 'fine'), { by: nobodyJudged })
  }
  for (const { id, post_id } of await leftUnapproved(db, now - limits.approvalMs, limit)) {
    const held = await hold(scope, id, post_id)
    if (held) await applyTransition(scope, held, 'owner-silent', { by: nobodyApproved })
  }
  if (steadily) await followClock(db, now)
  for (const makeDue of [makeTextsDue, makeDeliveriesDue, makeMailDue]) await makeDue(db, now)
  if (!steadily || (await isSteady(db, now))) await eraseDue(scope, limit)
  await settleReplaced(scope)
  await tellOfEarlierDays(scope, { limit })
  await forgetWorlds(db, now - testMode.keptMs, limit)
  await forgetHashes(db, { now, bannedBefore: now - limits.bannedHashesKeptMs })
  await forgetClaims(db, now)
  await forgetReturned(db, now - limits.reviewReturnedMs)
  await forgetSamples(db, now - limits.reviewSampleMs)
  await forgetOccurrences(db, now - limits.occurrencesKeptMs)
  await forgetAnswers(db, now - limits.idempotencyMs)
  await forgetCounts(db, utcDay(now - limits.countersKeptMs), utcDay(now - limits.modelUsageKeptMs))
  await forgetDeliveries(db, now - limits.eventsKeptMs)
  await forgetAnnouncements(db, now - limits.announcementsKeptMs)
  await forgetEvents(db, now - limits.eventsKeptMs)
  await forgetUnsubscribed(db, await forgetSubscriptions(db, now), now)
  await forgetSessions(db, now)
  await forgetInvitations(db, now)
  await forgetChanges(db, now)
  await forgetHandles(db, now)
  await forgetActivity(db, now - limits.activityKeptMs)
  await forgetChallenges(db, now)
  await endLapsed(scope, limit)
  await forgetRecords(db, now, limit * recordsAPost)
  await forgetMessages(db, now - limits.relayMessagesKeptMs)
  await forgetPauses(db, now)
  await forgetStandingSearches(db, now)
  await forgetMatches(db, now - limits.standingMatchesKeptMs)
  await forgetPaymentEvents(db, now - limits.paymentEventsKeptMs)
  if (expired > 0) scope.signal('publications')
  return { expired, more: expired === limit || counted === limit * changesAPost }
}
