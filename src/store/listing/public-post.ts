// What anyone may see of one post, whether lists still show it or not.
import type { Kysely } from 'kysely'
import type { SiteId } from '../../contract/site-ids.ts'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/schema.ts'

const byId = prepared<{ id: string }>()((db, p) =>
  db.selectFrom('posts').select(['public_json', 'status', 'published_at', 'site']).where('id', '=', p('id')),
)

/** What anyone may see of a post: its text while published, and whether it once was. */
export async function publicPost(
  db: Kysely<Database>,
  id: string,
): Promise<{ json: string | null; published: boolean; everPublished: boolean; site: SiteId } | undefined> {
  const [row] = await byId(db, { id })
  if (!row) return undefined
  const published = row.status === 'published'
  return {
    json: published ? row.public_json : null,
    published,
    everPublished: row.published_at !== null,
    site: row.site,
  }
}
