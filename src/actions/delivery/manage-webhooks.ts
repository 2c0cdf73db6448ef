// The actions of an account on its webhook endpoints: register, change, test, rotate, retry, replay, delete.
import { testKind, type WebhookKind } from '../../contract/event-kinds.ts'
import { limits } from '../../contract/limits.ts'
import type { Webhook } from '../../contract/operations/webhook-parts.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { eachSecret, joinedSecrets } from '../../domain/delivery/previous-secrets.ts'
import { hostOf } from '../../domain/delivery/target.ts'
import { instant, secondsToMidnight, utcDay } from '../../domain/times/time.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import {
  type CounterScope,
  count,
  counted,
  hasDeletedWebhook,
  noteDeletedWebhook,
} from '../../store/accounts/counters.ts'
import { insertTestDelivery, missedEvents, queueMissed, requeue } from '../../store/delivery/deliveries.ts'
import { lockEvents } from '../../store/delivery/events.ts'
import * as store from '../../store/delivery/webhooks.ts'
import { noteActivity } from '../accounts/activity.ts'
import { ownWebhook, webhookView } from '../rules/webhooks.ts'
import type { Scope } from '../scope.ts'

type Owned = { accountId: string; webhookId: string }

/** Registers an endpoint with a sealed secret. Throws `too_many_webhooks`, `rate_limited`. */
export async function createWebhook(
  scope: Scope,
  input: { accountId: string; url: string; events?: readonly WebhookKind[] | undefined; sealedSecret: string },
): Promise<Webhook> {
  const { db, now } = scope
  const position = await lockEvents(db, input.accountId)
  if ((await store.webhooksOf(db, input.accountId)).length >= limits.webhooksPerAccount)
    throw new Problem('too_many_webhooks', `The account has ${limits.webhooksPerAccount} webhook endpoints.`)
  await countToday(scope, 'webhook-created', input.accountId, limits.webhooksCreatedPerDay, 'endpoints were registered')
  const id = scope.ids.id('webhook')
  await store.insertWebhook(
    db,
    {
      id,
      account_id: input.accountId,
      url: input.url,
      host: hostOf(input.url),
      events: input.events ? kindsText(input.events) : '',
      secret: input.sealedSecret,
      created_at: now,
      ...registered,
    },
    position,
  )
  await noteActivity(scope, input.accountId, 'webhook-created', { webhookId: id, url: input.url })
  return webhookView(await owned(scope, { accountId: input.accountId, webhookId: id }))
}

const registered = { subscription: null, key_id: null, arguments: null, expires_at: null }

/** Changes URL, events or `active` of an endpoint. Events from while it was off are sent only by a replay. Throws `not_found`. */
export async function updateWebhook(
  scope: Scope,
  input: Owned & {
    url?: string | undefined
    events?: readonly WebhookKind[] | undefined
    active?: boolean | undefined
  },
): Promise<Webhook> {
  const { db } = scope
  const position = await lockEvents(db, input.accountId)
  const before = await owned(scope, input)
  const turnsOn = input.active === true && before.active === 0
  const change = {
    ...(input.events && { events: kindsText(input.events), since_position: position }),
    ...(turnsOn && { active: 1 as const, inactive_reason: null, inactive_since: null, since_position: position }),
    ...(turnsOn && { failing_since: failingSince(before, scope.now) }),
    // A new URL is a new receiver, without a history.
    ...(input.url !== undefined && input.url !== before.url && newReceiver(input.url)),
  }
  if (Object.keys(change).length > 0) await store.updateWebhook(db, before.id, change)
  if (input.active === false && before.active === 1) await store.turnOff(db, before.id, 'owner', scope.now)
  await noteActivity(scope, input.accountId, 'webhook-changed', { webhookId: before.id, url: input.url ?? before.url })
  return webhookView(await owned(scope, input))
}

/**
 * The start of the failing time of an endpoint that is turned on. It stays failing until it answers. Its day begins anew, or, if
 * its owner turned it off, the time while it was off does not count.
 */
function failingSince(
  { failing_since: since, inactive_since: off, inactive_reason: reason }: store.WebhookRow,
  now: number,
) {
  if (since === null) return null
  return reason === 'owner' ? since + now - (off ?? now) : now
}

const newReceiver = (url: string) => ({
  url,
  host: hostOf(url),
  proven_at: null,
  failing_since: null,
  held_until: null,
})

/** Deletes an endpoint and its queued deliveries. A repeat gets the same answer. Throws `not_found`. */
export async function deleteWebhook(scope: Scope, input: Owned) {
  const { db, now } = scope
  const { accountId, webhookId } = input
  await lockEvents(db, accountId)
  if (!(await hasDeletedWebhook(db, accountId, webhookId))) {
    const { id, url } = await owned(scope, input)
    await store.deleteWebhookRow(db, id)
    await noteDeletedWebhook(db, accountId, id, utcDay(now))
    await noteActivity(scope, accountId, 'webhook-deleted', { webhookId: id, url })
  }
  return { id: webhookId, deleted: true as const }
}

/** Queues a webhook.test for one endpoint. Throws `not_found`, `webhook_inactive`, `rate_limited`. */
export async function testWebhook(scope: Scope, input: Owned) {
  await lockEvents(scope.db, input.accountId)
  const { id } = await active(scope, input)
  await countTest(scope, input.accountId)
  const messageId = scope.ids.id('message')
  const data = { webhook_id: id, message: sentences.testDelivery }
  await insertTestDelivery(scope.db, {
    webhookId: id,
    messageId,
    payload: JSON.stringify(data),
    now: scope.now,
  })
  scope.signal('webhooks')
  return queued(id, messageId, testKind)
}

