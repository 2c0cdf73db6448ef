// What becomes of a text for what it has of the lists: flags, or a free refusal. Never a penalty.
import type { FlagName } from '../../contract/moderation/flags.ts'
import type { Listed } from '../../contract/moderation/list-entries.ts'
import type { Refusal } from '../../domain/review/refusal.ts'

const inForce = (listed: readonly Listed[]) => listed.filter(({ shadow }) => !shadow)

/** The flags of a text with these findings. */
export function listFlags(listed: readonly Listed[]): FlagName[] {
  const found = inForce(listed)
  if (found.length === 0) return []
  return found.some(({ action }) => action !== 'flag') ? ['listed', 'listed_for_review'] : ['listed']
}

/** The free refusal of a text with these findings; null for none. */
export function refusalBy(listed: readonly Listed[]): Refusal | null {
  const by = inForce(listed).find(({ action }) => action === 'refuse')
  if (!by) return null
  const reason = `It has words, a link, a number or a text that this platform does not take (${by.rule}).`
  return { code: 'listed', category: by.category ?? '', rule: by.rule, reason, abuse: false }
}
