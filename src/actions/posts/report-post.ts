// Takes a report of a post, and closes reports that a person finds groundless.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import type { ReportReason } from '../../contract/report-reasons.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { fineLabel } from '../../domain/policy-category.ts'
import { utcDay } from '../../domain/time.ts'
import { keepExample } from '../../store/moderation/examples.ts'
import { count } from '../../store/money/counters.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import { postById } from '../../store/posts/posts.ts'
import { holdPublic, insertReport, openReportsOf } from '../../store/posts/reports.ts'
import { takeKept } from '../review/hold-items.ts'
import { sampleDecision } from '../review/sample-decisions.ts'
import type { Scope } from '../scope.ts'
import { closeReportsOf } from './close-reports.ts'

export type Report = {
  postId: string
  site: SiteId
  reason: ReportReason
  details: string | null
  email: string | null
  /** Whoever reports, as one name. */
  reporter: string
  account: { accountId: string; keyId: string } | null
  /** What the daily limit counts. */
  ip: string
}

/**
 * Stores a report (contract.md §6); of one reporter the same once. Throws `not_found`, and `rate_limited` past the
 * limit of the address: then nothing is counted. The id of the report that is open.
 */
export async function reportPost(scope: Scope, report: Report): Promise<string> {
  const { db, now } = scope
  const { postId, site, ip, account } = report
  if (!(await holdPublic(db, scope.dialect, report)))
    throw new Problem('not_found', `There is no public post ${postId} on this site.`)
  if ((await count(db, 'report-ip', ip, utcDay(now))) > limits.reportsPerIpPerDay)
    throw new Problem('rate_limited', `${limits.reportsPerIpPerDay} reports came from this IP address today.`)
  return insertReport(db, {
    id: scope.ids.id('report'),
    post_id: postId,
    site,
    reason: report.reason,
    details: report.details,
    email: report.email,
    reporter: report.reporter,
    account_id: account?.accountId ?? null,
    key_id: account?.keyId ?? null,
    state: 'open',
    created_at: now,
    closed_at: null,
  })
}

/** Dismisses the open reports of a post, which stays public. Throws `not_found` when there are none. How many there were. */
export async function dismissReports(
  scope: Scope,
  { postId, actor, reason, pending }: { postId: string; actor: string; reason: string; pending?: string },
): Promise<{ id: string; dismissed: number }> {
  await takeKept(scope, pending)
  const [oldest] = await openReportsOf(scope.db, postId)
  const dismissed = await closeReportsOf(scope, postId, 'dismissed', null)
  if (!oldest) throw new Problem('not_found', `The post ${postId} has no open report.`)
  await logDecision(scope.db, {
    decider: 'person',
    actor,
    post_id: postId,
    action: 'dismiss-reports',
    subject: postId,
    reason,
    detail: { dismissed },
    waited_ms: scope.now - oldest.created_at,
    now: scope.now,
  })
  const post = await postById(scope.db, postId)
  if (post) {
    const { site, shown_revision, shown_revision: revision_id } = post
    const decided_at = scope.now
    await keepExample(scope.db, {
      ...{ revision_id, label: fineLabel, policy_version: scope.facts.policyVersion, decided_at },
    })
    await sampleDecision(scope, {
      ...{ kind: 'report', subject: postId, post_id: postId, site, revision_id, shown_revision },
      since: oldest.created_at,
      ...{ reviewer: actor, label: fineLabel, reason },
    })
  }
  return { id: postId, dismissed }
}
