// The actions of a key on its subscriptions of MCP: prepare, keep alive, end (contract.md §16).
import type { EventKind } from '../../contract/event-kinds.ts'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { argumentsOfSearch } from '../../domain/delivery/subscription.ts'
import { hostOf } from '../../domain/delivery/target.ts'
import { actingKey } from '../../store/accounts/key-life.ts'
import { missedEvents, queueMissed } from '../../store/delivery/deliveries.ts'
import { lockEvents } from '../../store/delivery/events.ts'
import {
  deliveredUpTo,
  leavesOut,
  subscriptionById,
  subscriptionsOf,
  subscriptionTo,
} from '../../store/delivery/subscriptions.ts'
import * as store from '../../store/delivery/webhooks.ts'
import { forgetUnsubscribed } from '../../store/lists/standing-searches.ts'
import { noteActivity } from '../accounts/activity.ts'
import { keepStandingSearch, type NewStandingSearch } from '../lists/standing-searches.ts'
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
 * limits.webhookReplayMax, and none from before `from.since`. `about`: its arguments as canonical JSON, or a search, which then stands as
 * long as the subscription. `sameSecret` is the sealed secret that is not replaced. Returns the id of the subscription, the position up
 * to which its client has everything, and whether events were left out. Throws `too_many_webhooks`, `too_many_searches`.
 */
export async function keepSubscription(
  scope: Scope,
  input: OfKey & {
    keyId: string
    url: string
    kind: EventKind
    about: string | Omit<NewStandingSearch, 'expiresAt'>
    sealedSecret: string
    sameSecret: string | null
    expiresAt: number
    from: { past: number; since: number } | null
  },
): Promise<{ id: string; position: number; truncated: boolean }> {
  const { db, now } = scope
  const { accountId, subscription, expiresAt, url, kind } = input
  const { args, made } = await settleArguments(scope, input)
  const position = await lockEvents(db, accountId)
  // The key may have been replaced since it was read.
  const keyId = await actingKey(db, input.keyId)
  const known = (await subscriptionTo(db, { keyId, url, kind, args })) ?? (await subscriptionById(db, subscription))
  if (known && known.arguments === args && (known.expires_at ?? 0) > now) {
    const change = known.secret === input.sameSecret ? {} : rotated(known, input.sealedSecret, now)
    await store.updateWebhook(db, known.id, { ...change, expires_at: expiresAt })
    const reached = await deliveredUpTo(db, { webhookId: known.id, position })
    return { id: known.subscription ?? subscription, position: reached, truncated: false }
  }
  if (known) await store.deleteWebhookRow(db, known.id)
  await refuseOneMore(scope, input)
  const webhookId = scope.ids.id('webhook')
  await store.insertWebhook(
    db,
    {
      ...{
        id: webhookId,
        account_id: accountId,
        url,
        host: hostOf(url),
        events: `,${kind},`,
        secret: input.sealedSecret,
      },
      ...{ created_at: now, subscription, key_id: keyId, arguments: args, expires_at: expiresAt },
    },
    position,
  )
  await noteActivity(scope, accountId, 'webhook-created', { webhookId, url })
  const leftOut = await sendAgain(scope, webhookId, { ...input, keyId })
  // A search that was made anew has looked at nothing since the cursor.
  const truncated = leftOut || (made && input.from !== null)
  return { id: subscription, position: await deliveredUpTo(db, { webhookId, position }), truncated }
}

/** The arguments of a subscription as canonical JSON; those of a search name the search that stands for it. */
async function settleArguments(
  scope: Scope,
  { about, expiresAt }: Pick<Parameters<typeof keepSubscription>[1], 'about' | 'expiresAt'>,
): Promise<{ args: string; made: boolean }> {
  if (typeof about === 'string') return { args: about, made: false }
  const { id, made } = await keepStandingSearch(scope, { ...about, expiresAt })
  return { args: argumentsOfSearch(id), made }
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
  await dropSubscription(scope, known)
  await noteActivity(scope, accountId, 'webhook-deleted', { webhookId: known.id, url: known.url })
  return (known.expires_at ?? 0) > scope.now
}

/** Removes a subscription with its queued deliveries, and the search that stood for it alone. The caller holds the lock of the events. */
export async function dropSubscription({ db, now }: Scope, row: store.WebhookRow): Promise<void> {
  await store.deleteWebhookRow(db, row.id)
  await forgetUnsubscribed(db, [row], now)
}

/** Throws `too_many_webhooks` if a further subscription of the account is one too many. */
async function refuseOneMore({ db, now }: Scope, { accountId, subscription }: OfKey): Promise<void> {
  const others = (await subscriptionsOf(db, accountId, now)).filter(row => row.subscription !== subscription)
  if (others.length >= limits.subscriptionsPerAccount)
    throw new Problem('too_many_webhooks', `The account has ${limits.subscriptionsPerAccount} subscriptions.`)
}
