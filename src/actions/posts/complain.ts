// Takes the complaint of a reporter about a dismissed report: a report of its own, which another person decides (article 20 of the DSA).
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { complaintEnd } from '../../domain/review/complaint.ts'
import { instant, utcDay } from '../../domain/times/time.ts'
import { count } from '../../store/accounts/counters.ts'
import { dismissalAt } from '../../store/posts/decision-log.ts'
import { complaintAbout, holdPublic, insertReport, reportById } from '../../store/posts/reports.ts'
import { releaseItem } from '../../store/review/claims.ts'
import type { Scope } from '../scope.ts'
import { sendReceipt } from './close-reports.ts'

/** `language`: that of the page of the form. */
export type Complaint = { reportId: string; site: SiteId; message: string; ip: string; language: string }

/**
 * Stores a complaint about the decision on a report, once, and mails a receipt. Returns the id of the complaint, which is a report too.
 * Throws `not_found`, `not_appealable` with the reason, and `rate_limited` past the limit of reports of the IP address.
 */
export async function complainAboutReport(scope: Scope, { reportId, site, message, ip, language }: Complaint) {
  const { db, now } = scope
  const report = await reportById(db, reportId)
  if (report?.site !== site) throw new Problem('not_found', 'There is no report with this id.')
  const end = complaintEnd(report)
  if (end === null) throw nothingTo('Nothing was decided against this report that a complaint could be about.')
  if (now >= end) throw nothingTo(`The decision could be complained about until ${instant(end)}.`)
  if (await complaintAbout(db, reportId)) throw nothingTo('There is a complaint about this decision already.')
  const { post_id: postId, closed_at: closedAt } = report
  const revision = await holdPublic(db, scope.dialect, { postId, site })
  if (revision === undefined) throw nothingTo('The post is not public any more.')
  if ((await count(db, 'report-ip', ip, utcDay(now))) > limits.reportsPerIpPerDay)
    throw new Problem('rate_limited', `${limits.reportsPerIpPerDay} reports came from this IP address today.`)
  const { reason, law, name, good_faith, email, reporter, account_id, key_id, urgency } = report
  const not_by = await dismissalAt(db, postId, closedAt ?? 0)
  const id = await insertReport(db, {
    ...{ id: scope.ids.id('report'), post_id: postId, site, reason, details: message, law, name, good_faith, email },
    ...{ reporter: `${reporter} complains`, account_id, key_id, created_at: now, urgency },
    ...{ state: 'open', closed_at: null, judged_revision: null, counted: 0 },
    ...{ complaint_of: reportId, not_by, language },
  })
  // That person may still hold the post, and would keep it from the others.
  if (not_by !== null) await releaseItem(db, { kind: 'report', subject: postId }, not_by)
  await sendReceipt(scope, email)
  return { id }
}

const nothingTo = (why: string) => new Problem('not_appealable', why)
