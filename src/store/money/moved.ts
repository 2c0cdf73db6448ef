// Reads the movements of money since the last reading, for the figures of the operator.
import type { Db, LedgerType } from '../database/schema.ts'

/** The number of the last movement; 0 before the first. */
export async function lastMovement(db: Db): Promise<number> {
  const row = await db.selectFrom('ledger').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return row?.seq ?? 0
}

/** `amount` in signed micros. */
type Moved = { type: LedgerType; amount: number }

/**
 * The movements after a number up to the first that was made after `until` (epoch ms), at most `limit`, and the number after which to
 * go on.
 */
export async function movementsAfter(
  db: Db,
  after: number,
  { until, limit }: { until: number; limit: number },
): Promise<{ movements: Moved[]; last: number; more: boolean }> {
  const rows = await db
    .selectFrom('ledger')
    .select(['seq', 'type', 'amount', 'created_at'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  const tooNew = rows.findIndex(({ created_at }) => created_at > until)
  const movements = tooNew < 0 ? rows : rows.slice(0, tooNew)
  return { movements, last: movements.at(-1)?.seq ?? after, more: movements.length === limit }
}
