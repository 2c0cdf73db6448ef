// The outbox of mails: written in a transaction, claimed by the mail worker with a lease, sent, recorded.
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { type Backlog, countWaiting } from '../database/bounded-count.ts'
import { type Claim, claimDue, type Queue } from '../database/claim-due.ts'
import type { Database, Db, MailTable } from '../database/schema.ts'
export type MailRow = Selectable<MailTable>

/** A new mail of the outbox. Times are epoch milliseconds. */
export type NewMail = {
  id: string
  /** The account that the mail is erased with; null for a recipient who may have no account. */
  accountId: string | null
  recipient: string
  subject: string
  body: string
  html: string
  /** The language of the text (BCP 47). */
  language?: string
  replyTo?: string
  now: number
  /** When it is sent; at once when this is left out. */
  dueAt?: number
  /** True for the last mail to an account that is erased. */
  last?: boolean
}

/** Adds a mail to the outbox. */
export async function insertMail(db: Db, mail: NewMail): Promise<void> {
  await db.insertInto('mail').values(rowOf(mail)).execute()
}

/**
 * Adds a mail for the account that has verified the address of `emailKey`, else for the first account of which the address is a member,
 * if there is one. It is one statement in each case, so that a caller cannot learn which.
 */
export async function insertMailIfVerified(
  db: Db,
  emailKey: string,
  mail: Omit<NewMail, 'accountId' | 'recipient'>,
): Promise<void> {
  const { account_id: _, recipient: __, ...row } = rowOf({ ...mail, accountId: '', recipient: '' })
  const columns = Object.keys(row) as (keyof typeof row)[]
  await db
    .insertInto('mail')
    .columns(['account_id', 'recipient', ...columns])
    .expression(({ selectFrom, val, not, exists }) => {
      const own = selectFrom('accounts').where('email_key', '=', emailKey).where('email_verified', '=', sql.lit(1))
      const joined = selectFrom('members')
        .select(['members.account_id', 'members.email'])
        .where('members.email_key', '=', emailKey)
        .where(not(exists(own.select('id'))))
        .where('members.id', '=', ({ selectFrom: from }) =>
          from('members').select('id').where('email_key', '=', emailKey).orderBy('created_at').orderBy('id').limit(1),
        )
      // The values stand outside the union, where the database knows the types of the columns.
      const person = own.select(['id as account_id', 'email']).unionAll(joined)
      return selectFrom(person.as('person')).select([
        'account_id',
        'email',
        ...columns.map(name => val(row[name]).as(name)),
      ])
    })
    .execute()
}

function rowOf({ now, accountId, replyTo, dueAt = now, last = false, language, ...rest }: NewMail) {
  return {
    ...rest,
    account_id: accountId,
    reply_to: replyTo ?? null,
    language: language ?? null,
    created_at: now,
    due_at: dueAt,
    attempts: 0,
    lease_token: null,
    lease_until: null,
    sent_at: null,
    failed_at: null,
    failure: null,
    erase: last ? (1 as const) : (0 as const),
  }
}

function waiting(row: ExpressionBuilder<Database, 'mail'>) {
  return row.and([row('sent_at', 'is', null), row('failed_at', 'is', null)])
}

const outbox: Queue<'mail'> = {
  table: 'mail',
  order: ['due_at', 'id'],
  waiting,
}

/** Claims due mails. */
export async function claimMail(db: Db, claim: Claim): Promise<MailRow[]> {
  return claimDue(db, outbox, claim)
}

/** Makes due the mails that nobody has tried and that a node with a clock ahead of `now` (epoch ms) has queued for later. */
export async function makeMailDue(db: Db, now: number): Promise<void> {
  await db
    .updateTable('mail')
    .set({ due_at: now })
    .where(row => waiting(row))
    .where('attempts', '=', sql.lit(0))
    .where('due_at', '>', now)
    .whereRef('due_at', '=', 'created_at')
    .execute()
}

const withoutText = { body: '', html: '', reply_to: null }

/** Records the result of sending; false when another worker has the lease. The text is erased once it is sent or given up. */
export async function settleMail(
  db: Db,
  id: string,
  token: string,
  outcome: { sentAt: number } | { failedAt: number; failure: string } | { dueAt: number },
): Promise<boolean> {
  const change =
    'sentAt' in outcome
      ? { sent_at: outcome.sentAt, ...withoutText }
      : 'failedAt' in outcome
        ? { failed_at: outcome.failedAt, failure: outcome.failure, ...withoutText }
        : { due_at: outcome.dueAt }
  const result = await db
    .updateTable('mail')
    .set({ ...change, lease_token: null, lease_until: null })
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Mails that are due or were tried in vain; mails that are planned for later do not wait. `now` in epoch ms. */
export async function waitingMails(db: Db, now: number): Promise<Backlog> {
  return countWaiting(
    db,
    sql`select created_at as since from mail
      where sent_at is null and failed_at is null and (attempts > 0 or due_at <= ${sql.lit(now)}) order by due_at`,
  )
}

/** How many mails were refused for good or given up, counted like those that wait. */
export async function countFailedMails(db: Db): Promise<Backlog> {
  return countWaiting(
    db,
    sql`select failed_at as since from mail where failed_at is not null and erase = 0 order by failed_at desc`,
  )
}

/** Mails that could not be sent, the latest first. */
export async function failedMails(db: Db, limit: number): Promise<MailRow[]> {
  return db
    .selectFrom('mail')
    .selectAll()
    .where('failed_at', 'is not', null)
    .where('erase', '=', sql.lit(0))
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Erases the mails of an account, and those of no account to its address (in small letters), such as receipts of reports: waiting ones
 * are given up, and all are marked for the deletion of their rows and files.
 */
export async function eraseMails(
  db: Db,
  { id, emailKey, now }: { id: string; emailKey: string; now: number },
): Promise<void> {
  const ofAccount = db
    .updateTable('mail')
    .where(row =>
      row.or([
        row('account_id', '=', id),
        row.and([row('account_id', 'is', null), row(sql`lower(recipient)`, '=', emailKey)]),
      ]),
    )
  await ofAccount
    .set({ failed_at: now })
    .where(row => waiting(row))
    .execute()
  await ofAccount.set({ ...withoutText, recipient: '', subject: '', failure: null, erase: 1 }).execute()
}

/** The ids of mails whose file and row can be deleted, since no worker sends them. `now` in epoch ms. */
export async function mailsToErase(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mail')
    .select('id')
    .where('erase', '=', sql.lit(1))
    .where(row => row.or([row('sent_at', 'is not', null), row('failed_at', 'is not', null)]))
    .where(row => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)]))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes the rows of mails. */
export async function deleteMails(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('mail').where('id', 'in', ids).execute()
}
