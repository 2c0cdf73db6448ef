// Decides messages that wait for a person, and records which senders an author refuses.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { instant } from '../../domain/times/time.ts'
import { pauseSenders } from '../../store/delivery/conversations.ts'
import * as store from '../../store/delivery/relay.ts'
import { takeHeldMessage } from '../../store/delivery/relay.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import { takeKept } from '../review/hold-items.ts'
import type { Scope } from '../scope.ts'
import { deliverable, fromReader } from './relay-message.ts'
import { sendReply } from './reply-to-message.ts'

export type OperatedMessage = {
  id: string
  actor: string
  reason: string
  /** The category of a refusal; null sends the message. */
  category: string | null
  refuseToken: string
  /** The addresses of the sender, as names of readers. */
  readers: readonly string[]
  /** The id of the kept decision of the console, which is applied once. */
  pending?: string | undefined
}

/**
 * Sends or refuses a held message, and deletes its text either way. A message that can no longer be sent, because the post, the
 * sender or the author has changed, is dropped, and `why` says so. A reported message was sent before: its sender is kept out of the
 * relay for `limits.relayPauseMs`, or nothing happens. Throws `not_found`, and `not_in_review` for an undone decision.
 */
export async function decideMessage(
  scope: Scope,
  { id, actor, reason, category, refuseToken, readers, pending }: OperatedMessage,
): Promise<{ id: string; sent: boolean; why?: string; paused_until?: string }> {
  await takeKept(scope, pending)
  const held = await takeHeldMessage(scope.db, id)
  if (!held) throw new Problem('not_found', `There is no message ${id} that waits for a person.`)
  const {
    site,
    post_id: postId,
    account_id: accountId,
    message,
    reply_email: replyEmail,
    answers,
    reader,
    language,
  } = held
  const [fine, refused] = held.reported === null ? sendable : reported
  const action = category === null ? fine : refused
  // The account of a message of a reader is that of the author, who has not written it.
  const detail = { account: reader === null ? accountId : null, post: postId, category }
  await logDecision(scope.db, {
    ...{ decider: 'person', actor, action, subject: id, reason, detail, now: scope.now },
    ...{ post_id: postId, site, category, waited_ms: scope.now - held.created_at },
    policy_version: scope.facts.policyVersion,
  })
  if (held.reported !== null) return category === null ? { id, sent: false } : pause(scope, held, readers)
  if (category !== null) return { id, sent: false }
  try {
    if (answers !== null) {
      await sendReply(scope, { site, id: answers, accountId, reply: message, refuseToken })
      return { id, sent: true }
    }
    const letter =
      reader === null
        ? await deliverable(scope, { site, postId, accountId, message, replyEmail, refuseToken, readers })
        : await fromReader(scope, { site, postId, reader, language, message, replyEmail, refuseToken })
    await letter.send()
    return { id, sent: true }
  } catch (error) {
    if (error instanceof Problem) return { id, sent: false, why: error.message }
    throw error
  }
}

/** The actions of the decision log on a message that waits to be mailed, and on one that was reported: nothing against it, or something. */
const sendable = ['publish-message', 'reject-message'] as const
const reported = ['dismiss-message', 'pause-sender'] as const

/** Keeps the sender of a reported message out of the relay. */
async function pause({ db, now }: Scope, { id, account_id, reader }: store.HeldMessage, readers: readonly string[]) {
  const until = now + limits.relayPauseMs
  await pauseSenders(db, reader === null ? [account_id, ...readers] : [reader], until, now)
  return { id, sent: false, paused_until: instant(until) }
}

/** Blocks further messages of an account to an author. A repeat changes nothing. */
export async function refuseSender(scope: Scope, input: { authorId: string; senderId: string }): Promise<void> {
  await store.refuseSender(scope.db, input.authorId, input.senderId, scope.now)
}

/** Ends what an author and a reader without an account send each other. A repeat changes nothing. */
export async function refuseReader(scope: Scope, input: { authorId: string; reader: string }): Promise<void> {
  await store.refuseReader(scope.db, input.authorId, input.reader, scope.now)
}
