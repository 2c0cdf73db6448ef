// When the key of a text that waits should ask about it again.
import { limits } from '../../contract/limits.ts'
import type { OwnPost } from '../../contract/posts.ts'

/** In how many seconds to ask again about a post or its edit; undefined where neither waits. */
export function askAgainSeconds({ status, moderation, edit }: OwnPost): number | undefined {
  const estimate = (moderation ?? edit?.moderation)?.retry_after_seconds
  if (estimate !== undefined) return estimate
  const stands: (string | undefined)[] = [status, edit?.status]
  if (stands.includes('awaiting_owner')) return limits.approvalAskedAgainMs / 1000
  return stands.includes('review') ? limits.reviewAskedAgainMs / 1000 : undefined
}
