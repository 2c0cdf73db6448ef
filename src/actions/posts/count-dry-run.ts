// Counts the dry runs of an account that has no money or has not verified its address.
import { limits } from '../../contract/limits.ts'
import { utcDay } from '../../domain/times/time.ts'
import { count } from '../../store/accounts/counters.ts'
import { tooManyDryRuns } from '../rules/dry-runs.ts'
import type { Scope } from '../scope.ts'

/** Counts a dry run. Throws `rate_limited` past the daily limit, and then counts nothing. */
export async function countDryRun({ db, now }: Scope, { accountId }: { accountId: string }): Promise<void> {
  if ((await count(db, 'dry-run', accountId, utcDay(now))) > limits.dryRunsPerAccountPerDay) throw tooManyDryRuns(now)
}
