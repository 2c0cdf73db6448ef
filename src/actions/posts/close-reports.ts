// Closes the reports of a post once it is decided what comes of them, and tells those who left an address.
import { reportMail } from '../../mails/report-mail.ts'
import type { ReportState } from '../../store/database/schema.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import { closeReports, type ReportRow } from '../../store/posts/reports.ts'
import { baseUrlOf, type Scope } from '../scope.ts'

type Closing = {
  state: Exclude<ReportState, 'open'>
  /** What the post was removed under. */
  category: string | null
  /** The text that a person has looked at, of what is dismissed. */
  judged?: string
}

/** Closes the open reports of a post, one mail to each address; how many there were. */
export async function closeReportsOf(
  scope: Scope,
  postId: string,
  { state, category, judged }: Closing,
): Promise<number> {
  const closed = await closeReports(scope.db, postId, {
    state,
    ...(judged !== undefined && { judged }),
    now: scope.now,
  })
  await tellReporters(scope, postId, closed, { state, category })
  return closed.length
}

/** Mails those of the reporters who left an address what came of it. */
export async function tellReporters(
  scope: Scope,
  postId: string,
  closed: readonly Pick<ReportRow, 'id' | 'site' | 'email' | 'account_id'>[],
  { state, category }: Omit<Closing, 'judged'>,
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
