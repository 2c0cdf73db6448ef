// Reads the public part of posts, whether or not lists still show them.
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { prepared } from '../database/prepared.ts'
import type { Db } from '../database/schema.ts'

const columns = ['public_json', 'published_at', 'site', 'key_id', 'version', 'event'] as const

const byId = prepared<{ id: string }>()((db, p) => db.selectFrom('posts').select(columns).where('id', '=', p('id')))

/** The public part of a post: its text while it is public, and whether it was ever published. `event` is JSON. */
export async function publicPost(
  db: Db,
  id: string,
): Promise<
  | {
      json: string | null
      everPublished: boolean
      site: SiteId
      keyId: string
      version: number
      event: string | null
    }
  | undefined
> {
  const [row] = await byId(db, { id })
  if (!row) return undefined
  const { public_json: json, published_at: publishedAt, key_id: keyId, site, version, event } = row
  return { json, everPublished: publishedAt !== null, site, keyId, version, event }
}

/** The sequence number of a post, by which the newest stand first; undefined for no post. */
export async function sequenceOf(db: Db, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('posts').select('seq').where('id', '=', id).executeTakeFirst()
  return row?.seq
}

/** The public posts with these ids, in any order. `event` is JSON. */
export async function publicPosts(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; json: string; version: number; event: string | null }[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'public_json', 'version', 'event'])
    .where('id', 'in', ids)
    .where('public_json', 'is not', null)
    .execute()
  return rows.map(({ id, public_json: json, version, event }) => ({ id, json: json as string, version, event }))
}
