// Posts that were public and are hidden, because they were taken down or deleted: newest first, by a keyset, never an offset.
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { Db } from '../database/schema.ts'
import { erasedText } from '../posts/revisions.ts'

/** Where a page begins: after this post. */
export type HiddenPosition = { hiddenAt: number; seq: number }

/** A hidden post, and since when it is hidden (epoch ms). */
export type HiddenPost = HiddenPosition & { id: string }

export async function hiddenPosts(
  db: Db,
  { site, after, limit }: { site: SiteId; after: HiddenPosition | null; limit: number },
): Promise<HiddenPost[]> {
  let query = hiddenOn(db, site).select(['id', 'hidden_at', 'seq'])
  if (after)
    query = query.where(row =>
      row.or([
        row('hidden_at', '<', after.hiddenAt),
        row.and([row('hidden_at', '=', after.hiddenAt), row('seq', '<', after.seq)]),
      ]),
    )
  const rows = await query.orderBy('hidden_at', 'desc').orderBy('seq', 'desc').limit(limit).execute()
  return rows.map(({ id, hidden_at, seq }) => ({ id, hiddenAt: hidden_at as number, seq }))
}

/** The columns of a hidden post that calendars need; JSON as it is stored. */
export type HiddenEvent = {
  id: string
  hiddenAt: number
  version: number
  event: string | null
  fields: string
  facts: string
  account_id: string
}

/** The latest posts hidden since an instant, each with its last shown text; posts whose text is erased are left out. */
export async function hiddenEvents(
  db: Db,
  { site, since, limit }: { site: SiteId; since: number; limit: number },
): Promise<HiddenEvent[]> {
  const rows = await hiddenOn(db, site)
    .innerJoin('revisions', 'revisions.id', 'posts.shown_revision')
    .select(['posts.id', 'hidden_at', 'version', 'event', 'fields', 'facts', 'posts.account_id'])
    .where('hidden_at', '>', since)
    .where('facts', '<>', erasedText.facts)
    .orderBy('hidden_at', 'desc')
    .orderBy('posts.seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ hidden_at, ...row }) => ({ ...row, hiddenAt: hidden_at as number }))
}

const hiddenOn = (db: Db, site: SiteId) =>
  db.selectFrom('posts').where('posts.site', '=', site).where('hidden_at', 'is not', null)
