// Applies a row of the state table: status, money, strike, event and lists, in the transaction of the action.
import type { PostStatus } from '../../contract/posts.ts'
import { isLive, type Transition, type Trigger, transitions } from '../../domain/lifecycle.ts'
import type { ListingRow } from '../../domain/publication.ts'
import { addListing, removeListing } from '../../store/listing/writes.ts'
import { accountById } from '../../store/money/accounts.ts'
import { addCopyKeys, removeCopyKeys } from '../../store/posts/copy-keys.ts'
import { openEditOf } from '../../store/posts/edits.ts'
import { livePostWith, moveStatus, type PostChange, type PostRow } from '../../store/posts/posts.ts'
import { closeReports } from '../../store/posts/reports.ts'
import { copyKeysOf, fingerprintOfPost } from '../../usecases/posts/copies.ts'
import type { Scope } from '../scope.ts'
import { applyEditTransition } from './edit-transition.ts'
import { emit, publication } from './outcome.ts'
import { decided, giveBack, giveBackStrike, penalize, type Refused, refusalOf } from './settle.ts'

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
  if (refused) Object.assign(change, refusalOf(refused))
  const published =
    transition.to === 'published' ? await publication(scope, post, { publishedAt: scope.now, updatedAt: null }) : null
  if (published) {
    change.published_at = scope.now
    change.expires_at = published.row.expires_at
    change.public_json = published.row.public_json
    if (post.live_fingerprint === null) change.live_fingerprint = await freeFingerprint(scope, post, published.row)
  }
  if (!(await moveStatus(scope.db, post.id, transition.from, transition.to, change))) return null

  if (!isLive(transition.to) && post.live_fingerprint !== null)
    await removeCopyKeys(scope.db, post.id, copyKeysOf(post))
  if (post.live_fingerprint === null && change.live_fingerprint) await addCopyKeys(scope.db, post.id, copyKeysOf(post))
  const after: PostRow = { ...post, ...change, status: transition.to }
  const refunded = await applyMoney(scope, after, transition)
  if (published) {
    await addListing(scope.db, scope.dialect, published.row, published.document)
    scope.signal('publications')
  } else if (post.status === 'published') {
    await removeListing(scope.db, scope.dialect, post.id)
    const open = await openEditOf(scope.db, post.id)
    if (open) await applyEditTransition(scope, open, 'withdraw')
    scope.signal('publications')
  }
  const closed = reportsAfter[transition.to]
  if (closed) await closeReports(scope.db, post.id, closed, scope.now)
  if (transition.event) await emit(scope, after, transition.event)
  const account = await accountById(scope.db, post.account_id)
  return { post: after, refunded, balance: account?.balance ?? 0 }
}

/** What keeps others from posting the same text once a post is public again; null when one of them has, or it is over. */
async function freeFingerprint({ db, now }: Scope, post: PostRow, { expires_at: end }: ListingRow) {
  if (end !== null && end <= now) return null
  const fingerprint = fingerprintOfPost(post)
  return (await livePostWith(db, fingerprint)) ? null : fingerprint
}

/** What the open reports of a post come to when it is no longer public. */
const reportsAfter: Partial<Record<PostStatus, 'upheld' | 'withdrawn'>> = { removed: 'upheld', deleted: 'withdrawn' }

async function applyMoney(scope: Scope, post: PostRow, transition: Transition): Promise<number> {
  const { money } = transition
  if (money === 'none') return 0
  const subject = decided('post', post)
  if (money === 'penalty') {
    post.rejection_amount = await penalize(scope, subject)
    await moveStatus(scope.db, post.id, [post.status], post.status, { rejection_amount: post.rejection_amount })
    return 0
  }
  const amount = await giveBack(scope, subject, money)
  if (money !== 'refund-fee' && subject.penalized) {
    await giveBackStrike(scope, post.account_id)
    // The next appeal on the same post must not take back a second strike.
    await moveStatus(scope.db, post.id, [post.status], post.status, { rejection_penalized: 0, rejection_amount: 0 })
  }
  return amount
}
