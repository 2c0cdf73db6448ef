// Passes a reader's message on to the author of a post, without showing either address to the other (contract.md §6).
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import type { EventChange, PostFields } from '../../domain/posts/post.ts'
import { postText } from '../../domain/posts/post-text.ts'
import type { Refusal } from '../../domain/review/refusal.ts'
import { urgencyOf } from '../../domain/review/urgency.ts'
import { instant, utcDay } from '../../domain/times/time.ts'
import { relayMail } from '../../mails/delivery.ts'
import { type Account, accountById, emailKey } from '../../store/accounts/accounts.ts'
import { type KeyRow, keyById } from '../../store/accounts/keys.ts'
import { blocksAddress } from '../../store/delivery/conversations.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import { type HeldMessage, holdMessage, keepMessage, refusesReader, refusesSender } from '../../store/delivery/relay.ts'
import { type PostRow, postById } from '../../store/posts/posts.ts'
import { revisionById } from '../../store/posts/revisions.ts'
import { emitOfAccount } from '../money/warnings.ts'
import { freeRefusal, refuseUnverified } from '../rules/guards.ts'
import { refusePaused } from '../rules/relay-senders.ts'
import { baseUrlOf, type Scope } from '../scope.ts'
import { tongueOf } from '../tongues.ts'
import { countRelayed, type RelayLimit } from './count-relayed.ts'

/**
 * The judgement of the fixed rules and the model. A refusal is free and gives no strike. `held`: a person has to decide; `verdict`
 * is the finding as JSON.
 */
export type MessageJudgement = { to: 'pass' } | { to: 'refused'; refusal: Refusal } | { to: 'held'; verdict: string }

export type Message = {
  site: SiteId
  postId: string
  /** The account of the sending key. */
  accountId: string
  message: string
  replyEmail: string
  /** The token of the link with which the author refuses further messages of the account. */
  refuseToken: string
  /** The addresses of the sender, as names of readers, by which an author may have blocked it. */
  readers: readonly string[]
}

export type Relay = Message & {
  /** The sending key, which the owner may have limited to other sites. */
  keyId: string
  judgement: MessageJudgement
  /** The address that the daily limit counts. */
  ip: string
}

/**
 * Puts the message into the outbox, or holds it for a person. Throws `banned`, `suspended`, `insufficient_scope`, `verify_email`,
 * `not_found`, `gone` for an expired post or an unreachable author, the refusal, and `rate_limited` past a limit of the IP
 * address, the account or the author. A message that is refused counts for nothing.
 */
export async function relayMessage(
  scope: Scope,
  { ip, judgement, keyId, ...message }: Relay,
): Promise<'sent' | 'held'> {
  const { db, now } = scope
  const key = await keyById(db, keyId, utcDay(now))
  const letter = await deliverable(scope, message, key)
  await refusePaused(db, [message.accountId, ...message.readers], now)
  if (judgement.to === 'refused') throw freeRefusal(judgement.refusal)
  await countRelayed(scope, limitsOf(message, { ip, authorId: letter.authorId }))
  if (judgement.to === 'pass') {
    await letter.send()
    return 'sent'
  }
  await holdForPerson(scope, judgement, {
    ...{ site: message.site, post_id: message.postId, account_id: message.accountId, message: message.message },
    ...{ reply_email: message.replyEmail, answers: null },
  })
  return 'held'
}

/** Stores a message that waits for a person, at its place in the queue. */
export async function holdForPerson(
  { db, ids, now, facts: { severities } }: Scope,
  { verdict }: { verdict: string },
  message: Pick<HeldMessage, 'site' | 'post_id' | 'account_id' | 'message' | 'reply_email' | 'answers'> & {
    reader?: string
    language?: string | null
  },
): Promise<void> {
  const { category } = JSON.parse(verdict) as { category?: string | null }
  const urgency = urgencyOf(severities[category ?? ''], false)
  await holdMessage(db, { id: ids.id('message'), ...message, verdict, urgency, created_at: now })
}

/** The limits of a message. */
function limitsOf({ accountId, postId }: Message, { ip, authorId }: { ip: string; authorId: string }): RelayLimit[] {
  const pair = `${accountId} ${postId}`
  return [
    ['relay-ip', ip, limits.relaysPerIpPerDay, 'messages came from this IP address'],
    ['relay-account', accountId, limits.relaysPerAccountPerDay, 'messages came from this account'],
    ['relay-post', pair, limits.relaysPerSenderAndPostPerDay, 'messages about this post came from this account'],
    ['relay-author', authorId, limits.relaysPerAuthorPerDay, 'messages went to the author of this post'],
  ]
}

/**
 * A message that can be sent to the author of the post. `key` is checked unless a person released the message. Throws why it
 * cannot be sent.
 */
