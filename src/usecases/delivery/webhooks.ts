// Webhook endpoints and events for the API: checks and makes secrets before a transaction, and reads pages.

import { ownWebhook, webhookView } from '../../actions/rules/webhooks.ts'
import { baseUrlOf } from '../../actions/scope.ts'
import { eventKinds } from '../../contract/event-kinds.ts'
import { limits } from '../../contract/limits.ts'
import type { deliveriesOperations } from '../../contract/operations/deliveries.ts'
import type { Taken } from '../../contract/operations/row.ts'
import type { Delivery, Webhook } from '../../contract/operations/webhook-parts.ts'
import type { webhooksOperations } from '../../contract/operations/webhooks.ts'
import { invalid } from '../../contract/problems/problem.ts'
import { targetFaults } from '../../domain/delivery/target.ts'
import { withAddresses } from '../../domain/posts/addresses.ts'
import { show } from '../../domain/shape.ts'
import { instant } from '../../domain/times/time.ts'
import { deliveryPage } from '../../store/delivery/deliveries.ts'
import { type EventRow, eventsOfKey } from '../../store/delivery/events.ts'
import { subscriptionsOf } from '../../store/delivery/subscriptions.ts'
import { webhookById, webhooksOf } from '../../store/delivery/webhooks.ts'
import type { Platform } from '../platform.ts'
import { outcomeCursor, readPosition, writePosition } from './position-cursor.ts'

type Owned = { accountId: string; webhookId: string }

/** The endpoints of an account. */
export async function listWebhooks(platform: Platform, accountId: string) {
  return { items: (await webhooksOf(platform.db, accountId)).map(webhookView), events: [...eventKinds] }
}

/** The subscriptions of clients of MCP of an account, as its owner sees them. */
export async function listSubscriptions(platform: Platform, accountId: string) {
  const rows = await subscriptionsOf(platform.db, accountId, platform.now())
  return rows.map(row => ({
    ...{ url: row.url, kinds: webhookView(row).events, until: instant(row.expires_at ?? 0) },
    created_at: instant(row.created_at),
  }))
}

/** Registers an endpoint with a new secret, which only this answer shows. Throws `invalid`, `too_many_webhooks`. */
export async function registerWebhook(
  platform: Platform,
  accountId: string,
  { url, events }: Taken<typeof webhooksOperations.createWebhook>['body'],
) {
  refuseTarget(platform, url)
  const secret = platform.webhooks.secrets.fresh()
  const sealedSecret = platform.webhooks.secrets.seal(secret, accountId)
  const webhook = await platform.act('createWebhook', { accountId, url, events, sealedSecret })
  const note = `The secret is shown once. Verify every delivery with it, answer 2xx within ${limits.webhookTimeoutMs / 1000} seconds, and ignore a webhook-id you have seen. POST /v1/webhooks/${webhook.id}/test sends a test.`
  return { ...webhook, secret, note }
}

/** Changes an endpoint. Throws `invalid`, `not_found`. */
export async function changeWebhook(
  platform: Platform,
  owned: Owned,
  change: Taken<typeof webhooksOperations.updateWebhook>['body'],
): Promise<Webhook> {
  if (change.url !== undefined) refuseTarget(platform, change.url)
  return platform.act('updateWebhook', { ...owned, ...change })
}

/** Gives an endpoint a new secret, which only this answer shows. Throws `not_found`. */
export async function rotateSecret(platform: Platform, owned: Owned) {
  const secret = platform.webhooks.secrets.fresh()
  const sealedSecret = platform.webhooks.secrets.seal(secret, owned.accountId)
  const { id, previous_secret_expires_at } = await platform.act('rotateWebhookSecret', { ...owned, sealedSecret })
  const note = `Until ${previous_secret_expires_at} deliveries carry two signatures, of the new and of the previous secret. Accept a delivery when either is right.`
  return { id, secret, previous_secret_expires_at, note }
}

/** Queues the events that an endpoint missed since a time or a cursor. Throws `invalid`, `not_found`, `webhook_inactive`. */
export async function replayMissed(
  platform: Platform,
  owned: Owned,
  from: Taken<typeof deliveriesOperations.replayWebhook>['body'],
) {
  const past = from.after === undefined ? 0 : readPosition('/after', from.after, outcomeCursor)
  const since = from.since === undefined ? 0 : Date.parse(from.since)
  const { webhookId, queued, more } = await platform.act('replayWebhook', { ...owned, past, since })
  const note =
    more === null
      ? 'Every undelivered event since then is queued or being sent. Delivered events are not sent again.'
      : 'There is more: call again with next_after as after.'
  return {
    webhook_id: webhookId,
    queued,
    ...(more !== null && { next_after: writePosition(outcomeCursor, more) }),
    note,
  }
}

/** One page of the deliveries to an endpoint, newest first. Throws `invalid` for a cursor of another list, `not_found`. */
export async function listDeliveries(
  platform: Platform,
  { accountId, webhookId }: Owned,
  { limit = limits.pageDefault, cursor }: { limit?: number; cursor?: string },
): Promise<{ items: Delivery[]; next_cursor?: string }> {
  ownWebhook(await webhookById(platform.db, webhookId), accountId, webhookId)
  const before = cursor === undefined ? null : readPosition('/cursor', cursor, deliveryCursor)
  const since = platform.now() - limits.eventsKeptMs
  const found = await deliveryPage(platform.db, { webhookId, before, since, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const items = rows.map(row => ({
    id: row.message_id,
    type: row.type,
    timestamp: instant(row.created_at),
    state: row.state,
    next_attempt_at: row.state === 'pending' ? instant(row.due_at) : null,
    attempts: row.attempts.map(({ at, status, latency_ms, error }) => ({ at: instant(at), status, latency_ms, error })),
  }))
  return { items, ...(found.length > limit && last && { next_cursor: writePosition(deliveryCursor, last.seq) }) }
}

/** One page of the outcomes of a key as JSON text, oldest first, with the cursor of the next page. Throws `invalid`. */
export async function listOutcomes(
  platform: Platform,
  keyId: string,
  { after, limit = limits.pageDefault }: { after?: string; limit?: number },
): Promise<{ body: string; isEmpty: boolean }> {
  const past = after === undefined ? 0 : readPosition('/after', after, outcomeCursor)
  const since = platform.now() - limits.eventsKeptMs
  const found = await eventsOfKey(platform.db, { keyId, past, since, limit: limit + 1 })
  const events = found.slice(0, limit)
  const cursor = writePosition(outcomeCursor, events.at(-1)?.position ?? past)
  const items = events.map(event => outcomeText(event, event.site && baseUrlOf(platform.facts, event.site)))
  const body = `{"items":[${items.join(',')}],"cursor":"${cursor}","has_more":${found.length > limit}}`
  return { body, isEmpty: items.length === 0 }
}

function outcomeText({ id, type, created_at, payload }: EventRow, baseUrl: string | null): string {
  const data = baseUrl === null ? payload : withAddresses(payload, baseUrl)
  return `{"id":"${id}","type":"${type}","timestamp":"${instant(created_at)}","data":${data}}`
}

function refuseTarget(platform: Platform, url: string): void {
  const faults = targetFaults(url, platform.webhooks.targets)
  if (faults.length > 0) throw invalid(faults.map(fault => `/url: got ${show(url)}; ${fault}`))
}

const deliveryCursor = 'd'
