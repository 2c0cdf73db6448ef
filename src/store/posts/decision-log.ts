// The log of what people decided: who, what, about whom, why. Append only.
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Appends one decision. */
export async function logDecision(
  db: Kysely<Database>,
  entry: { actor: string; action: string; subject: string; reason: string; detail?: object; now: number },
): Promise<void> {
  const { now, detail = {}, ...rest } = entry
  await db
    .insertInto('decision_log')
    .values({ ...rest, detail: JSON.stringify(detail), created_at: now })
    .execute()
}
