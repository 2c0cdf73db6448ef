// Closes the reports of a post once it is decided what comes of them, and tells those who left an address.
import { reportMail } from '../../mails/report-mail.ts'
import type { ReportState } from '../../store/database/schema.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import { closeReports } from '../../store/posts/reports.ts'
import { baseUrlOf, type Scope } from '../scope.ts'

/** Closes the open reports of a post, one mail to each address; how many there were. */
export async function closeReportsOf(
  scope: Scope,
  postId: string,
  state: Exclude<ReportState, 'open'>,
  category: string | null,
): Promise<number> {
  const { db, now, ids, facts } = scope
  const closed = await closeReports(db, postId, state, now)
  const told = new Set<string>()
  for (const { id, site, email, account_id: accountId } of closed) {
    if (email === null || told.has(email.toLowerCase())) continue
    told.add(email.toLowerCase())
    const mail = reportMail({ id, postId, state, category }, baseUrlOf(facts, site))
    await insertMail(db, { id: ids.id('message'), accountId, recipient: email, ...mail, now })
    scope.signal('mail')
  }
  return closed.length
}
