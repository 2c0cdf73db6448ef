// Lists the posts of a site by ranges of sequence numbers: each range is a file of the sitemap, and a post stays in its file.
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { prepared } from '../database/prepared.ts'
import type { Db } from '../database/schema.ts'

const next = prepared<{ site: SiteId; from: number }>()((db, p) =>
  db
    .selectFrom('listing')
    .select('seq')
    .where('site', '=', p('site'))
    .where('seq', '>=', p('from'))
    .orderBy('seq')
    .limit(1),
)

/**
 * The ranges of `size` sequence numbers that hold a listed post of a site, each as its index among all ranges. A range costs one
 * look-up in the index, however many posts it has.
 */
export async function listedRanges(db: Db, site: SiteId, size: number): Promise<number[]> {
  const ranges: number[] = []
  for (let from = 0; ; from = (ranges.at(-1)! + 1) * size) {
    const [found] = await next(db, { site, from })
    if (!found) return ranges
    ranges.push(Math.floor(found.seq / size))
  }
}

/** The posts of a range that have not expired, with the time of the last change of each. Times are epoch ms. */
export async function listedInRange(
  db: Db,
  { site, range, size, now }: { site: SiteId; range: number; size: number; now: number },
): Promise<{ post_id: string; changed_at: number }[]> {
  return db
    .selectFrom('listing')
    .select(['post_id', 'changed_at'])
    .where('site', '=', site)
    .where('seq', '>=', range * size)
    .where('seq', '<', (range + 1) * size)
    .where(row => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .orderBy('seq')
    .execute()
}
