// Finds the live posts that a text resembles: flags for the model, never a refusal (contract.md §9).

import { limits } from '../../contract/limits.ts'
import type { FlagName } from '../../contract/moderation/flags.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import type { PostFields } from '../../domain/posts/post.ts'
import { type PostText, postText } from '../../domain/posts/post-text.ts'
import type { ReadingTurn } from '../../moderation/text-reader.ts'
import { postsSharingKeys, type SharingPost } from '../../store/posts/near-duplicate-keys.ts'
import type { Platform } from '../platform.ts'

/** The most posts that are compared word for word. */
const mostCompared = 8

export type NearDuplicateFlag = Extract<
  FlagName,
  'copy_of_another_account' | 'copy_with_other_start' | 'near_duplicate' | 'several_near_duplicates'
>

export type Compared = {
  site: SiteId
  accountId: string
  text: PostText
  keys: readonly number[]
  fingerprint: string
  /** When the text was submitted, epoch milliseconds. */
  submittedAt: number
  /** The post of the text; empty for a text that has none yet. */
  postId: string
  /** The place of a new post in the queue: of two near-duplicates, the later one is flagged. Null: all others count. */
  after: Pick<SharingPost, 'seq' | 'lease_until'> | null
  /** The turn in which the texts are compared. */
  turn: ReadingTurn
}

/** The flags of a text, sorted. Exact duplicates are found by their fingerprint, not here. */
export async function nearDuplicateFlags(platform: Platform, compared: Compared): Promise<NearDuplicateFlag[]> {
  const { site, accountId, text, keys, fingerprint, submittedAt, postId, after, turn } = compared
  const sharing = await postsSharingKeys(platform.db, { site, keys, limit: mostCompared })
  // Compare the public text of an edited post too: it tells who had the text first.
  const candidates = sharing.filter(other =>
    other.id === postId ? !after : other.fingerprint !== fingerprint && (!after || isEarlier(other, after)),
  )
  if (candidates.length === 0) return []
  const row = siteRow(site)
  const texts = candidates.map(({ fields }) => postText(row, JSON.parse(fields) as PostFields))
  const likenesses = await platform.reader.compare(turn, text, texts)
  const alike = candidates
    .map((post, i) => ({ ...post, likeness: likenesses[i], own: post.accountId === accountId }))
    .filter(({ likeness }) => likeness !== null)
  const hadSince = Math.min(...alike.filter(({ own }) => own).map(post => post.submittedAt))
  const others = alike.filter(({ id }) => id !== postId)
  const dayBefore = submittedAt - limits.nearDuplicatesNoticedMs
  // An account may announce a series as the same text with other starts.
  const recent = others.filter(
    ({ own, likeness, shownSubmittedAt }) => shownSubmittedAt > dayBefore && !(own && likeness === 'same'),
  )
  const flags: NearDuplicateFlag[] = []
  if (others.some(({ own, shownSubmittedAt }) => !own && shownSubmittedAt < hadSince))
    flags.push('copy_of_another_account')
  if (others.some(({ likeness }) => likeness === 'same')) flags.push('copy_with_other_start')
  if (others.some(({ likeness }) => likeness === 'near')) flags.push('near_duplicate')
  if (recent.length >= limits.nearDuplicatesNoticed) flags.push('several_near_duplicates')
  return flags
}

/**
 * Whether another post is earlier. Accounts take turns in the queue, so the order is that of decisions and claims, and within one
 * claim that of submission.
 */
function isEarlier(other: SharingPost, than: Pick<SharingPost, 'seq' | 'lease_until'>): boolean {
  if (other.status !== 'queued') return true
  const [claimed, claimedHere] = [other.lease_until, than.lease_until]
  if (claimed === null || claimedHere === null || claimed === claimedHere) return other.seq < than.seq
  return claimed < claimedHere
}
