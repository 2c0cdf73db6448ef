// Until when a reporter can complain about the decision on a report, and how long people usually take for reports.
import { limits } from '../../contract/limits.ts'

type Decided = { state: string; counted: number; closed_at: number | null; complaint_of: string | null }

/**
 * When the time for a complaint about the decision on a report ends, epoch ms; null where there is nothing to complain about: the
 * report is open, was upheld or only counted, its author has deleted the post, or it is a complaint itself.
 */
export function complaintEnd({ state, counted, closed_at, complaint_of }: Decided): number | null {
  if (state !== 'dismissed' || counted === 1 || closed_at === null || complaint_of !== null) return null
  return closed_at + limits.complaintMs
}

/** The middle of ascending times; null for so few that it would be chance. */
export function median(times: readonly number[]): number | null {
  return times.length < limits.reportsMeasuredLeast ? null : (times[Math.ceil(times.length / 2) - 1] ?? null)
}
