// Keeps a process on the lists, the policy and the candidate of the platform, and stores what its entries have found.
import type { Platform } from '../usecases/platform.ts'

/** Loads changed lists and another candidate, loads the policy again where that was asked for, and stores the hits that this process has counted, in one write for all. Resolves with 0. */
export async function runOnce(platform: Platform): Promise<number> {
  await platform.lists.follow()
  await platform.policyInForce.follow()
  await platform.shadow.follow()
  await tell(platform)
  return 0
}

/** Stores the hits that this process has counted. A hit that cannot be stored is lost: it is a figure and no decision. */
export async function tell(platform: Platform): Promise<void> {
  const hits = platform.lists.takeHits()
  if (hits.length > 0) await platform.act('countListHits', { hits })
}
