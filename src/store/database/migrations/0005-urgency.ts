// Orders the review queue by the harm that an item does, and then by age.
import { type Kysely, sql } from 'kysely'

/** Adds the urgency of texts in review and of reports, and the indexes. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table revisions add column urgency integer not null default 5',
    'alter table reports add column urgency integer not null default 4',
    `create index revisions_urgent on revisions (urgency, (coalesce(approval_at, submitted_at)), seq) where status = 'review'`,
    `create index reports_urgent on reports (urgency, created_at, id) where state = 'open'`,
  ])
    await sql.raw(statement).execute(db)
}
