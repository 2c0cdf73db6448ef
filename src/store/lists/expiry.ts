// Removes expired posts and past occurrences from lists and search.
import type { Dialect } from '../database/dialect.ts'
import { selectForClaim } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { removeListing } from './writes.ts'

/** Removes up to `limit` expired posts from lists and search; returns how many. `now` is epoch ms. */
export async function removeExpired(db: Db, dialect: Dialect, now: number, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('listing')
    .select('post_id')
    .where('expires_at', '<=', now)
    .limit(limit)
    .$call(selectForClaim)
    .execute()
  for (const row of rows) await removeListing(db, dialect, row.post_id)
  return rows.length
}

/** Deletes occurrences that ended before an instant (epoch ms): no query needs them, and lists need not skip them. */
export async function forgetOccurrences(db: Db, before: number): Promise<void> {
  await db.deleteFrom('occurrences').where('ends_at', '<=', before).execute()
}
