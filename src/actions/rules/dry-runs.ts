// The daily limit of dry runs.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { secondsToMidnight } from '../../domain/times/time.ts'

/** The problem of a dry run past the daily limit. `now` in epoch ms. */
export function tooManyDryRuns(now: number): Problem {
  const detail = `An account without money or without a verified e-mail address has ${limits.dryRunsPerAccountPerDay} dry runs a UTC day.`
  return new Problem('rate_limited', detail, { headers: { 'retry-after': String(secondsToMidnight(now)) } })
}
