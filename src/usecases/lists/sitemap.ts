// Lists the addresses of a sitemap: posts, in one file for each fixed range of sequence numbers, and topics and places.
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
export async function sitemapFiles({ db, facts }: Platform, site: SiteId): Promise<string[]> {
  const baseUrl = baseUrlOf(facts, site)
  const ranges = await listedRanges(db, site, size)
  return [`${baseUrl}/sitemap-lists.xml`, ...ranges.map(range => `${baseUrl}/sitemap-posts-${range}.xml`)]
}

/** The posts in one file; none if there is no such file. */
export async function sitemapPosts({ db, facts, now }: Platform, site: SiteId, range: number): Promise<SitemapEntry[]> {
  const baseUrl = baseUrlOf(facts, site)
  const posts = await listedInRange(db, { site, range, size, now: now() })
  return posts.map(post => ({ url: `${baseUrl}/p/${post.post_id}`, changedAt: instant(post.changed_at) }))
}

/** The lists of a site with at least one post. If too many for a file, those with the most posts. */
export async function sitemapLists(platform: Platform, site: SiteId): Promise<SitemapEntry[]> {
  const baseUrl = baseUrlOf(platform.facts, site)
  const fitting = Math.floor((size - 3) / 4)
  const found = await Promise.all(
    [mostUsedTopics, mostUsedCountries, mostUsedStates, mostUsedCities].map(most => most(platform, site, fitting)),
  )
  const paths = [homePath, topicsPath, placesPath, ...found.flat().map(({ path }) => path)]
  return paths.map(path => ({ url: `${baseUrl}${path}`, changedAt: null }))
}
