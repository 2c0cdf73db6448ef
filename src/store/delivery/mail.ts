// The outbox of mails: written in a transaction, claimed by the mail worker with a lease, sent, recorded.
import type { Kysely, Selectable } from 'kysely'
import { type Claim, claimDue, type Queue } from '../database/claim-due.ts'
import type { Database, MailTable } from '../database/schema.ts'

type Db = Kysely<Database>
export type MailRow = Selectable<MailTable>

/** Puts a mail into the outbox. */
export async function insertMail(
  db: Db,
  mail: {
    id: string
    recipient: string
    subject: string
    body: string
    replyTo?: string
    now: number
    /** When it is sent; at once when this is left out. */
    dueAt?: number
  },
): Promise<void> {
  const { now, replyTo = null, dueAt = now, ...rest } = mail
  await db
    .insertInto('mail')
    .values({
      ...rest,
      reply_to: replyTo,
      created_at: now,
      due_at: dueAt,
      attempts: 0,
      lease_token: null,
      lease_until: null,
      sent_at: null,
      failed_at: null,
    })
    .execute()
}

const outbox: Queue<'mail'> = {
  table: 'mail',
  order: ['due_at', 'id'],
  waiting: row => row.and([row('sent_at', 'is', null), row('failed_at', 'is', null)]),
}

/** Claims mails that are due. */
export async function claimMail(db: Db, claim: Claim): Promise<MailRow[]> {
  return claimDue(db, outbox, claim)
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
