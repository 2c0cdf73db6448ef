// Lists the addresses of a sitemap: posts, in one file for each fixed range of sequence numbers, topics and places, and the lists in
// other languages.
import { baseUrlOf } from '../../actions/scope.ts'
import { limits } from '../../contract/limits.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { homePath, placesPath, topicsPath } from '../../domain/posts/list-paths.ts'
import { instant } from '../../domain/times/time.ts'
import { listedInRange, listedRanges } from '../../store/lists/sitemap.ts'
import type { Platform } from '../platform.ts'
import { mostUsedCities, mostUsedCountries, mostUsedStates, mostUsedTopics } from './site-lists.ts'

/** An address and the time of its last change; null if unknown. */
export type SitemapEntry = { url: string; changedAt: string | null }

const size = limits.sitemapAddresses

/** The addresses of the files of the sitemap. */
export async function sitemapFiles({ db, facts, languages }: Platform, site: SiteId): Promise<string[]> {
  const baseUrl = baseUrlOf(facts, site)
  const ranges = await listedRanges(db, site, size)
  const lists = ['lists', ...(languages.tags.length > 0 ? ['languages'] : [])]
  const posts = ranges.map(range => `posts-${range}`)
  return [...lists, ...posts].map(file => `${baseUrl}/sitemap-${file}.xml`)
}

/** The posts in one file; none if there is no such file. */
export async function sitemapPosts({ db, facts, now }: Platform, site: SiteId, range: number): Promise<SitemapEntry[]> {
  const baseUrl = baseUrlOf(facts, site)
  const posts = await listedInRange(db, { site, range, size, now: now() })
  return posts.map(post => ({ url: `${baseUrl}/p/${post.post_id}`, changedAt: instant(post.changed_at) }))
}

/** The lists of a site with at least one post. If too many for a file, those with the most posts. */
export async function sitemapLists(platform: Platform, site: SiteId): Promise<SitemapEntry[]> {
  return entriesOf(platform, site, await listPaths(platform, site, size))
}

/**
 * The lists with the most posts in each language but English. The texts of posts are the same in all of them, so their pages are in no
 * other language here.
 */
export async function sitemapLanguages(platform: Platform, site: SiteId): Promise<SitemapEntry[]> {
  const prefixes = platform.languages.all.map(({ prefix }) => prefix).filter(prefix => prefix !== '')
  if (prefixes.length === 0) return []
  const paths = await listPaths(platform, site, Math.floor(size / prefixes.length))
  return entriesOf(
    platform,
    site,
    prefixes.flatMap(prefix => paths.map(path => prefix + path)),
  )
}

/** The paths of at most `most` lists. */
async function listPaths(platform: Platform, site: SiteId, most: number): Promise<string[]> {
  const fitting = Math.max(0, Math.floor((most - 3) / 4))
  const found = await Promise.all(
    [mostUsedTopics, mostUsedCountries, mostUsedStates, mostUsedCities].map(most => most(platform, site, fitting)),
  )
  return [homePath, topicsPath, placesPath, ...found.flat().map(({ path }) => path)]
}

function entriesOf({ facts }: Platform, site: SiteId, paths: readonly string[]): SitemapEntry[] {
  const baseUrl = baseUrlOf(facts, site)
  return paths.map(path => ({ url: `${baseUrl}${path}`, changedAt: null }))
}
