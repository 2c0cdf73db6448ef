// Closes the reports of a post with a decision, and mails the reporters who left an address. Removing the post upholds them,
// deleting it withdraws them, each in the transaction of that change.
import { reportMail } from '../../mails/review.ts'
import type { ReportState } from '../../store/database/schema.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import { closeReports, type ReportRow } from '../../store/posts/reports.ts'
import { baseUrlOf, type Scope } from '../scope.ts'

type Closing = {
  state: Exclude<ReportState, 'open'>
  /** The category for which the post was removed. */
  category: string | null
  /** For dismissed reports: the text that the person saw, and the ids of the reports that the person read. */
  dismissed?: { judged: string; only: readonly string[] }
}

/** Closes the open reports of a post, or those that a person has dismissed, with one mail to each address. Returns their number. */
export async function closeReportsOf(
  scope: Scope,
  postId: string,
  { state, category, dismissed }: Closing,
): Promise<number> {
  const closed = await closeReports(scope.db, postId, {
    state,
    ...dismissed,
    now: scope.now,
  })
  await mailReporters(scope, postId, closed, { state, category })
  return closed.length
}

/** Mails the decision to the reporters who left an address. */
async function mailReporters(
  scope: Scope,
  postId: string,
  closed: readonly Pick<ReportRow, 'id' | 'site' | 'email' | 'account_id'>[],
  { state, category }: Omit<Closing, 'dismissed'>,
): Promise<void> {
  const { db, now, ids, facts } = scope
  const told = new Set<string>()
  for (const { id, site, email, account_id: accountId } of closed) {
    if (email === null || told.has(email.toLowerCase())) continue
    told.add(email.toLowerCase())
    const mail = reportMail({ id, postId, state, category }, baseUrlOf(facts, site))
    await insertMail(db, { id: ids.id('message'), accountId, recipient: email, ...mail, now })
    scope.signal('mail')
  }
}
