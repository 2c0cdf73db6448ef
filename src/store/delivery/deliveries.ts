// Deliveries of events to endpoints: queued with the event, claimed fairly with a lease and a token, recorded, replayed.
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { WebhookKind } from '../../contract/events.ts'
import type { DeliveryState } from '../../contract/operations/webhooks.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { selectForClaim } from '../database/locks.ts'
import type { Database, WebhookAttemptsTable, WebhookDeliveriesTable } from '../database/schema.ts'
import { receives } from './events.ts'

type Db = Kysely<Database>
export type DeliveryRow = Selectable<WebhookDeliveriesTable>
export type AttemptRow = Selectable<WebhookAttemptsTable>

/** A delivery as the sender needs it: where to, signed with what, which bytes. */
export type ClaimedDelivery = {
  seq: number
  webhook_id: string
  message_id: string
  type: WebhookKind
  created_at: number
  /** As stored: its addresses are marks. */
  payload: string
  /** Of the post that it tells of; null for a test. */
  site: SiteId | null
  account_id: string
  url: string
  secret: string
  previous_secret: string | null
  previous_until: number | null
  failing: boolean
}

export type DeliveryClaim = {
  token: string
  now: number
  leaseMs: number
  /** Deliveries at most, and of those to endpoints whose last attempt failed. */
  limit: number
  failingLimit: number
  /** Attempts under way at once to one endpoint. */
  perEndpoint: number
}

/**
 * Claims deliveries that are due, endpoint by endpoint: who has waited longest comes first and gets as much as
 * `perEndpoint` allows, so that nobody's backlog holds up another's. Endpoints that fail have their own share, so that
 * receivers that hang hold up nobody who answers. Deliveries whose lease has run out are claimed again.
 */
export async function claimDeliveries(db: Db, claim: DeliveryClaim): Promise<ClaimedDelivery[]> {
  const failing = await dueEndpoints(db, claim, true, Math.min(claim.limit, claim.failingLimit))
  const healthy = await dueEndpoints(db, claim, false, claim.limit - failing.length)
  const ids = [...healthy, ...failing]
  if (ids.length === 0) return []
  await db.updateTable('webhooks').set({ served_at: claim.now }).where('id', 'in', ids).execute()
  // Endpoints are locked from here on: how many attempts are under way is counted again, now for certain.
  const slots: RawBuilder<unknown>[] = []
  for (let n = 0, [a, b] = [healthy, failing]; n < claim.perEndpoint && a.length + b.length > 0; n++) {
    slots.push(slot(claim, [...a, ...b], n))
    const room = claim.limit - (n + 1) * ids.length
    b = b.slice(0, Math.max(0, Math.min(room, claim.failingLimit - (n + 1) * failing.length)))
    a = a.slice(0, Math.max(0, room - b.length))
  }
  const { rows } = await sql<{ seq: number }>`
    update webhook_deliveries set lease_token = ${claim.token}, lease_until = ${claim.now + claim.leaseMs}
    where seq in (${sql.join(slots, sql` union all `)})
    returning seq`.execute(db)
  const seqs = rows.map(row => row.seq)
  return seqs.length === 0 ? [] : claimed(db, seqs)
}

/** Endpoints with something due and an attempt to spare. Only those with something pending are looked at, each once. */
async function dueEndpoints(
  db: Db,
  { now, perEndpoint }: DeliveryClaim,
  failing: boolean,
  limit: number,
): Promise<string[]> {
  if (limit <= 0) return []
  const rows = await db
    .withRecursive('pending(id)', query =>
      query
        .selectFrom('webhook_deliveries')
        .select(sql<string>`min(webhook_id)`.as('id'))
        .where('state', '=', sql.lit('pending' as const))
        .unionAll(
          query
            .selectFrom('pending')
            .where('pending.id', 'is not', null)
            .select(
              sql<string>`(select min(d.webhook_id) from webhook_deliveries d
              where d.state = 'pending' and d.webhook_id > pending.id)`.as('id'),
            ),
        ),
    )
    .selectFrom('webhooks as w')
    .select('w.id')
    .where('w.id', 'in', query => query.selectFrom('pending').select('pending.id'))
    .where('w.active', '=', 1)
    .where(sql<boolean>`coalesce(w.held_until, 0) <= ${now}`)
    .where('w.failing_since', failing ? 'is not' : 'is', null)
    .where(sql<boolean>`${underWay(now)} < ${sql.lit(perEndpoint)}`)
    .where(sql<boolean>`exists (${due(now)})`)
    .orderBy('w.served_at')
    .orderBy('w.id')
    .limit(limit)
    .$call(selectForClaim)
    .execute()
  return rows.map(row => row.id)
}

/** The delivery that is due to each endpoint after `n` others, where the attempts under way leave room for it. */
function slot({ now, perEndpoint }: DeliveryClaim, ids: readonly string[], n: number) {
  return sql`
    select (${due(now)} order by x.due_at, x.seq limit 1 offset ${sql.lit(n)}) as seq from webhooks w
    where w.id in (${sql.join(ids)}) and ${underWay(now)} < ${sql.lit(perEndpoint - n)}`
}

const due = (now: number) => sql`
  select x.seq from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ${now} and coalesce(x.lease_until, 0) < ${now}`

const underWay = (now: number) => sql`(
  select count(*) from webhook_deliveries l
  where l.webhook_id = w.id and l.lease_token is not null and l.lease_until >= ${now})`

async function claimed(db: Db, seqs: readonly number[]): Promise<ClaimedDelivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .leftJoin('events as e', 'e.id', 'd.message_id')
    .select(['d.seq', 'd.webhook_id', 'd.message_id', 'd.type', 'd.created_at', 'w.account_id', 'e.site'])
    .select(['w.url', 'w.secret', 'w.previous_secret', 'w.previous_until', 'w.failing_since'])
    .select(({ fn }) => fn.coalesce('d.payload', 'e.payload').as('payload'))
    .where('d.seq', 'in', seqs)
    .orderBy('d.due_at')
    .orderBy('d.seq')
    .execute()
  return rows.map(({ failing_since, payload, ...row }) => ({
    ...row,
    payload: payload ?? 'null',
    failing: failing_since !== null,
  }))
}

/** Records an attempt on a delivery that is held with this token, and lets it go. False when the lease has passed on. */
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

/** A delivery that is held with this token. */
export async function heldDelivery(db: Db, seq: number, token: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('seq', '=', seq)
    .where('lease_token', '=', token)
    .executeTakeFirst()
}

/** Queues the delivery of a webhook.test, which has its data with it. */
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

/** Queues a delivery anew, with all its attempts; one that is under way is left alone. Its kind; undefined when there is none. */
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
 * The next events past a position that an endpoint should have and has not got: not delivered and not waiting.
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
    .where('state', 'in', ['failed', 'stopped'])
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

/** Forgets deliveries of events older than `before` (epoch ms), but for those that are still to be made. */
export async function forgetDeliveries(db: Db, before: number): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).where('state', '!=', 'pending').execute()
}
