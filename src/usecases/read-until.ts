// Reads an answer again until it says what its caller waits for (contract.md §5).
import { unauthorized } from '../contract/problems/problem.ts'
import { utcDay } from '../domain/times/time.ts'
import { keyById } from '../store/accounts/keys.ts'
import { prolong } from './deadline.ts'
import type { OperationRequest } from './handlers/handler.ts'
import type { Platform } from './platform.ts'

/**
 * The answer of `read` once `isDone`, or after `seconds`; at once without a key, without `seconds`, and when too many callers
 * wait. It reads at the start, after each outcome of the account, and at the end. Throws `unauthorized` for a key that ended
 * meanwhile.
 */
export async function readUntil<T>(
  platform: Platform,
  { caller, whenGone }: OperationRequest,
  { seconds = 0, isDone }: { seconds?: number | undefined; isDone(value: NoInfer<T>): boolean },
  read: () => Promise<T>,
): Promise<T> {
  const watch = caller && seconds > 0 ? platform.waiters.watch(caller.accountId) : null
  if (!caller || !watch) return read()
  const stay = whenGone?.(watch.end)
  prolong(seconds * 1000)
  try {
    const until = performance.now() + seconds * 1000
    let value = await read()
    if (isDone(value)) return value
    for (let goesOn = true; goesOn && !isDone(value); value = await read()) goesOn = await watch.changed(until)
    const key = await keyById(platform.db, caller.keyId, utcDay(platform.now()))
    if (!key || key.revoked_at !== null || (key.valid_until !== null && key.valid_until <= platform.now()))
      throw unauthorized('This API key has ended while its request waited.', 'invalid_token')
    return value
  } finally {
    stay?.()
    watch.end()
  }
}
