// Sends the answer of an author's key to a reader who has written about a post (contract.md §6).
import { limits } from '../../contract/limits.ts'
import { invalid, Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import type { Refusal } from '../../domain/review/refusal.ts'
import { utcDay } from '../../domain/times/time.ts'
import { replyMail } from '../../mails/delivery.ts'
import { type Account, accountById } from '../../store/accounts/accounts.ts'
import { keyById } from '../../store/accounts/keys.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import { holdMessage, keptMessage, messageOfKey, noteReply, replyIsHeld } from '../../store/delivery/relay.ts'
import { freeRefusal, refuseUnverified } from '../rules/guards.ts'
import { baseUrlOf, type Scope } from '../scope.ts'
import { countRelayed } from './count-relayed.ts'

export type Reply = {
  site: SiteId
  /** The message that is answered. */
  id: string
  accountId: string
  keyId: string
  reply: string
  judgement: { to: 'pass' } | { to: 'refused'; refusal: Refusal } | { to: 'held'; verdict: string }
  /** The address that the daily limit counts. */
  ip: string
}

/**
 * Mails the answer to the reader, with the owner's verified address to reply to, or holds it for a person. A repeat of the same
 * answer changes nothing. Throws `banned`, `suspended`, `insufficient_scope`, `verify_email`, `not_found`, `invalid` for a second
 * answer, the refusal, and `rate_limited`.
 */
export async function replyToMessage(scope: Scope, input: Reply): Promise<'sent' | 'held'> {
  const { db, now } = scope
  const { site, id, accountId, keyId, reply, judgement } = input
  const account = await accountById(db, accountId)
  refuseUnverified(account, { key: await keyById(db, keyId, utcDay(now)), site })
  const kept = await messageOfKey(db, id, keyId)
  if (!kept || kept.site !== site) throw new Problem('not_found', `There is no message ${id} about a post of this key.`)
  const held = await replyIsHeld(db, id)
  const before = kept.reply ?? held?.message ?? null
  if (before === reply) return held ? 'held' : 'sent'
  if (before !== null)
    throw invalid([
      `/message: the message ${id} has an answer already; write to reply_email, which the list of messages shows`,
    ])
  if (judgement.to === 'refused') throw freeRefusal(judgement.refusal)
  await countRelayed(scope, [
    ['relay-reply-ip', input.ip, limits.relayRepliesPerIpPerDay, 'answers came from this IP address'],
  ])
  if (judgement.to === 'pass') {
    await sendReply(scope, { id, accountId, reply })
    return 'sent'
  }
  await holdMessage(db, {
    ...{ id: scope.ids.id('message'), site, post_id: kept.post_id, account_id: accountId, message: reply },
    ...{ reply_email: account.email, verdict: judgement.verdict, created_at: now, answers: id },
  })
  return 'held'
}

/** Mails an answer that may be sent. Throws `not_found` when the message or its author is gone, and `invalid` for a second answer. */
export async function sendReply(
  scope: Scope,
  { id, accountId, reply }: { id: string; accountId: string; reply: string },
): Promise<void> {
  const { db, now } = scope
  const kept = await keptMessage(db, id)
  const author = await accountById(db, accountId)
  if (!kept || !isReachable(author)) throw new Problem('not_found', `The message ${id} can no longer be answered.`)
  if (!(await noteReply(db, id, reply, now))) throw invalid([`/message: the message ${id} has an answer already`])
  const url = `${baseUrlOf(scope.facts, kept.site)}/p/${kept.post_id}`
  const mail = replyMail({ site: siteRow(kept.site), url, asked: kept.message, reply, handle: author.handle })
  const row = { id: scope.ids.id('message'), accountId: kept.sender_id, recipient: kept.reply_email }
  await insertMail(db, { ...row, ...mail, replyTo: author.email, now })
  scope.signal('mail')
}

const isReachable = (author: Account | undefined): author is Account =>
  author !== undefined && author.banned_at === null && author.email_verified === 1
