// What becomes of API keys: paused and resumed, replaced by a successor, ended, and taken back.
import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { passCounters } from './counters.ts'

/** Names the successor of a key and of the keys that it replaced. `validUntil`, epoch ms: until when the key works for its successor. */
export async function nameSuccessor(
  db: Db,
  { keyId, successorId, validUntil }: { keyId: string; successorId: string; validUntil: number },
): Promise<void> {
  await db.updateTable('api_keys').set({ successor_id: successorId }).where('successor_id', '=', keyId).execute()
  await db
    .updateTable('api_keys')
    .set({ successor_id: successorId, valid_until: validUntil })
    .where('id', '=', keyId)
    .execute()
}

/** The key for which a key acts: its successor, or itself. */
export async function actingKey(db: Db, keyId: string): Promise<string> {
  const row = await db.selectFrom('api_keys').select('successor_id').where('id', '=', keyId).executeTakeFirst()
  return row?.successor_id ?? keyId
}

/** Passes the posts, events, messages, first answers and counters of a key to its successor. Returns the ids of the events. */
export async function passOn(db: Db, keyId: string, successorId: string): Promise<string[]> {
  for (const table of ['posts', 'relay_messages'] as const)
    await db.updateTable(table).set({ key_id: successorId }).where('key_id', '=', keyId).execute()
  const events = await db
    .updateTable('events')
    .set({ key_id: successorId })
    .where('key_id', '=', keyId)
    .returning('id')
    .execute()
  await db
    .updateTable('idempotency as old')
    .set({ key_id: successorId })
    .where('key_id', '=', keyId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('idempotency as newer')
            .select('newer.site')
            .where('newer.key_id', '=', successorId)
            .whereRef('newer.site', '=', 'old.site')
            .whereRef('newer.idempotency_key', '=', 'old.idempotency_key'),
        ),
      ),
    )
    .execute()
  await passCounters(db, ['search-key', 'key-spent'], keyId, successorId)
  return events.map(({ id }) => id)
}

/** The keys that were replaced after a time (epoch ms) or still work, each with its successor. */
export async function replacedSince(
  db: Db,
  since: number,
): Promise<{ id: string; successor_id: string; account_id: string }[]> {
  return db
    .selectFrom('api_keys')
    .select(['id', 'successor_id', 'account_id'])
    .where('successor_id', 'is not', null)
    .where('valid_until', '>=', since)
    .$narrowType<{ successor_id: string }>()
    .execute()
}

/** Revokes the replaced keys whose time has come (epoch ms); false when there was none. */
export async function endReplaced(db: Db, now: number): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('successor_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('valid_until', '<=', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Revokes every key of an account that was made at `since` or later (epoch ms). No end can be taken back any more, nor that of a key that ended before. */
export async function revokeKeys(db: Db, accountId: string, now: number, since = 0): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: sql<number>`coalesce(revoked_at, ${now})`, restorable_until: null })
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .execute()
}

/**
 * Pauses every working key of an account that is not paused, at `now` (epoch ms). Returns the number of keys: `resumeKeys` finds
 * them by that time.
 */
export async function pauseKeys(db: Db, accountId: string, now: number): Promise<number> {
  const result = await db
    .updateTable('api_keys')
    .set({ paused_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('successor_id', 'is', null)
    .where('paused_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Resumes the working keys of an account that were paused at a time (epoch ms). Returns their number. */
export async function resumeKeys(db: Db, accountId: string, pausedAt: number): Promise<number> {
  const result = await db
    .updateTable('api_keys')
    .set({ paused_at: null })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('successor_id', 'is', null)
    .where('paused_at', '=', pausedAt)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** The working keys of an account by the time (epoch ms) since which they are paused, the latest first. */
export async function pausedGroups(db: Db, accountId: string): Promise<{ pausedAt: number; keys: number }[]> {
  return db
    .selectFrom('api_keys')
    .select('paused_at as pausedAt')
    .select(row => row.fn.countAll<number>().as('keys'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('successor_id', 'is', null)
    .where('paused_at', 'is not', null)
    .$narrowType<{ pausedAt: number }>()
    .groupBy('paused_at')
    .orderBy('paused_at', 'desc')
    .execute()
}

/** Pauses a key of an account since a time (epoch ms), or resumes it with null; false when the account has no such working key. */
export async function setPaused(
  db: Db,
  { accountId, keyId }: { accountId: string; keyId: string },
  pausedAt: number | null,
): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ paused_at: pausedAt })
    .where('id', '=', keyId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('successor_id', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Takes back the end of a key, within the time for it; false when there is nothing to take back. `now` in epoch ms. */
export async function restoreKey(
  db: Db,
  { accountId, keyId }: { accountId: string; keyId: string },
  now: number,
): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: null, restorable_until: null })
    .where('id', '=', keyId)
    .where('account_id', '=', accountId)
    .where('successor_id', 'is', null)
    .where('restorable_until', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Revokes a key of an account; false when the account has no such key, or it is revoked already. Until `restorableUntil` (epoch
 * ms) the end can be taken back; null: never.
 */
export async function revokeKey(
  db: Db,
  accountId: string,
  keyId: string,
  now: number,
  restorableUntil: number | null = null,
): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: now, restorable_until: restorableUntil })
    .where('id', '=', keyId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
