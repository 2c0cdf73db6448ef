// Closes the reports of a post with a decision, and mails the reporters who left an address: a receipt, and the decision. Removing the
// post upholds its reports, deleting it withdraws them, each in the transaction of that change.

import { limits } from '../../contract/limits.ts'
import { siteRow } from '../../contract/sites.ts'
import { sha256 } from '../../domain/ids.ts'
import { nameOfText } from '../../domain/posts/post-name.ts'
import { complaintEnd, median } from '../../domain/review/complaint.ts'
import { legalCategory } from '../../domain/review/legal-order.ts'
import { utcDay } from '../../domain/times/time.ts'
import { reportsMail, type ToldReport } from '../../mails/review.ts'
import { count } from '../../store/accounts/counters.ts'
import type { ReportState } from '../../store/database/schema.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import {
  closeReports,
  isAnythingUntold,
  type ReportOfPost,
  reportTimes,
  takeUnreceipted,
  takeUntold,
  untoldAddresses,
} from '../../store/posts/reports.ts'
import { baseUrlOf, type Scope } from '../scope.ts'
import { tongueOf } from '../tongues.ts'

type Closing = {
  state: Exclude<ReportState, 'open'>
  /** The reason of the person who decided, for the reporters; null without one. */
  answer: string | null
  /** For dismissed reports: the text that the person saw, and the ids of the reports that the person read. */
  dismissed?: { judged: string; only: readonly string[] }
}

/** The most reports in one mail. */
const mostInMail = 20

/** Closes the open reports of a post, or those that a person has dismissed, and tells the reporters. Returns their number. */
export async function closeReportsOf(
  scope: Scope,
  postId: string,
  { state, answer, dismissed }: Closing,
): Promise<number> {
  const closed = await closeReports(scope.db, postId, { state, answer, ...dismissed, now: scope.now })
  for (const address of new Set(closed.flatMap(({ email }) => email?.toLowerCase() ?? []))) await tell(scope, address)
  return closed.length
}

/** Mails a receipt for a report, unless its address got a mail about reports today; then it comes with the next. */
export async function sendReceipt(scope: Scope, email: string | null): Promise<void> {
  if (email !== null) await tell(scope, email.toLowerCase())
}

/**
 * Tells reporters what has happened on days before: an address gets one mail a day, because anybody may type it into a form. What
 * happens later on a day waits for the next. Returns the number of addresses.
 */
export async function tellOfEarlierDays(scope: Scope, { limit }: { limit: number }): Promise<number> {
  const today = Date.parse(utcDay(scope.now))
  const addresses = await untoldAddresses(scope.db, today, limit)
  for (const address of addresses) await tell(scope, address)
  return addresses.length
}

/** Mails what has come of the reports of an address, and which have arrived, unless it got such a mail today. */
async function tell(scope: Scope, address: string): Promise<void> {
  const { db, now, ids, facts } = scope
  if (!(await isAnythingUntold(db, address))) return
  if ((await count(db, 'report-mail', sha256(address), utcDay(now))) > 1) return
  const decided = await takeUntold(db, { address, now, limit: mostInMail })
  const received = await takeUnreceipted(db, { address, now, limit: mostInMail - decided.length })
  const reports = [...decided, ...received]
  const [first] = reports
  // Another transaction has told them meanwhile.
  if (!first) return
  const times = await reportTimes(db, now - limits.reportsMeasuredMs, limits.reportsMeasured)
  const letter = reportsMail(
    { decided: decided.map(report => toldOf(scope, report)), received: received.map(report => toldOf(scope, report)) },
    { usualMs: median(times), disputes: facts.sites[0]?.operator?.disputes ?? null },
  )
  const mail = letter(tongueOf(scope, first.language))
  const accountId = reports.find(({ account_id }) => account_id !== null)?.account_id ?? null
  await insertMail(db, { id: ids.id('message'), accountId, recipient: first.email ?? address, ...mail, now })
  scope.signal('mail')
}

function toldOf({ facts }: Scope, report: ReportOfPost): ToldReport {
  const { id, post_id: postId, site, state, reason, details, law, answer, counted, complaint_of } = report
  const end = complaintEnd(report)
  return {
    ...{ id, postId, state, reason, details, law, answer },
    title: nameOfText(siteRow(site), report.shown_fields),
    site: siteRow(site),
    // An order of law is no category of the policy; the reason says which.
    category: state === 'upheld' && report.rejection_category !== legalCategory ? report.rejection_category : null,
    counted: counted === 1,
    complaint: complaint_of !== null,
    complainUntil: end,
    baseUrl: baseUrlOf(facts, site),
  }
}
