// Finds the live posts that a text resembles: a flag for the model, never a refusal (contract.md §9).

import type { FlagName } from '../../contract/flags.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import type { PostFields } from '../../domain/post.ts'
import { type PostText, postText } from '../../domain/post-text.ts'
import type { Turn } from '../../moderation/text-reader.ts'
import { postsSharingKeys, type SharingPost } from '../../store/posts/near-duplicate-keys.ts'
import type { Platform } from '../platform.ts'

/** Posts that are compared word for word. */
const mostCompared = 8

export type NearDuplicateFlag = Extract<FlagName, 'near_duplicate' | 'copy_with_other_start'>

export type Compared = {
  site: SiteId
  text: PostText
  keys: readonly number[]
  fingerprint: string
  /** The post of the text; empty for a text that has none yet. */
  postId: string
  /** Where the text of a new post stands: of two that resemble each other the later one is flagged. Null: any other counts. */
  after: Pick<SharingPost, 'seq' | 'lease_until'> | null
  /** Whose turn it is when the texts have to wait. */
  turn: Turn
}

/** The flags of a text, sorted. Exact duplicates are found by their fingerprint and are not looked for here. */
export async function nearDuplicateFlags(platform: Platform, compared: Compared): Promise<NearDuplicateFlag[]> {
  const { site, text, keys, fingerprint, postId, after, turn } = compared
  const sharing = await postsSharingKeys(platform.db, { site, keys, but: postId, limit: mostCompared })
  const others = sharing.filter(other => other.fingerprint !== fingerprint && (!after || isEarlier(other, after)))
  if (others.length === 0) return []
  const row = siteRow(site)
  const texts = others.map(({ fields }) => postText(row, JSON.parse(fields) as PostFields))
  const likenesses = await platform.reader.compare(turn, text, texts)
  const flags: NearDuplicateFlag[] = []
  if (likenesses.includes('same')) flags.push('copy_with_other_start')
  if (likenesses.includes('near')) flags.push('near_duplicate')
  return flags
}

/**
 * Accounts take turns in the queue, so what was submitted first need not be claimed first: what is decided, or was claimed before,
 * is earlier; of one claim what was submitted before.
 */
function isEarlier(other: SharingPost, than: Pick<SharingPost, 'seq' | 'lease_until'>): boolean {
  if (other.status !== 'queued') return true
  const [claimed, claimedHere] = [other.lease_until, than.lease_until]
  if (claimed === null || claimedHere === null || claimed === claimedHere) return other.seq < than.seq
  return claimed < claimedHere
}
