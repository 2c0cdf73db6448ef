// Applies a row of the table of edits: status, money, strike, event, and the new text in place of the old.
import { type EditTransition, type EditTrigger, editTransitions } from '../../domain/lifecycle.ts'
import { eventAfter, type PostFacts } from '../../domain/post.ts'
import { addListing, replaceListing } from '../../store/listing/writes.ts'
import { addCopyKeys, removeCopyKeys } from '../../store/posts/copy-keys.ts'
import { type EditChange, type EditRow, moveEditStatus } from '../../store/posts/edits.ts'
import { livePostWith, type PostRow, postById, replacePublished } from '../../store/posts/posts.ts'
import { copyKeysOf } from '../../usecases/posts/copies.ts'
import type { Scope } from '../scope.ts'
import { emit, publication } from './outcome.ts'
import { decided, giveBack, giveBackStrike, penalize, type Refused, refusalOf } from './settle.ts'

/** What a transition of an edit came to; null when the edit stood elsewhere and nothing changed. Money in micros. */
export type AppliedEdit = { edit: EditRow; post: PostRow; refunded: number } | null

/**
 * Applies a transition to an edit. An edit that should replace a post which is public no more is withdrawn instead, one whose
 * text another post has by now is rejected as a duplicate; both give the fee back.
 */
export async function applyEditTransition(
  scope: Scope,
  edit: EditRow,
  trigger: EditTrigger,
  details: { refused?: Refused; verdict?: object | null } = {},
): Promise<AppliedEdit> {
  const transition: EditTransition = editTransitions[trigger]
  const post = await postById(scope.db, edit.post_id)
  if (!post) throw new Error(`the post of ${edit.id} is not there`)
  if (transition.to === 'applied') {
    if (post.status !== 'published') return applyEditTransition(scope, edit, 'withdraw')
    const other = await livePostWith(scope.db, edit.fingerprint)
    if (other && other !== post.id) return applyEditTransition(scope, edit, 'overtaken-by-duplicate', duplicate(other))
  }
  const change: EditChange = { decided_at: scope.now }
  if (details.verdict) change.verdict = JSON.stringify(details.verdict)
  if (details.refused) Object.assign(change, refusalOf(details.refused))
  if (!(await moveEditStatus(scope.db, edit.id, transition.from, transition.to, change))) return null

  const after: EditRow = { ...edit, ...change, status: transition.to }
  const refunded = await settle(scope, after, transition)
  const shown =
    transition.to === 'applied' ? await replaceText(scope, post, { ...edit, facts: factsAfter(post, edit) }) : post
  if (transition.event) await emit(scope, shown, transition.event, after)
  return { edit: after, post: shown, refunded }
}

/** Puts another text in the place of a published one; the post as it is then. The place in lists stays. */
export async function replaceText(
  scope: Scope,
  post: PostRow,
  text: { fields: string; facts: string; fingerprint: string | null },
): Promise<PostRow> {
  const { fields, facts, fingerprint } = text
  const publishedAt = post.published_at ?? scope.now
  const edited = { ...post, fields, facts, live_fingerprint: fingerprint }
  const { row, document } = await publication(scope, edited, { publishedAt, updatedAt: scope.now })
  const over = row.expires_at !== null && row.expires_at <= scope.now
  const change = {
    fields,
    facts,
    live_fingerprint: over ? null : fingerprint,
    expires_at: row.expires_at,
    public_json: row.public_json,
  }
  if (!(await replacePublished(scope.db, post.id, change))) throw new Error(`${post.id} is no longer published`)
  await removeCopyKeys(scope.db, post.id, copyKeysOf(post))
  if (change.live_fingerprint !== null) await addCopyKeys(scope.db, post.id, copyKeysOf({ facts }))
  const listed = await replaceListing(scope.db, scope.dialect, row, document)
  // An event that was over while its edit waited has left the lists; with new times it comes back.
  if (!listed && !over) await addListing(scope.db, scope.dialect, row, document)
  scope.signal('publications')
  return { ...post, ...change }
}

/** What is known of the post once the edit has been applied; a cancellation while the edit waited stands, whatever the edit's times. */
function factsAfter(post: PostRow, edit: EditRow): string {
  const { event: _, reopens, ...facts } = JSON.parse(edit.facts) as PostFacts
  const before = JSON.parse(post.facts) as PostFacts
  const after = eventAfter(before, facts)
  const event =
    after && before.event?.status === 'cancelled' && !reopens ? { ...after, status: 'cancelled' as const } : after
  return JSON.stringify({ ...facts, ...(event && { event }) })
}

function duplicate(other: string): { refused: Refused } {
  const reason = `A queued or published post has the same text by now: ${other}.`
  return { refused: { category: 'duplicate', reason, penalized: false } }
}

async function settle(scope: Scope, edit: EditRow, { money }: EditTransition): Promise<number> {
  if (money === 'none') return 0
  const subject = decided('edit', edit)
  const change: EditChange = {}
  let refunded = 0
  if (money === 'penalty') change.rejection_amount = await penalize(scope, subject)
  else {
    refunded = await giveBack(scope, subject, money)
    if (money === 'refund-fee' || !subject.penalized) return refunded
    await giveBackStrike(scope, edit.account_id)
    Object.assign(change, { rejection_penalized: 0, rejection_amount: 0 })
  }
  Object.assign(edit, change)
  await moveEditStatus(scope.db, edit.id, [edit.status], edit.status, change)
  return refunded
}
