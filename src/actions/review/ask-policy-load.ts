// Asks every process to load its policy again.
import { logDecision } from '../../store/posts/decision-log.ts'
import { countPolicyLoad } from '../../store/review/policy-loads.ts'
import type { Scope } from '../scope.ts'

/** Every process reads its file within seconds. `version`: that of the file which the operator has checked. */
export async function askPolicyLoad(
  { db, now }: Scope,
  { version, actor }: { version: string; actor: string },
): Promise<void> {
  await countPolicyLoad(db)
  await logDecision(db, { decider: 'person', actor, action: 'policy-reload', subject: version, reason: '', now })
}
