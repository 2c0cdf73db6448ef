// Counts mails of the relay for their daily limits (contract.md §14).
import { Problem } from '../../contract/problems/problem.ts'
import { secondsToMidnight, utcDay } from '../../domain/times/time.ts'
import { type CounterScope, count } from '../../store/accounts/counters.ts'
import type { Scope } from '../scope.ts'

/** A limit: a counter with its subject, the most on a UTC day, and "50 messages went to this author" without the number. */
export type RelayLimit = readonly [counter: CounterScope, subject: string, most: number, what: string]

/** Counts a mail for each of its limits. Throws `rate_limited` past one of them; then the transaction counts it for none. */
export async function countRelayed({ db, now }: Scope, limits: readonly RelayLimit[]): Promise<void> {
  for (const [counter, subject, most, what] of limits) {
    if ((await count(db, counter, subject, utcDay(now))) <= most) continue
    const headers = { 'retry-after': String(secondsToMidnight(now)) }
    throw new Problem('rate_limited', `${most} ${what} today.`, { headers })
  }
}
