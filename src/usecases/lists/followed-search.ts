// A search that a reader without an account follows: its address holds the search and a signature, and nothing is stored.
import { limits } from '../../contract/limits.ts'
import type { SearchQuery } from '../../contract/operations/search.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { Platform } from '../platform.ts'
import { searchPage } from './search-posts.ts'

/** The members of a search that its address holds, in their order. */
const members = ['q', 'topic', 'country', 'state', 'city', 'on_from', 'on_to'] as const

/** The query of the address at which a search is followed; null for a search that asks for nothing. */
export function followedQuery({ links }: Platform, site: SiteId, query: SearchQuery): string | null {
  const asked = written(query)
  return asked === '' ? null : `${asked}&sig=${links.seal(sealed(site, asked))}`
}

/** The members of a query in one form. */
function written(query: Readonly<Record<string, unknown>>): string {
  const given = members.filter(name => query[name] !== undefined)
  return new URLSearchParams(Object.fromEntries(given.map(name => [name, String(query[name])]))).toString()
}

const sealed = (site: SiteId, asked: string) => `follow ${site} ${asked}`

/** The search of an address. Throws `not_found` for one that no page has given. */
export function readFollowed({ links }: Platform, site: SiteId, query: unknown): SearchQuery {
  const { sig, ...given } = query as Record<string, unknown>
  const isOurs = typeof sig === 'string' && links.isSealOf(sig, sealed(site, written(given)))
  if (!isOurs || Object.keys(given).some(name => !(members as readonly string[]).includes(name)))
    throw new Problem('not_found', 'No search is followed at this address; the search page gives the right one.')
  const { city, ...rest } = given
  return { ...rest, ...(city !== undefined && { city: Number(city) }) }
}

/** The newest posts that a followed search finds, as stored texts, the newest first. */
export async function followedPosts(platform: Platform, site: SiteId, query: SearchQuery): Promise<string[]> {
  const { items } = await searchPage(platform, site, { ...query, order: 'newest', limit: limits.pageMax }, null)
  return items
}
