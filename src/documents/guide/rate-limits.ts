// Every limit that a caller can meet, one row each: the page, the JSON and the texts about limits are made from it (contract.md §14).

import { coded } from '../../contract/currency.ts'
import { limits } from '../../contract/limits.ts'
import { type OperationId, operations } from '../../contract/operations.ts'
import { prices } from '../../contract/prices.ts'
import type { problems } from '../../contract/problems/problems.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'
import { capital, grouped, span } from '../../contract/words.ts'
import { offered } from '../openapi/document.ts'

type Limit = {
  /** Its name, which RateLimit headers carry where there are any. */
  name: string
  operations: readonly OperationId[]
  limit: number
  /** What is counted up to the limit. */
  of: string
  /** Whose requests are counted together. */
  per: string
  window: 'UTC day' | 'at any one time'
  /** What happens past it. */
  past: string | (() => string)
  /** The problem that answers past it; null where something else happens. */
  code: keyof typeof problems | null
  headers?: readonly string[]
  /** Only on sites whose posts have times. */
  timed?: true
}

const day = 'UTC day'

const rows: readonly Limit[] = [
  {
    name: 'search-free',
    operations: ['search'],
    limit: limits.searchFreePerKeyPerDay,
    of: 'free searches, those of the tool search_posts among them, on all sites together',
    per: 'API key',
    window: day,
    past: () =>
      `each costs ${coded(prices.searchMicros)} of the balance; without a balance 402 with a link for the owner`,
    code: 'insufficient_balance',
    headers: ['RateLimit', 'RateLimit-Policy'],
  },
  {
    name: 'search-free',
    operations: ['search'],
    limit: limits.searchFreePerIpPerDay,
    of: 'searches without a key, on all sites together',
    per: 'IP address',
    window: day,
    past: '429 until 00:00 UTC',
    code: 'search_limit',
    headers: ['RateLimit', 'RateLimit-Policy', 'Retry-After'],
  },
  {
    name: 'reports',
    operations: ['reportPost', 'reportHandle'],
    limit: limits.reportsPerIpPerDay,
    of: 'reports, on all sites together',
    per: 'IP address',
    window: day,
    past: '429 until 00:00 UTC',
    code: 'rate_limited',
  },
  {
    name: 'relay',
    operations: ['contactSeller'],
    limit: limits.relaysPerIpPerDay,
    of: 'messages to authors',
    per: 'IP address',
    window: day,
    past: '429 until 00:00 UTC',
    code: 'rate_limited',
  },
  {
    name: 'relay-account',
    operations: ['contactSeller'],
    limit: limits.relaysPerAccountPerDay,
    of: 'messages to authors',
    per: 'account',
    window: day,
    past: '429 until 00:00 UTC',
    code: 'rate_limited',
  },
  {
    name: 'relay-post',
    operations: ['contactSeller'],
    limit: limits.relaysPerSenderAndPostPerDay,
    of: 'messages about a post',
    per: 'account and post',
    window: day,
    past: '429 until 00:00 UTC',
    code: 'rate_limited',
  },
  {
    name: 'relay-author',
    operations: ['contactSeller'],
    limit: limits.relaysPerAuthorPerDay,
    of: 'messages that an author gets',
    per: 'author',
    window: day,
    past: '429 until 00:00 UTC',
    code: 'rate_limited',
  },
  {
    name: 'relay-answers',
    operations: ['replyToMessage'],
    limit: limits.relayRepliesPerIpPerDay,
    of: 'answers to readers',
    per: 'IP address',
    window: day,
    past: '429 until 00:00 UTC',
    code: 'rate_limited',
  },
  {
    name: 'sign-ups',
    operations: ['createAccount'],
    limit: limits.signupsPerIpPerDay,
    of: 'sign-ups',
    per: 'IP address',
    window: day,
    past: '429 until 00:00 UTC',
    code: 'rate_limited',
  },
  {
    name: 'dry-runs',
    operations: ['createPost', 'editPost'],
    limit: limits.dryRunsPerAccountPerDay,
    of: 'dry runs of an account without money or without a verified address; other accounts have no limit',
    per: 'account',
    window: day,
    past: '429 until 00:00 UTC',
    code: 'rate_limited',
  },
  {
    name: 'webhooks',
    operations: ['createWebhook'],
    limit: limits.webhooksPerAccount,
    of: 'endpoints',
    per: 'account',
    window: 'at any one time',
    past: '409 until one is deleted',
    code: 'too_many_webhooks',
  },
  {
    name: 'webhooks-created',
    operations: ['createWebhook'],
    limit: limits.webhooksCreatedPerDay,
    of: 'endpoints that are registered',
    per: 'account',
    window: day,
    past: '429 until 00:00 UTC',
    code: 'rate_limited',
  },
  {
    name: 'webhook-tests',
    operations: ['testWebhook'],
    limit: limits.webhookTestsPerDay,
    of: `test deliveries; ${limits.webhookTestsUnverifiedPerDay} before the address of the account is verified`,
    per: 'account',
    window: day,
    past: '429 until 00:00 UTC',
    code: 'rate_limited',
  },
  {
    name: 'webhook-retries',
    operations: ['retryDelivery'],
    limit: limits.webhookRetriesPerDay,
    of: 'deliveries that are sent again',
    per: 'account',
    window: day,
    past: '429 until 00:00 UTC',
    code: 'rate_limited',
  },
  {
    name: 'free-changes',
    operations: ['editPost'],
    limit: limits.freeChangesPerPostPerDay,
    of: 'free changes of its status, such as cancelling it',
    per: 'post',
    window: day,
    past: '429 until 00:00 UTC',
    code: 'rate_limited',
    timed: true,
  },
  {
    name: 'approvals',
    operations: ['createPost', 'editPost'],
    limit: limits.approvalsPerAccount,
    of: 'texts that wait until the owner approves them',
    per: 'account',
    window: 'at any one time',
    past: '429 until the owner has decided',
    code: 'rate_limited',
  },
  {
    name: 'keys',
    operations: ['createKey'],
    limit: limits.keysPerAccount,
    of: 'API keys',
    per: 'account',
    window: 'at any one time',
    past: '409 until one is revoked',
    code: 'too_many_keys',
  },
]

