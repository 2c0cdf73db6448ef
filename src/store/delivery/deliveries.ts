// Deliveries of events to endpoints: queues, records, lists and replays them. turns.ts claims them.
import { type Selectable, sql } from 'kysely'
import type { WebhookKind } from '../../contract/event-kinds.ts'
import type { DeliveryState } from '../../contract/operations/webhook-parts.ts'
import { type Backlog, countWaiting } from '../database/bounded-count.ts'
import type { Db, WebhookAttemptsTable, WebhookDeliveriesTable } from '../database/schema.ts'
import { receives } from './events.ts'
export type DeliveryRow = Selectable<WebhookDeliveriesTable>
export type AttemptRow = Selectable<WebhookAttemptsTable>

/** Records an attempt at a delivery, and releases its lease with this token. False when another worker has the lease. */
export async function finishAttempt(
  db: Db,
  { seq, token }: { seq: number; token: string },
  change: { state?: DeliveryState; due_at?: number; failures?: number },
  attempt: Omit<AttemptRow, 'seq' | 'delivery_seq'> | null,
): Promise<boolean> {
  const result = await db
    .updateTable('webhook_deliveries')
    .set({ ...change, lease_token: null, lease_until: null })
    .where('seq', '=', seq)
    .where('lease_token', '=', token)
    .executeTakeFirst()
  if (result.numUpdatedRows !== 1n) return false
  if (attempt)
    await db
      .insertInto('webhook_attempts')
      .values({ ...attempt, delivery_seq: seq })
      .execute()
  return true
}

/** A delivery whose lease has this token. */
export async function heldDelivery(db: Db, seq: number, token: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('seq', '=', seq)
    .where('lease_token', '=', token)
    .executeTakeFirst()
}

/** Deliveries that wait for their first or their next attempt. */
export async function waitingDeliveries(db: Db): Promise<Backlog> {
  // The ids of events are in the order of their creation.
  return countWaiting(
    db,
    sql`select created_at as since from webhook_deliveries where state = 'pending' order by message_id`,
  )
}

/** Queues the delivery of a webhook.test, with its own data. */
export async function insertTestDelivery(
  db: Db,
  test: { webhookId: string; messageId: string; payload: string; now: number },
): Promise<void> {
  await db
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: test.webhookId,
      message_id: test.messageId,
      type: 'webhook.test',
      payload: test.payload,
      state: 'pending',
      created_at: test.now,
      due_at: test.now,
      failures: 0,
      lease_token: null,
      lease_until: null,
    })
    .execute()
}

/** One page of the deliveries to an endpoint, newest first, each with its attempts, oldest first. */
export async function deliveryPage(
  db: Db,
  where: { webhookId: string; before: number | null; since: number; limit: number },
): Promise<(DeliveryRow & { attempts: AttemptRow[] })[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', where.webhookId)
    .where('created_at', '>=', where.since)
    .$if(where.before !== null, query => query.where('seq', '<', where.before as number))
    .orderBy('seq', 'desc')
    .limit(where.limit)
    .execute()
  if (rows.length === 0) return []
  const seqs = rows.map(row => row.seq)
  const attempts = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_seq', 'in', seqs)
    .orderBy('seq')
    .execute()
  const bySeq = Map.groupBy(attempts, attempt => attempt.delivery_seq)
  return rows.map(row => ({ ...row, attempts: bySeq.get(row.seq) ?? [] }))
}

/** Queues a delivery again without failures, unless an attempt is under way. Returns its kind; undefined when there is none. */
export async function requeue(
  db: Db,
  webhookId: string,
  messageId: string,
  now: number,
): Promise<WebhookKind | undefined> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'pending', due_at: now, failures: 0, lease_token: null, lease_until: null })
    .where('webhook_id', '=', webhookId)
    .where('message_id', '=', messageId)
    .where(where => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))
    .execute()
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('type')
    .where('webhook_id', '=', webhookId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return row?.type
}

/**
 * The next events after a position that an endpoint has missed: it receives their kind, and they are neither delivered nor pending.
 * Oldest first; none from before `since` (epoch ms).
 */
export async function missedEvents(
  db: Db,
  where: { webhookId: string; past: number; since: number; limit: number },
): Promise<{ id: string; position: number }[]> {
  return db
    .selectFrom('webhooks')
    .innerJoin('events', 'events.account_id', 'webhooks.account_id')
    .leftJoin('webhook_deliveries', join =>
      join
        .onRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
        .onRef('webhook_deliveries.message_id', '=', 'events.id'),
    )
    .select(['events.id', 'events.position'])
    .where('webhooks.id', '=', where.webhookId)
    .where('events.position', '>', where.past)
    .where('events.created_at', '>=', where.since)
    .where(receives)
    .where(row =>
      row.or([
        row('webhook_deliveries.state', 'is', null),
        row('webhook_deliveries.state', 'in', ['failed', 'stopped']),
      ]),
    )
    .orderBy('events.position')
    .limit(where.limit)
    .execute()
}

/** Queues deliveries of events to an endpoint, whether they were queued before or not. */
export async function queueMissed(db: Db, webhookId: string, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'pending', due_at: now, failures: 0 })
    .where('webhook_id', '=', webhookId)
    .where('message_id', 'in', ids)
    .where('state', 'in', [sql.lit('failed' as const), sql.lit('stopped' as const)])
    .execute()
  const events = await db
    .selectFrom('events')
    .select(['id', 'type', 'created_at'])
    .where('id', 'in', ids)
    .orderBy('position')
    .execute()
  await db
    .insertInto('webhook_deliveries')
    .values(
      events.map(({ id, type, created_at }) => ({
        webhook_id: webhookId,
        message_id: id,
        type,
        payload: null,
        state: 'pending' as const,
        created_at,
        due_at: now,
        failures: 0,
        lease_token: null,
        lease_until: null,
      })),
    )
    .onConflict(conflict => conflict.columns(['webhook_id', 'message_id']).doNothing())
    .execute()
}

/** Deletes deliveries of events older than `before` (epoch ms), except pending ones. */
export async function forgetDeliveries(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', before)
    .where('state', '!=', sql.lit('pending' as const))
    .execute()
}

/** Makes due the deliveries that nobody has tried and that a node with a clock ahead of `now` (epoch ms) has queued for later. */
export async function makeDeliveriesDue(db: Db, now: number): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ due_at: now })
    .where('state', '=', sql.lit('pending' as const))
    .where('failures', '=', sql.lit(0))
    .where('due_at', '>', now)
    .where('created_at', '>', now)
    .execute()
}
