// Passes a reader's message on to the author of a post, without showing either address to the other (contract.md §6).
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import type { PostFields } from '../../domain/post.ts'
import { postText } from '../../domain/post-text.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { utcDay } from '../../domain/time.ts'
import { relayMail } from '../../mails/relay-mail.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import { type Account, accountById } from '../../store/money/accounts.ts'
import { count } from '../../store/money/counters.ts'
import { type PostRow, postById } from '../../store/posts/posts.ts'
import { revisionById } from '../../store/posts/revisions.ts'
import { baseUrlOf, type Scope } from '../scope.ts'
import { freeRefusal, refuseOutcast } from './guards.ts'

export type Relay = {
  site: SiteId
  postId: string
  /** The account whose key sends it. */
  accountId: string
  message: string
  replyEmail: string
  /** What the fixed rules say of the message: refused for free, and without a strike. */
  refusal: Refusal | null
  /** What the daily limit counts. */
  ip: string
}

/**
 * Puts the message into the outbox. Throws `banned`, `suspended`, `not_found`, `gone` for what has expired or whose author
 * cannot be reached, the refusal, and `rate_limited` past the limit of the address: then nothing is counted.
 */
export async function relayMessage(scope: Scope, relay: Relay): Promise<void> {
  const { db, now } = scope
  const { postId, site, message, replyEmail, refusal } = relay
  const sender = await accountById(db, relay.accountId)
  refuseOutcast(sender)
  const post = await postById(db, postId)
  if (!post || post.site !== site || post.status !== 'published')
    throw new Problem('not_found', `There is no public post ${postId} on this site.`)
  const seller = await reachable(scope, post)
  if (refusal) throw freeRefusal(refusal)
  if ((await count(db, 'relay-ip', relay.ip, utcDay(now))) > limits.relaysPerIpPerDay)
    throw new Problem('rate_limited', `${limits.relaysPerIpPerDay} messages came from this IP address today.`)
  const row = siteRow(site)
  const mail = relayMail({
    site: row,
    url: `${baseUrlOf(scope.facts, site)}/p/${postId}`,
    headline: await titleOf(scope, post),
    handle: sender.handle,
    message,
    replyEmail,
  })
  await insertMail(db, { id: scope.ids.id('message'), recipient: seller.email, ...mail, replyTo: replyEmail, now })
  scope.signal('mail')
}

async function titleOf({ db }: Scope, { site, shown_revision }: PostRow): Promise<string | null> {
  const shown = await revisionById(db, shown_revision)
  return shown ? postText(siteRow(site), JSON.parse(shown.fields) as PostFields).title : null
}

/** The author of a post that can still be answered. A banned account is sent no mail, and one that was deleted has no address. */
async function reachable({ db, now }: Scope, post: PostRow): Promise<Account> {
  if (post.expires_at !== null && post.expires_at <= now)
    throw new Problem('gone', `The post ${post.id} has expired; it takes no more answers.`)
  const author = await accountById(db, post.account_id)
  if (!author || author.banned_at !== null || !author.email.includes('@'))
    throw new Problem('gone', `The author of the post ${post.id} can no longer be reached.`)
  return author
}
