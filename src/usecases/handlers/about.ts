// Handlers of status, prices and policy.

import { type aboutOperations, pricing } from '../../contract/operations/about.ts'
import { instant } from '../../domain/times/time.ts'
import { serviceState } from '../learning/moderation-state.ts'
import { decidedLanguages, publishedPolicy } from '../learning/published-policy.ts'
import type { Handlers } from './handler.ts'

const policyHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' }

/** How long a cache may keep the prices, in seconds: not past the instant at which others hold. */
const keptSeconds = 300

export const aboutHandlers: Handlers<typeof aboutOperations> = {
  async getStatus({ platform, request }) {
    const { state, at, queued, waiting, reviewMs } = await serviceState(platform)
    return {
      value: {
        api: 'ok',
        site: request.site.id,
        moderation: {
          state,
          last_heartbeat: at === null ? null : instant(at),
          languages: decidedLanguages(platform),
        },
        queue: {
          queued,
          in_review: waiting,
          usual_review_seconds: reviewMs === null ? null : Math.round(reviewMs / 1000),
        },
        generated_at: instant(platform.now()),
      },
    }
  },

  async getPricing({ platform, request }) {
    const site = platform.site(request.site.id)
    const left = site.next ? Math.ceil((site.next.from - platform.now()) / 1000) : keptSeconds
    const headers = { 'cache-control': `public, max-age=${Math.min(keptSeconds, left)}` }
    return { value: pricing(site), headers }
  },

  async getPolicy({ platform, request }) {
    const draft = () => ({ body: JSON.stringify(publishedPolicy(platform)), headers: policyHeaders })
    // A document for each site: it keeps the answer of the tool, which is about the policy of the site.
    return { document: platform.documents.lasting(`${request.site.id} policy`, draft) }
  },
}
