// Takes a report of a post, and closes reports that a person finds groundless.
import { limits } from '../../contract/limits.ts'
import type { ReportReason } from '../../contract/moderation/report-reasons.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { fineLabel } from '../../domain/review/policy-category.ts'
import { urgencyOf } from '../../domain/review/urgency.ts'
import { utcDay } from '../../domain/times/time.ts'
import { count } from '../../store/accounts/counters.ts'
import { keepExample } from '../../store/learning/examples.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import { lockPost } from '../../store/posts/posts.ts'
import { dismissedReport, holdPublic, insertCounted, insertReport, openReportsOf } from '../../store/posts/reports.ts'
import { takeKept } from '../review/hold-items.ts'
import { sampleDecision } from '../review/sample-decisions.ts'
import { refuseUnseen } from '../rules/seen-text.ts'
import type { Scope } from '../scope.ts'
import { closeReportsOf, mailReporters } from './close-reports.ts'

export type Report = {
  postId: string
  site: SiteId
  reason: ReportReason
  details: string | null
  email: string | null
  /** The account of the reporter, else a pseudonym of the IP address and the e-mail address. */
  reporter: string
  account: { accountId: string; keyId: string } | null
  /** The address that the daily limit counts. */
  ip: string
}

/**
 * Stores a report, once for each reporter and reason (contract.md §6). A report that a person has dismissed before is only
 * counted, until the post is edited. Returns the id of the report. Throws `not_found`, and `rate_limited` past the limit of the
 * IP address: then nothing is counted.
 */
export async function reportPost(scope: Scope, report: Report): Promise<string> {
  const { db, now } = scope
  const { postId, site, ip, account } = report
  const revision = await holdPublic(db, scope.dialect, report)
  if (revision === undefined) throw new Problem('not_found', `There is no public post ${postId} on this site.`)
  if ((await count(db, 'report-ip', ip, utcDay(now))) > limits.reportsPerIpPerDay)
    throw new Problem('rate_limited', `${limits.reportsPerIpPerDay} reports came from this IP address today.`)
  const { reason, reporter } = report
  const dismissed = await dismissedReport(db, { postId, reason, reporter, revision })
  if (dismissed?.reporter === reporter) return dismissed.id
  const row = {
    id: scope.ids.id('report'),
    post_id: postId,
    site,
    reason,
    details: report.details,
    email: report.email,
    reporter,
    account_id: account?.accountId ?? null,
    key_id: account?.keyId ?? null,
    created_at: now,
    urgency: urgencyOf(scope.facts.severities[reason], true),
  }
  if (!dismissed) return insertReport(db, { ...row, state: 'open', closed_at: null, judged_revision: null, counted: 0 })
  await insertCounted(db, { ...row, state: 'dismissed', closed_at: now, judged_revision: revision, counted: 1 })
  await mailReporters(scope, postId, [row], { state: 'dismissed', category: null })
  return row.id
}

/**
 * Dismisses the open reports of a post, which stays public. Returns their number. Throws `not_found` if there are none, and
 * `not_in_review` if the text that readers see is not the `seen` one.
 */
export async function dismissReports(
  scope: Scope,
  {
    postId,
    actor,
    reason,
    seen,
    pending,
  }: { postId: string; actor: string; reason: string; seen?: string | undefined; pending?: string },
): Promise<{ id: string; dismissed: number }> {
  // The lock keeps the post from showing another text before the reports are closed.
  const post = await lockPost(scope.db, postId)
  const [oldest] = await openReportsOf(scope.db, postId)
  if (!post || !oldest) throw new Problem('not_found', `The post ${postId} has no open report.`)
  const { site, shown_revision } = post
  refuseUnseen(shown_revision, seen)
  await takeKept(scope, pending)
  const closing = { state: 'dismissed', category: null, judged: shown_revision } as const
  const dismissed = await closeReportsOf(scope, postId, closing)
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
  await keepExample(scope.db, {
    ...{ revision_id: shown_revision, label: fineLabel },
    ...{ policy_version: scope.facts.policyVersion, decided_at: scope.now },
  })
  await sampleDecision(scope, {
    ...{ kind: 'report', subject: postId, post_id: postId, site, revision_id: shown_revision, shown_revision },
    ...{ since: oldest.created_at, reviewer: actor, label: fineLabel, reason },
  })
  return { id: postId, dismissed }
}
