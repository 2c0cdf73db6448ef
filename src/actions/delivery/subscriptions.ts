// The actions of a key on its subscriptions of MCP: prepare, keep alive, end (contract.md §16).
import type { EventKind } from '../../contract/event-kinds.ts'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { hostOf } from '../../domain/delivery/target.ts'
import { missedEvents, queueMissed } from '../../store/delivery/deliveries.ts'
import { lockEvents } from '../../store/delivery/events.ts'
import { deliveredUpTo, leavesOut, subscriptionById, subscriptionsOf } from '../../store/delivery/subscriptions.ts'
import * as store from '../../store/delivery/webhooks.ts'
import { noteActivity } from '../accounts/activity.ts'
import type { Scope } from '../scope.ts'
import { countTest, rotated } from './manage-webhooks.ts'

type OfKey = { accountId: string; subscription: string }

/** The random characters of a challenge, which its receiver sends back, and of the id of its message. */
const challengeLength = 40
const messageLength = 20

/**
 * Makes a challenge to a receiver, which counts as a test, unless the account has no room for a further subscription. Throws
 * `too_many_webhooks`, `rate_limited`.
 */
export async function makeChallenge(
  scope: Scope,
  { accountId, subscription }: OfKey,
): Promise<{ id: string; challenge: string }> {
  await lockEvents(scope.db, accountId)
  await refuseOneMore(scope, { accountId, subscription })
  await countTest(scope, accountId)
  return {
    id: `msg_verification_${scope.ids.text(messageLength)}`,
    challenge: scope.ids.text(challengeLength),
  }
}

/**
 * Keeps a subscription alive until `expiresAt` (epoch ms), or begins it. A new one gets the events after `from`, if it is given: at most
 * limits.webhookReplayMax, and none from before `from.since`. `sameSecret` is the sealed secret that is not replaced. Returns the
 * position up to which its client has everything, and whether events were left out. Throws `too_many_webhooks`.
 */
export async function keepSubscription(
  scope: Scope,
  input: OfKey & {
    keyId: string
    url: string
    kind: EventKind
    args: string
    sealedSecret: string
    sameSecret: string | null
    expiresAt: number
    from: { past: number; since: number } | null
  },
): Promise<{ position: number; truncated: boolean }> {
  const { db, now } = scope
  const { accountId, subscription, expiresAt } = input
  const position = await lockEvents(db, accountId)
  const known = await subscriptionById(db, subscription)
  if (known && (known.expires_at ?? 0) > now) {
    const change = known.secret === input.sameSecret ? {} : rotated(known, input.sealedSecret, now)
    await store.updateWebhook(db, known.id, { ...change, expires_at: expiresAt })
    return { position: await deliveredUpTo(db, { webhookId: known.id, position }), truncated: false }
  }
  if (known) await store.deleteWebhookRow(db, known.id)
  await refuseOneMore(scope, input)
  const webhookId = scope.ids.id('webhook')
  const { url, keyId, kind, args, sealedSecret } = input
  await store.insertWebhook(
    db,
    {
      ...{ id: webhookId, account_id: accountId, url, host: hostOf(url), events: `,${kind},`, secret: sealedSecret },
      ...{ created_at: now, subscription, key_id: keyId, arguments: args, expires_at: expiresAt },
    },
    position,
  )
  await noteActivity(scope, accountId, 'webhook-created', { webhookId, url })
  const truncated = await sendAgain(scope, webhookId, input)
  return { position: await deliveredUpTo(db, { webhookId, position }), truncated }
}

/** Queues the events that a client has missed since its cursor. True if some were left out. */
async function sendAgain(
  scope: Scope,
  webhookId: string,
  { accountId, keyId, kind, from }: Parameters<typeof keepSubscription>[1],
): Promise<boolean> {
  if (from === null) return false
  const found = await missedEvents(scope.db, { webhookId, ...from, limit: limits.webhookReplayMax + 1 })
  const events = found.slice(0, limits.webhookReplayMax)
  await queueMissed(
    scope.db,
    webhookId,
    events.map(event => event.id),
    scope.now,
  )
  if (events.length > 0) scope.signal('webhooks')
  return found.length > events.length || leavesOut(scope.db, { accountId, keyId, kind, ...from })
}

/** Ends a subscription with its queued deliveries. False if there is none. */
export async function endSubscription(scope: Scope, { accountId, subscription }: OfKey): Promise<boolean> {
  await lockEvents(scope.db, accountId)
  const known = await subscriptionById(scope.db, subscription)
  if (!known || known.account_id !== accountId) return false
  await store.deleteWebhookRow(scope.db, known.id)
  await noteActivity(scope, accountId, 'webhook-deleted', { webhookId: known.id, url: known.url })
  return (known.expires_at ?? 0) > scope.now
}

/** Throws `too_many_webhooks` if a further subscription of the account is one too many. */
async function refuseOneMore({ db, now }: Scope, { accountId, subscription }: OfKey): Promise<void> {
  const others = (await subscriptionsOf(db, accountId, now)).filter(row => row.subscription !== subscription)
  if (others.length >= limits.subscriptionsPerAccount)
    throw new Problem('too_many_webhooks', `The account has ${limits.subscriptionsPerAccount} subscriptions.`)
}
