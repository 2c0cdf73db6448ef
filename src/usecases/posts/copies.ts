// Finds out whether a post is like one that is live on its site: a flag for the model, never a refusal (contract.md §9).
import { type SiteRow, siteRow } from '../../contract/sites.ts'
import { fingerprintOf, type PostFacts, type PostFields } from '../../domain/post.ts'
import { postText } from '../../domain/post-text.ts'
import { likeness, nearDuplicateFrom, shinglesOf } from '../../moderation/near-duplicates.ts'
import { duplicateText } from '../../moderation/prefilter/fingerprint.ts'
import { postsWithCopyKeys } from '../../store/posts/copy-keys.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import type { Platform } from '../platform.ts'

/** Posts that are compared word for word. */
const mostCompared = 8

export type Copies = { flags: ('near_duplicate' | 'copy_with_other_start')[] }

/**
 * What a text, as duplicates are compared by, is found by from now on, and what it is found to be: reads only. An exact
 * duplicate is not looked for here, nor the post that it edits.
 */
export async function findCopies(
  platform: Platform,
  site: SiteRow,
  text: string,
  { fingerprint, editOf, keys }: { fingerprint: string; editOf: string | undefined; keys: readonly number[] },
): Promise<Copies> {
  const shingles = shinglesOf(text)
  const others = await postsWithCopyKeys(platform.db, site.id, keys, mostCompared)
  const found = new Set<Copies['flags'][number]>()
  for (const { id, fields, live_fingerprint } of others) {
    if (live_fingerprint === fingerprint || id === editOf) continue
    const other = duplicateText(postText(site, JSON.parse(fields) as PostFields))
    if (other === text) found.add('copy_with_other_start')
    else if (likeness(shingles, shinglesOf(other)) >= nearDuplicateFrom) {
      found.add('near_duplicate')
      // The same text shares every key and came before.
      break
    }
  }
  return { flags: [...found].sort() }
}

/** The fingerprint of a stored post, whether it is live or not. */
export function fingerprintOfPost({ site, fields, facts }: Pick<PostRow, 'site' | 'fields' | 'facts'>): string {
  const row = siteRow(site)
  const text = duplicateText(postText(row, JSON.parse(fields) as PostFields))
  return fingerprintOf(row, text, JSON.parse(facts) as PostFacts)
}

/** The keys of a stored post. */
export function copyKeysOf(post: Pick<PostRow, 'facts'>): number[] {
  return (JSON.parse(post.facts) as PostFacts).copyKeys ?? []
}
