// Writes and reads the cursors of searches: signed, so that the next page of a counted search is known and not counted again.
import { createHash } from 'node:crypto'
import type { SearchCaller } from '../../actions/rules/search-allowance.ts'
import { limits } from '../../contract/limits.ts'
import type { SearchQuery } from '../../contract/operations/search.ts'
import { invalid } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { show } from '../../domain/shape.ts'
import type { Platform } from '../platform.ts'
import type { SearchPosition } from './search-posts.ts'

/** A search of a caller. */
export type AskedSearch = { site: SiteId; caller: SearchCaller; query: SearchQuery }

/** Where a search goes on. `countedAt`: when this caller was last counted for it; null for another caller. */
export type SearchCursor = { position: SearchPosition; countedAt: number | null }

const members = ['top', 'asOf', 'exact', 'rank', 'seq', 'shown'] as const

/** The cursor after a page of a search that was counted at `countedAt`, epoch milliseconds. */
export function writeSearchCursor(
  { links }: Platform,
  asked: AskedSearch,
  position: SearchPosition,
  countedAt: number,
): string {
  const numbers = [...members.map(name => position[name]), countedAt]
  const text = [...numbers, hashOf(callerOf(asked.caller)), searchHash(asked)].join('.')
  return `${text}.${links.seal(text)}`
}

/** Reads the cursor of a search. Throws `invalid` for a cursor of another search, and for one that is not ours. */
export function readSearchCursor({ links }: Platform, asked: AskedSearch, cursor: string): SearchCursor {
  const end = cursor.lastIndexOf('.')
  const text = cursor.slice(0, Math.max(0, end))
  const parts = text.split('.')
  const [search, caller] = [parts.pop(), parts.pop()]
  if (!links.isSealOf(cursor.slice(end + 1), text) || search !== searchHash(asked))
    throw invalid([
      `/cursor: got ${show(cursor)}; it takes the next_cursor of the page before, with the same q, order and filters`,
    ])
  const numbers = parts.map(Number)
  const position = Object.fromEntries(members.map((name, i) => [name, numbers[i]])) as SearchPosition
  const same = caller === hashOf(callerOf(asked.caller))
  return { position, countedAt: same ? (numbers[members.length] ?? null) : null }
}

/** Whether the next page at `now` belongs to the search that was counted, and costs nothing. */
export function isCountedStill(countedAt: number | null, now: number): countedAt is number {
  return countedAt !== null && now >= countedAt && now - countedAt <= limits.searchPagesMs
}

const callerOf = (caller: SearchCaller) => ('ip' in caller ? `ip ${caller.ip}` : `key ${caller.keyId}`)

/** A search without its page: members in one order, so that the order of parameters does not matter. */
function searchHash({ site, query: { cursor, limit, ...rest } }: AskedSearch): string {
  const given = Object.entries(rest).map(([name, value]) => [name, String(value)] as const)
  return hashOf(JSON.stringify([site, ...given.sort(([a], [b]) => (a < b ? -1 : 1))]))
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)
