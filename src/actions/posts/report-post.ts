// Takes a report of a post, and closes reports that a person has read and finds groundless.
import { createHash } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import { alwaysRead, categoryOfReason, type ReportReason } from '../../contract/moderation/report-reasons.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { fineLabel } from '../../domain/review/policy-category.ts'
import { urgencyOf } from '../../domain/review/urgency.ts'
import { utcDay } from '../../domain/times/time.ts'
import { count } from '../../store/accounts/counters.ts'
import type { Db } from '../../store/database/schema.ts'
import { keepExample } from '../../store/learning/examples.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import { lockPost } from '../../store/posts/posts.ts'
import {
  closedReportOf,
  dismissedWords,
  holdPublic,
  insertCounted,
  insertReport,
  isReportedFor,
  lastDismissal,
  openReportsOf,
  openWords,
  type ReportRow,
  type ReportWords,
  reportersCounted,
} from '../../store/posts/reports.ts'
import { takeKept } from '../review/hold-items.ts'
import { sampleDecision } from '../review/sample-decisions.ts'
import { refuseOwnComplaint } from '../rules/appeals.ts'
import { refuseUnseen } from '../rules/seen-text.ts'
import type { Scope } from '../scope.ts'
import { closeReportsOf, sendReceipt } from './close-reports.ts'

export type Report = {
  postId: string
  site: SiteId
  reason: ReportReason
  details: string | null
  law: string | null
  name: string | null
  /** Whether the reporter states good faith; null when nothing was said of it. */
  goodFaith: boolean | null
  email: string | null
  /** The language in which the reporter is written to. */
  language?: string | null
  /** The account of the reporter, else a pseudonym of the IP address and the e-mail address. */
  reporter: string
  account: { accountId: string; keyId: string } | null
  /** The address that the daily limit counts. */
  ip: string
}

/** `counted`: a person has read the same about the same text before, so the report is counted and nobody reads it. */
export type Reported = { id: string; counted: boolean }

/**
 * Stores a report for a person, once for each reporter and reason while it says nothing new; or counts the report (contract.md §12).
 * Throws `not_found`, and `rate_limited` past the limit of the IP address: then nothing is stored.
 */
export async function reportPost(scope: Scope, report: Report): Promise<Reported> {
  const { db, now } = scope
  const { postId, site, ip, account } = report
  const revision = await holdPublic(db, scope.dialect, report)
  if (revision === undefined) throw new Problem('not_found', `There is no public post ${postId} on this site.`)
  if ((await count(db, 'report-ip', ip, utcDay(now))) > limits.reportsPerIpPerDay)
    throw new Problem('rate_limited', `${limits.reportsPerIpPerDay} reports came from this IP address today.`)
  const row = {
    id: scope.ids.id('report'),
    post_id: postId,
    site,
    reason: report.reason,
    details: report.details,
    law: report.law,
    name: report.name,
    good_faith: report.goodFaith === null ? null : report.goodFaith ? (1 as const) : (0 as const),
    email: report.email,
    language: report.language ?? null,
    reporter: report.reporter,
    account_id: account?.accountId ?? null,
    key_id: account?.keyId ?? null,
    created_at: now,
    urgency: urgencyOf(scope.facts.severities[categoryOfReason(report.reason) ?? ''], true),
  }
  if (await isForAPerson(db, report, revision)) {
    const open = { ...row, state: 'open', closed_at: null, judged_revision: null, counted: 0 } as const
    const id = await insertReport(db, { ...open, reporter: await openAs(db, report) })
    await sendReceipt(scope, report.email)
    return { id, counted: false }
  }
  const said = await closedReportOf(db, { ...report, revision })
  if (said) return { id: said.id, counted: true }
  await insertCounted(db, { ...row, state: 'dismissed', closed_at: now, judged_revision: revision, counted: 1 })
  await sendReceipt(scope, report.email)
  return { id: row.id, counted: true }
}

/**
 * Whether a person has to read a report. A person need not if a person has dismissed its category for the text, the report says
 * nothing that a person has not read, and few other readers have said the same since.
 */
async function isForAPerson(db: Db, report: Report, revision: string): Promise<boolean> {
  const { postId, reason } = report
  if (alwaysRead.includes(reason)) return true
  const after = await lastDismissal(db, { postId, reason, revision })
  if (after === null || (await isReportedFor(db, { postId, reason }))) return true
  if (asSaid(report) !== '') {
    const read = await dismissedWords(db, { postId, revision, limit: limits.reportsCompared })
    if (!read.some(each => asSaid(each) === asSaid(report))) return true
  }
  const others = await reportersCounted(db, { ...report, revision, after })
  return others >= limits.reportersToReadAgain - 1
}

/**
 * The name of the reporter on an open report. What a reporter adds to an open report is a report of its own, because a reviewer may
 * have the open one on the screen.
 */
async function openAs(db: Db, report: Report): Promise<string> {
  const { reporter } = report
  const said = asSaid(report)
  const open = said === '' ? undefined : await openWords(db, report)
  if (!open || asSaid(open) === said) return reporter
  return `${reporter} ${createHash('sha256').update(said).digest('base64url')}`
}

/** What a report says, without differences of white space; empty when it says nothing beside its reason. */
const asSaid = ({ details, law }: ReportWords): string =>
  [details, law]
    .map(text => (text ?? '').trim().replace(/\s+/g, ' '))
    .filter(text => text !== '')
    .join('\n')

type Dismissal = {
  postId: string
  actor: string
  reason: string
  /** The ids of the reports that the person has read. */
  reports: readonly string[]
  /** Whether another person could decide on a complaint. */
  others?: boolean
  /** The id of the text that the person saw; undefined if the person named none. */
  seen?: string | undefined
  pending?: string
}

/**
 * Dismisses the open reports of a post that a person has read; the post stays public, and its other reports stay open. Returns the
 * number of the dismissed. The reporters read the reason. Throws `not_found` if none of the reports is open, and `not_in_review` if the
 * text that readers see is not the `seen` one, or if a complaint is among them about a decision of this person, and another could decide.
 */
export async function dismissReports(
  scope: Scope,
  { postId, actor, reason, reports, others = false, seen, pending }: Dismissal,
): Promise<{ id: string; dismissed: number }> {
  // The lock keeps the post from showing another text before the reports are closed.
  const post = await lockPost(scope.db, postId)
  const open = await openReportsOf(scope.db, postId)
  const oldest = open.find(({ id }) => reports.includes(id))
  if (!post || !oldest) throw new Problem('not_found', noneOf(postId, open))
  const { site, shown_revision } = post
  refuseOwnComplaint(
    open.filter(({ id }) => reports.includes(id)),
    { actor, others },
  )
  refuseUnseen(shown_revision, seen)
  await takeKept(scope, pending)
  const read = { judged: shown_revision, only: reports }
  const dismissed = await closeReportsOf(scope, postId, { state: 'dismissed', answer: reason, dismissed: read })
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

const noneOf = (postId: string, open: readonly ReportRow[]): string =>
  open.length === 0
    ? `The post ${postId} has no open report.`
    : `None of these reports of the post ${postId} is open; ${open.length} other ${open.length === 1 ? 'report is' : 'reports are'}.`
