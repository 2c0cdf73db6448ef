// Applies a row of the state table: status, money, strike, event and lists, in the transaction of the action.
import { limits } from '../contract/limits.ts'
import type { OwnPost, Rejection } from '../contract/posts.ts'
import { siteRow } from '../contract/sites.ts'
import { sha256 } from '../domain/ids.ts'
import { isLive, type Transition, type Trigger, transitions } from '../domain/lifecycle.ts'
import { ownView, type PostFacts, type PostFields, publicView } from '../domain/post.ts'
import { penaltyBeyondFee } from '../domain/pricing.ts'
import { publicationOf } from '../domain/publication.ts'
import { accountById, addStrike, ban, setAccountStatus, takeBackStrike, unban } from '../store/accounts.ts'
import { appendEvent } from '../store/events.ts'
import { move, moveAtMost, movementOfPost } from '../store/ledger.ts'
import { addListing, removeListing } from '../store/listing.ts'
import { moveStatus, type PostChange, type PostRow } from '../store/posts.ts'
import { baseUrlOf, type Scope } from './scope.ts'

/** Why a post is refused or removed. */
export type Refused = { category: string; reason: string; penalized: boolean }

/** What a transition came to: the post after it, or null when the post stood elsewhere and nothing changed. */
export type Applied = { post: PostRow; refunded: number; balance: number } | null

/** Applies a transition to a post (contract.md §4). Everything it does is one compare-and-set and what follows from it. */
export async function applyTransition(
  scope: Scope,
  post: PostRow,
  trigger: Trigger,
  details: { refused?: Refused; verdict?: object | null } = {},
): Promise<Applied> {
  const transition: Transition = transitions[trigger]
  const { refused, verdict } = details
  const change: PostChange = { decided_at: scope.now }
  if (verdict) change.verdict = JSON.stringify(verdict)
  if (!isLive(transition.to)) change.live_fingerprint = null
  if (refused) {
    change.rejection_category = refused.category
    change.rejection_reason = refused.reason
    change.rejection_penalized = refused.penalized ? 1 : 0
    change.rejection_amount = 0
  }
  const published = transition.to === 'published' ? await publication(scope, post) : null
  if (published) {
    change.published_at = scope.now
    change.expires_at = published.row.expires_at
    change.public_json = published.row.public_json
  }
  if (!(await moveStatus(scope.db, post.id, transition.from, transition.to, change))) return null

  const after: PostRow = { ...post, ...change, status: transition.to }
  const refunded = await applyMoney(scope, after, transition)
  if (published) {
    await addListing(scope.db, scope.dialect, published.row, published.document)
    scope.signal('publications')
  } else if (post.status === 'published') {
    await removeListing(scope.db, scope.dialect, post.id)
    scope.signal('publications')
  }
  if (transition.event) await emit(scope, after, transition.event)
  const account = await accountById(scope.db, post.account_id)
  return { post: after, refunded, balance: account?.balance ?? 0 }
}

/** Writes the event of a transition, with its deliveries: its data is the owning key's view at this moment. */
export async function emit(scope: Scope, post: PostRow, type: NonNullable<Transition['event']>): Promise<void> {
  const deliveries = await appendEvent(scope.db, {
    id: scope.ids.id('message'),
    type,
    account_id: post.account_id,
    key_id: post.key_id,
    post_id: post.id,
    site: post.site,
    payload: JSON.stringify(viewOf(post)),
    created_at: scope.now,
  })
  if (deliveries > 0) scope.signal('webhooks')
}

/** The owning key's view of a row; without the moderation estimate, which only a queued post has. */
export function viewOf(post: PostRow): OwnPost {
  return ownView(
    {
      id: post.id,
      site: post.site,
      status: post.status,
      price: post.price,
      submittedAt: post.submitted_at,
      publicJson: post.public_json,
      rejection: rejectionOf(post),
    },
    null,
  )
}

