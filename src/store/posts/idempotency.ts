// First answers to requests that carried an Idempotency-Key, byte for byte (contract.md §7).
import type { Kysely } from 'kysely'
import type { SiteId } from '../../contract/site-ids.ts'
import { prepared, preparedWrite } from '../database/prepared.ts'
import type { Database } from '../database/schema.ts'

type Db = Kysely<Database>

export type IdempotencyScope = { keyId: string; site: SiteId; idempotencyKey: string }
export type StoredAnswer = { status: number; headers: Record<string, string>; body: string }
export type Remembered = StoredAnswer & { bodyHash: string; createdAt: number }

type Keys = { keyId: string; site: SiteId; idempotencyKey: string }

const find = prepared<Keys>()((db, p) =>
  db
    .selectFrom('idempotency')
    .select(['status', 'headers', 'body', 'body_hash', 'created_at'])
    .where('key_id', '=', p('keyId'))
    .where('site', '=', p('site'))
    .where('idempotency_key', '=', p('idempotencyKey')),
)

/** The remembered answer, if there is one that is not older than `since` (epoch ms). */
export async function rememberedAnswer(
  db: Db,
  scope: IdempotencyScope,
  since: number,
): Promise<Remembered | undefined> {
  const [row] = await find(db, scope)
  if (!row || row.created_at < since) return undefined
  return {
    status: row.status,
    headers: JSON.parse(row.headers) as Record<string, string>,
    body: row.body,
    bodyHash: row.body_hash,
    createdAt: row.created_at,
  }
}

const claim = preparedWrite<Keys & { bodyHash: string; now: number; since: number }>()((db, p) =>
  db
    .insertInto('idempotency')
    .values({
      key_id: p('keyId'),
      site: p('site'),
      idempotency_key: p('idempotencyKey'),
      body_hash: p('bodyHash'),
      status: 0,
      headers: '',
      body: '',
      created_at: p('now'),
    })
    .onConflict(conflict =>
      conflict
        .columns(['key_id', 'site', 'idempotency_key'])
        .doUpdateSet({ body_hash: p('bodyHash'), status: 0, headers: '', body: '', created_at: p('now') })
        .where('idempotency.created_at', '<', p('since')),
    ),
)

/**
 * Takes the key for this transaction; false when an answer younger than `since` is there. A second transaction that
 * takes the same key waits for the first to end, so an answer is never half there.
 */
export async function claimIdempotencyKey(
  db: Db,
  scope: IdempotencyScope,
  bodyHash: string,
  now: number,
  since: number,
): Promise<boolean> {
  return (await claim(db, { ...scope, bodyHash, now, since })) === 1
}

const record = preparedWrite<Keys & { status: number; headers: string; body: string }>()((db, p) =>
  db
    .updateTable('idempotency')
    .set({ status: p('status'), headers: p('headers'), body: p('body') })
    .where('key_id', '=', p('keyId'))
    .where('site', '=', p('site'))
    .where('idempotency_key', '=', p('idempotencyKey')),
)

/** Stores the answer under a key that this transaction has taken. */
export async function rememberAnswer(db: Db, scope: IdempotencyScope, answer: StoredAnswer): Promise<void> {
  await record(db, { ...scope, status: answer.status, headers: JSON.stringify(answer.headers), body: answer.body })
}

/** Forgets answers older than `before` (epoch ms), at most `limit` at a time. How many were forgotten. */
export async function forgetAnswers(db: Db, before: number): Promise<number> {
  const result = await db.deleteFrom('idempotency').where('created_at', '<', before).executeTakeFirst()
  return Number(result.numDeletedRows)
}
