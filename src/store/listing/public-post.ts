// What anyone may see of one post, whether lists still show it or not.
import type { Kysely } from 'kysely'
import type { SiteId } from '../../contract/site-ids.ts'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/schema.ts'

const byId = prepared<{ id: string }>()((db, p) =>
  db.selectFrom('posts').select(['public_json', 'published_at', 'site', 'key_id']).where('id', '=', p('id')),
)

/** What anyone may see of a post: its text while published, and whether it once was. */
export async function publicPost(
  db: Kysely<Database>,
  id: string,
): Promise<{ json: string | null; everPublished: boolean; site: SiteId; keyId: string } | undefined> {
  const [row] = await byId(db, { id })
  if (!row) return undefined
  return { json: row.public_json, everPublished: row.published_at !== null, site: row.site, keyId: row.key_id }
}
