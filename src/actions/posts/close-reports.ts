// Closes the reports of a post with a decision, and mails the reporters who left an address. Removing the post upholds them,
// deleting it withdraws them, each in the transaction of that change.

import { sha256 } from '../../domain/ids.ts'
import { utcDay } from '../../domain/times/time.ts'
import { reportsMail } from '../../mails/review.ts'
import { count } from '../../store/accounts/counters.ts'
import type { ReportState } from '../../store/database/schema.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import { closeReports, takeUntold, untoldAddresses } from '../../store/posts/reports.ts'
import { baseUrlOf, type Scope } from '../scope.ts'

type Closing = {
  state: Exclude<ReportState, 'open'>
  /** For dismissed reports: the text that the person saw, and the ids of the reports that the person read. */
  dismissed?: { judged: string; only: readonly string[] }
}

/** The most reports in one mail. */
const mostInMail = 20

/** Closes the open reports of a post, or those that a person has dismissed, and tells the reporters. Returns their number. */
export async function closeReportsOf(scope: Scope, postId: string, { state, dismissed }: Closing): Promise<number> {
  const closed = await closeReports(scope.db, postId, { state, ...dismissed, now: scope.now })
  for (const address of new Set(closed.flatMap(({ email }) => email?.toLowerCase() ?? []))) await tell(scope, address)
  return closed.length
}

/**
 * Tells reporters of decisions of days before: an address gets one mail a day, because anybody may type it into a form. Later
 * decisions of a day wait for the next. Returns the number of mails.
 */
export async function tellOfEarlierDays(scope: Scope, { limit }: { limit: number }): Promise<number> {
  const today = Date.parse(utcDay(scope.now))
  const addresses = await untoldAddresses(scope.db, today, limit)
  for (const address of addresses) await tell(scope, address)
  return addresses.length
}

/** Mails what was decided about the reports of an address, unless it got such a mail today. */
async function tell(scope: Scope, address: string): Promise<void> {
  const { db, now, ids, facts } = scope
  if ((await count(db, 'report-mail', sha256(address), utcDay(now))) > 1) return
  const reports = await takeUntold(db, { address, now, limit: mostInMail })
  const [first] = reports
  if (!first) return
  const decided = reports.map(({ id, post_id: postId, state, site, rejection_category: category }) => ({
    ...{ id, postId, state: state as Exclude<ReportState, 'open'>, baseUrl: baseUrlOf(facts, site) },
    category: state === 'upheld' ? category : null,
  }))
  const accountId = reports.find(({ account_id }) => account_id !== null)?.account_id ?? null
  const mail = reportsMail(decided)
  await insertMail(db, { id: ids.id('message'), accountId, recipient: first.email ?? address, ...mail, now })
  scope.signal('mail')
}
