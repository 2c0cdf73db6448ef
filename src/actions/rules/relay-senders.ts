// Whether a sender may write to authors at all: a reviewer can keep one out of the relay for a time (contract.md §6).
import { Problem } from '../../contract/problems/problem.ts'
import { instant } from '../../domain/times/time.ts'
import type { Db } from '../../store/database/schema.ts'
import { pausedUntil } from '../../store/delivery/conversations.ts'

/** Refuses a sender, an account or the names of a reader, whom a reviewer keeps out of the relay. Throws `rate_limited`. */
export async function refusePaused(db: Db, senders: readonly string[], now: number): Promise<void> {
  const until = await pausedUntil(db, senders, now)
  if (until === null) return
  throw new Problem(
    'rate_limited',
    `A person has found that a message of this sender breaks the policy: it sends no messages to authors until ${instant(until)}.`,
    { headers: { 'retry-after': String(Math.ceil((until - now) / 1000)) } },
  )
}
