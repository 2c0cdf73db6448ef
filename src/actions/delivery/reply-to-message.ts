// Sends the answer of an author's key to a reader who has written about a post (contract.md §6).
import { limits } from '../../contract/limits.ts'
import { invalid, Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { utcDay } from '../../domain/times/time.ts'
import { replyMail } from '../../mails/delivery.ts'
import { type Account, accountById } from '../../store/accounts/accounts.ts'
import { keyById } from '../../store/accounts/keys.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import {
  lockMessage,
  noteReply,
  type RelayedMessageRow,
  refusesReader,
  refusesSender,
} from '../../store/delivery/relay.ts'
import { postById } from '../../store/posts/posts.ts'
import { noteActivity } from '../accounts/activity.ts'
import { freeRefusal, refuseUnverified } from '../rules/guards.ts'
import { refuseForeign, repeatedReply } from '../rules/relay-replies.ts'
import { baseUrlOf, type Scope } from '../scope.ts'
import { tongueOf } from '../tongues.ts'
import { countRelayed } from './count-relayed.ts'
import { holdForPerson, type MessageJudgement, titleOf } from './relay-message.ts'

export type Reply = {
  site: SiteId
  /** The message that is answered. */
  id: string
  accountId: string
  /** The key that answers; null for a person of the account. */
  keyId: string | null
  reply: string
  judgement: MessageJudgement
  /** The address that the daily limit counts. */
  ip: string
  /** The token of the link with which the reader refuses further messages of the account. */
  refuseToken: string
}

/**
 * Mails the answer to the reader, with the owner's verified address to reply to, or holds it for a person. A repeat of the same
 * answer changes nothing. Throws `banned`, `suspended`, `insufficient_scope`, `verify_email`, `not_found`, `invalid` for a second
 * answer, `gone` for an unreachable reader or a removed post, the refusal, and `rate_limited`.
 */
export async function replyToMessage(scope: Scope, input: Reply): Promise<'sent' | 'held'> {
  const { db, now } = scope
  const { site, id, accountId, keyId, ip, reply, judgement, refuseToken } = input
  const author = await accountById(db, accountId)
  refuseUnverified(author, { key: keyId === null ? undefined : await keyById(db, keyId, utcDay(now)), site })
  const message = await lockMessage(db, id)
  refuseForeign(message, { id, accountId, keyId, site })
  const before = await repeatedReply(db, message, reply)
  if (before !== null) return before
  const letter = await answerable(scope, { author, message, reply, refuseToken })
  if (judgement.to === 'refused') throw freeRefusal(judgement.refusal)
  await countRelayed(scope, [
    ['relay-reply-ip', ip, limits.relayRepliesPerIpPerDay, 'answers came from this IP address'],
  ])
  if (keyId === null) await noteActivity(scope, accountId, 'message-answered', { messageId: id })
  if (judgement.to === 'pass') {
    await letter.send()
    return 'sent'
  }
  await holdForPerson(scope, judgement, {
    ...{ site, post_id: message.post_id, account_id: accountId, message: reply },
    ...{ reply_email: author.email, answers: id },
  })
  return 'held'
}

/** Mails an answer that a person has released. Throws why it cannot be sent. */
export async function sendReply(
  scope: Scope,
  { site, id, accountId, ...of }: Pick<Reply, 'site' | 'id' | 'accountId' | 'reply' | 'refuseToken'>,
): Promise<void> {
  const author = await accountById(scope.db, accountId)
  refuseUnverified(author, { key: undefined, site })
  const message = await lockMessage(scope.db, id)
  if (!message) throw new Problem('not_found', `The message ${id} is not kept any more.`)
  const letter = await answerable(scope, { author, message, ...of })
  await letter.send()
}

type Answer = Pick<Reply, 'reply' | 'refuseToken'> & { author: Account; message: RelayedMessageRow }

/**
 * An answer that can be sent. A banned reader and one who refuses the author give the same `gone`, so that an author cannot tell a
 * refusal. Throws `gone`.
 */
async function answerable(scope: Scope, answer: Answer): Promise<{ send(): Promise<void> }> {
  const { db } = scope
  const { id, author_id: authorId, sender_id: readerId, post_id: postId } = answer.message
  const post = await postById(db, postId)
  if (post?.status === 'removed') throw new Problem('gone', `The post ${postId} was removed.`)
  if (await isOutOfReach(db, { readerId, authorId, reader: answer.message.reader }))
    throw new Problem('gone', `The sender of the message ${id} can no longer be reached.`)
  return { send: async () => mailAnswer(scope, answer, post ? await titleOf(scope, post) : null) }
}

async function isOutOfReach(
  db: Scope['db'],
  { readerId, authorId, reader }: { readerId: string; authorId: string; reader: string | null },
): Promise<boolean> {
  if (reader !== null) return refusesReader(db, authorId, reader)
  const account = await accountById(db, readerId)
  return !account || account.banned_at !== null || refusesSender(db, readerId, authorId)
}

async function mailAnswer(
  scope: Scope,
  { author, message, reply, refuseToken }: Answer,
  headline: string | null,
): Promise<void> {
  const { db, now } = scope
  const { id, site, post_id: postId, reply_email: recipient, created_at: askedAt } = message
  const accountId = message.reader === null ? message.sender_id : null
  if (!(await noteReply(db, id, reply, now))) throw invalid([`/message: the message ${id} has an answer already`])
  const baseUrl = baseUrlOf(scope.facts, site)
  const { email: authorEmail, handle } = author
  const sender = accountId === null ? message : await accountById(db, accountId)
  const letter = replyMail({
    ...{ site: siteRow(site), url: `${baseUrl}/p/${postId}`, headline, handle, reply, authorEmail, askedAt },
    refuseUrl: `${baseUrl}/account/refuse-sender?t=${refuseToken}`,
  })
  const mail = letter(tongueOf(scope, sender?.language ?? null))
  await insertMail(db, { id: scope.ids.id('message'), accountId, recipient, ...mail, replyTo: authorEmail, now })
  scope.signal('mail')
}
