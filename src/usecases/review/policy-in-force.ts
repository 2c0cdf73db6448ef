// Loads the policy again while the service runs: here at once, or in every process that follows the database.
import { isDeepStrictEqual } from 'node:util'
import type { Policy } from '../../contract/moderation/policy.ts'
import { readMeta } from '../../store/database/meta.ts'
import type { Db } from '../../store/database/schema.ts'
import { policyLoads } from '../../store/review/policy-loads.ts'

/** `version`: the policy in force afterwards. `fault`: why the file was not loaded; null if it was, or has not changed. */
export type PolicyLoad = { version: string; changed: boolean; fault: string | null }

export type PolicyInForce = {
  /** Reads the file of the policy, and puts it in force. A faulty file changes nothing. Never throws. */
  load(): PolicyLoad
  /** Does the same when `handbill policy reload` has asked every process for it. */
  follow(): Promise<void>
}

/**
 * The policy of a process. `read` reads the file and throws for a faulty one; `put` puts another policy in force; `tell` logs what was
 * done.
 */
export function createPolicyInForce(
  db: Db,
  policy: Policy,
  { read, put, tell }: { read(): Policy; put(next: Policy): void; tell(done: PolicyLoad): void },
): PolicyInForce {
  let followed: string | undefined | null = null
  const load = (): PolicyLoad => {
    let done: PolicyLoad
    try {
      const next = read()
      const changed = !isDeepStrictEqual(next, { ...policy })
      if (changed) put(next)
      done = { version: next.version, changed, fault: null }
    } catch (error) {
      done = { version: policy.version, changed: false, fault: (error as Error).message }
    }
    tell(done)
    return done
  }
  return {
    load,
    async follow() {
      const asked = await readMeta(db, policyLoads)
      // The start has read the file.
      if (followed !== null && asked !== followed) load()
      followed = asked
    },
  }
}
