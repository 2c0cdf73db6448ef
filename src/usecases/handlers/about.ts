// Handlers of what the service says of itself.

import { limits } from '../../contract/limits.ts'
import type { aboutOperations } from '../../contract/operations/about.ts'
import { prices } from '../../contract/prices.ts'
import { siteRow } from '../../contract/sites.ts'
import { instant } from '../../domain/time.ts'
import { queueLength } from '../../store/posts/revisions.ts'
import { moderationState } from '../moderation-state.ts'
import type { Handler } from './handler.ts'

export const aboutHandlers: Record<keyof typeof aboutOperations, Handler> = {
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