/** The rejection of a row, if it has one. */
export function rejectionOf(post: PostRow): Rejection | null {
  if (post.rejection_category === null) return null
  return {
    category: post.rejection_category,
    reason: post.rejection_reason ?? '',
    penalized: post.rejection_penalized === 1,
    amount: post.rejection_amount ?? 0,
  }
}

/**
 * Takes the penalty and adds the strike; the third ends the account (contract.md §4). What was taken, in micros: nothing
 * where the post has paid a penalty before, which an appeal gave back, since a post pays at most one.
 */
export async function penalize(
  scope: Scope,
  post: Pick<PostRow, 'id' | 'site' | 'account_id' | 'price'>,
): Promise<number> {
  const paidBefore = await movementOfPost(scope.db, post.id, 'penalty')
  const taken = paidBefore
    ? 0
    : await moveAtMost(scope.db, {
        id: scope.ids.id('ledger'),
        accountId: post.account_id,
        type: 'penalty',
        amount: penaltyBeyondFee(post.price),
        site: post.site,
        postId: post.id,
        now: scope.now,
      })
  const strikes = await addStrike(scope.db, post.account_id)
  if (strikes >= limits.strikesToBan) {
    const account = await accountById(scope.db, post.account_id)
    await setAccountStatus(scope.db, post.account_id, 'banned')
    if (account) await ban(scope.db, 'email', sha256(account.email_key), scope.now)
    if (account?.card_fingerprint) await ban(scope.db, 'card', sha256(account.card_fingerprint), scope.now)
  }
  return taken
}

async function applyMoney(scope: Scope, post: PostRow, transition: Transition): Promise<number> {
  const { money } = transition
  if (money === 'none') return 0
  if (money === 'penalty') {
    post.rejection_amount = await penalize(scope, post)
    await moveStatus(scope.db, post.id, [post.status], post.status, { rejection_amount: post.rejection_amount })
    return 0
  }
  const amount = await refundable(scope, post.id, money)
  if (amount > 0) {
    await move(scope.db, {
      id: scope.ids.id('ledger'),
      accountId: post.account_id,
      type: 'refund',
      amount,
      site: post.site,
      postId: post.id,
      now: scope.now,
    })
  }
  if (money !== 'refund-fee' && post.rejection_penalized === 1) await giveBackStrike(scope, post)
  return amount
}

/** What goes back: the fee, the penalty, or both; never what has gone back already. */
async function refundable(scope: Scope, postId: string, money: Transition['money']): Promise<number> {
  if (await movementOfPost(scope.db, postId, 'refund')) return 0
  const taken = async (type: 'charge' | 'penalty') => -((await movementOfPost(scope.db, postId, type))?.amount ?? 0)
  const fee = money === 'give-back-penalty' ? 0 : await taken('charge')
  const penalty = money === 'refund-fee' ? 0 : await taken('penalty')
  return fee + penalty
}

async function giveBackStrike(scope: Scope, post: PostRow): Promise<void> {
  const strikes = await takeBackStrike(scope.db, post.account_id)
  // The next appeal on the same post must not take back a second strike.
  await moveStatus(scope.db, post.id, [post.status], post.status, { rejection_penalized: 0, rejection_amount: 0 })
  const account = await accountById(scope.db, post.account_id)
  if (account?.status !== 'banned' || strikes >= limits.strikesToBan) return
  await setAccountStatus(scope.db, post.account_id, 'active')
  await unban(scope.db, 'email', sha256(account.email_key))
  if (account.card_fingerprint) await unban(scope.db, 'card', sha256(account.card_fingerprint))
}

async function publication(scope: Scope, post: PostRow) {
  const site = siteRow(post.site)
  const fields = JSON.parse(post.fields) as PostFields
  const facts = JSON.parse(post.facts) as PostFacts
  const account = await accountById(scope.db, post.account_id)
  const view = publicView(site, fields, facts, {
    id: post.id,
    baseUrl: baseUrlOf(scope.facts, post.site),
    handle: account?.handle ?? 'deleted',
    publishedAt: scope.now,
    policyVersion: scope.facts.policyVersion,
  })
  return publicationOf(site, fields, facts, view, scope.now)
}
