// Handlers of the operations on posts.

import type { SubmitAnswer } from '../../actions/posts/submission.ts'
import { limits } from '../../contract/limits.ts'
import type { postsOperations } from '../../contract/operations/posts.ts'
import { problemRow } from '../../contract/problems/problems.ts'
import { ofList, ofPost } from '../../domain/posts/subjects.ts'
import type { KeyHolder } from '../../store/accounts/keys.ts'
import type { ListQuery } from '../lists/browse-posts.ts'
import { browseOwnPosts, ownPost } from '../lists/own-posts.ts'
import { listDraft, listLinks, postDraft } from '../lists/post-drafts.ts'
import type { Platform } from '../platform.ts'
import { type DryRun, dryRun } from '../posts/dry-run.ts'
import { type SubmitRequest, submit } from '../posts/submit.ts'
import { ownerLink } from '../problem-body.ts'
import { documentAt, documentKey } from './document-at.ts'
import { type Answer, type Handler, holder, type OperationRequest } from './handler.ts'

export const postsHandlers: Record<keyof typeof postsOperations, Handler> = {
  listPosts({ platform, request, query }) {
    if (query.mine === true) return ownList(platform, request, query as ListQuery)
    const { site, url } = request
    const make = () => listDraft(platform, site, url, query as ListQuery)
    return documentAt(platform, request, make, ofList(site.id, query as ListQuery))
  },

  async createPost({ platform, request, query, body }) {
    return submitOrTry(platform, request, query, { body })
  },

  async editPost({ platform, request, query, body }) {
    return submitOrTry(platform, request, query, { body, postId: request.params.id })
  },

  getPost({ platform, request }) {
    const { caller, site } = request
    const { id = '' } = request.params
    const published = () => documentAt(platform, request, () => postDraft(platform, site.id, id), ofPost(id))
    // A kept document names the key that created its post, so a caller with another key needs no query.
    const known = caller && platform.documents.kept(documentKey(request))?.ownerKeyId
    if (!caller || (known && known !== caller.keyId)) return published()
    return ownView(platform, request, caller).then(own => own ?? published())
  },

  async deletePost({ platform, request }) {
    return { value: await platform.act('deletePost', postOfKey(request)) }
  },

  async cancelPost({ platform, request }) {
    return { value: await platform.act('cancelPost', postOfKey(request)) }
  },
}

/** Submits a text, or with `dry_run` only checks it. */
async function submitOrTry(
  platform: Platform,
  request: OperationRequest,
  query: Record<string, unknown>,
  text: Pick<SubmitRequest, 'body' | 'postId'>,
): Promise<Answer> {
  const { site, idempotencyKey } = request
  const maxPriceMicros = query.max_price_micros as number | undefined
  const asked: SubmitRequest = { site: site.id, caller: holder(request), ...text, idempotencyKey, maxPriceMicros }
  if (query.dry_run === true) return dryAnswer(platform, request, await dryRun(platform, asked))
  return submitAnswer(await submit(platform, asked))
}

async function ownList(platform: Platform, request: OperationRequest, query: ListQuery): Promise<Answer> {
  const { items, nextCursor } = await browseOwnPosts(platform, request.site.id, request.caller, query)
  const value = { items, ...(nextCursor && { next_cursor: nextCursor }) }
  return { value, headers: { link: listLinks(request.site, request.url, nextCursor), vary: 'authorization' } }
}

async function ownView(platform: Platform, request: OperationRequest, caller: KeyHolder): Promise<Answer | undefined> {
  const own = await ownPost(platform, request.site.id, request.params.id ?? '', caller)
  if (!own) return undefined
  const asked = [own.status, own.edit?.status].includes('awaiting_owner')
    ? limits.approvalAskedAgainMs / 1000
    : undefined
  const wait = (own.moderation ?? own.edit?.moderation)?.retry_after_seconds ?? asked
  return { value: own, headers: wait ? { 'retry-after': String(wait) } : {} }
}

function postOfKey(request: OperationRequest) {
  const { id = '' } = request.params
  return { postId: id, keyId: holder(request).keyId, site: request.site.id }
}

function dryAnswer(platform: Platform, { site, caller }: OperationRequest, value: DryRun): Answer {
  const { blocking } = value
  if (!blocking) return { status: 200, value }
  const owner = problemRow(blocking.code).forOwner ? ownerLink(platform, site, caller) : {}
  return { status: 200, value: { ...value, blocking: { ...blocking, ...owner } } }
}

function submitAnswer({ status, headers, body, replayed }: SubmitAnswer): Answer {
  return { status, headers: { ...headers, ...(replayed && { 'idempotent-replayed': 'true' }) }, body }
}
