// Searches that stand: checked like a search, filed under the rarest thing that they ask for, listed with the addresses of their feeds.
import type { NewStandingSearch } from '../../actions/lists/standing-searches.ts'
import { baseUrlOf } from '../../actions/scope.ts'
import { limits } from '../../contract/limits.ts'
import type { StandingQuery, StandingSearch } from '../../contract/operations/searches.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { type Filed, type Filing, fileBy, filingsOf, type Wanted } from '../../domain/posts/standing-search.ts'
import { instant } from '../../domain/times/time.ts'
import { filterTags } from '../../store/lists/list-filter.ts'
import { matchedTexts } from '../../store/lists/standing-matches.ts'
import {
  countFiled,
  type StandingSearchRow,
  standingSearchById,
  standingSearchesOf,
} from '../../store/lists/standing-searches.ts'
import type { Platform } from '../platform.ts'
import { listFilter, searchClauses } from './list-filter.ts'

/** A search to let stand. `expiresAt` (epoch ms): when it ends by itself. */
export type SearchToStand = { accountId: string; site: SiteId; query: StandingQuery; expiresAt?: number }

/** Lets a search stand. Throws `invalid`, `too_many_searches`, `rate_limited`. */
export async function letSearchStand(
  platform: Platform,
  { accountId, site, query, expiresAt = Number.POSITIVE_INFINITY }: SearchToStand,
): Promise<StandingSearch> {
  const checked = await checkedSearch(platform, { accountId, site, query })
  const ends = Number.isFinite(expiresAt) ? expiresAt : null
  return viewOf(platform, await platform.act('createStandingSearch', { ...checked, expiresAt: ends }))
}

/** A search as it is stored: as asked, as read, and where it is filed. Throws `invalid`. */
export async function checkedSearch(
  platform: Platform,
  { accountId, site, query }: Omit<SearchToStand, 'expiresAt'>,
): Promise<Omit<NewStandingSearch, 'expiresAt'>> {
  const { wanted, filings } = await readStanding(platform, site, query)
  return { accountId, site, asked: query, wanted, filed: await filedUnder(platform, site, filings) }
}

/** What a search asks of a post, and the ways to file it. Throws `invalid`. */
export async function readStanding(
  platform: Platform,
  site: SiteId,
  query: StandingQuery,
): Promise<{ wanted: Wanted; filings: Filing[] }> {
  const filter = await listFilter(platform, site, query)
  const clauses = searchClauses(query.q)
  const { near, prices } = filter
  const wanted: Wanted = {
    clauses,
    tags: filterTags(filter),
    near: near ? { centre: near.centre, chordSquared: near.chordSquared } : null,
    prices: prices ? { currency: prices.currency, from: prices.from, to: prices.to } : null,
  }
  return { wanted, filings: filingsOf(wanted, near?.cells ?? []) }
}

/** The searches of an account that stand, oldest first. */
export async function listStandingSearches(platform: Platform, accountId: string): Promise<StandingSearch[]> {
  const rows = await standingSearchesOf(platform.db, accountId, platform.now())
  return rows.map(row => viewOf(platform, row))
}

/** Where a search is filed: by what the fewest posts have now, the first of several that are as rare. */
export async function filedUnder({ db, dialect }: Platform, site: SiteId, filings: readonly Filing[]): Promise<Filed> {
  const most = limits.searchCandidates
  let [rarest, fewest]: [Filing | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const filing of filings) {
    const posts = await countFiled(db, dialect, { site, most }, filing)
    if (posts < fewest) [rarest, fewest] = [filing, posts]
    if (posts === 0) break
  }
  return fileBy(rarest, filings)
}

/** The secret of the feeds of a search: signed, so that the address of a deleted search is still known as one. */
function feedSecret({ links }: Platform, id: string): string {
  return `${id}.${links.seal(`feed ${id}`)}`
}

/** The id of the search that a secret belongs to; null for one that the platform has not made. */
export function searchOfSecret({ links }: Platform, secret: string): string | null {
  const [id = '', seal = '', more] = secret.split('.')
  return more === undefined && links.isSealOf(seal, `feed ${id}`) ? id : null
}

/** A search with the newest posts that it has found, as stored texts; `newest` names the last of them and how many. */
export type StandingFeed = { site: SiteContext; search: StandingQuery; texts: string[]; newest: string }

/** The feed of a search. Throws `gone` once the search is deleted or has ended. */
export async function standingFeed({ db, facts, now }: Platform, id: string): Promise<StandingFeed> {
  const row = await standingSearchById(db, id, now())
  const site = row && facts.sites.find(each => each.id === row.site)
  if (!site) throw new Problem('gone', 'The search of this feed was deleted.')
  const found = await matchedTexts(db, id, limits.pageMax, now())
  const texts = found.map(({ public_json }) => public_json)
  const newest = found.length === 0 ? '' : `${found[0]?.post_id} ${found.length}`
  return { site, search: JSON.parse(row.asked), texts, newest }
}

function viewOf(platform: Platform, row: StandingSearchRow): StandingSearch {
  const { id, site, asked, created_at, expires_at } = row
  const feed = `${baseUrlOf(platform.facts, site)}/feeds/${feedSecret(platform, id)}`
  return {
    ...{ id, site, search: JSON.parse(asked), feeds: { json: `${feed}/feed.json`, rss: `${feed}/feed.xml` } },
    created_at: instant(created_at),
    ...(expires_at !== null && { expires_at: instant(expires_at) }),
  }
}
