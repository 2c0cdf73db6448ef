// Reads the state of a report. Its id is a secret of the reporter.
import type { ReportView } from '../../contract/operations/reports.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { instant } from '../../domain/times/time.ts'
import { reportById } from '../../store/posts/reports.ts'
import type { Platform } from '../platform.ts'

/** The state of a report of a site (contract.md §6). Throws `not_found`. */
export async function reportView({ db }: Platform, site: SiteId, id: string): Promise<ReportView> {
  const report = await reportById(db, id)
  if (report?.site !== site) throw new Problem('not_found', 'There is no report with this id.')
  const { post_id: postId, state, closed_at: closedAt, counted, rejection_category: category } = report
  if (state === 'open' || closedAt === null) return { id, post_id: postId, state: 'received' }
  const decided = { id, post_id: postId, state: 'decided', decided_at: instant(closedAt) } as const
  if (state !== 'upheld') return { ...decided, decision: 'no_action', ...(counted === 1 && { counted: true }) }
  return { ...decided, decision: 'removed', ...(category !== null && { category }) }
}
