// Counts what a list has by topic, day, distance, price and the choices of its site, so that its page offers only what leads to posts.
import { type NamedDays, namedDays } from '../../contract/days.ts'
import { limits } from '../../contract/limits.ts'
import { priceSteps } from '../../contract/price-steps.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { choicesOf, type SiteRow, siteRow, valuesOf } from '../../contract/sites.ts'
import { isAtMost, type ListedPrice } from '../../domain/money/listed-price.ts'
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
/** A member with one of a few values, and the values that posts have, in the order of the row. */
export type MemberFacet = { member: string; values: (Counted & { value: string })[] }
/** Prices of a currency up to some steps, in its units, and the currencies that posts are priced in. */
export type PriceFacet = {
  currency: string
  steps: (Counted & { most: number })[]
  currencies: (Counted & { currency: string })[]
}

export type Facets = {
  topics: TopicChoice[]
  days: DayChoice[]
  radii: RadiusChoice[]
  members: MemberFacet[]
  prices: PriceFacet | null
}

type Asked = { filters: ListFilters; zone: string }

/** The choices of a list. Those of a kind ignore what is chosen of that kind, and have the choice itself even without posts. */
export async function facetsOf(platform: Platform, site: SiteId, { filters, zone }: Asked): Promise<Facets> {
  const row = siteRow(site)
  const sampled = sampler(platform, site, filters)
  const [topics, radii, members, prices, days] = await Promise.all([
    topicFacet(platform, row, sampled),
    filters.near === undefined ? [] : radiusFacet(filters, sampled),
    Promise.all(choicesOf(row).map(({ member }) => memberFacet(row, member, sampled))),
    row.money.length > 0 ? priceFacet(filters, sampled) : null,
    row.timed ? dayFacets(platform, site, { filters, zone }) : [],
  ])
  return { topics, radii, members, prices, days }
}

/** Posts that match all filters but those of some names. `more`: there are more of them. */
type Sample = { posts: ListedSample[]; more: boolean; isWithin(post: ListedSample, km: number): boolean }
type Sampled = { isWhole(...names: string[]): boolean; without(...names: string[]): Promise<Sample> }

/** Samples of a list: filters that leave the same posts share one. */
function sampler(platform: Platform, site: SiteId, filters: ListFilters): Sampled {
  const { db, dialect } = platform
  const around = filters.near !== undefined
  const samples = new Map<string, Promise<Sample>>()
  const left = (names: readonly string[]): ListFilters =>
    Object.fromEntries(Object.entries(filters).filter(([name]) => !['within_km', ...names].includes(name)))
  const sample = async (wider: ListFilters): Promise<Sample> => {
    const filter = await listFilter(platform, site, { ...wider, ...(around && { within_km: farthest }) })
    const posts = await samplePosts(db, dialect, filter, limits.postsSampled)
    const { near } = filter
    return {
      posts,
      more: posts.length === limits.postsSampled,
      isWithin: ({ point }, km) => !near || (point !== null && sphereKm(near.centre, point) <= km + roundingKm),
    }
  }
  const without = async (...names: string[]) => {
    const wider = left(names)
    const key = JSON.stringify(wider)
    const known = samples.get(key) ?? sample(wider)
    samples.set(key, known)
    return known
  }
  const { within_km: km = limits.nearKmDefault } = filters
  return {
    isWhole: (...names) => Object.keys(left(names)).length === 0,
    async without(...names) {
      const found = await without(...names)
      if (names.includes('within_km')) return found
      return { ...found, posts: found.posts.filter(post => found.isWithin(post, km)) }
    },
  }
}

const farthest = Math.max(...limits.nearKmOffered)
const roundingKm = 1e-6

async function topicFacet({ db }: Platform, { id }: SiteRow, sampled: Sampled): Promise<TopicChoice[]> {
  if (sampled.isWhole('topic')) {
    const used = await mostUsedTags(db, { site: id, kind: 'topic', within: '' }, limits.topicsOffered)
    return used.map(({ name, posts }) => ({ topic: name, posts, more: false }))
  }
  const { posts, more } = await sampled.without('topic')
  const topics = mostFirst(countsBy(posts, post => valuesOfTag(post, 'topic')))
  return topics.slice(0, limits.topicsOffered).map(([topic, found]) => ({ topic, posts: found, more }))
}

async function radiusFacet({ within_km: chosen = limits.nearKmDefault }: ListFilters, sampled: Sampled) {
  const { posts, more, isWithin } = await sampled.without('within_km')
  const radii = limits.nearKmOffered.map(km => ({ km, posts: posts.filter(post => isWithin(post, km)).length, more }))
  // A wider circle with the same posts is no choice.
  return radii.filter(({ km, posts: found }, i) => km === chosen || found > (radii[i - 1]?.posts ?? 0))
}

async function memberFacet(row: SiteRow, member: string, sampled: Sampled): Promise<MemberFacet> {
  const { posts, more } = await sampled.without(member)
  const counts = countsBy(posts, post => valuesOfTag(post, member))
  return { member, values: valuesOf(row, member).map(value => ({ value, posts: counts.get(value) ?? 0, more })) }
}

async function priceFacet({ currency: chosen }: ListFilters, sampled: Sampled): Promise<PriceFacet | null> {
  const { posts, more } = await sampled.without('currency', 'price_max', 'order')
  const prices = posts.flatMap(({ price }) => price ?? [])
  const found = mostFirst(countsBy(prices, price => [price.currency]))
  const currency = chosen ?? found[0]?.[0]
  if (currency === undefined) return null
  const amounts = prices.filter(price => price.currency === currency)
  const currencies = found.slice(0, limits.currenciesOffered)
  return {
    currency,
    steps: stepsOf(amounts).map(step => ({ ...step, more })),
    currencies: currencies.map(([code, priced]) => ({ currency: code, posts: priced, more })),
  }
}

/** Steps of prices that part posts into groups of about the same size, and the step of what is free. */
function stepsOf(prices: readonly ListedPrice[]): { most: number; posts: number }[] {
  const upTo = priceSteps.map(most => ({ most, posts: prices.filter(price => isAtMost(price, most)).length }))
  const free = upTo.filter(({ most, posts }) => most === 0 && posts > 0)
  const shares = Array.from({ length: limits.priceStepsOffered }, (_, i) => (i + 1) / limits.priceStepsOffered)
  const parts = shares.flatMap(share => upTo.find(({ posts }) => posts > 0 && posts >= prices.length * share) ?? [])
  return [...new Set([...free, ...parts])]
}

function countsBy<Item>(items: readonly Item[], keysOf: (item: Item) => readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) for (const key of keysOf(item)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function mostFirst(counts: Map<string, number>): [key: string, posts: number][] {
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
}

/** The values of a tag of a post. */
function valuesOfTag({ tags }: ListedSample, name: string): string[] {
  return tags.flatMap(tag => (tag.startsWith(`${name}=`) ? [tag.slice(name.length + 1)] : []))
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
