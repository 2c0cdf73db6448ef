// What an outcome shows: the owning key's view of a post and of its latest edit, the event, the public text.
import type { Edit, OwnPost, Rejection } from '../../contract/posts.ts'
import { siteRow } from '../../contract/sites.ts'
import type { Transition } from '../../domain/lifecycle.ts'
import { ownView, type PostFacts, type PostFields, publicView } from '../../domain/post.ts'
import { publicationOf } from '../../domain/publication.ts'
import { instant } from '../../domain/time.ts'
import { appendEvent } from '../../store/delivery/events.ts'
import { accountById } from '../../store/money/accounts.ts'
import type { EditRow } from '../../store/posts/edits.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import { baseUrlOf, type Scope } from '../scope.ts'

/** Writes the event of a transition, with its deliveries: its data is the owning key's view at this moment. */
export async function emit(
  scope: Scope,
  post: PostRow,
  type: NonNullable<Transition['event']>,
  edit: EditRow | null = null,
): Promise<void> {
  const deliveries = await appendEvent(scope.db, {
    id: scope.ids.id('message'),
    type,
    account_id: post.account_id,
    key_id: post.key_id,
    post_id: post.id,
    site: post.site,
    payload: JSON.stringify(viewOf(post, edit)),
    created_at: scope.now,
  })
  if (deliveries > 0) scope.signal('webhooks')
}

/** The owning key's view of a row and of its latest edit; without the moderation estimate of what is queued. */
export function viewOf(post: PostRow, edit: EditRow | null | undefined = null): OwnPost {
  return ownView(
    {
      id: post.id,
      site: post.site,
      status: post.status,
      price: post.price,
      submittedAt: post.submitted_at,
      publicJson: post.public_json,
      rejection: rejectionOf(post),
      edit: edit ? editView(edit) : null,
    },
    null,
  )
}

/** An edit as the owning key sees it. */
export function editView(edit: EditRow): Edit {
  const rejection = edit.status === 'rejected' ? rejectionOf(edit) : null
  return {
    id: edit.id,
    status: edit.status,
    price: edit.price,
    submitted_at: instant(edit.submitted_at),
    ...(rejection && { rejection }),
  }
}

/** The rejection of a row, if it has one. */
export function rejectionOf(
  post: Pick<PostRow, 'rejection_category' | 'rejection_reason' | 'rejection_penalized' | 'rejection_amount'>,
): Rejection | null {
  if (post.rejection_category === null) return null
  return {
    category: post.rejection_category,
    reason: post.rejection_reason ?? '',
    penalized: post.rejection_penalized === 1,
    amount: post.rejection_amount ?? 0,
  }
}

/** What publishes a post, made from what is stored of it. `updatedAt` in epoch ms, null for its first text. */
export async function publication(
  scope: Scope,
  post: Pick<PostRow, 'id' | 'site' | 'account_id' | 'fields' | 'facts'>,
  { publishedAt, updatedAt }: { publishedAt: number; updatedAt: number | null },
) {
  const site = siteRow(post.site)
  const fields = JSON.parse(post.fields) as PostFields
  const facts = JSON.parse(post.facts) as PostFacts
  const account = await accountById(scope.db, post.account_id)
  const view = publicView(site, fields, facts, {
    id: post.id,
    baseUrl: baseUrlOf(scope.facts, post.site),
    handle: account?.handle ?? 'deleted',
    publishedAt,
    updatedAt,
    policyVersion: scope.facts.policyVersion,
  })
  return publicationOf(site, fields, facts, view, publishedAt)
}
