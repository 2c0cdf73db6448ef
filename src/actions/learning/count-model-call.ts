// Adds the usage of a call of a language model to the totals of the day.
import { utcDay } from '../../domain/times/time.ts'
import { count, type UsageScope } from '../../store/accounts/counters.ts'
import { together } from '../../store/database/prepared.ts'
import type { Scope } from '../scope.ts'

/** Adds the usage of a call to the counters of a model. Zero usage is not written. */
export async function countModelCall(
  { db, now }: Scope,
  { model, used }: { model: string; used: Partial<Record<UsageScope, number>> },
): Promise<void> {
  const counts = (Object.entries(used) as [UsageScope, number][]).filter(([, by]) => by > 0)
  await together(...counts.map(([scope, by]) => count(db, scope, model, utcDay(now), by)))
}
