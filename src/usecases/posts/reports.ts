// Reads the state of a report. Its id is a secret of the reporter.
import type { ReportView } from '../../contract/operations/reports.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { instant } from '../../domain/times/time.ts'
import { type ReportOfPost, reportById } from '../../store/posts/reports.ts'
import type { Platform } from '../platform.ts'

/** The state of a report of a site (contract.md §6). Throws `not_found`. */
export async function reportView({ db }: Platform, site: SiteId, id: string): Promise<ReportView> {
  const report = await reportById(db, id)
  if (report?.site !== site) throw new Problem('not_found', 'There is no report with this id.')
  return viewOfReport(report)
}

/** The state of a report. */
export function viewOfReport(report: ReportOfPost): ReportView {
  const { id, post_id: postId, state, closed_at: closedAt, counted, answer, rejection_category: category } = report
  if (state === 'open' || closedAt === null) return { id, post_id: postId, state: 'received' }
  const why = answer === null ? {} : { explanation: answer }
  const decided = { id, post_id: postId, state: 'decided', decided_at: instant(closedAt), ...why } as const
  if (state !== 'upheld') return { ...decided, decision: 'no_action', ...(counted === 1 && { counted: true }) }
  return { ...decided, decision: 'removed', ...(category !== null && { category }) }
}
