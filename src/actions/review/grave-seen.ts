// Counts the grave items that a reviewer opens on a day, each once.
import { utcDay } from '../../domain/times/time.ts'
import { count } from '../../store/accounts/counters.ts'
import type { Item } from '../../store/review/queue.ts'
import type { Scope } from '../scope.ts'

/** Notes that a reviewer has opened grave items. An item that was opened before on the same UTC day is not counted again. */
export async function noteGraveSeen(
  { db, now }: Scope,
  { reviewer, items }: { reviewer: string; items: readonly Item[] },
): Promise<void> {
  const day = utcDay(now)
  let fresh = 0
  for (const { kind, subject } of items)
    if ((await count(db, 'grave-item', `${reviewer} ${kind} ${subject}`, day)) === 1) fresh++
  if (fresh > 0) await count(db, 'grave-seen', reviewer, day, fresh)
}
