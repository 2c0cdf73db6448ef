// How often the operator has asked every process to load its policy again.
import { countMeta } from '../database/meta.ts'
import type { Db } from '../database/schema.ts'

/** The name of the count in `meta`. */
export const policyLoads = 'policy-loads'

export async function countPolicyLoad(db: Db): Promise<void> {
  await countMeta(db, policyLoads)
}
