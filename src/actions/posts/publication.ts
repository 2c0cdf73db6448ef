// Shows and hides texts in the public post, lists, search and near-duplicate keys, in the transaction of a transition.
import type { PostStatus } from '../../contract/posts.ts'
import type { EventChange, PostFacts } from '../../domain/posts/post.ts'
import type { ListingRow } from '../../domain/posts/publication.ts'
import { touchedBy } from '../../domain/posts/subjects.ts'
import type { SearchDocument } from '../../domain/text/search-text.ts'
import { Overtaken } from '../../store/database/retry.ts'
import { queueForSearches } from '../../store/lists/standing-matches.ts'
import { addPublished, type NewListing, removeListing, replaceListing } from '../../store/lists/writes.ts'
import { addNearDuplicateKeys, removeNearDuplicateKeys } from '../../store/posts/near-duplicate-keys.ts'
import { hidePost, type LivePost, livePostWith, type PostRow, showPost } from '../../store/posts/posts.ts'
import { type RevisionRow, revisionById } from '../../store/posts/revisions.ts'
import type { Scope } from '../scope.ts'
import { announce } from './announce.ts'
import { closeReportsOf } from './close-reports.ts'

/** The publication of a text, made before the transaction for one version of the post. Times are epoch milliseconds. */
export type PreparedPublication = {
  version: number
  event: EventChange | null
  publishedAt: number
  row: ListingRow
  document: SearchDocument
}

/**
 * Puts a text into public view: a first text, an edit in place of the previous text (its place in lists stays), or the same text
 * after a free change. Returns the changed post.
 */
export async function show(
  scope: Scope,
  post: PostRow,
  revision: RevisionRow,
  publication: PreparedPublication,
): Promise<PostRow> {
  const { db, dialect, now } = scope
  const { event, publishedAt, row, document } = publication
  const over = row.expires_at !== null && row.expires_at <= now
  // The text of a cancelled event may be posted again.
  const cancelled = event?.status === 'cancelled'
  const taken =
    cancelled || revision.fingerprint === post.live_fingerprint
      ? undefined
      : await livePostWith(db, revision.fingerprint)
  // Another post has taken the text since the transition checked. Run again, the transition finds that post.
  const elsewhere = taken && taken.id !== post.id
  if (elsewhere && (revision.id !== post.shown_revision || standsInTheWay(taken, post)))
    throw new Overtaken(new Error(`${taken.id} has the text of ${revision.id}`))
  const change = {
    shown_revision: revision.id,
    version: post.version + 1,
    event: event && JSON.stringify(event),
    live_fingerprint: over || cancelled || elsewhere ? null : revision.fingerprint,
    published_at: publishedAt,
    expires_at: row.expires_at,
    hidden_at: null,
    public_json: row.public_json,
  }
  await showPost(db, post.id, change)
  await moveKeys(scope, post, revision, change.live_fingerprint !== null)
  const before = post.public_json === null ? undefined : await replaceListing(db, dialect, row, document)
  // An event that ended while its edit waited has left the lists. With new times it comes back.
  if (!before && !over) await scope.append(list, { row, document })
  await announce(scope, post, [before, row])
  if (!over) await showToSearches(scope, post, revision, cancelled)
  const touched = touchedBy(row.site, post.id, [...(before?.tags ?? []), ...row.tags])
  scope.signal(post.public_json === null ? 'additions' : 'publications', touched)
  return { ...post, ...change }
}

const list = ({ db, dialect }: Scope, posts: readonly NewListing[]) => addPublished(db, dialect, posts)

/**
 * Puts a text into the outbox of standing searches. The same text shown again is no news, except that of an event that takes place
 * again.
 */
async function showToSearches(
  { ids, now, append }: Scope,
  { id, site, event, public_json, shown_revision }: PostRow,
  revision: RevisionRow,
  cancelled: boolean,
): Promise<void> {
  const back = event !== null && (JSON.parse(event) as EventChange).status === 'cancelled'
  const before = public_json === null || back ? null : shown_revision
  if (cancelled || before === revision.id) return
  await append(queue, { id: ids.id('standingPost'), post_id: id, site, before_revision: before, now })
}

async function queue({ db, signal }: Scope, posts: Parameters<typeof queueForSearches>[1]): Promise<void> {
  if ((await queueForSearches(db, posts)) > 0) signal('searches')
}

/** Whether a copy keeps a cancelled event from being restored: only a copy of the same key, which has posted the event again. */
export function standsInTheWay(copy: LivePost, { event, key_id, public_json }: PostRow): boolean {
  const cancelled = event !== null && (JSON.parse(event) as EventChange).status === 'cancelled'
  return cancelled && public_json !== null && copy.key_id === key_id
}

/** Moves the near-duplicate keys of a post to the text that it shows. */
async function moveKeys({ db }: Scope, post: PostRow, revision: RevisionRow, live: boolean): Promise<void> {
  const stays = post.shown_revision === revision.id && (post.live_fingerprint !== null) === live
  if (stays) return
  if (post.live_fingerprint !== null) await removeNearDuplicateKeys(db, post.id, await keysOf(db, post.shown_revision))
  if (live) await addNearDuplicateKeys(db, [{ postId: post.id, keys: keysIn(revision) }])
}

/** The state of the open reports of a post when it leaves public view. */
const reportsAfter: Partial<Record<PostStatus, 'upheld' | 'withdrawn'>> = { removed: 'upheld', deleted: 'withdrawn' }

/** Takes a post out of public view, and lets its text be posted again. Returns the changed post. */
export async function hide(scope: Scope, post: PostRow, to: PostStatus): Promise<PostRow> {
  const { db, dialect, now } = scope
  const change = {
    live_fingerprint: null,
    version: post.version + 1,
    hidden_at: post.public_json === null ? post.hidden_at : now,
  }
  await hidePost(db, post.id, change)
  if (post.live_fingerprint !== null) await removeNearDuplicateKeys(db, post.id, await keysOf(db, post.shown_revision))
  if (post.public_json !== null) {
    const before = await removeListing(db, dialect, post.id)
    await announce(scope, post, [before])
    scope.signal('publications', touchedBy(post.site, post.id, before?.tags ?? []))
  }
  const closed = reportsAfter[to]
  const answer = closed === 'upheld' ? post.rejection_reason : null
  if (closed) await closeReportsOf(scope, post.id, { state: closed, answer })
  return { ...post, ...change, public_json: null }
}

/** The near-duplicate keys in the stored facts of a revision. */
export function keysIn({ facts }: Pick<RevisionRow, 'facts'>): number[] {
  return (JSON.parse(facts) as PostFacts).nearDuplicateKeys
}

async function keysOf(db: Scope['db'], revisionId: string): Promise<number[]> {
  const revision = await revisionById(db, revisionId)
  return revision ? keysIn(revision) : []
}
