// What the author of a post does about a message of a reader, by a key or on the account page: see it, block its sender, report it.
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { urgencyOf } from '../../domain/review/urgency.ts'
import * as conversations from '../../store/delivery/conversations.ts'
import { holdMessage, lockMessage, type RelayedMessageRow, refuseSender } from '../../store/delivery/relay.ts'
import { noteActivity } from '../accounts/activity.ts'
import { type Recipient, refuseForeign } from '../rules/relay-replies.ts'
import type { Scope } from '../scope.ts'

type Asked = Recipient & { site: SiteId; id: string }

/** Notes that a person of the account has opened messages of it. */
export async function seeMessages(
  { db, now }: Scope,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<void> {
  await conversations.markSeen(db, accountId, ids, now)
}

/**
 * Blocks the sender of a message: nothing that it writes reaches the author any more, about any post. `readers`: the verified
 * address of an account as the names of readers, which is blocked with it. A repeat changes nothing. Throws `not_found`.
 */
export async function blockSender(
  scope: Scope,
  { readers, ...asked }: Asked & { readers: readonly string[] },
): Promise<void> {
  const { db, now } = scope
  const { id, author_id: authorId, sender_id: senderId, reader } = await ownMessage(scope, asked)
  if (reader !== null) await conversations.blockAddress(db, { authorId, reader, senderId: null, now })
  else {
    await refuseSender(db, authorId, senderId, now)
    for (const each of readers) await conversations.blockAddress(db, { authorId, reader: each, senderId, now })
  }
  await noteActivity(scope, authorId, 'sender-blocked', { messageId: id })
}

/** Ends the block of a sender: the id of an account, or the name of a reader. A repeat changes nothing. */
export async function unblockSender(
  scope: Scope,
  { accountId, sender }: { accountId: string; sender: string },
): Promise<void> {
  await conversations.unblockSender(scope.db, accountId, sender)
  await noteActivity(scope, accountId, 'sender-unblocked')
}

/**
 * Puts a copy of a message into the queue of the reviewers, with what its recipient says about it. A repeat changes nothing. Throws
 * `not_found`.
 */
export async function reportMessage(scope: Scope, { note, ...asked }: Asked & { note: string | null }): Promise<void> {
  const { db, now, ids } = scope
  const message = await ownMessage(scope, asked)
  if (!(await conversations.noteReported(db, message.id, now))) return
  const { id, site, post_id, sender_id: account_id, message: text, reader } = message
  await holdMessage(db, {
    ...{ id: ids.id('message'), site, post_id, account_id, message: text, reader, created_at: now },
    // Reviewers need no address.
    ...{ reply_email: '', answers: null, reported: id, note },
    verdict: JSON.stringify({ flags: [], why: 'Its recipient has reported it.' }),
    urgency: urgencyOf(undefined, true),
  })
  await noteActivity(scope, message.author_id, 'message-reported', { messageId: id })
}

async function ownMessage({ db }: Scope, { id, ...recipient }: Asked): Promise<RelayedMessageRow> {
  const message = await lockMessage(db, id)
  refuseForeign(message, { id, ...recipient })
  return message
}
