// Tells whether a site has published posts.
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { Db } from '../database/schema.ts'

export async function hasListedPosts(db: Db, site: SiteId): Promise<boolean> {
  return (
    (await db.selectFrom('listing').select('site').where('site', '=', site).limit(1).executeTakeFirst()) !== undefined
  )
}
