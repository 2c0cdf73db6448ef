// First answers to requests that carried an Idempotency-Key, byte for byte (contract.md §7).
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { prepared, preparedWrite } from '../database/prepared.ts'
import type { Db } from '../database/schema.ts'

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

/** The stored answer to a key, unless it is older than `since` (epoch ms). */
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

const store = preparedWrite<
  Keys & { bodyHash: string; status: number; headers: string; body: string; now: number; since: number }
>()((db, p) =>
  db
    .insertInto('idempotency')
    .values({
      key_id: p('keyId'),
      site: p('site'),
      idempotency_key: p('idempotencyKey'),
      body_hash: p('bodyHash'),
      status: p('status'),
      headers: p('headers'),
      body: p('body'),
      created_at: p('now'),
    })
    .onConflict(conflict =>
      conflict
        .columns(['key_id', 'site', 'idempotency_key'])
        .doUpdateSet({
          body_hash: p('bodyHash'),
          status: p('status'),
          headers: p('headers'),
          body: p('body'),
          created_at: p('now'),
        })
        .where('idempotency.created_at', '<', p('since')),
    ),
)

/**
 * Stores the first answer to a key. Returns false when another transaction has stored an answer that is not older than `since`:
 * then the caller has to roll back. Times are epoch milliseconds.
 */
export async function storeAnswer(
  db: Db,
  scope: IdempotencyScope,
  answer: StoredAnswer & { bodyHash: string; now: number; since: number },
): Promise<boolean> {
  const { status, headers, body, bodyHash, now, since } = answer
  return (await store(db, { ...scope, status, headers: JSON.stringify(headers), body, bodyHash, now, since })) === 1
}

/** Deletes answers older than `before` (epoch ms); returns how many. */
export async function forgetAnswers(db: Db, before: number): Promise<number> {
  const result = await db.deleteFrom('idempotency').where('created_at', '<', before).executeTakeFirst()
  return Number(result.numDeletedRows)
}
