// The outbox of outcomes: a row for each event and a delivery for each endpoint, written in the transaction of the state change.
import { type Expression, type Insertable, type Selectable, sql } from 'kysely'
import { decisionKinds, type EventKind } from '../../contract/event-kinds.ts'
import { selectForClaim } from '../database/locks.ts'
import {
  prepared,
  preparedForList,
  preparedRows,
  preparedRowsReturning,
  preparedWrite,
  together,
} from '../database/prepared.ts'
import type { Db, EventsTable } from '../database/schema.ts'
export type EventRow = Selectable<EventsTable>
export type NewEvent = Omit<Insertable<EventsTable>, 'seq' | 'position'>

/** An erased account gets no position, and so no event. */
const reserve = prepared<{ accountId: string; count: number }>()((db, p) =>
  db
    .insertInto('event_positions')
    .columns(['account_id', 'last'])
    .expression(
      db
        .selectFrom('accounts')
        .select(['id', sql<number>`cast(${p('count')} as integer)`.as('last')])
        .where('id', '=', p('accountId'))
        .where('erased_at', 'is', null),
    )
    .onConflict(conflict =>
      conflict.column('account_id').doUpdateSet({ last: sql<number>`event_positions.last + excluded.last` }),
    )
    .returning('last'),
)

/** As `reserve`, for several accounts, each named once, in the order of their ids. */
const reserveAll = preparedRowsReturning<{ accountId: string; count: number }>()((db, rows) => {
  const asked = rows.map(({ accountId, count }) => sql`(${accountId}, ${count})`)
  // A cross join: the accounts are found by their ids, never walked.
  const statement = sql<{ account_id: string; last: number }>`
    insert into event_positions (account_id, last)
    select accounts.id, cast(asked.column2 as integer) from (values ${sql.join(asked)}) asked cross join accounts
    where accounts.id = asked.column1 and accounts.erased_at is null order by accounts.id
    on conflict (account_id) do update set last = event_positions.last + excluded.last
    returning account_id, last`
  return { compile: () => statement.compile(db) }
})

/**
 * Locks the events and endpoints of an account until the transaction ends; returns the last position of its events. Events get
 * their positions under this lock, so positions grow in the order of commits: a cursor never passes an event that is committed
 * later. Endpoints change under it too, so an event reaches exactly the endpoints that were active at that time.
 */
export async function lockEvents(db: Db, accountId: string): Promise<number> {
  const last = await reservePositions(db, accountId, 0)
  if (last === null) throw new Error('an erased account has no events')
  return last
}

/** The last reserved position; null for an erased account. */
async function reservePositions(db: Db, accountId: string, count: number): Promise<number | null> {
  const [row] = await reserve(db, { accountId, count })
  return row?.last ?? null
}

const positions = preparedForList()([8, 32, 128], (db, accounts) => {
  const rows = db.selectFrom('event_positions').select('account_id').where('account_id', 'in', accounts)
  const free = rows.orderBy('account_id').$call(selectForClaim).as('free')
  return db
    .selectFrom(rows.as('known'))
    .leftJoin(free, 'free.account_id', 'known.account_id')
    .select(['known.account_id', 'free.account_id as free'])
})

/**
 * Locks the events of accounts, as `lockEvents`, without waiting and without those that have no event yet. Returns the accounts whose
 * events another transaction has locked.
 */
export async function lockFreeEvents(db: Db, accountIds: readonly string[]): Promise<Set<string>> {
  const rows = await positions(db, accountIds, {})
  return new Set(rows.filter(({ free }) => free === null).map(row => row.account_id))
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
    trace: p('trace'),
  }),
)

const insertAll = preparedRows<NewEvent & { position: number }>()((db, rows) => db.insertInto('events').values(rows))

const listening = preparedForList()([1, 16, 128], (db, accounts) =>
  db
    .selectFrom('webhooks')
    .select('account_id')
    .distinct()
    .where('account_id', 'in', accounts)
    .where('active', '=', sql.lit(1)),
)

const deliveryColumns = ['webhook_id', 'message_id', 'type', 'state', 'created_at', 'due_at', 'failures'] as const

/** Deliveries of events, one for each active endpoint of their account that receives their kind. */
const deliveriesOf = (db: Db) =>
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
    .where('webhooks.active', '=', sql.lit(1))
    .where(receives)
    .orderBy('events.position')

/** Inserts a delivery of each event after a position, for each active endpoint of the account that receives its kind. */
const insertDeliveries = preparedWrite<{ accountId: string; past: number }>()((db, p) =>
  db
    .insertInto('webhook_deliveries')
    .columns(deliveryColumns)
    .expression(
      deliveriesOf(db).where('webhooks.account_id', '=', p('accountId')).where('events.position', '>', p('past')),
    ),
)

const decided = sql.join(decisionKinds.map(kind => sql.lit(kind)))

/**
 * The condition that an event is about what a subscription asks for: its data begin with the arguments, which are canonical JSON. `{}`
 * asks for every event of the kind.
 */
function isAbout(args: Expression<string | null>) {
  return sql<boolean>`(${args} = '{}' or substr(events.payload, 1, length(${args}) - 1) = substr(${args}, 1, length(${args}) - 1))`
}

/**
 * The condition that an endpoint receives an event, for queries with both tables: it takes the kind, and a subscription was valid at
 * that time and gets nothing of other keys.
 */
export const receives = sql<boolean>`case when webhooks.events = '' then events.type in (${decided})
  else webhooks.events like '%,' || events.type || ',%' end
  and (webhooks.subscription is null or (events.created_at < webhooks.expires_at
    and (events.key_id is null or events.key_id = webhooks.key_id) and ${isAbout(sql`webhooks.arguments`)}))`

