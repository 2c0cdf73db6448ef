// Transactions that may take minutes, which nobody waits for an answer of.
import { type Kysely, sql } from 'kysely'
import type { Dialect } from './capabilities.ts'
import type { Database } from './schema.ts'

/** Lets the statements of this transaction take their time. */
export async function takeTime(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  for (const statement of dialect.patience) await sql.raw(statement).execute(db)
}

/** Keeps other processes that prepare the database away until the transaction ends, however long it takes. */
export async function alone(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  for (const statement of dialect.migrationLock) await sql.raw(statement).execute(db)
}
