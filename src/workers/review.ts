// The worker that applies the decisions of people once they can no longer be undone.
import { Problem } from '../contract/problems/problem.ts'
import { duePending } from '../store/review/claims.ts'
import type { Platform } from '../usecases/platform.ts'
import { applyDecision } from '../usecases/review/decide-item.ts'

const batch = 100

/** Applies due decisions, at most one batch. Resolves with their number. */
export async function runOnce(platform: Platform): Promise<number> {
  const due = await duePending(platform.db, platform.now(), batch)
  for (const decision of due)
    try {
      await applyDecision(platform, decision)
    } catch (error) {
      // The item has changed meanwhile, for example because its author edited or deleted the post.
      if (!(error instanceof Problem) || error.code === 'overloaded') throw error
      platform.log.warn({ err: error, subject: decision.subject }, 'a decision could not be applied any more')
      await platform.act('returnDecision', { id: decision.id, why: error.message })
    }
  return due.length
}