export async function deliverable(
  scope: Scope,
  { site, postId, accountId, message, replyEmail, refuseToken, readers }: Message,
  key?: KeyRow,
): Promise<{ authorId: string; send(): Promise<void> }> {
  const sender = await accountById(scope.db, accountId)
  refuseUnverified(sender, { key, site })
  const { post, author } = await answerablePost(scope, { site, postId, sender: accountId, readers })
  const replyVerified = emailKey(replyEmail) === sender.email_key
  const from = { sender_id: accountId, handle: sender.handle, replyVerified }
  return letterTo(scope, { post, author, message, replyEmail, refuseToken, from })
}

/** As `deliverable`, from a reader without an account who has shown to read the mail of `replyEmail`. */
export async function fromReader(
  scope: Scope,
  {
    site,
    postId,
    reader,
    language,
    ...letter
  }: Omit<Message, 'accountId' | 'readers'> & { reader: string; language: string | null },
) {
  const { post, author } = await answerablePost(scope, { site, postId, reader })
  return letterTo(scope, {
    post,
    author,
    ...letter,
    from: { sender_id: author.id, reader, language, handle: null, replyVerified: true },
  })
}

type Letter = Pick<Message, 'message' | 'replyEmail' | 'refuseToken'> & {
  post: PostRow
  author: Account
  from: {
    sender_id: string
    reader?: string
    /** The language in which that reader is written to. */
    language?: string | null
    handle: string | null
    replyVerified: boolean
  }
}

function letterTo(scope: Scope, { post, author, message, replyEmail, refuseToken, from }: Letter) {
  const { db, now } = scope
  const { id: postId, site } = post
  const { handle, replyVerified, ...sender } = from
  return {
    authorId: author.id,
    async send() {
      const baseUrl = baseUrlOf(scope.facts, site)
      const id = scope.ids.id('relayMessage')
      const write = relayMail({
        site: siteRow(site),
        url: `${baseUrl}/p/${postId}`,
        refuseUrl: `${baseUrl}/account/refuse-sender?t=${refuseToken}`,
        answerUrl: `${baseUrl}/account/conversations/${id}`,
        headline: await titleOf(scope, post),
        ...{ handle, message, replyEmail, replyVerified },
      })
      const mail = write(tongueOf(scope, author.language))
      const { id: authorId, email: recipient } = author
      const row = { id: scope.ids.id('message'), accountId: authorId, recipient, ...mail, replyTo: replyEmail, now }
      await insertMail(db, row)
      scope.signal('mail')
      const kept = { id, site, post_id: postId, message, reply_email: replyEmail }
      await keepMessage(db, { ...kept, author_id: authorId, key_id: post.key_id, ...sender, created_at: now })
      const data = { id: kept.id, post_id: postId, received_at: instant(now) }
      await emitOfAccount(scope, 'relay.message', { accountId: authorId, keyId: post.key_id, data })
    },
  }
}

type Sender = { sender: string; readers: readonly string[] } | { reader: string }

/** A post that takes answers, and its author, whom this sender can reach. Throws `not_found`, `gone`. */
export async function answerablePost(
  scope: Scope,
  { site, postId, ...sender }: { site: SiteId; postId: string } & Sender,
): Promise<{ post: PostRow; author: Account }> {
  const post = await postById(scope.db, postId)
  if (!post || post.site !== site || post.status !== 'published')
    throw new Problem('not_found', `There is no public post ${postId} on this site.`)
  return { post, author: await reachable(scope, post, sender) }
}

/** The title of the text of a post that is shown; null if it has none. */
export async function titleOf({ db }: Scope, { site, shown_revision }: PostRow): Promise<string | null> {
  const shown = await revisionById(db, shown_revision)
  return shown ? postText(siteRow(site), JSON.parse(shown.fields) as PostFields).title : null
}

/**
 * The author of a post, if a sender can reach them. A banned author, a deleted account and an author who refuses or blocks the sender all
 * give the same `gone`, so that a sender cannot tell a refusal.
 */
async function reachable({ db, now }: Scope, post: PostRow, sender: Sender): Promise<Account> {
  if (post.expires_at !== null && post.expires_at <= now)
    throw new Problem('gone', `The post ${post.id} has expired; it takes no more answers.`)
  if (post.event !== null && (JSON.parse(post.event) as EventChange).closedAt !== undefined)
    throw new Problem(
      'gone',
      `The post ${post.id} is ${siteRow(post.site).closes?.member ?? 'closed'}; it takes no more answers.`,
    )
  const author = await accountById(db, post.account_id)
  if (
    !author ||
    author.banned_at !== null ||
    !author.email.includes('@') ||
    (await ('reader' in sender
      ? refusesReader(db, author.id, sender.reader)
      : refusesSender(db, author.id, sender.sender))) ||
    (await blocksAddress(db, author.id, 'reader' in sender ? [sender.reader] : sender.readers))
  )
    throw new Problem('gone', `The author of the post ${post.id} can no longer be reached.`)
  return author
}
