// The texts of a test world that a person may still act on, with their words.
import { sql } from 'kysely'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { testOutcomePrefix } from '../../contract/test-mode.ts'
import type { Db } from '../database/schema.ts'

const asked = ['review', 'published', 'awaiting_owner'] as const

export type AskedRevision = {
  id: string
  account_id: string
  site: SiteId
  fields: string
  status: (typeof asked)[number]
  /** Since when the text has this status, epoch ms. */
  since: number
}

/** The texts in review, public, or waiting for their owner that name an outcome, in the order of submission. */
export async function revisionsAsking(db: Db): Promise<AskedRevision[]> {
  return db
    .selectFrom('revisions')
    .select(['id', 'account_id', 'site', 'fields', 'status'])
    .select(sql<number>`coalesce(decided_at, approval_at, submitted_at)`.as('since'))
    .where(
      'status',
      'in',
      asked.map(status => sql.lit(status)),
    )
    .where('fields', 'like', sql.lit(`%${testOutcomePrefix}%`))
    .orderBy('seq')
    .$narrowType<{ status: AskedRevision['status'] }>()
    .execute()
}

/** The first texts of the latest posts of a site, each with its status, newest first. */
export async function firstTexts(db: Db, site: SiteId, limit: number) {
  return db
    .selectFrom('revisions')
    .select(['id', 'status', 'fields'])
    .where('site', '=', site)
    .whereRef('id', '=', 'post_id')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}
