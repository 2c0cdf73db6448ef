// Handlers of status, prices and policy.

import { type aboutOperations, pricing } from '../../contract/operations/about.ts'
import { instant } from '../../domain/times/time.ts'
import { serviceState } from '../learning/moderation-state.ts'
import type { Handlers } from './handler.ts'

export const aboutHandlers: Handlers<typeof aboutOperations> = {
  async getStatus({ platform, request }) {
    const { state, at, queued, waiting } = await serviceState(platform)
    return {
      value: {
        api: 'ok',
        site: request.site.id,
        moderation: { state, last_heartbeat: at === null ? null : instant(at) },
        queue: { queued, in_review: waiting },
        generated_at: instant(platform.now()),
      },
    }
  },

  async getPricing({ platform, request }) {
    return { value: pricing(platform.site(request.site.id)), headers: { 'cache-control': 'public, max-age=300' } }
  },

  async getPolicy({ platform }) {
    return { value: platform.policy, headers: { 'cache-control': 'public, max-age=300' } }
  },
}
