// JSON documents made from the tables: plans, limits, agentic access (contract.md §17).

import { currencyCode, microsPerUnit } from '../../contract/currency.ts'
import { limits } from '../../contract/limits.ts'
import { pricing } from '../../contract/operations/about.ts'
import { AgenticAccessSchema } from '../../contract/operations/agentic-access.ts'
import { onSite, toolsOf } from '../../contract/operations/tool.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'
import { offered } from '../openapi/document.ts'
import { platformLimit, rateLimits, requestLine, unlimited } from './rate-limits.ts'

/** /plans.json: reading for free, and paying by the post. There is no subscription. */
export function plans(site: PricedSite, baseUrl: string) {
  const { unit, post, edit_fraction, penalty_multiplier, abuse_at_least, search, topups, topup_min, topup_max } =
    pricing(site)
  const free = (allowance: number, per: string) => ({ free_per_utc_day: allowance, per })
  return {
    site: site.id,
    currency: currencyCode(),
    micros_per_usd: microsPerUnit,
    prices: `${baseUrl}/v1/pricing`,
    plans: [
      {
        id: 'reading',
        name: 'Reading',
        key_needed: false,
        price_micros: 0,
        includes: {
          browsing: 'without limit',
          feeds: 'without limit',
          search: free(limits.searchFreePerIpPerDay, 'IP address'),
          reports: free(limits.reportsPerIpPerDay, 'IP address'),
        },
      },
      {
        id: 'prepaid',
        name: 'Prepaid, by the post',
        key_needed: true,
        subscription: false,
        topups_micros: topups,
        topup_min_micros: topup_min,
        topup_max_micros: topup_max,
        charges: {
          post: { unit, ...post },
          edit: { fraction_of_post: edit_fraction },
          search: { ...free(search.free_per_day, 'API key'), micros_each_after: search.price_each },
          abuse: { times_the_price: penalty_multiplier, at_least: abuse_at_least, strikes_to_ban: limits.strikesToBan },
          dry_run: 0,
          refund_of_low_quality: 'whole fee',
        },
        includes: { keys: limits.keysPerAccount, webhook_endpoints: limits.webhooksPerAccount },
      },
    ],
  }
}

export function rateLimitsJson(site: PricedSite) {
  return {
    site: site.id,
    day: 'UTC, from 00:00',
    platform: platformLimit,
    limits: rateLimits(site).map(({ operations, past, ...row }) => ({
      ...row,
      operations: operations.map(id => ({ operation: id, request: requestLine(id) })),
      after: past,
    })),
    not_limited: unlimited,
  }
}

/** /agentic-access.json: `x-agentic-access` of every operation in one place. */
export function agenticAccess(site: PricedSite, baseUrl: string) {
  return {
    site: site.id,
    schema: JSON.parse(JSON.stringify(AgenticAccessSchema)),
    openapi: `${baseUrl}/openapi.yml`,
    operations: offered(site).map(([id, row]) => ({
      operation: id,
      request: `${row.method.toUpperCase()} ${row.path.replace(/:(\w+)/g, '{$1}')}`,
      tools: toolsOf(row).map(({ name }) => onSite(name, site)),
      key: row.auth,
      scope: row.scope,
      'x-agentic-access': row.agenticAccess,
    })),
  }
}
