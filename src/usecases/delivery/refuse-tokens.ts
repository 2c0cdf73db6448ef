// The tokens of the links with which the recipient of a relayed mail refuses further mails of its sender.
import { keptMessage } from '../../store/delivery/relay.ts'
import { postById } from '../../store/posts/posts.ts'
import type { Platform } from '../platform.ts'

/** Stands before the name of a reader without an account where a link has the id of an account. */
export const readerPrefix = 'reader:'

/** The token with which the author of a post refuses an account. The action checks that the post exists. */
export async function refuseToken(platform: Platform, postId: string, sender: string): Promise<string> {
  const post = await postById(platform.db, postId)
  return tokenOf(platform, { recipient: post?.account_id ?? '', sender })
}

/** The token with which the sender of a message refuses the author who answers it. The action checks that the message exists. */
export async function refuseReplyToken(platform: Platform, messageId: string): Promise<string> {
  const message = await keptMessage(platform.db, messageId)
  // A reader without an account is no side of a refusal by accounts, so its refusal is kept as one of the author.
  if (message?.reader)
    return tokenOf(platform, { recipient: message.author_id, sender: `${readerPrefix}${message.reader}` })
  return tokenOf(platform, { recipient: message?.sender_id ?? '', sender: message?.author_id ?? '' })
}

function tokenOf({ links, now }: Platform, { recipient, sender }: { recipient: string; sender: string }): string {
  return links.sign({ account: recipient, grade: 'refuse-sender', sender }, now())
}