/**
 * Gives an endpoint a new secret. The previous secret stays valid for a day, and so does the secret that was valid before a rotation
 * within that day: when an answer is lost and the rotation is repeated, the receiver still knows the older one. Throws `not_found`.
 */
export async function rotateWebhookSecret(scope: Scope, input: Owned & { sealedSecret: string }) {
  await lockEvents(scope.db, input.accountId)
  const { id, secret, previous_secret, previous_until } = await owned(scope, input)
  const change = rotated({ secret, previous_secret, previous_until }, input.sealedSecret, scope.now)
  await store.updateWebhook(scope.db, id, change)
  await noteActivity(scope, input.accountId, 'webhook-secret', { webhookId: id })
  return { id, previous_secret_expires_at: instant(change.previous_until) }
}

/** The columns of an endpoint with a new sealed secret. The secret until now stays valid for a day, with one from before it. */
export function rotated(
  of: Pick<store.WebhookRow, 'secret' | 'previous_secret' | 'previous_until'>,
  sealedSecret: string,
  now: number,
) {
  const [known] = (of.previous_until ?? 0) > now ? eachSecret(of.previous_secret) : []
  return {
    secret: sealedSecret,
    previous_secret: joinedSecrets(known === undefined ? [of.secret] : [known, of.secret]),
    previous_until: now + limits.webhookSecretOverlapMs,
  }
}

/** Queues one delivery again, with all its attempts. Throws `not_found`, `webhook_inactive`, `rate_limited`. */
export async function retryDelivery(scope: Scope, input: Owned & { messageId: string }) {
  await lockEvents(scope.db, input.accountId)
  const { id } = await active(scope, input)
  const type = await requeue(scope.db, id, input.messageId, scope.now)
  if (!type) throw new Problem('not_found', `There is no delivery ${input.messageId} to this endpoint.`)
  if (type === testKind) await countTest(scope, input.accountId)
  else await countToday(scope, 'webhook-retry', input.accountId, limits.webhookRetriesPerDay, 'deliveries were retried')
  scope.signal('webhooks')
  return queued(id, input.messageId, type)
}

/**
 * Queues up to limits.webhookReplayMax events that an endpoint missed, after a position and not before `since` (epoch ms). `more`
 * is the position for the next call. Throws `not_found`, `webhook_inactive`.
 */
export async function replayWebhook(
  scope: Scope,
  input: Owned & { past: number; since: number },
): Promise<{ webhookId: string; queued: number; more: number | null }> {
  await lockEvents(scope.db, input.accountId)
  const { id } = await active(scope, input)
  const found = await missedEvents(scope.db, {
    webhookId: id,
    past: input.past,
    since: Math.max(input.since, scope.now - limits.eventsKeptMs),
    limit: limits.webhookReplayMax + 1,
  })
  const events = found.slice(0, limits.webhookReplayMax)
  await queueMissed(
    scope.db,
    id,
    events.map(event => event.id),
    scope.now,
  )
  if (events.length > 0) scope.signal('webhooks')
  const more = found.length > events.length ? (events.at(-1)?.position ?? null) : null
  return { webhookId: id, queued: events.length, more }
}

/** Limits tests, which cost the platform a delivery each and the account nothing. A verified owner has more of them. */
export async function countTest(scope: Scope, accountId: string): Promise<void> {
  const verified = (await accountById(scope.db, accountId))?.email_verified === 1
  const most = verified ? limits.webhookTestsPerDay : limits.webhookTestsUnverifiedPerDay
  const more = verified ? '' : `; with a verified e-mail address it is ${limits.webhookTestsPerDay}`
  await countToday(scope, 'webhook-test', accountId, most, `tests were sent${more}`)
}

/** Counts one use of an account on this UTC day. Throws `rate_limited` past `most`. The caller holds the lock of events.ts. */
async function countToday(scope: Scope, of: CounterScope, accountId: string, most: number, words: string) {
  const { db, now } = scope
  if ((await counted(db, of, accountId, utcDay(now))) >= most)
    throw new Problem('rate_limited', `${most} a UTC day: today's ${words}.`, {
      headers: { 'retry-after': String(secondsToMidnight(now)) },
    })
  await count(db, of, accountId, utcDay(now))
}

const kindsText = (kinds: readonly WebhookKind[]) => `,${kinds.join(',')},`
async function owned(scope: Scope, { accountId, webhookId }: Owned): Promise<store.WebhookRow> {
  const webhook = await store.webhookById(scope.db, webhookId)
  return ownWebhook(webhook, accountId, webhookId)
}

async function active(scope: Scope, input: Owned): Promise<store.WebhookRow> {
  const webhook = await owned(scope, input)
  if (webhook.active === 0)
    throw new Problem(
      'webhook_inactive',
      `The endpoint has been off since ${instant(webhook.inactive_since ?? 0)}. PATCH /v1/webhooks/${webhook.id} {"active": true} turns it on.`,
    )
  return webhook
}

function queued(webhookId: string, deliveryId: string, type: WebhookKind) {
  return {
    queued: true as const,
    webhook_id: webhookId,
    delivery_id: deliveryId,
    type,
    note: `The delivery is sent within seconds, with webhook-id ${deliveryId}. GET /v1/webhooks/${webhookId}/deliveries shows the result.`,
  }
}
