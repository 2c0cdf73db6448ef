// Puts public changes into the outbox, for the hub and the search engines that the operator has configured.

import { authorPath, countedPath, homePath } from '../../domain/posts/list-paths.ts'
import { type CountedTag, countedTags, type ListingRow } from '../../domain/posts/publication.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { insertAnnouncement } from '../../store/delivery/announcements.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import type { Scope } from '../scope.ts'

type Tagged = Pick<ListingRow, 'tags' | 'area'>

/** Announces a change of a post and of the lists that show it or showed it. */
export async function announce(
  { db, facts, ids, now }: Scope,
  { id, site, account_id }: Pick<PostRow, 'id' | 'site' | 'account_id'>,
  shown: readonly (Tagged | undefined)[],
): Promise<void> {
  if (facts.announced.length === 0) return
  const tags: CountedTag[] = shown.flatMap(row => (row ? countedTags(row) : []))
  const author = await accountById(db, account_id)
  const ofAuthor = author && author.erased_at === null ? [authorPath(author.handle)] : []
  const lists = [...new Set([homePath, ...tags.map(countedPath), ...ofAuthor])]
  for (const target of facts.announced)
    await insertAnnouncement(db, { id: ids.id('announcement'), target, site, post_id: id, lists, now })
}
