// Sends messages to authors, or holds them for the decision of a person.

import type { OperatedMessage } from '../../actions/delivery/held-messages.ts'
import { refuseUnverified } from '../../actions/rules/guards.ts'
import { type Recipient, refuseForeign, repeatedReply } from '../../actions/rules/relay-replies.ts'
import { limits } from '../../contract/limits.ts'
import type { MessagesAnswer, MessagesQuery } from '../../contract/operations/relay.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { instant, utcDay } from '../../domain/times/time.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { keyById } from '../../store/accounts/keys.ts'
import { heldMessage, keptMessage, messagesOfKey, refusesReader, refusesSender } from '../../store/delivery/relay.ts'
import type { Platform } from '../platform.ts'
import { judgeMessage } from './judge-message.ts'
import { readPosition, writePosition } from './position-cursor.ts'
import { readersOf, verifiedReaders } from './reader-name.ts'
import { readerPrefix, refuseReplyToken, refuseToken } from './refuse-tokens.ts'

type Message = {
  site: SiteId
  postId: string
  accountId: string
  keyId: string
  message: string
  replyEmail: string
  ip: string
}

/** Sends a message, or holds it for a person. Throws the problems of the action and of reading the text. */
export async function relayMessage(platform: Platform, relay: Message): Promise<'sent' | 'held'> {
  const { accountId, keyId, postId, site } = relay
  const { db, now } = platform
  // Refuse first: a sender who may not send must cost no judgement.
  const sender = await accountById(db, accountId)
  refuseUnverified(sender, { key: await keyById(db, keyId, utcDay(now())), site })
  const judgement = await judgeMessage(platform, accountId, relay)
  return platform.act('relayMessage', {
    ...relay,
    judgement,
    readers: readersOf(platform, sender, relay.replyEmail),
    refuseToken: await refuseToken(platform, postId, accountId),
  })
}

type Answer = Recipient & { site: SiteId; id: string; reply: string; ip: string }

/** Answers a message, or holds the answer for a person. Throws the problems of the action and of reading the text. */
export async function replyToMessage(platform: Platform, answer: Answer): Promise<'sent' | 'held'> {
  const { accountId, keyId, id, site, reply } = answer
  const { db, now } = platform
  const key = keyId === null ? undefined : await keyById(db, keyId, utcDay(now()))
  refuseUnverified(await accountById(db, accountId), { key, site })
  const message = await keptMessage(db, id)
  refuseForeign(message, { id, accountId, keyId, site })
  // A repeat costs no judgement.
  const before = await repeatedReply(db, message, reply)
  if (before !== null) return before
  const judgement = await judgeMessage(platform, accountId, { site, message: reply })
  return platform.act('replyToMessage', { ...answer, judgement, refuseToken: await refuseReplyToken(platform, id) })
}

/** A page of the messages about the posts of a key, newest first. The address of a sender is shown once the key has answered. */
export async function relayedMessages(
  platform: Platform,
  { keyId, site, query }: { keyId: string; site: SiteId; query: MessagesQuery },
): Promise<MessagesAnswer> {
  const { post_id: postId, cursor, limit = limits.pageDefault } = query
  const before = cursor === undefined ? undefined : readPosition('/cursor', cursor, 'm')
  const since = platform.now() - limits.relayMessagesKeptMs
  const found = await messagesOfKey(platform.db, { keyId, site, postId, before, since, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(
      ({ id, post_id, message, created_at, handle, reader, reply, replied_at: repliedAt, reply_email }) => ({
        ...{
          id,
          post_id,
          message,
          from: reader === null ? handle : sentences.aReader,
          received_at: instant(created_at),
        },
        ...(repliedAt !== null && reply !== null && { reply, replied_at: instant(repliedAt), reply_email }),
      }),
    ),
    ...(found.length > limit && last && { next_cursor: writePosition('m', last.seq) }),
  }
}

/** Records a person's decision on a held message, and sends an approved one. Throws `not_found`. */
export async function decideMessage(platform: Platform, decision: Omit<OperatedMessage, 'refuseToken' | 'readers'>) {
  const held = await heldMessage(platform.db, decision.id)
  if (!held) throw new Problem('not_found', `There is no message ${decision.id} that waits for a person.`)
  const { answers, post_id: postId, account_id: account, reader, reported, reply_email: replyEmail } = held
  const sender = reader === null ? account : `${readerPrefix}${reader}`
  const token = answers === null ? refuseToken(platform, postId, sender) : refuseReplyToken(platform, answers)
  const by = reader === null ? await accountById(platform.db, account) : undefined
  const readers = reported === null ? readersOf(platform, by, replyEmail) : verifiedReaders(platform, by)
  return platform.act('decideMessage', { ...decision, readers, refuseToken: await token })
}

export function isRefused({ db }: Platform, authorId: string, senderId: string): Promise<boolean> {
  if (senderId.startsWith(readerPrefix)) return refusesReader(db, authorId, senderId.slice(readerPrefix.length))
  return refusesSender(db, authorId, senderId)
}

/** Blocks the sender of a message, with the verified address of its account. Throws `not_found`. */
export async function blockSender(platform: Platform, asked: Recipient & { site: SiteId; id: string }): Promise<void> {
  const message = await keptMessage(platform.db, asked.id)
  const sender = message?.reader === null ? await accountById(platform.db, message.sender_id) : undefined
  await platform.act('blockSender', { ...asked, readers: verifiedReaders(platform, sender) })
}
