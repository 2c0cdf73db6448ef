// Handlers of the operations on posts.
import type { FastifyRequest } from 'fastify'
import { browsePosts, type ListQuery, notPublic, ownPost } from '../../../actions/browse-posts.ts'
import { dryRun } from '../../../actions/dry-run.ts'
import { submit } from '../../../actions/submit.ts'
import type { postsOperations } from '../../../contract/operations/posts.ts'
import { publicPost } from '../../../store/listing.ts'
import { type Handler, holder } from '../handler.ts'
import { cachedAnswer } from '../public-cache.ts'

export const postsHandlers: Record<keyof typeof postsOperations, Handler> = {
  async listPosts({ platform, request, query }) {
    return cachedAnswer(platform, request, async () => {
      const { items, nextCursor } = await browsePosts(platform, request.site.id, query as ListQuery)
      const next = nextCursor ? nextLink(request, nextCursor) : null
      const body = `{"items":[${items.join(',')}]${nextCursor ? `,"next_cursor":${JSON.stringify(nextCursor)}` : ''}}`
      return { body, headers: next ? { link: `<${next}>; rel="next"` } : {} }
    })
  },

  async createPost({ platform, request, query, body }) {
    const caller = holder(request)
    if (query.dry_run === true) {
      const value = await dryRun(platform, request.site.id, caller, body)
      const url = value.blocking && platform.links.accountUrl(request.site.baseUrl, caller.accountId, platform.now())
      const blocking = value.blocking && { ...value.blocking, ...ownerLink(value.blocking.code, url) }
      return { status: 200, value: { ...value, ...(blocking && { blocking }) } }
    }
    const key = request.headers['idempotency-key'] as string | undefined
    const answer = await submit(platform, { site: request.site.id, caller, body, idempotencyKey: key })
    const replayed: Record<string, string> = answer.replayed ? { 'idempotent-replayed': 'true' } : {}
    return { status: answer.status, headers: { ...answer.headers, ...replayed }, body: answer.body }
  },

  async getPost({ platform, request }) {
    const { id } = request.params as { id: string }
    const own = request.caller && (await ownPost(platform, request.site.id, id, request.caller))
    if (own) {
      const wait = own.moderation?.retry_after_seconds
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

function postOfKey(request: FastifyRequest) {
  const { id } = request.params as { id: string }
  return { postId: id, keyId: holder(request).keyId, site: request.site.id }
}

const forOwner = new Set(['verify_email', 'needs_card', 'insufficient_balance'])

function ownerLink(code: string, url: string | undefined) {
  return forOwner.has(code) && url ? { account_url: url, for_human: true as const } : {}
}

function nextLink(request: FastifyRequest, cursor: string): string {
  const url = new URL(request.url, request.site.baseUrl)
  url.searchParams.set('cursor', cursor)
  return url.href
}
