// Adds committed decisions to the chain of the log, keeps its key, and tells the operator its end.

import { english } from '../../domain/languages/english.ts'
import type { LogEnd, LogKey } from '../../domain/review/log-key.ts'
import { utcDay } from '../../domain/times/time.ts'
import { logEndMail } from '../../mails/review.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import { logHead, sealEntries } from '../../store/posts/decision-log.ts'
import { insertLogKey, noteToldLogEnd, replaceLogKey, toldLogEnd } from '../../store/posts/log-key.ts'
import { homeOf } from '../money/warnings.ts'
import type { Scope } from '../scope.ts'

/** Seals up to `limit` entries with the key. Returns their number. */
export async function sealDecisions(
  { db, now }: Scope,
  { limit, key }: { limit: number; key: Pick<LogKey, 'key'> },
): Promise<number> {
  return sealEntries(db, { limit, now, key })
}

/** Stores the sealed key of the log unless there is one. */
export async function keepLogKey({ db }: Scope, { sealed }: { sealed: string }): Promise<void> {
  await insertLogKey(db, sealed)
}

/** Stores the key of the log sealed anew. */
export async function resealLogKey({ db }: Scope, { from, to }: { from: string; to: string }): Promise<void> {
  await replaceLogKey(db, from, to)
}

/**
 * The end of the log before the first entry of a UTC day, for a place outside the database; null on a later call of that day. It is
 * mailed to `recipient` if there is one.
 */
export async function tellLogEnd(scope: Scope, { recipient }: { recipient: string | null }): Promise<LogEnd | null> {
  const { db, ids, now } = scope
  const [told, head] = [await toldLogEnd(db), await logHead(db)]
  const today = utcDay(now)
  if (!head || told === today) return null
  await noteToldLogEnd(db, today)
  // The first day has not ended.
  if (!told) return null
  if (recipient !== null) {
    const mail = logEndMail(head, today, homeOf(scope))(english)
    await insertMail(db, { id: ids.id('message'), accountId: null, recipient, ...mail, now })
    scope.signal('mail')
  }
  return head
}
