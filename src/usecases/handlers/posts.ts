// Handlers of the operations on posts.

import type { SubmitAnswer } from '../../actions/posts/submission.ts'
import type { DryRunQuery } from '../../contract/operations/dry-run.ts'
import type { ListQuery, postsOperations } from '../../contract/operations/posts.ts'
import type { OwnPost } from '../../contract/posts.ts'
import { ofList, ofPost } from '../../domain/posts/subjects.ts'
import type { KeyHolder } from '../../store/accounts/keys.ts'
import { browseOwnPosts, ownPost } from '../lists/own-posts.ts'
import { listDraft, listLinks, postDraft } from '../lists/post-drafts.ts'
import type { Platform } from '../platform.ts'
import { askAgainSeconds } from '../posts/ask-again.ts'
import { dryRun } from '../posts/dry-run.ts'
import { type SubmitRequest, submit } from '../posts/submit.ts'
import { readUntil } from '../read-until.ts'
import { documentAt, documentKey } from './document-at.ts'
import { type Handlers, holder, type OperationRequest } from './handler.ts'

export const postsHandlers: Handlers<typeof postsOperations> = {
  listPosts({ platform, request, query }) {
    if (query.mine === true) return ownList(platform, request, query)
    const { site, url } = request
    return documentAt(platform, request, () => listDraft(platform, site, url, query), ofList(site.id, query))
  },

  async createPost({ platform, request, query, body }) {
    return submitOrTry(platform, request, query, { body })
  },

  async editPost({ platform, request, params, query, body }) {
    return submitOrTry(platform, request, query, { body, postId: params.id })
  },

  getPost({ platform, request, params: { id }, query: { wait } }) {
    const { caller, site } = request
    const published = () => documentAt(platform, request, () => postDraft(platform, site.id, id), ofPost(id))
    // A kept document names the key that created its post, so a caller with another key needs no query.
    const known = caller && platform.documents.kept(documentKey(request))?.ownerKeyId
    if (!caller || (known && known !== caller.keyId)) return published()
    const read = () => ownView(platform, request, id, caller)
    const isNews = newsOfPost()
    const isDone = (view: Awaited<ReturnType<typeof read>>) => !view || isNews(view.value)
    return readUntil(platform, request, { seconds: wait, isDone }, read).then(own => own ?? published())
  },

  async deletePost({ platform, request, params }) {
    return { value: await platform.act('deletePost', postOfKey(request, params)) }
  },

  async cancelPost({ platform, request, params }) {
    return { value: await platform.act('cancelPost', postOfKey(request, params)) }
  },
}

/** Submits a text, or with `dry_run` only checks it. */
async function submitOrTry(
  platform: Platform,
  request: OperationRequest,
  { dry_run: tried, max_price_micros: maxPriceMicros }: DryRunQuery,
  text: Pick<SubmitRequest, 'body' | 'postId'>,
) {
  const { site, idempotencyKey, ifMatch } = request
  const asked: SubmitRequest = {
    site: site.id,
    caller: holder(request),
    ...text,
    idempotencyKey,
    ifMatch,
    maxPriceMicros,
  }
  if (tried) return { status: 200 as const, value: await dryRun(platform, asked) }
  return submitAnswer(await submit(platform, asked))
}

async function ownList(platform: Platform, request: OperationRequest, query: ListQuery) {
  const { items, nextCursor } = await browseOwnPosts(platform, request.site.id, request.caller, query)
  const value = { items, ...(nextCursor && { next_cursor: nextCursor }) }
  return { value, headers: { link: listLinks(request.site, request.url, nextCursor), vary: 'authorization' } }
}

/** Says of each view of a post whether it is news: neither text waits, or one has another status than in the first view. */
function newsOfPost(): (own: OwnPost) => boolean {
  let first: string | undefined
  return ({ status, edit }) => {
    const stands = [status, ...(edit ? [edit.status] : [])]
    first ??= stands.join()
    return stands.join() !== first || !stands.some(each => undecided.has(each))
  }
}

const undecided: ReadonlySet<string> = new Set(['awaiting_owner', 'queued', 'review'])

async function ownView(platform: Platform, { site }: OperationRequest, id: string, caller: KeyHolder) {
  const found = await ownPost(platform, site.id, id, caller)
  if (!found) return undefined
  const { own, tag } = found
  const wait = askAgainSeconds(own)
  return { value: own, headers: { etag: tag, ...(wait && { 'retry-after': String(wait) }) } }
}

const postOfKey = (request: OperationRequest, { id }: { id: string }) => {
  return { postId: id, by: { keyId: holder(request).keyId, site: request.site.id }, ifMatch: request.ifMatch }
}

function submitAnswer({ status, headers, body, replayed }: SubmitAnswer) {
  return { status, headers: { ...headers, ...(replayed && { 'idempotent-replayed': 'true' }) }, body }
}