/** Appends an event with its deliveries; returns how many deliveries. Nobody is left to read events of an erased account. */
export async function appendEvent(db: Db, event: NewEvent): Promise<number> {
  const position = await reservePositions(db, event.account_id, 1)
  if (position === null) return 0
  const row = { ...event, position } as Record<keyof NewEvent | 'position', never>
  return withDeliveries(db, new Map([[event.account_id, position - 1]]), insert(db, row))
}

/** Appends events with their deliveries, those of an account in the order given; returns how many deliveries. */
export async function appendEvents(db: Db, events: readonly NewEvent[]): Promise<number> {
  const byAccount = Map.groupBy(events, event => event.account_id)
  const asked = [...byAccount].map(([accountId, own]) => ({ accountId, count: own.length }))
  if (asked.length === 0) return 0
  const reserved = await reserveAll(
    db,
    asked.sort((a, b) => (a.accountId < b.accountId ? -1 : 1)),
  )
  const past = new Map(reserved.map(({ account_id: id, last }) => [id, last - (byAccount.get(id)?.length ?? 0)]))
  const next = new Map(past)
  const rows = events.flatMap(event => {
    const before = next.get(event.account_id)
    if (before === undefined) return []
    next.set(event.account_id, before + 1)
    return [{ ...event, position: before + 1 }]
  })
  return rows.length === 0 ? 0 : withDeliveries(db, past, insertAll(db, rows))
}

/**
 * Inserts the deliveries that events have not yet, once they are those of another key, whose subscriptions receive them. True if there
 * are any.
 */
export async function deliverPassed(db: Db, accountId: string, ids: readonly string[]): Promise<boolean> {
  await lockEvents(db, accountId)
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('webhook_deliveries')
    .columns(deliveryColumns)
    .expression(
      deliveriesOf(db)
        .where('webhooks.account_id', '=', accountId)
        .where('events.id', 'in', ids)
        .whereRef('events.position', '>', 'webhooks.since_position'),
    )
    .onConflict(conflict => conflict.columns(['webhook_id', 'message_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Most accounts have no endpoint: this query costs a tenth of an insert of no rows. `past`: the last position before, by account. */
async function withDeliveries(db: Db, past: ReadonlyMap<string, number>, inserted: Promise<unknown>): Promise<number> {
  const [, accounts] = await together(inserted, listening(db, [...past.keys()], {}))
  let deliveries = 0
  for (const accountId of new Set(accounts.map(({ account_id }) => account_id)))
    deliveries += await insertDeliveries(db, { accountId, past: past.get(accountId) ?? 0 })
  return deliveries
}

/** The last position that was given to an event of an account; 0 without one. */
export async function eventsPosition(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('event_positions')
    .select('last')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.last ?? 0
}

/** `args`: what the events are about, as canonical JSON; `{}` for every event of the kind. */
type OfKind = { kind: EventKind; args: string }
type Page = { keyId: string; past: number; since: number; limit: number }

const ofKey = prepared<Page>()((db, p) =>
  pageOfKey(db, { keyId: p('keyId'), past: p('past'), since: p('since'), limit: p('limit') }),
)
const ofKeyAndKind = prepared<Page & OfKind>()((db, p) =>
  pageOfKey(
    db,
    { keyId: p('keyId'), past: p('past'), since: p('since'), limit: p('limit') },
    { kind: p('kind'), args: p('args') },
  ),
)

function pageOfKey(db: Db, { keyId, past, since, limit }: Page, of?: OfKind) {
  const page = db
    .selectFrom('events')
    .selectAll()
    .where('position', '>', past)
    .where('created_at', '>=', since)
    .$if(of !== undefined, query => query.where('type', '=', of!.kind).where(isAbout(sql.val(of!.args))))
    .orderBy('position')
    .limit(limit)
  const account = db.selectFrom('api_keys').select('account_id').where('id', '=', keyId)
  // Each part walks an index of its own, so that events of other keys of the account cost nothing.
  const ownEvents = page.where('key_id', '=', keyId).as('own_events')
  const accountEvents = page.where('account_id', '=', account).where('key_id', 'is', null).as('account_events')
  return db
    .selectFrom(ownEvents)
    .selectAll()
    .unionAll(db.selectFrom(accountEvents).selectAll())
    .orderBy('position')
    .limit(limit)
}

/** Events of a key and those of its account as a whole, after a position and not before `since` (epoch ms), oldest first. */
export async function eventsOfKey(db: Db, where: Page): Promise<EventRow[]> {
  return ofKey(db, where)
}

/** As `eventsOfKey`, of one kind, about what its arguments name. */
export async function eventsOfKind(db: Db, where: Page & OfKind): Promise<EventRow[]> {
  return ofKeyAndKind(db, where)
}

/** Deletes events older than `before` (epoch ms), except those with a pending delivery. */
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

/** The number of the event that was written last; 0 without one. */
export async function lastEvent(db: Db): Promise<number> {
  const row = await db.selectFrom('events').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return row?.seq ?? 0
}

/** The numbers and accounts of the events after a number, oldest first. */
export async function recentEvents(
  db: Db,
  past: number,
  limit: number,
): Promise<Pick<EventRow, 'seq' | 'account_id'>[]> {
  return db
    .selectFrom('events')
    .select(['seq', 'account_id'])
    .where('seq', '>', past)
    .orderBy('seq')
    .limit(limit)
    .execute()
}
