// Adds what a call of a language model has used to the totals of the day.
import { utcDay } from '../../domain/time.ts'
import { together } from '../../store/database/prepared.ts'
import { count, type UsageScope } from '../../store/money/counters.ts'
import type { Scope } from '../scope.ts'

/** Counts a call of a model by name; what it did not use is left out. */
export async function countModelCall(
  { db, now }: Scope,
  { model, used }: { model: string; used: Partial<Record<UsageScope, number>> },
): Promise<void> {
  const counts = (Object.entries(used) as [UsageScope, number][]).filter(([, by]) => by > 0)
  await together(...counts.map(([scope, by]) => count(db, scope, model, utcDay(now), by)))
}
