// Row locks by purpose. A database with one writer needs no row locks: its compiler leaves them out.
import type { SelectQueryBuilder } from 'kysely'

/** Locks the selected rows until the transaction ends: other transactions that change or lock one of them wait. */
export function selectForUpdate<B, T extends keyof B, R>(query: SelectQueryBuilder<B, T, R>) {
  return query.forNoKeyUpdate()
}

/** Prevents changes of the selected rows until the transaction ends; other transactions may take the same shared lock. */
export function selectForShare<B, T extends keyof B, R>(query: SelectQueryBuilder<B, T, R>) {
  return query.forShare()
}

/** Locks the selected rows and skips rows that another transaction has locked: two claims never wait nor get the same row. */
export function selectForClaim<B, T extends keyof B, R>(query: SelectQueryBuilder<B, T, R>) {
  return query.forNoKeyUpdate().skipLocked()
}
