// Reads all that the page of a report shows: what was reported and written, how long it takes, the decision, and what can follow.
import { limits } from '../../contract/limits.ts'
import type { ReportReason } from '../../contract/moderation/report-reasons.ts'
import type { ReportView } from '../../contract/operations/reports.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { nameOfText } from '../../domain/posts/post-name.ts'
import { complaintEnd, median } from '../../domain/review/complaint.ts'
import { complaintAbout, reportById, reportTimes } from '../../store/posts/reports.ts'
import type { Platform } from '../platform.ts'
import { viewOfReport } from './reports.ts'

export type ReportOnPage = {
  view: ReportView
  /** What the post is called; null when its text was erased. */
  title: string | null
  isPublic: boolean
  /** The author has deleted the post before a person decided. */
  withdrawn: boolean
  reason: ReportReason
  details: string | null
  law: string | null
  /** Epoch ms. */
  sentAt: number
  /** Whether the reporter left an address. */
  mailed: boolean
  /** How long people usually take, in milliseconds; null while nothing is known. */
  usualMs: number | null
  /** The id of the complaint about the decision, and of the report that this one complains about. */
  complaint: string | null
  complaintOf: string | null
  /** Until when the reporter can complain, epoch ms; null when the reporter cannot. */
  complainUntil: number | null
}

/** The state of a report of a site, for its page. Throws `not_found`. */
export async function reportState(platform: Platform, site: SiteId, id: string): Promise<ReportOnPage> {
  const { db, now } = platform
  const report = await reportById(db, id)
  if (report?.site !== site) throw new Problem('not_found', 'There is no report with this id.')
  const { reason, details, law, created_at: sentAt, state, post_status } = report
  const complaint = (await complaintAbout(db, id))?.id ?? null
  const isPublic = post_status === 'published'
  const end = complaintEnd(report)
  const times = state === 'open' ? await reportTimes(db, now() - limits.reportsMeasuredMs, limits.reportsMeasured) : []
  return {
    ...{ view: viewOfReport(report), title: nameOfText(siteRow(site), report.shown_fields), isPublic },
    ...{ withdrawn: state === 'withdrawn', reason, details, law, sentAt, mailed: report.email !== null },
    ...{ usualMs: median(times), complaint, complaintOf: report.complaint_of },
    complainUntil: end !== null && complaint === null && isPublic && now() < end ? end : null,
  }
}
