// Reads the posts of a key for the key itself, published or not: one post, or a page.
import { postTag } from '../../actions/rules/post-tag.ts'
import { awaitsOwner, viewOf } from '../../actions/rules/views.ts'
import { baseUrlOf } from '../../actions/scope.ts'
import { tellOfReview } from '../../contract/for-owner.ts'
import type { HandOver } from '../../contract/hand-over.ts'
import { limits } from '../../contract/limits.ts'
import type { FlagName } from '../../contract/moderation/flags.ts'
import type { ListQuery } from '../../contract/operations/posts.ts'
import { type Outlook, type OwnPost, type PostStatus, statusSpellings } from '../../contract/posts.ts'
import { unauthorized } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { about } from '../../contract/words.ts'
import type { PostFacts } from '../../domain/posts/post.ts'
import type { KeyHolder } from '../../store/accounts/keys.ts'
import { latestAppeals } from '../../store/posts/appeals.ts'
import { type PostRow, postById, postsOfKey } from '../../store/posts/posts.ts'
import { type RevisionRow, revisionById, revisionsById, waitsSince } from '../../store/posts/revisions.ts'
import { noticedOf, outlookOf, reviewOf } from '../learning/moderation-state.ts'
import type { Platform } from '../platform.ts'
import { readCursor, refuseForeignFilters, writeCursor } from './list-filter.ts'

/** One page of the posts that a key created on a site, newest first; deleted ones only when the query asks for them. Throws `unauthorized`, `invalid`. */
export async function browseOwnPosts(
  platform: Platform,
  site: SiteId,
  caller: KeyHolder | null,
  query: ListQuery,
): Promise<{ items: OwnPost[]; nextCursor: string | null }> {
  if (!caller) throw unauthorized('mine=true lists the posts of an API key, so it needs a key.')
  refuseForeignFilters(query)
  const limit = query.limit ?? limits.pageDefault
  const after = query.cursor === undefined ? null : readCursor(query.cursor, 'mine')
  const found = await postsOfKey(platform.db, {
    keyId: caller.keyId,
    site,
    status: query.status === undefined ? undefined : ((statusSpellings[query.status] ?? query.status) as PostStatus),
    before: after?.seq,
    limit: limit + 1,
  })
  const posts = found.slice(0, limit)
  const last = posts.at(-1)
  return {
    items: await ownViews(platform, posts),
    nextCursor: found.length > limit && last ? writeCursor({ seq: last.seq, startsAt: 0 }, 'mine', 0) : null,
  }
}

/** A post as its key sees it, with its ETag; undefined if another key created it, or on another site. */
export async function ownPost(
  platform: Platform,
  site: SiteId,
  id: string,
  caller: KeyHolder,
): Promise<{ own: OwnPost; tag: string } | undefined> {
  const post = await postById(platform.db, id)
  if (!post || post.key_id !== caller.keyId || post.site !== site) return undefined
  const [own] = await ownViews(platform, [post])
  const latest = await revisionById(platform.db, post.latest_revision)
  return own && { own, tag: postTag(post, latest) }
}

async function ownViews(platform: Platform, posts: readonly PostRow[]): Promise<OwnPost[]> {
  const revisions = await revisionsById(platform.db, posts.flatMap(viewedRevisions))
  const refused = posts.filter(
    post => post.rejection_category ?? revisions.get(post.latest_revision)?.rejection_category,
  )
  const appeals = await latestAppeals(
    platform.db,
    refused.map(({ id }) => id),
  )
  const views: OwnPost[] = []
  for (const post of posts) {
    const own = viewOf(
      post,
      revisions.get(post.latest_revision),
      baseUrlOf(platform.facts, post.site),
      appeals.get(post.id),
    )
    const { edit } = own
    if (isOpen(own.status)) views.push({ ...own, ...(await whileItWaits(platform, revisions.get(post.id))) })
    else if (edit && isOpen(edit.status))
      views.push({ ...own, edit: { ...edit, ...(await whileItWaits(platform, revisions.get(edit.id))) } })
    else views.push(own)
  }
  return views
}

/** The ids of the revisions in the view of a post: its latest edit, and its first text while the first text waits. */
function viewedRevisions({ id, status, latest_revision: latest }: PostRow): string[] {
  return latest !== id || isOpen(status) ? [latest] : []
}

const isOpen = (status: string) => ['awaiting_owner', 'queued', 'review'].includes(status)

/** The outlook for a text that waits for its owner, for the model or for a person. */
async function whileItWaits(
  platform: Platform,
  revision: RevisionRow | undefined,
): Promise<Partial<Outlook> & HandOver> {
  if (!revision) return {}
  const { flags } = JSON.parse(revision.facts) as PostFacts
  const { noun } = siteRow(revision.site)
  if (revision.status === 'awaiting_owner') {
    const { links, facts } = platform
    const url = links.accountUrl(baseUrlOf(facts, revision.site), revision.account_id, platform.now())
    return { ...noticedOf(flags), ...awaitsOwner(noun, revision, url) }
  }
  if (revision.status === 'queued')
    return outlookOf(platform, { flags, accountId: revision.account_id }, waitsSince(revision))
  const { flags: resembles = [] } = JSON.parse(revision.verdict ?? '{}') as { flags?: FlagName[] }
  const review = await reviewOf(platform, 'certain')
  const usual = review.usual_seconds === null ? null : about(review.usual_seconds * 1000)
  return { ...noticedOf([...flags, ...resembles]), review, message_for_owner: tellOfReview(noun, usual) }
}
