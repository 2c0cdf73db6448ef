// What each operation does: ten lines at most between the request and an action.
import type { FastifyRequest } from 'fastify'
import { accountView } from '../../actions/account-view.ts'
import { browsePosts, type ListQuery, notPublic, ownPost, searchPosts } from '../../actions/browse-posts.ts'
import { dryRun } from '../../actions/dry-run.ts'
import { allowanceHeaders } from '../../actions/meter-search.ts'
import { moderationState } from '../../actions/moderation-state.ts'
import type { Platform } from '../../actions/platform.ts'
import { submit } from '../../actions/submit.ts'
import { limits } from '../../contract/limits.ts'
import type { OperationId } from '../../contract/operations.ts'
import { prices } from '../../contract/prices.ts'
import { Problem } from '../../contract/problems.ts'
import { siteRow } from '../../contract/sites.ts'
import { instant } from '../../domain/time.ts'
import type { KeyHolder } from '../../store/keys.ts'
import { publicPost } from '../../store/listing.ts'
import { queueLength } from '../../store/posts.ts'
import { callerAddress } from '../edge.ts'
import type { Answer } from './mount.ts'
import { cachedAnswer } from './public-cache.ts'

export type HandlerInput = {
  platform: Platform
  request: FastifyRequest
  query: Record<string, unknown>
  body: unknown
}
export type Handler = (input: HandlerInput) => Promise<Answer>

export const handlers: Record<OperationId, Handler> = {
  async createAccount({ platform, request, body }) {
    const { name, email, handle } = body as { name: string; email: string; handle?: string }
    const {
      accountId,
      handle: chosen,
      apiKey,
    } = await platform.act('createAccount', {
      name,
      email,
      handle,
      ip: callerAddress(request),
    })
    const { baseUrl } = request.site
    const value = {
      account_id: accountId,
      handle: chosen,
      api_key: apiKey,
      status: 'needs_card',
      next: 'Give account_url to the owner, who verifies the e-mail address and tops up there. Then post.',
      account_url: platform.links.accountUrl(baseUrl, accountId, platform.now()),
      policy_url: `${baseUrl}/v1/policy`,
      warning: 'The API key is shown once. Abusive posts cost ten times the price; three strikes end the account.',
    }
    return { value }
  },

  async getAccount({ platform, request }) {
    return { value: await accountView(platform, request.site.baseUrl, holder(request).accountId) }
  },

  async updateAccount({ platform, request, body }) {
    const { accountId } = holder(request)
    if ((body as { auto_recharge: { enabled: boolean } }).auto_recharge.enabled)
      throw new Problem('human_required', 'Auto-recharge spends money by itself: only the owner turns it on.')
    await platform.act('disableAutoRecharge', { accountId })
    return { value: await accountView(platform, request.site.baseUrl, accountId) }
  },

  async requestAccountDeletion({ platform, request }) {
    const account_url = platform.links.accountUrl(request.site.baseUrl, holder(request).accountId, platform.now())
    const message = 'Nothing has been deleted. The owner confirms the deletion on the account page.'
    return { value: { message, account_url, for_human: true } }
  },

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

  async searchPosts({ platform, request, query }) {
    const { caller, site } = request
    const items = await searchPosts(platform, site.id, query as ListQuery & { q?: string })
    const payer = caller ? { keyId: caller.keyId, accountId: caller.accountId } : { ip: callerAddress(request) }
    const usage = await platform.act('meterSearch', { caller: payer, site: site.id })
    const headers = allowanceHeaders(usage.today, usage.free_per_day, platform.now())
    return { body: `{"items":[${items.join(',')}],"usage":${JSON.stringify(usage)}}`, headers }
  },

  async getStatus({ platform, request }) {
    const { state, at } = await moderationState(platform)
    const value = {
      api: 'ok',
      site: request.site.id,
      moderation: { state, last_heartbeat: at === null ? null : instant(at) },
      queue: { queued: await queueLength(platform.db) },
      generated_at: instant(platform.now()),
    }
    return { value }
  },

  async getPricing({ request }) {
    const site = siteRow(request.site.id)
    const value = {
      site: site.id,
      currency: 'usd',
      unit: site.unit,
      post: { post: site.price.perItemMicros, ...site.pricing },
      edit_fraction: prices.editFraction,
      penalty_multiplier: prices.penaltyMultiplier,
      search: { free_per_day: limits.searchFreePerKeyPerDay, price_each: prices.searchMicros },
      topups: prices.topupsMicros,
    }
    return { value, headers: { 'cache-control': 'public, max-age=300' } }
  },

  async getPolicy({ platform }) {
    return { value: platform.policy, headers: { 'cache-control': 'public, max-age=300' } }
  },
}

function holder(request: FastifyRequest): KeyHolder {
  if (!request.caller) throw new Error('a route that needs a key ran without one')
  return request.caller
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
