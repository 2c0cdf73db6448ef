// Row locks by what they are for. A database with one writer needs none: its compiler leaves these words out.
import type { SelectQueryBuilder } from 'kysely'

/** Holds the selected rows until the transaction ends: whoever would change one of them waits. */
export function selectForUpdate<B, T extends keyof B, R>(query: SelectQueryBuilder<B, T, R>) {
  return query.forNoKeyUpdate()
}

/** Keeps the selected rows as they are until the transaction ends; others may hold them alike. */
export function selectForShare<B, T extends keyof B, R>(query: SelectQueryBuilder<B, T, R>) {
  return query.forShare()
}

/** Holds the selected rows, and passes over those that another transaction holds: two that claim never wait, nor get the same row. */
export function selectForClaim<B, T extends keyof B, R>(query: SelectQueryBuilder<B, T, R>) {
  return query.forNoKeyUpdate().skipLocked()
}
