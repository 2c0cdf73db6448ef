// Lifts the time-outs of transactions that may take minutes, which no request waits for.
import { sql } from 'kysely'
import type { Dialect } from './capabilities.ts'
import type { Db } from './schema.ts'

/** Lets the statements of this transaction take minutes. */
export async function takeTime(db: Db, dialect: Dialect): Promise<void> {
  for (const statement of dialect.patience) await sql.raw(statement).execute(db)
}

/** Locks out other processes that migrate the database or load data, until the transaction ends, without time-outs. */
export async function alone(db: Db, dialect: Dialect): Promise<void> {
  for (const statement of dialect.migrationLock) await sql.raw(statement).execute(db)
}
