// Replays the first answer to an Idempotency-Key: looked up first, stored in the transaction of its request (contract.md §7).
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { Overtaken } from '../../store/database/retry.ts'
import {
  type IdempotencyScope,
  rememberedAnswer,
  type StoredAnswer,
  storeAnswer,
} from '../../store/posts/idempotency.ts'
import type { Idempotent, SubmitAnswer } from '../posts/submission.ts'
import type { Scope } from '../scope.ts'

/**
 * The first answer to the Idempotency-Key of a request; null without an answer or a key. Throws `idempotency_key_reused`, but not
 * for an invalid request (`lenient`), whose faults say more.
 */
export async function firstAnswer(
  { db, now }: Pick<Scope, 'db' | 'now'>,
  request: Idempotent,
  { lenient = false }: { lenient?: boolean } = {},
): Promise<SubmitAnswer | null> {
  const scope = scopeOf(request)
  const first = scope && (await rememberedAnswer(db, scope, now - limits.idempotencyMs))
  if (!first) return null
  if (first.bodyHash !== request.idempotency?.bodyHash) {
    if (lenient) return null
    const { id } = JSON.parse(first.body) as { id?: string }
    throw new Problem(
      'idempotency_key_reused',
      `This Idempotency-Key was used for a different request${id ? `: that of the post ${id}` : ''}. Use a new key for this one.`,
    )
  }
  return { status: first.status, headers: first.headers, body: first.body, replayed: true }
}

/**
 * Stores an answer for repeats with the same Idempotency-Key, if there is one. When another request with this key has been
 * answered since the transaction looked, the transaction is run again and finds that answer.
 */
export async function answerOnce(scope: Scope, request: Idempotent, answer: StoredAnswer): Promise<SubmitAnswer> {
  const { db, now } = scope
  const of = scopeOf(request)
  const bodyHash = request.idempotency?.bodyHash ?? ''
  if (of && !(await storeAnswer(db, of, { ...answer, bodyHash, now, since: now - limits.idempotencyMs })))
    throw new Overtaken(inProgress())
  return { ...answer, replayed: false }
}

/** The problem of a request whose Idempotency-Key another request is using. */
export function inProgress(): Problem {
  return new Problem('idempotency_in_progress', 'The first request with this Idempotency-Key is still running.', {
    headers: { 'retry-after': '1' },
  })
}

function scopeOf({ keyId, site, idempotency }: Idempotent): IdempotencyScope | null {
  return idempotency && { keyId, site, idempotencyKey: idempotency.key }
}
