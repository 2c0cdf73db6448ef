// Adds committed decisions to the chain of the log.
import { sealEntries } from '../../store/posts/decision-log.ts'
import type { Scope } from '../scope.ts'

/** Seals up to `limit` entries. Returns their number. */
export async function sealDecisions({ db, now }: Scope, { limit }: { limit: number }): Promise<number> {
  return sealEntries(db, { limit, now })
}
