// Lets the candidate decide: its policy replaces the file in DATA_DIR, and its version of the model becomes the active one.
import { Problem } from '../../contract/problems/problem.ts'
import { putOwnPolicy } from '../../moderation/policy-file.ts'
import { candidateRow } from '../../store/learning/shadow.ts'
import type { Platform } from '../platform.ts'
import { learnedOf, rollBack } from './versions.ts'

/** The policy and the model that decide from now on. `kept`: the file that has the former policy. */
export type Promoted = { policy: string; model: string | null; kept: string | null }

/**
 * Puts the candidate in force, in every process that reads `dataDir`, and ends its trial. Throws `not_found` without a candidate, and
 * `invalid` for one that cannot be used any more; then nothing has changed.
 */
export async function promoteShadow(
  platform: Platform,
  { dataDir, actor }: { dataDir: string; actor: string },
): Promise<Promoted> {
  const row = await candidateRow(platform.db)
  if (!row) throw new Problem('not_found', 'There is no candidate: start one with "handbill policy shadow FILE".')
  if (row.learned !== null) await learnedOf(platform, row.learned)
  const kept = row.policy === null ? null : putPolicy(dataDir, row.policy)
  const { version, fault } = platform.policyInForce.load()
  if (fault !== null) throw new Problem('invalid', fault)
  if (row.policy !== null) await platform.act('askPolicyLoad', { version, actor })
  const activated = row.learned === null ? null : await rollBack(platform, { to: row.learned, actor })
  await platform.act('endShadow', { promoted: true, actor })
  return { policy: version, model: activated?.model ?? null, kept }
}

function putPolicy(dataDir: string, text: string): string | null {
  try {
    return putOwnPolicy(dataDir, text)
  } catch (error) {
    throw new Problem('invalid', (error as Error).message)
  }
}
