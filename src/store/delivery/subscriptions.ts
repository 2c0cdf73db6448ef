// Subscriptions: endpoints of the table `webhooks` that a client of MCP keeps for a time. A transaction that changes one holds the
// lock of events.ts.
import { type ExpressionBuilder, sql } from 'kysely'
import type { EventKind } from '../../contract/event-kinds.ts'
import type { Database, Db } from '../database/schema.ts'
import { eventsPosition } from './events.ts'
import type { WebhookRow } from './webhooks.ts'

/** The subscription with this id. */
export async function subscriptionById(db: Db, subscription: string): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').selectAll().where('subscription', '=', subscription).executeTakeFirst()
}

/** What a subscription is: events of a kind, about its arguments (canonical JSON), for a key, at a URL. */
type Subscribed = { keyId: string; url: string; kind: EventKind; args: string }

/** The subscription of a key to the same at the same URL. */
export async function subscriptionTo(db: Db, { keyId, url, kind, args }: Subscribed): Promise<WebhookRow | undefined> {
  return (
    db
      .selectFrom('webhooks')
      .selectAll()
      // Found by the account, which has an index.
      .where('account_id', '=', key => key.selectFrom('api_keys').select('api_keys.account_id').where('id', '=', keyId))
      .where('key_id', '=', keyId)
      .where('url', '=', url)
      .where('events', '=', `,${kind},`)
      .where('arguments', '=', args)
      .executeTakeFirst()
  )
}

/** Passes the subscriptions of a key to its successor. The caller holds the lock of the events. */
export async function passSubscriptions(
  db: Db,
  { accountId, keyId, successorId }: { accountId: string; keyId: string; successorId: string },
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ key_id: successorId })
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .execute()
}

/** The subscriptions of an account that have not expired at `now` (epoch ms), oldest first. */
export async function subscriptionsOf(db: Db, accountId: string, now: number): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('subscription', 'is not', null)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Whether a key has a living subscription with this URL: its receiver has shown that it wants deliveries. */
export async function isVerified(db: Db, where: { keyId: string; url: string; now: number }): Promise<boolean> {
  const row = await db
    .selectFrom('webhooks')
    .select('id')
    .where('key_id', '=', where.keyId)
    .where('url', '=', where.url)
    .where('expires_at', '>', where.now)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes subscriptions that have expired at `now` (epoch ms) or whose key has ended, with their deliveries. Returns what they were
 * about.
 */
export async function forgetSubscriptions(
  db: Db,
  now: number,
): Promise<Pick<WebhookRow, 'account_id' | 'arguments'>[]> {
  return db
    .deleteFrom('webhooks')
    .where('expires_at', 'is not', null)
    .where(row => row.or([row('expires_at', '<=', now), row(workingKeys(row, now), '=', 0)]))
    .returning(['account_id', 'arguments'])
    .execute()
}

/** How many working keys a subscription has, 0 or 1. A plan may read all keys to answer whether there is one. */
function workingKeys(row: ExpressionBuilder<Database, 'webhooks'>, now: number) {
  return row
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .whereRef('api_keys.id', '=', 'webhooks.key_id')
    .where('api_keys.revoked_at', 'is', null)
    .where(key => key.or([key('api_keys.valid_until', 'is', null), key('api_keys.valid_until', '>', now)]))
}

/**
 * The position up to which everything was delivered to an endpoint or given up: a client that keeps it misses nothing. `position` is
 * the position without pending deliveries; `except` is a delivery that does not count as pending.
 */
export async function deliveredUpTo(
  db: Db,
  { webhookId, position, except }: { webhookId: string; position: number; except?: string },
): Promise<number> {
  const first = await db
    .selectFrom('webhook_deliveries')
    .innerJoin('events', 'events.id', 'webhook_deliveries.message_id')
    .select(({ fn }) => fn.min('events.position').as('position'))
    .where('webhook_deliveries.webhook_id', '=', webhookId)
    .where('webhook_deliveries.state', '=', sql.lit('pending' as const))
    .$if(except !== undefined, query => query.where('webhook_deliveries.message_id', '!=', except as string))
    .executeTakeFirst()
  const pending = first?.position ?? null
  return pending === null ? position : Math.min(position, Number(pending) - 1)
}

/**
 * Whether events after a position are left out by a reader that reads from `since` (epoch ms) on: those of this kind that are older, and
 * those that the service has forgotten.
 */
export async function leavesOut(
  db: Db,
  where: { accountId: string; keyId: string; kind: EventKind; past: number; since: number },
): Promise<boolean> {
  const { accountId, keyId, kind, past, since } = where
  const oldest = await db
    .selectFrom('events')
    .select(({ fn }) => fn.min('position').as('position'))
    .where('account_id', '=', accountId)
    .where('position', '>', past)
    .executeTakeFirst()
  const next = oldest?.position ?? null
  if (next === null ? (await eventsPosition(db, accountId)) > past : Number(next) > past + 1) return true
  const older = await db
    .selectFrom('events')
    .select('id')
    .where('account_id', '=', accountId)
    .where('position', '>', past)
    .where('type', '=', kind)
    .where(row => row.or([row('key_id', '=', keyId), row('key_id', 'is', null)]))
    .where('created_at', '<', since)
    .limit(1)
    .executeTakeFirst()
  return older !== undefined
}
