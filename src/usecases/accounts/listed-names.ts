// Compares a handle and a name with the lists of the platform: an entry refuses them, or has a person look.
import type { Listed } from '../../contract/moderation/list-entries.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import type { NameFinding } from '../../domain/review/name-findings.ts'
import type { JudgedName } from '../../moderation/names/judge-name.ts'
import { sharedTurn } from '../../moderation/text-reader.ts'
import type { Platform } from '../platform.ts'

/** Where an entry has no category. */
const uncategorized = 'listed'

/**
 * What the lists find in a handle or a name: an entry that refuses is certain, one that holds is not. An entry that flags does nothing
 * to a name, and one that is tried out only counts. A handle is read as the words between its underscores and as one word.
 */
export async function listedName(
  { reader, lists }: Pick<Platform, 'reader' | 'lists'>,
  site: SiteId,
  { member, text }: { member: NameFinding['member']; text: string },
): Promise<JudgedName | null> {
  const shared = lists.inForce()
  if (shared === null) return null
  const { listed = [] } = await reader.readMessage({ of: () => sharedTurn }, asText(site, member, text), shared)
  lists.note(listed, null)
  const by = (action: Listed['action']) => listed.find(each => !each.shadow && each.action === action)
  const found = by('refuse') ?? by('hold')
  return found
    ? {
        ...{ member, category: found.category ?? uncategorized, certain: found.action === 'refuse' },
        what: `It has something of a list of this platform (${found.rule}).`,
      }
    : null
}

function asText(site: SiteId, member: NameFinding['member'], text: string): PostText {
  const whole = { site, title: null, urls: [] }
  return member === 'name'
    ? { ...whole, body: text, topics: [] }
    : { ...whole, body: text.replaceAll('_', ' '), topics: [text.replaceAll('_', '')] }
}
