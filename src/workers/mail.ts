// The mail worker: claims due mails, sends them outside any transaction, records the result.

import { retryWaitsMs } from '../contract/retries.ts'
import { waitAfter } from '../domain/retry.ts'
import { signedLater, signedToDecide } from '../mails/mail.ts'
import { type MailRow, mailsToErase } from '../store/delivery/mail.ts'
import { memberWithout } from '../usecases/accounts/people.ts'
import type { Platform } from '../usecases/platform.ts'
import { tokenToDecide } from '../usecases/posts/decide-by-mail.ts'

/** Mails sent at once, each over a connection of its own. */
const batchSize = 8

/**
 * Removes the files and rows of mails of erased accounts, and sends due mails, at most one batch. Resolves with the number of
 * mails.
 */
export async function runOnce(platform: Platform): Promise<number> {
  const erased = await mailsToErase(platform.db, platform.now(), batchSize)
  await platform.mailer.forget(erased)
  if (erased.length > 0) await platform.act('forgetMail', { ids: erased })
  const { token, mails } = await platform.act('takeMail', { limit: batchSize })
  await Promise.all(mails.map(mail => sendOne(platform, mail, token)))
  return mails.length + erased.length
}

/** Sends a mail. If the process ends before recording, the mail is sent again after the lease, with the same Message-ID. */
async function sendOne(platform: Platform, mail: MailRow, token: string): Promise<void> {
  const { id, recipient, subject, body, html, attempts, reply_to, language } = mail
  const fields = { mail_id: id, attempt: attempts }
  const endsAll = body.includes(signedLater) ? await tokenOf(platform, mail) : ''
  const decides = body.includes(signedToDecide) ? await tokenToDecide(platform, mail.account_id ?? '', recipient) : ''
  const signed = (text: string) => text.replaceAll(signedToDecide, () => decides).replaceAll(signedLater, () => endsAll)
  try {
    const { where } = await platform.mailer.send({
      id,
      to: recipient,
      subject,
      text: signed(body),
      html: signed(html),
      language,
      ...(reply_to !== null && { replyTo: reply_to }),
    })
    platform.log.info({ ...fields, where }, 'a mail was sent')
  } catch (error) {
    const why = reasonOf(error)
    const refused = isRefusal(error)
    const wait = refused ? null : waitAfter(attempts, retryWaitsMs.mail)
    const failure = [answerOf(error) ?? why.response, why.reason].filter(Boolean).join(' ')
    const outcome = wait === null ? { failure } : { dueAt: platform.now() + wait }
    await platform.act('settleMailResult', { id, token, outcome })
    const fate = refused
      ? 'a mail was refused for good'
      : wait === null
        ? 'a mail was given up'
        : 'a mail could not be sent yet'
    platform.log.warn({ ...fields, ...why }, fate)
    return
  }
  await platform.act('settleMailResult', { id, token, outcome: 'sent' })
}

/** The token of the link with which the reader ends all keys or sessions: an owner's, or a reviewer's, who has no account. */
async function tokenOf(platform: Platform, { account_id: account, recipient }: MailRow): Promise<string> {
  const { links, now } = platform
  if (account === null) return links.sign({ reviewer: recipient, grade: 'not-reviewer' }, now())
  // A member who is no owner ends the own sessions alone.
  const member = await memberWithout(platform, account, recipient)
  return links.sign({ account, grade: 'not-me', ...(member !== null && { member }) }, now())
}

/**
 * Whether the server refuses this mail for good, for its sender, its recipient or its text. Codes 530 to 539 are about our login,
 * which the operator can correct.
 */
function isRefusal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  const aboutUs = responseCode >= 530 && responseCode < 540
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500 && responseCode < 600 && !aboutUs
}

/** The most characters of an answer of the server that are kept. */
const answerLength = 300

/** What the server answered, on one line. It is for the row of the mail alone: it may quote the address or the text. */
function answerOf(error: unknown): string | undefined {
  const { response } = error as { response?: string }
  const line = response
    ?.slice(0, 4 * answerLength)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return line?.slice(0, answerLength) || undefined
}

/** The reason of a failure for the log, without the words of the server. */
function reasonOf(error: unknown): { reason: string; response?: number } {
  const { code, command, responseCode, message } = error as Error &
    Record<'code' | 'command', string | undefined> & { responseCode?: number }
  const ofTransport = [code, command].filter(Boolean).join(' ')
  if (responseCode !== undefined) return { reason: ofTransport, response: responseCode }
  return { reason: code === 'EENVELOPE' ? ofTransport : message }
}
