// The outbox of outcomes: one row an event, written in the transaction of the state change (contract.md §10).
import type { Insertable, Kysely } from 'kysely'
import type { Database, EventsTable } from './schema.ts'

/** Appends an event. */
export async function appendEvent(db: Kysely<Database>, event: Omit<Insertable<EventsTable>, 'seq'>): Promise<void> {
  await db.insertInto('events').values(event).execute()
}

/** Forgets events older than `before` (epoch ms). */
export async function forgetEvents(db: Kysely<Database>, before: number): Promise<void> {
  await db.deleteFrom('events').where('created_at', '<', before).execute()
}
