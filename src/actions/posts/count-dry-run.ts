// Counts the dry runs of an account that has no money or has not verified its address.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { secondsToMidnight, utcDay } from '../../domain/times/time.ts'
import { count } from '../../store/accounts/counters.ts'
import type { Scope } from '../scope.ts'

/** Counts a dry run. Throws `rate_limited` past the daily limit, and then counts nothing. */
export async function countDryRun({ db, now }: Scope, { accountId }: { accountId: string }): Promise<void> {
  if ((await count(db, 'dry-run', accountId, utcDay(now))) > limits.dryRunsPerAccountPerDay) throw tooManyDryRuns(now)
}

/** The problem of a dry run past the daily limit. `now` in epoch ms. */
export function tooManyDryRuns(now: number): Problem {
  const detail = `An account without money or without a verified e-mail address has ${limits.dryRunsPerAccountPerDay} dry runs a UTC day.`
  return new Problem('rate_limited', detail, { headers: { 'retry-after': String(secondsToMidnight(now)) } })
}
