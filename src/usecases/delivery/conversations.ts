// The conversations of an account for its people: what readers wrote about its posts, the answers, and the senders that it blocks.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import type { PostFields } from '../../domain/posts/post.ts'
import * as store from '../../store/delivery/conversations.ts'
import { keptMessage, type RelayedMessageRow, replyIsHeld } from '../../store/delivery/relay.ts'
import type { Platform } from '../platform.ts'

/** A post that readers write about. `headline` is empty if its text was erased. */
export type AskedPost = { id: string; site: SiteId; headline: string }

/** Who writes, as the relay shows it: a handle or that it is a reader without an account, never an address. Times in epoch ms. */
export type ConversationLine = {
  /** The latest message, which names the conversation in addresses. */
  id: string
  post: AskedPost
  from: string
  words: string
  at: number
  messages: number
  unseen: number
  /** `held`: an answer waits for a person. `answered`: the latest message has its answer. */
  state: 'held' | 'answered' | 'open'
}

/** The conversations of an account, the one with the latest message first; `next` asks for the next page. Throws `not_found`. */
export async function conversationsPage(
  { db, now }: Platform,
  authorId: string,
  { before, postId, limit = limits.pageDefault }: { before: string | null; postId: string | null; limit?: number },
): Promise<{ items: ConversationLine[]; next: string | null }> {
  const last = before === null ? undefined : await ownMessage(db, authorId, before)
  const found = await store.conversationsOf(db, {
    ...{ authorId, postId: postId ?? undefined, before: last?.seq, limit: limit + 1 },
    since: now() - limits.relayMessagesKeptMs,
  })
  const shown = found.slice(0, limit)
  const messages = await store.messagesAt(
    db,
    shown.map(row => row.last),
  )
  const posts = await store.postsOfMessages(
    db,
    messages.map(({ post_id }) => post_id),
  )
  const items = shown.flatMap(({ last, total: n, unseen, held }) => {
    const message = messages.find(({ seq }) => seq === last)
    if (!message) return []
    const { id, post_id, site, message: words, created_at: at, replied_at } = message
    const state = held > 0 ? ('held' as const) : replied_at === null ? ('open' as const) : ('answered' as const)
    const post = { id: post_id, site, headline: headlineOf(posts.get(post_id)) }
    return [{ id, post, from: nameOf(message), words, at, messages: n, unseen, state }]
  })
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** A message of a conversation with its answer. `held`: the answer that waits for a person. Times in epoch ms. */
export type MessageView = {
  id: string
  text: string
  at: number
  isReported: boolean
  reply: { text: string; at: number } | null
  held: string | null
}

export type ConversationView = {
  post: AskedPost
  from: string
  /** The address of the sender, once a message was answered; null before. */
  replyEmail: string | null
  /** Whether the account blocks the sender, and under which name the block ends. */
  blocked: string | null
  messages: MessageView[]
  /** How many of the messages are new. */
  unseen: number
}

/** The conversation to which a message of the account belongs. Throws `not_found`. */
export async function conversation({ db, now }: Platform, authorId: string, id: string): Promise<ConversationView> {
  const asked = await ownMessage(db, authorId, id)
  const rows = await store.conversationWith(db, asked, now() - limits.relayMessagesKeptMs)
  const newest = rows.at(-1)
  if (!newest) throw noMessage()
  const posts = await store.postsOfMessages(db, [asked.post_id])
  const sender = asked.reader ?? asked.sender_id
  const blocks = await store.blockedSenders(db, authorId)
  const messages: MessageView[] = []
  for (const { id: messageId, message: text, created_at: at, reported_at, reply, replied_at } of rows)
    messages.push({
      ...{ id: messageId, text, at, isReported: reported_at !== null },
      reply: reply === null || replied_at === null ? null : { text: reply, at: replied_at },
      held: reply === null ? ((await replyIsHeld(db, messageId))?.message ?? null) : null,
    })
  return {
    post: { id: asked.post_id, site: asked.site, headline: headlineOf(posts.get(asked.post_id)) },
    from: nameOf(newest),
    replyEmail: rows.findLast(({ replied_at }) => replied_at !== null)?.reply_email ?? null,
    blocked: blocks.some(each => each.sender === sender) ? sender : null,
    messages,
    unseen: rows.filter(({ seen_at }) => seen_at === null).length,
  }
}

/** A sender that the account blocks. `last`: the latest message that is kept. Times in epoch ms. */
export type BlockView = { sender: string; from: string; since: number; last: { id: string; words: string } | null }

/** The senders that an account blocks, the latest first. */
export async function blocksOf({ db }: Platform, authorId: string): Promise<BlockView[]> {
  const blocks: BlockView[] = []
  for (const { sender, handle, since } of await store.blockedSenders(db, authorId)) {
    const last = handle === null ? await store.latestOfReader(db, authorId, sender) : undefined
    const from = handle === null ? sentences.aReader : `@${handle}`
    blocks.push({ sender, from, since, last: last ? { id: last.id, words: last.message } : null })
  }
  return blocks
}

async function ownMessage(db: Platform['db'], authorId: string, id: string): Promise<RelayedMessageRow> {
  const message = await keptMessage(db, id)
  if (message?.author_id !== authorId) throw noMessage()
  return message
}

const noMessage = () => new Problem('not_found', 'The account has no such message, or it is not kept any more.')

const nameOf = ({ reader, handle }: store.MessageWithSender) => (reader === null ? `@${handle}` : sentences.aReader)

function headlineOf(post: { site: SiteId; fields: string } | undefined): string {
  if (!post) return ''
  const { title, body } = siteRow(post.site).text
  return String((JSON.parse(post.fields) as PostFields as unknown as Record<string, unknown>)[title ?? body] ?? '')
}
