// Gives reports the fields of a notice, notes which reporters have a receipt, keeps what reporters are answered, their complaints, and finds
// the mails of people without an account.
import { type Kysely, sql } from 'kysely'

/** Adds the columns and their indexes; nobody gets a receipt for an older report. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  for (const statement of [
    'alter table reports add column law text',
    'alter table reports add column name text',
    'alter table reports add column good_faith integer check (good_faith in (0, 1))',
    `alter table reports add column receipt_at ${integer}`,
    'alter table reports add column answer text',
    'alter table reports add column complaint_of text',
    'alter table reports add column not_by text',
    'update reports set receipt_at = created_at where email is not null',
    `create index reports_unreceipted on reports (created_at)
      where receipt_at is null and email is not null and (state = 'open' or counted = 1)`,
    `create index reports_measured on reports (closed_at) where counted = 0 and state in ('upheld', 'dismissed')`,
    'create unique index reports_complaints on reports (complaint_of) where complaint_of is not null',
    'create index mail_strangers on mail (lower(recipient)) where account_id is null',
    `create index reports_not_by on reports (post_id) where state = 'open' and not_by is not null`,
  ])
    await sql.raw(statement).execute(db)
}
