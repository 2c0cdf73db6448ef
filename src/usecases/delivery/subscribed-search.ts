// The search that a client of MCP asks for by its words and filters: it stands as long as the client subscribes or polls
// (contract.md §16).
import { limits } from '../../contract/limits.ts'
import type { StandingQuery } from '../../contract/operations/searches.ts'
import { keyPaused } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { argumentsOfSearch } from '../../domain/delivery/subscription.ts'
import type { KeyHolder } from '../../store/accounts/keys.ts'
import { equalStandingSearch } from '../../store/lists/standing-searches.ts'
import { checkedSearch } from '../lists/standing-searches.ts'
import type { Platform } from '../platform.ts'

/** What a client asks events about: the arguments of their kind as sent, and the search that these are, if they are one. */
export type About = { args: Record<string, unknown>; search: { site: SiteId; query: StandingQuery } | null }

/** The stored arguments of what is asked, as canonical JSON; null for a search that does not stand. */
export async function argumentsOf(
  { db, now }: Platform,
  { accountId }: KeyHolder,
  { args, search }: About,
): Promise<string | null> {
  if (!search) return canonicalJson(args)
  const equal = await equalStandingSearch(db, { accountId, site: search.site, asked: search.query }, now())
  return equal ? argumentsOfSearch(equal.id) : null
}

/** A poll prolongs its search when it has less than this time left, so that most polls write nothing. */
const prolongedBelowMs = limits.subscriptionMaxMs - limits.subscriptionMs

/**
 * The stored arguments of what a poll asks. Its search stands for limits.subscriptionMaxMs after a poll; `made`: from now on. Throws
 * `invalid`, `key_paused`, `too_many_searches`.
 */
export async function polledArguments(
  platform: Platform,
  { accountId, paused }: KeyHolder,
  { args, search }: About,
): Promise<{ args: string; made: boolean }> {
  if (!search) return { args: canonicalJson(args), made: false }
  const now = platform.now()
  const equal = await equalStandingSearch(platform.db, { accountId, site: search.site, asked: search.query }, now)
  if (equal && (equal.expires_at ?? Number.POSITIVE_INFINITY) - now >= prolongedBelowMs)
    return { args: argumentsOfSearch(equal.id), made: false }
  if (paused) throw keyPaused()
  const checked = await checkedSearch(platform, { accountId, ...search })
  const kept = { ...checked, expiresAt: now + limits.subscriptionMaxMs }
  const { id, made } = await platform.act('keepStandingSearch', kept)
  return { args: argumentsOfSearch(id), made }
}
