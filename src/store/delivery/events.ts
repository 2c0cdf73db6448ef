// The outbox of outcomes: one row an event with a delivery for each endpoint, written in the transaction of the state change.
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { prepared, preparedWrite, together } from '../database/prepared.ts'
import type { Database, EventsTable } from '../database/schema.ts'

type Db = Kysely<Database>
export type EventRow = Selectable<EventsTable>
export type NewEvent = Omit<Insertable<EventsTable>, 'seq' | 'position'>

const reserve = prepared<{ accountId: string; count: number }>()((db, p) =>
  db
    .insertInto('event_positions')
    .values({ account_id: p('accountId'), last: p('count') })
    .onConflict(conflict =>
      conflict.column('account_id').doUpdateSet({ last: sql<number>`event_positions.last + excluded.last` }),
    )
    .returning('last'),
)

/**
 * Takes the lock on the events and endpoints of an account until the transaction ends; the last position given out.
 * Since every event is numbered under it, positions grow in the order of commits: a cursor never passes an event that
 * is committed later. Since every endpoint changes under it, an event reaches exactly the endpoints that were on then.
 */
export async function lockEvents(db: Db, accountId: string): Promise<number> {
  return reservePositions(db, accountId, 0)
}

async function reservePositions(db: Db, accountId: string, count: number): Promise<number> {
  const [row] = await reserve(db, { accountId, count })
  if (!row) throw new Error('an account gave no position')
  return row.last
}

const insert = preparedWrite<Record<keyof NewEvent | 'position', never>>()((db, p) =>
  db.insertInto('events').values({
    id: p('id'),
    type: p('type'),
    account_id: p('account_id'),
    key_id: p('key_id'),
    post_id: p('post_id'),
    site: p('site'),
    payload: p('payload'),
    created_at: p('created_at'),
    position: p('position'),
  }),
)

const listening = prepared<{ accountId: string }>()((db, p) =>
  db
    .selectFrom('webhooks')
    .select('id')
    .where('account_id', '=', p('accountId'))
    .where('active', '=', sql.lit(1))
    .limit(sql.lit(1)),
)

/** Deliveries for the events of an account past a position: one for each endpoint that is on and receives that kind. */
const insertDeliveries = preparedWrite<{ accountId: string; past: number }>()((db, p) =>
  db
    .insertInto('webhook_deliveries')
    .columns(['webhook_id', 'message_id', 'type', 'state', 'created_at', 'due_at', 'failures'])
    .expression(
      db
        .selectFrom('webhooks')
        .innerJoin('events', 'events.account_id', 'webhooks.account_id')
        .select([
          'webhooks.id',
          'events.id as message_id',
          'events.type',
          sql.lit('pending' as const).as('state'),
          'events.created_at',
          'events.created_at as due_at',
          sql.lit(0).as('failures'),
        ])
        .where('webhooks.account_id', '=', p('accountId'))
        .where('webhooks.active', '=', sql.lit(1))
        .where('events.position', '>', p('past'))
        .where(receives)
        .orderBy('events.position'),
    ),
)

/** Whether an endpoint receives the kind of an event, where both tables are in the query. */
export const receives = sql<boolean>`webhooks.events like '%,' || events.type || ',%'`

/** Appends an event with its deliveries. How many deliveries. */
export async function appendEvent(db: Db, event: NewEvent): Promise<number> {
  const position = await reservePositions(db, event.account_id, 1)
  const row = { ...event, position } as Record<keyof NewEvent | 'position', never>
  return withDeliveries(db, { accountId: event.account_id, past: position - 1 }, insert(db, row))
}

/** Appends events of one account with their deliveries. How many deliveries. */
export async function appendEvents(db: Db, accountId: string, events: readonly NewEvent[]): Promise<number> {
  if (events.length === 0) return 0
  const past = (await reservePositions(db, accountId, events.length)) - events.length
  const rows = events.map((event, i) => ({ ...event, position: past + i + 1 }))
  return withDeliveries(db, { accountId, past }, db.insertInto('events').values(rows).execute())
}

/** Most accounts have no endpoint: finding that out costs a tenth of inserting nothing. */
async function withDeliveries(
  db: Db,
  events: { accountId: string; past: number },
  inserted: Promise<unknown>,
): Promise<number> {
  const [, [endpoint]] = await together(inserted, listening(db, { accountId: events.accountId }))
  return endpoint ? insertDeliveries(db, events) : 0
}

type Page = { keyId: string; past: number; since: number; limit: number }

const ofKey = prepared<Page>()((db, p) => {
  const page = db
    .selectFrom('events')
    .selectAll()
    .where('position', '>', p('past'))
    .where('created_at', '>=', p('since'))
    .orderBy('position')
    .limit(p('limit'))
  const account = db.selectFrom('api_keys').select('account_id').where('id', '=', p('keyId'))
  // Two walks through an index each: what other keys of the account do lengthens neither.
  const told = page.where('key_id', '=', p('keyId')).as('told')
  const toAll = page.where('account_id', '=', account).where('key_id', 'is', null).as('to_all')
  return db
    .selectFrom(told)
    .selectAll()
    .unionAll(db.selectFrom(toAll).selectAll())
    .orderBy('position')
    .limit(p('limit'))
})

/** Events that a key is told of, its own and those of its account, past a position and not before `since` (epoch ms), oldest first. */
export async function eventsOfKey(db: Db, where: Page): Promise<EventRow[]> {
  return ofKey(db, where)
}

/** Forgets events older than `before` (epoch ms), but for those that are still to be delivered. */
export async function forgetEvents(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('events')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries')
            .select('seq')
            .whereRef('message_id', '=', 'events.id')
            .where('state', '=', sql.lit('pending' as const)),
        ),
      ),
    )
    .execute()
}
