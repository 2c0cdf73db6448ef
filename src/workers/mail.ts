// The mail worker: claims mails that are due, sends them outside any transaction, records how it went.

import { limits } from '../contract/limits.ts'
import type { MailRow } from '../store/delivery/mail.ts'
import type { Platform } from '../usecases/platform.ts'

/** Sent at once, each over a connection of its own. */
const batchSize = 8
const minute = 60_000
const hour = 60 * minute
/** Waits after a failure. Together they stay below the 24 hours that a verification link is valid. */
const backoffMs = [10_000, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour]

/** Sends the mails that are due, at most one batch. How many were claimed. */
export async function runOnce(platform: Platform): Promise<number> {
  const { token, mails } = await platform.act('takeMail', { limit: batchSize })
  await Promise.all(mails.map(mail => sendOne(platform, mail, token)))
  return mails.length
}

/** A process that ends between sending and recording repeats the mail once the lease is over, under the same Message-ID. */
async function sendOne(platform: Platform, mail: MailRow, token: string): Promise<void> {
  const { id, recipient, subject, body, attempts, reply_to } = mail
  const fields = { mail_id: id, attempt: attempts }
  try {
    const { where } = await platform.mailer.send({
      id,
      to: recipient,
      subject,
      text: body,
      ...(reply_to !== null && { replyTo: reply_to }),
    })
    platform.log.info({ ...fields, where }, 'a mail was sent')
  } catch (error) {
    const last = attempts >= limits.mailAttempts
    const outcome = last ? 'failed' : { dueAt: platform.now() + waitAfter(attempts) }
    await platform.act('settleMailResult', { id, token, outcome })
    platform.log.warn({ ...fields, ...reasonOf(error) }, last ? 'a mail was given up' : 'a mail could not be sent yet')
    return
  }
  await platform.act('settleMailResult', { id, token, outcome: 'sent' })
}

function waitAfter(attempts: number): number {
  return backoffMs[Math.min(attempts, backoffMs.length) - 1] ?? minute
}

/** What failed, without the words of the server: some quote the address or the text of the mail. */
function reasonOf(error: unknown): { reason: string; response?: number } {
  const { code, command, responseCode, message } = error as Error &
    Record<'code' | 'command', string | undefined> & { responseCode?: number }
  const ofTransport = [code, command].filter(Boolean).join(' ')
  if (responseCode !== undefined) return { reason: ofTransport, response: responseCode }
  return { reason: code === 'EENVELOPE' ? ofTransport : message }
}
