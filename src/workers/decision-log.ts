// The worker that seals the log of decisions: it takes what is committed into the chain, apart from whoever decides.
import { limits } from '../contract/limits.ts'
import { isUnsealed } from '../store/posts/decision-log.ts'
import type { Platform } from '../usecases/platform.ts'

/** Seals at most one batch. How many entries; as many as a batch takes when there may be more. */
export async function runOnce(platform: Platform): Promise<number> {
  if (!(await isUnsealed(platform.db))) return 0
  return platform.act('sealDecisions', { limit: limits.decisionsSealed })
}