/** The platform rate limit; the operator sets its value. */
export const platformLimit = {
  covers: ['/v1/*', '/mcp'],
  per: 'platform, all callers together',
  past: '429 in plain text, Retry-After: 1',
} as const

/** Every limit with the operations of a site that it bounds; operations that the site does not offer are left out. */
export function rateLimits(site: PricedSite) {
  const here = new Set(offered(site).map(([id]) => id))
  return rows
    .filter(({ timed }) => !timed || site.timed !== null)
    .map(({ operations: ids, past, timed: _, ...row }) => ({
      ...row,
      past: typeof past === 'function' ? past() : past,
      operations: ids.filter(id => here.has(id)),
    }))
    .filter(({ operations: ids }) => ids.length > 0)
}

/** "GET /v1/search". */
export function requestLine(id: OperationId): string {
  const { method, path } = operations[id]
  return `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`
}

/** A limit in a sentence. */
export function limitLine({
  operations: ids,
  limit,
  of,
  per,
  window,
  past,
  code,
  headers,
}: ReturnType<typeof rateLimits>[number]): string {
  const requests = ids.map(id => `\`${requestLine(id)}\``).join(', ')
  const why = code === null ? '' : ` (\`${code}\`)`
  const headerNames = headers ? ` Headers: ${headers.join(', ')}.` : ''
  return `${requests}: ${grouped(limit)} ${of}, per ${per}, ${window === day ? 'each UTC day' : window}. ${capital(`after that: ${past}`)}${why}.${headerNames}`
}

/** Sentences about requests without a limit. */
export const unlimited = [
  'Posts have no limit by number: their price and moderation bound them.',
  'Pages, feeds, sitemaps and the documents listed here are not limited at all.',
  `An Idempotency-Key and its first answer are kept for ${span(limits.idempotencyMs)}; a repeat within that time is not charged again.`,
] as const
