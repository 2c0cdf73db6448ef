// Handlers of the operations on posts.

import type { SubmitAnswer } from '../../actions/posts/submission.ts'
import type { postsOperations } from '../../contract/operations/posts.ts'
import { problemRow } from '../../contract/problems.ts'
import { publicPost } from '../../store/listing/public-post.ts'
import { browsePosts, type ListQuery, notPublic } from '../lists/browse-posts.ts'
import { browseOwnPosts, ownPost } from '../lists/own-posts.ts'
import type { Platform } from '../platform.ts'
import { type DryRun, dryRun } from '../posts/dry-run.ts'
import { type SubmitRequest, submit } from '../posts/submit.ts'
import { ownerLink } from '../problem-body.ts'
import { type Answer, type Handler, holder, type OperationRequest } from './handler.ts'
import { cachedAnswer } from './public-cache.ts'

export const postsHandlers: Record<keyof typeof postsOperations, Handler> = {
  async listPosts({ platform, request, query }) {
    if (query.mine === true) return ownPage(platform, request, query as ListQuery)
    return cachedAnswer(platform, request, async () => {
      const { items, nextCursor } = await browsePosts(platform, request.site.id, query as ListQuery)
      const body = `{"items":[${items.join(',')}]${nextCursor ? `,"next_cursor":${JSON.stringify(nextCursor)}` : ''}}`
      return { body, headers: nextLink(request, nextCursor) }
    })
  },

  async createPost({ platform, request, query, body }) {
    return submitOrTry(platform, request, query, { body })
  },

  async editPost({ platform, request, query, body }) {
    return submitOrTry(platform, request, query, { body, postId: request.params.id })
  },

  async getPost({ platform, request }) {
    const { id = '' } = request.params
    const own = request.caller && (await ownPost(platform, request.site.id, id, request.caller))
    if (own) {
      const wait = (own.moderation ?? own.edit?.moderation)?.retry_after_seconds
      return { value: own, headers: wait ? { 'retry-after': String(wait) } : {} }
    }
    return cachedAnswer(platform, request, async () => {
      const post = await publicPost(platform.db, id)
      if (!post?.json || post.site !== request.site.id)
        throw notPublic(id, post?.site === request.site.id && post.everPublished)
      return { body: post.json, headers: {} }
    })
  },

  async deletePost({ platform, request }) {
    return { value: await platform.act('deletePost', postOfKey(request)) }
  },

  async cancelPost({ platform, request }) {
    return { value: await platform.act('cancelPost', postOfKey(request)) }
  },
}

/** Submits a text, or says what it would meet where `dry_run` is asked for. */
async function submitOrTry(
  platform: Platform,
  request: OperationRequest,
  query: Record<string, unknown>,
  text: Pick<SubmitRequest, 'body' | 'postId'>,
): Promise<Answer> {
  const { site, idempotencyKey, maxPriceMicros } = request
  const asked: SubmitRequest = { site: site.id, caller: holder(request), ...text, idempotencyKey, maxPriceMicros }
  if (query.dry_run === true) return dryAnswer(platform, request, await dryRun(platform, asked))
  return submitAnswer(await submit(platform, asked))
}

async function ownPage(platform: Platform, request: OperationRequest, query: ListQuery): Promise<Answer> {
  const { items, nextCursor } = await browseOwnPosts(platform, request.site.id, request.caller, query)
  const value = { items, ...(nextCursor && { next_cursor: nextCursor }) }
  return { value, headers: { ...nextLink(request, nextCursor), vary: 'authorization' } }
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

function nextLink(request: OperationRequest, cursor: string | null): Record<string, string> {
  if (cursor === null) return {}
  const url = new URL(request.url, request.site.baseUrl)
  url.searchParams.set('cursor', cursor)
  return { link: `<${url.href}>; rel="next"` }
}
