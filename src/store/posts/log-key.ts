// The key of the log of decisions as it is stored: sealed, once, for all processes.
import { readMeta, writeMeta } from '../database/meta.ts'
import type { Db } from '../database/schema.ts'

/** The name under which the key is stored and sealed. */
export const logKeyName = 'decision_log_key'

const toldName = 'decision_log_end_told'

/** The sealed key; undefined before the first entry is sealed with one. */
export async function storedLogKey(db: Db): Promise<string | undefined> {
  return readMeta(db, logKeyName)
}

/** Stores the sealed key unless there is one. */
export async function insertLogKey(db: Db, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name: logKeyName, value })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Replaces a sealed key with the same key sealed anew. */
export async function replaceLogKey(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable('meta').set({ value: to }).where('name', '=', logKeyName).where('value', '=', from).execute()
}

/** The UTC day before whose first entry the end of the log was told last; undefined if it never was. */
export async function toldLogEnd(db: Db): Promise<string | undefined> {
  return readMeta(db, toldName)
}

/** Notes that the end of the log is told before the first entry of a UTC day. */
export async function noteToldLogEnd(db: Db, day: string): Promise<void> {
  await writeMeta(db, toldName, day)
}
