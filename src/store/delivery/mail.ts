// The outbox of mails: written in a transaction, claimed by the mail worker with a lease, sent, recorded.
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Dialect } from '../database/dialect.ts'
import type { Database, MailTable } from '../database/schema.ts'

type Db = Kysely<Database>
export type MailRow = Selectable<MailTable>

/** Puts a mail into the outbox. */
export async function insertMail(
  db: Db,
  mail: { id: string; recipient: string; subject: string; body: string; replyTo?: string; now: number },
): Promise<void> {
  const { now, replyTo = null, ...rest } = mail
  await db
    .insertInto('mail')
    .values({
      ...rest,
      reply_to: replyTo,
      created_at: now,
      due_at: now,
      attempts: 0,
      lease_token: null,
      lease_until: null,
      sent_at: null,
      failed_at: null,
    })
    .execute()
}

/** Claims mails that are due, for `leaseMs`. */
export async function claimMail(
  db: Db,
  dialect: Dialect,
  claim: { token: string; now: number; leaseMs: number; limit: number },
): Promise<MailRow[]> {
  const due = db
    .selectFrom('mail')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('due_at', '<=', claim.now)
    .where(where => where.or([where('lease_until', 'is', null), where('lease_until', '<', claim.now)]))
    .orderBy('due_at')
    .limit(claim.limit)
    .$if(dialect.skipLocked, query => query.forUpdate().skipLocked())
  return db
    .updateTable('mail')
    .set({ lease_token: claim.token, lease_until: claim.now + claim.leaseMs, attempts: sql<number>`attempts + 1` })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

const forgotten = { body: '', reply_to: null }

/** Records how sending went; false when the lease has passed to another. The text is kept only while it is needed. */
export async function settleMail(
  db: Db,
  id: string,
  token: string,
  outcome: { sentAt: number } | { failedAt: number } | { dueAt: number },
): Promise<boolean> {
  const change =
    'sentAt' in outcome
      ? { sent_at: outcome.sentAt, ...forgotten }
      : 'failedAt' in outcome
        ? { failed_at: outcome.failedAt, ...forgotten }
        : { due_at: outcome.dueAt }
  const result = await db
    .updateTable('mail')
    .set({ ...change, lease_token: null, lease_until: null })
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
