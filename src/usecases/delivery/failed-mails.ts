// Lists the mails that never arrived, for the operator.
import { instant } from '../../domain/times/time.ts'
import { failedMails } from '../../store/delivery/mail.ts'
import type { Platform } from '../platform.ts'

const shown = 1_000

/** Mails that were refused for good or given up, without their texts, the latest first, at most `shown`. */
export async function failedMailRecords({ db }: Platform): Promise<object[]> {
  const rows = await failedMails(db, shown)
  return rows.map(({ id, account_id, recipient, subject, attempts, failure, failed_at }) => ({
    mail_id: id,
    account_id,
    recipient,
    subject,
    attempts,
    failure,
    failed_at: failed_at === null ? null : instant(failed_at),
  }))
}
