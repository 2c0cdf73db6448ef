// Counts what a list has by topic, by day and by distance, so that its page offers only what leads to posts.
import { type NamedDays, namedDays } from '../../contract/days.ts'
import { limits } from '../../contract/limits.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { sphereKm } from '../../domain/places/geo.ts'
import { type Days, dayAt, daysMeant } from '../../domain/times/days.ts'
import { type ListedSample, samplePosts, sampleTimes } from '../../store/lists/facets.ts'
import { mostUsedTags } from '../../store/lists/tag-counts.ts'
import type { Platform } from '../platform.ts'
import { type ListFilters, listFilter } from './list-filter.ts'

/** A choice and the number of its posts. `more`: there are at least so many. */
export type Counted = { posts: number; more: boolean }
export type TopicChoice = Counted & { topic: string }
/** `name` where the days have one; a single day else. */
export type DayChoice = Counted & { name: NamedDays | null; days: Days }
export type RadiusChoice = Counted & { km: number }

export type Facets = { topics: TopicChoice[]; days: DayChoice[]; radii: RadiusChoice[] }

type Asked = { filters: ListFilters; zone: string }

/** The choices of a list. Those of a kind ignore what is chosen of that kind, and have the choice itself even without posts. */
export async function facetsOf(platform: Platform, site: SiteId, { filters, zone }: Asked): Promise<Facets> {
  const [posts, days] = await Promise.all([
    postFacets(platform, site, filters),
    siteRow(site).timed ? dayFacets(platform, site, { filters, zone }) : [],
  ])
  return { ...posts, days }
}

async function postFacets(platform: Platform, site: SiteId, filters: ListFilters) {
  const { db, dialect } = platform
  const { topic, within_km: km = limits.nearKmDefault, ...wider } = filters
  const around = filters.near !== undefined
  if (Object.keys(wider).length === 0) {
    const used = await mostUsedTags(db, { site, kind: 'topic', within: '' }, limits.topicsOffered)
    return { topics: used.map(({ name, posts }) => ({ topic: name, posts, more: false })), radii: [] }
  }
  const filter = await listFilter(platform, site, { ...wider, ...(around && { within_km: farthest }) })
  const found = await samplePosts(db, dialect, filter, limits.postsSampled)
  const more = found.length === limits.postsSampled
  const { near } = filter
  const isWithin = ({ point }: ListedSample, reach: number) =>
    !near || (point !== null && sphereKm(near.centre, point) <= reach + roundingKm)
  const topics = topicCounts(found.filter(post => isWithin(post, km)))
  const about = topic === undefined ? found : found.filter(({ tags }) => tags.includes(`topic=${topic}`))
  const radii = limits.nearKmOffered.map(reach => ({
    km: reach,
    posts: about.filter(post => isWithin(post, reach)).length,
    more,
  }))
  const offered = topics.slice(0, limits.topicsOffered)
  return {
    topics: offered.map(([name, posts]) => ({ topic: name, posts, more })),
    // A wider circle with the same posts is no choice.
    radii: around ? radii.filter(({ km: reach, posts }, i) => reach === km || posts > (radii[i - 1]?.posts ?? 0)) : [],
  }
}

const farthest = Math.max(...limits.nearKmOffered)
const roundingKm = 1e-6

function topicCounts(posts: readonly ListedSample[]): [topic: string, posts: number][] {
  const counts = new Map<string, number>()
  for (const { tags } of posts)
    for (const tag of tags) if (tag.startsWith('topic=')) counts.set(tag.slice(6), (counts.get(tag.slice(6)) ?? 0) + 1)
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
}

async function dayFacets(platform: Platform, site: SiteId, { filters, zone }: Asked): Promise<DayChoice[]> {
  const { on_from: _from, on_to: _to, ...others } = filters
  const today = dayAt(zone, platform.now())
  const nextWeek = daysMeant('next-week', today)
  const filter = await listFilter(platform, site, others)
  const times = await sampleTimes(platform.db, filter, { from: today, to: nextWeek.to }, limits.timesSampled)
  const more = times.length === limits.timesSampled
  const choices: [NamedDays | null, Days][] = [
    ...namedDays.map(name => [name, daysMeant(name, today)] as [NamedDays, Days]),
    ...Array.from({ length: 6 }, (_, i) => [null, { from: today + 2 + i, to: today + 2 + i }] as [null, Days]),
  ]
  return choices.map(([name, days]) => {
    const running = times.filter(({ from, to }) => from <= days.to && to >= days.from)
    return { name, days, posts: new Set(running.map(({ seq }) => seq)).size, more }
  })
}
