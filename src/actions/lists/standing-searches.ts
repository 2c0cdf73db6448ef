// The searches that an account lets stand: make and delete.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { Filed, Wanted } from '../../domain/posts/standing-search.ts'
import { secondsToMidnight, utcDay } from '../../domain/times/time.ts'
import { lockAccount } from '../../store/accounts/accounts.ts'
import { count, counted } from '../../store/accounts/counters.ts'
import {
  deleteStandingSearchRow,
  equalStandingSearch,
  insertStandingSearch,
  prolongStandingSearch,
  type StandingSearchRow,
  standingSearchesOf,
} from '../../store/lists/standing-searches.ts'
import type { Scope } from '../scope.ts'

/** A search that was checked: as asked, as read, and where it is filed. `expiresAt`: epoch ms. */
export type NewStandingSearch = {
  accountId: string
  site: SiteId
  asked: object
  wanted: Wanted
  filed: Filed
  expiresAt: number | null
}

/** Stores a search. Throws `too_many_searches`, `rate_limited`. */
export async function createStandingSearch(
  scope: Scope,
  { accountId, site, asked, wanted, filed, expiresAt }: NewStandingSearch,
): Promise<StandingSearchRow> {
  const { db, now } = scope
  await lockAccount(db, accountId)
  if ((await standingSearchesOf(db, accountId, now)).length >= limits.standingSearchesPerAccount)
    throw new Problem(
      'too_many_searches',
      `The account has ${limits.standingSearchesPerAccount} searches that stand. Delete one that is no longer used.`,
    )
  if ((await counted(db, 'standing-created', accountId, utcDay(now))) >= limits.standingSearchesCreatedPerDay)
    throw new Problem(
      'rate_limited',
      `${limits.standingSearchesCreatedPerDay} a UTC day: today's searches of this account were made.`,
      { headers: { 'retry-after': String(secondsToMidnight(now)) } },
    )
  await count(db, 'standing-created', accountId, utcDay(now))
  const row = {
    id: scope.ids.id('standingSearch'),
    account_id: accountId,
    site,
    asked: JSON.stringify(asked),
    wanted: JSON.stringify(wanted),
    created_at: now,
    expires_at: expiresAt,
  }
  await insertStandingSearch(db, row, filed)
  return row
}

/**
 * Lets a search stand until `expiresAt` (epoch ms) at least: the search of the account that asks for the same, or a new one. Throws
 * `too_many_searches`, also where too many were made today.
 */
export async function keepStandingSearch(
  scope: Scope,
  search: NewStandingSearch & { expiresAt: number },
): Promise<{ id: string; made: boolean }> {
  const { db, now } = scope
  await lockAccount(db, search.accountId)
  const equal = await equalStandingSearch(db, search, now)
  if (!equal) {
    const { id } = await createStandingSearch(scope, search).catch(thrown => {
      throw thrown instanceof Problem ? new Problem('too_many_searches', thrown.message) : thrown
    })
    return { id, made: true }
  }
  await prolongStandingSearch(db, equal.id, search.expiresAt)
  return { id: equal.id, made: false }
}

/** Deletes a search for good. Throws `not_found` for one that is not of this account. */
export async function deleteStandingSearch(
  { db }: Scope,
  { accountId, searchId }: { accountId: string; searchId: string },
): Promise<{ id: string; deleted: true }> {
  if (!(await deleteStandingSearchRow(db, accountId, searchId)))
    throw new Problem('not_found', `There is no search ${searchId} of this account.`)
  return { id: searchId, deleted: true }
}
