// Sends messages to authors, or holds them for the decision of a person.

import type { OperatedMessage } from '../../actions/delivery/held-messages.ts'
import { refuseUnverified } from '../../actions/rules/guards.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { utcDay } from '../../domain/times/time.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { keyById } from '../../store/accounts/keys.ts'
import { heldMessage, refusesSender } from '../../store/delivery/relay.ts'
import { postById } from '../../store/posts/posts.ts'
import type { Platform } from '../platform.ts'
import { judgeMessage } from './judge-message.ts'

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
  refuseUnverified(await accountById(db, accountId), { key: await keyById(db, keyId, utcDay(now())), site })
  const judgement = await judgeMessage(platform, accountId, relay)
  return platform.act('relayMessage', {
    ...relay,
    judgement,
    refuseToken: await refuseToken(platform, postId, accountId),
  })
}

/** Records a person's decision on a held message, and sends an approved one. Throws `not_found`. */
export async function decideMessage(platform: Platform, decision: Omit<OperatedMessage, 'refuseToken'>) {
  const held = await heldMessage(platform.db, decision.id)
  if (!held) throw new Problem('not_found', `There is no message ${decision.id} that waits for a person.`)
  const token = await refuseToken(platform, held.post_id, held.account_id)
  return platform.act('decideMessage', { ...decision, refuseToken: token })
}

export function isRefused({ db }: Platform, authorId: string, senderId: string): Promise<boolean> {
  return refusesSender(db, authorId, senderId)
}

/** The token with which the author of a post refuses further messages of an account. The action checks that the post exists. */
async function refuseToken({ db, links, now }: Platform, postId: string, sender: string): Promise<string> {
  const post = await postById(db, postId)
  return links.sign({ account: post?.account_id ?? '', grade: 'refuse-sender', sender }, now())
}
