// Webhook endpoints. A transaction that changes an endpoint holds the lock of events.ts.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { InactiveReason } from '../../contract/operations/webhook-parts.ts'
import { prepared } from '../database/prepared.ts'
import type { Db, WebhooksTable } from '../database/schema.ts'
export type WebhookRow = Selectable<WebhooksTable>
type SubscriptionColumn = 'subscription' | 'key_id' | 'arguments' | 'expires_at'

/** The endpoints that were registered for an account, oldest first. */
export async function webhooksOf(db: Db, accountId: string): Promise<WebhookRow[]> {
  return ofAccount(db, accountId).where('subscription', 'is', null).execute()
}

/** Every endpoint of an account, with those of subscriptions, oldest first. */
export async function everyWebhookOf(db: Db, accountId: string): Promise<WebhookRow[]> {
  return ofAccount(db, accountId).execute()
}

const ofAccount = (db: Db, accountId: string) =>
  db.selectFrom('webhooks').selectAll().where('account_id', '=', accountId).orderBy('created_at').orderBy('id')

const byId = prepared<{ id: string }>()((db, p) => db.selectFrom('webhooks').selectAll().where('id', '=', p('id')))

/** The endpoint with this id, of any account. */
export async function webhookById(db: Db, id: string): Promise<WebhookRow | undefined> {
  return (await byId(db, { id }))[0]
}

export type SealedRow = Pick<WebhookRow, 'id' | 'account_id' | 'secret' | 'previous_secret'>

/** The sealed secrets of the endpoints with ids after `after`, in the order of ids. */
export async function sealedSecrets(db: Db, after: string, limit: number): Promise<SealedRow[]> {
  return db
    .selectFrom('webhooks')
    .select(['id', 'account_id', 'secret', 'previous_secret'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Stores a new endpoint, which receives the events after `sincePosition`. */
export async function insertWebhook(
  db: Db,
  webhook: Pick<
    Insertable<WebhooksTable>,
    'id' | 'account_id' | 'url' | 'host' | 'events' | 'secret' | 'created_at' | SubscriptionColumn
  >,
  sincePosition: number,
): Promise<void> {
  await db
    .insertInto('webhooks')
    .values({
      previous_secret: null,
      previous_until: null,
      active: 1,
      inactive_reason: null,
      inactive_since: null,
      // The receiver of a subscription has answered a challenge.
      proven_at: webhook.subscription === null ? null : webhook.created_at,
      failing_since: null,
      held_until: null,
      // A new endpoint waits for its first turn like any other.
      served_at: webhook.created_at,
      since_position: sincePosition,
      ...webhook,
    })
    .execute()
}

/** Sets members of an endpoint. */
export async function updateWebhook(
  db: Db,
  id: string,
  change: Omit<Updateable<WebhooksTable>, 'id' | 'account_id'>,
): Promise<void> {
  await db.updateTable('webhooks').set(change).where('id', '=', id).execute()
}

/** Stores what an attempt at a URL shows about its endpoint, unless the endpoint has another URL by now. */
export async function noteAnswer(
  db: Db,
  { id, url }: Pick<WebhookRow, 'id' | 'url'>,
  change: Pick<Updateable<WebhooksTable>, 'proven_at' | 'failing_since' | 'held_until'>,
): Promise<void> {
  await db.updateTable('webhooks').set(change).where('id', '=', id).where('url', '=', url).execute()
}

/** Turns an endpoint off and stops its pending deliveries, which can be replayed. `now` is epoch ms. */
export async function turnOff(db: Db, id: string, reason: InactiveReason, now: number): Promise<void> {
  await updateWebhook(db, id, { active: 0, inactive_reason: reason, inactive_since: now, held_until: null })
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'stopped', lease_token: null, lease_until: null })
    .where('webhook_id', '=', id)
    .where('state', '=', sql.lit('pending' as const))
    .execute()
}

/** Removes an endpoint with its deliveries. */
export async function deleteWebhookRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
}
