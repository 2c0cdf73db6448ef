// Makes the publication of a text before the transaction that shows it: the public post, and the rows of lists and search.
import { LRUCache } from 'lru-cache'
import type { PreparedPublication } from '../../actions/posts/publication.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { deletedHandle } from '../../domain/accounts/handle.ts'
import { type EventChange, eventAfter, type PostFacts, type PostFields, publicView } from '../../domain/posts/post.ts'
import { postText } from '../../domain/posts/post-text.ts'
import { publicationOf } from '../../domain/posts/publication.ts'
import type { IndexWords } from '../../domain/text/search-text.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import { isEdit, type RevisionRow, revisionById } from '../../store/posts/revisions.ts'
import type { Platform } from '../platform.ts'

/** The text and the post of a publication. Times are epoch milliseconds. */
export type Published = {
  post: Pick<PostRow, 'id' | 'site' | 'version' | 'account_id'>
  fields: PostFields
  facts: PostFacts
  event: EventChange | null
  handle: string
  publishedAt: number
  /** The time of the last edit; null for a post as first published. */
  updatedAt: number | null
}

/** The words of a text for the search index. The reading threads make those of a long text. */
export function wordsOf({ reader }: Platform, site: SiteId, fields: PostFields): Promise<IndexWords> {
  return reader.index(postText(siteRow(site), fields))
}

/** The words of the texts that were read last, as many as a few hundred posts have. */
const lately = new LRUCache<string, IndexWords>({
  maxSize: 100_000,
  sizeCalculation: ({ title, topics, body, stems }) => 1 + title.length + topics.length + body.length + stems.length,
})

/** As `wordsOf`, for a stored text: a publication needs them, and a moment later standing searches do. */
export async function wordsOfText(
  platform: Platform,
  { id, site }: Pick<RevisionRow, 'id' | 'site'>,
  fields: PostFields,
): Promise<IndexWords> {
  const words = lately.get(id) ?? (await wordsOf(platform, site, fields))
  lately.set(id, words)
  return words
}

/** Makes a publication. Without `words`, makes the words on this thread, which is fast enough for short texts. */
export function makePublication(
  { facts: { policyVersion } }: Platform,
  of: Published,
  words?: IndexWords,
): PreparedPublication {
  const { post, fields, facts, event, handle, publishedAt, updatedAt } = of
  const site = siteRow(post.site)
  const view = publicView(site, fields, facts, {
    ...{ id: post.id, event, handle, publishedAt, updatedAt, policyVersion },
  })
  const made = publicationOf(site, fields, facts, view, publishedAt, { words, author: post.account_id, event })
  return { version: post.version, event, publishedAt, ...made }
}

/** The publication of a first text or an edit. For a first text, it publishes the text that the post showed last. */
export async function publicationFor(
  platform: Platform,
  post: PostRow,
  revision: RevisionRow,
): Promise<PreparedPublication> {
  const { db } = platform
  const shown = revision.id === post.shown_revision ? revision : await revisionById(db, post.shown_revision)
  if (!shown) throw new Error(`the text of ${post.id} is not there`)
  const text = isEdit(revision) ? revision : shown
  const facts = JSON.parse(text.facts) as PostFacts
  const before = post.event === null ? null : (JSON.parse(post.event) as EventChange)
  const now = platform.now()
  const fields = JSON.parse(text.fields) as PostFields
  const of: Published = {
    post,
    fields,
    facts,
    event: text === shown ? before : eventAfter(before, JSON.parse(shown.facts) as PostFacts, facts),
    handle: (await accountById(db, post.account_id))?.handle ?? deletedHandle,
    publishedAt: isEdit(revision) ? (post.published_at ?? now) : now,
    updatedAt: isEdit(revision) ? now : null,
  }
  return makePublication(platform, of, await wordsOfText(platform, text, fields))
}
