// The worker that seals the log of decisions: it adds committed entries to the chain, outside the transactions that decide.
import { limits } from '../contract/limits.ts'
import { isUnsealed } from '../store/posts/decision-log.ts'
import type { Platform } from '../usecases/platform.ts'

/** Seals at most one batch. Resolves with the number of entries; a full batch means that there may be more. */
export async function runOnce(platform: Platform): Promise<number> {
  if (!(await isUnsealed(platform.db))) return 0
  return platform.act('sealDecisions', { limit: limits.decisionsSealed })
}
