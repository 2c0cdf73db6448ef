// Lists and searches: both databases and a plain model in memory return the same posts in the same order.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Scope } from '../../src/actions/scope.ts'
import { sweep } from '../../src/actions/sweep.ts'
import type { ListQuery } from '../../src/contract/operations/posts.ts'
import { Problem } from '../../src/contract/problems/problem.ts'
import { fileBy, meets, wants } from '../../src/domain/posts/standing-search.ts'
import { parseQuery } from '../../src/domain/text/search-text.ts'
import type { Db } from '../../src/store/database/schema.ts'
import { type ListedPost, type ListPage, listPage } from '../../src/store/lists/list-pages.ts'
import { browsePosts } from '../../src/usecases/lists/browse-posts.ts'
import { listFilter } from '../../src/usecases/lists/list-filter.ts'
import { type SearchPage, type SearchPosition, searchPage } from '../../src/usecases/lists/search-posts.ts'
import { readStanding } from '../../src/usecases/lists/standing-searches.ts'
import type { Platform } from '../../src/usecases/platform.ts'
import {
  type Asked,
  type AskedClause,
  countryOf,
  dayMs,
  distanceKm,
  listed,
  makeWorld,
  searched,
  type Unit,
  vocabulary,
  type World,
  worldNow,
} from './listed-world.ts'

/** The first page of a search. */
const searchPosts = async (platform: Platform, site: 'events', query: ListQuery & { q?: string }) =>
  (await searchPage(platform, site, query, null)).items

const seed = 20_261_121
const size = 400

const unit = fc.constantFrom(...vocabulary)
// OR is an operator where it is written so.
const inCase = (typed: string, how: number) =>
  how === 0 || typed === 'or' || /[İıßς]/.test(typed) ? typed : how === 1 ? typed.toUpperCase() : typed.toLowerCase()

const quoting = fc.constantFrom('""', '“”')
type Part = { typed: string; asked: AskedClause[] }
const clauseOf = (term: Asked, not = false): AskedClause => ({ any: [[term]], not })

/** A word in any of its forms. */
const word = fc.record({ unit, how: fc.nat(2) }).map(({ unit, how }) => {
  return { typed: inCase(unit.typed, how), term: { units: [unit], prefix: false } as Asked }
})
/** A term without other forms: a phrase, words near each other, a prefix. */
const strict = fc.oneof(
  fc
    .record({ units: fc.array(unit, { minLength: 1, maxLength: 3 }), how: fc.nat(2), quotes: quoting })
    .map(({ units, how, quotes }) => ({
      typed: `${quotes[0]}${units.map(u => inCase(u.typed, how)).join(' ')}${quotes[1]}`,
      term: { units, prefix: false, quoted: true } as Asked,
    })),
  fc
    .record({
      units: fc.uniqueArray(fc.constantFrom(...vocabulary.filter(({ words }) => words.length === 1)), {
        minLength: 2,
        maxLength: 3,
        selector: ({ words }) => words[0],
      }),
      within: fc.integer({ min: 1, max: 20 }),
    })
    .map(({ units, within }) => ({
      typed: `"${units.map(u => u.typed).join(' ')}"~${within}`,
      term: { units, prefix: false, quoted: true, within } as Asked,
    })),
  fc.record({ unit, how: fc.nat(2) }).map(({ unit, how }) => ({
    typed: `${inCase(unit.typed, how)}*`,
    term: { units: [unit], prefix: true } as Asked,
  })),
)

/** A part of a query, as typed and as meant. */
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ each: fc.oneof(word, strict), not: fc.boolean() }).map(({ each: { typed, term }, not }) => ({
    typed: `${not ? '-' : ''}${typed}`,
    asked: [clauseOf(term, not)],
  })),
  fc.oneof(fc.tuple(word, word), fc.tuple(strict, strict)).map(terms => ({
    typed: terms.map(({ typed }) => typed).join(' OR '),
    asked: [{ any: terms.map(({ term }) => [term]), not: false }],
  })),
  // Words with punctuation between them and no space count as separate words.
  fc
    .record({
      units: fc.array(unit, { minLength: 2, maxLength: 2 }),
      mark: fc.constantFrom(',', '/', ':', '(', '&', '|', '!', '@'),
    })
    .map(({ units, mark }) => ({
      typed: units.map(u => u.typed).join(mark),
      asked: units.map((u: Unit) => clauseOf({ units: [u], prefix: false })),
    })),
)

const dayAfter = (days: number) => new Date(worldNow + days * dayMs).toISOString().slice(0, 10)

const anyFilters: fc.Arbitrary<ListQuery> = fc.record(
  {
    topic: fc.constantFrom('jazz', 'live-music', 'soup', 'rail-travel', 'art', 'nothing-here'),
    country: fc.constantFrom('DE', 'FR', 'NZ', 'US'),
    state: fc.constantFrom('DE-BE', 'FR-IDF', 'FR-75C', 'NZ-AUK'),
    city: fc.integer({ min: 1, max: 6 }),
    near: fc.constantFrom('52.52,13.4', '-17.8,179.995', '-16.5,-180', '90,0', '-89.99,120', '0,0', '12.5,-30.25'),
    order: fc.constantFrom('newest' as const, 'soonest' as const),
    starts_after: fc.integer({ min: -10, max: 30 }).map(days => new Date(worldNow + days * dayMs).toISOString()),
    starts_before: fc.integer({ min: -5, max: 40 }).map(days => new Date(worldNow + days * dayMs).toISOString()),
    on_from: fc.integer({ min: -10, max: 30 }).map(dayAfter),
    on_to: fc.integer({ min: -5, max: 40 }).map(dayAfter),
  },
  { requiredKeys: [] },
)
// A state or a city of another country is refused, and so is a range that ends before it begins.
const filters = anyFilters.filter(({ country, state, city, ...times }) => {
  if (times.starts_after && times.starts_before && times.starts_after >= times.starts_before) return false
  if (times.on_from && times.on_to && times.on_from > times.on_to) return false
  const countries = [country, state?.slice(0, 2), city === undefined ? undefined : countryOf(Number(city))]
  return new Set(countries.filter(Boolean)).size < 2
})
const one = fc.constantFrom<(keyof ListQuery)[]>(
  ['near'],
  ['near', 'order'],
  ['near', 'country'],
  ['topic'],
  ['topic', 'order'],
  ['starts_after', 'order'],
  ['starts_after', 'starts_before'],
  ['on_from', 'on_to'],
  ['on_from', 'order', 'near'],
  ['on_to', 'order'],
)
/** All filters at once seldom leave a post, so one or two filters are as frequent. */
const someFilters = fc.oneof(
  filters,
  fc
    .tuple(filters, one)
    .map(([query, names]) =>
      Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name as keyof ListQuery))),
    ) as typeof filters,
)
const withinKm = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.constantFrom(1, 2, 8, 32, 128, 500, 499.5))

describe('lists and searches on both databases', () => {
  let world: World
  let now = worldNow
  before(async () => {
    world = await makeWorld(size, () => now)
  })
  after(() => world.close())

  const idsOf = (items: readonly string[]) => items.map(item => (JSON.parse(item) as { id: string }).id)
  const expected = (posts: readonly { id: string }[]) => posts.map(post => post.id)
  const narrowed = fc
    .record({ query: someFilters, km: withinKm })
    .map(({ query, km }) => (query.near && query.country !== 'NZ' ? { ...query, within_km: km } : query))

  test('searches on both databases find the posts that a query means, best first, ties newest first', async () => {
    const queries = fc.record({
      parts: fc.array(part, { minLength: 1, maxLength: 4 }),
      order: fc.constantFrom(undefined, undefined, 'newest' as const, 'soonest' as const),
      // A short page has the best of many matches, of which only some are read.
      limit: fc.constantFrom(50, 50, 50, 2),
    })
    let found = 0
    await fc.assert(
      fc.asyncProperty(queries, async ({ parts, order, limit }) => {
        const q = parts.map(({ typed }) => typed).join(' ')
        const query: ListQuery = { limit, ...(order && { order }) }
        const should = expected(
          searched(
            world.posts,
            parts.flatMap(({ asked }) => asked),
            now,
            query,
          ),
        ).slice(0, limit)
        found += should.length
        for (const { kind, platform } of world.stores)
          assert.deepEqual(idsOf(await searchPosts(platform, 'events', { ...query, q })), should, `${kind}: ${q}`)
      }),
      { seed, numRuns: 300 },
    )
    assert.ok(found > 2_500, `the queries find posts: ${found}`)
  })

  test('a walk through the pages of a search on both databases is the whole search, in every order', async () => {
    const queries = fc.record({
      parts: fc.array(part, { minLength: 1, maxLength: 2 }),
      order: fc.constantFrom(undefined, undefined, 'newest' as const, 'soonest' as const),
      limit: fc.integer({ min: 1, max: 40 }),
    })
    let walks = 0
    await fc.assert(
      fc.asyncProperty(queries, async ({ parts, order, limit }) => {
        const q = parts.map(({ typed }) => typed).join(' ')
        const query: ListQuery = { limit, ...(order && { order }) }
        const asked = parts.flatMap(({ asked }) => asked)
        const should = expected(searched(world.posts, asked, now, query))
        for (const { kind, platform } of world.stores) {
          const seen: string[] = []
          let after: SearchPosition | null = null
          do {
            const page: SearchPage = await searchPage(platform, 'events', { ...query, q }, after)
            assert.ok(page.items.length <= limit && !page.bounded)
            seen.push(...idsOf(page.items))
            after = page.next
            if (after) walks++
          } while (after)
          assert.deepEqual(seen, should, `${kind}: ${q}`)
        }
      }),
      { seed, numRuns: 120 },
    )
    assert.ok(walks > 200, `the walks have pages: ${walks}`)
  })

  test('searches on both databases combine words and filters', async () => {
    await fc.assert(
      fc.asyncProperty(part, narrowed, async ({ typed, asked }, query) => {
        const should = expected(searched(world.posts, asked, now, query)).slice(0, 50)
        for (const { kind, platform } of world.stores)
          assert.deepEqual(
            idsOf(await searchPosts(platform, 'events', { ...query, q: typed, limit: 50 })),
            should,
            `${kind}: ${typed} ${JSON.stringify(query)}`,
          )
      }),
      { seed, numRuns: 150 },
    )
  })

  test('a search that stands wants exactly the posts that the search finds on both databases, and each has the anchors of every filing', async () => {
    const amount = fc.constantFrom(0, 1, 12.1, 20, 500, 98_000)
    const priced = fc.record({ currency: fc.constantFrom('EUR', 'JPY'), price_max: amount })
    const standing = fc.record({
      parts: fc.array(part, { maxLength: 3 }),
      narrow: fc.oneof(fc.constant({}), narrowed),
      prices: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: priced }),
    })
    let found = 0
    await fc.assert(
      fc.asyncProperty(standing, async ({ parts, narrow, prices }) => {
        const {
          starts_after: _,
          starts_before: __,
          on_from: ___,
          on_to: ____,
          order: _____,
          ...filters
        } = narrow as ListQuery
        const q = parts.map(({ typed }) => typed).join(' ')
        const query = { ...filters, ...prices, ...(q !== '' && { q }) }
        const { wanted, filings } = await readStanding(world.stores[0]!.platform, 'events', query)
        const wanting = world.posts.flatMap((post, i) =>
          post.expiresAt > now && wants(wanted, world.read[i]!) ? [{ post, read: world.read[i]! }] : [],
        )
        const should = expected(wanting.map(({ post }) => post)).reverse()
        found += should.length
        for (const { kind, platform } of world.stores) {
          const sought = await searchPosts(platform, 'events', { ...query, order: 'newest', limit: size })
          assert.deepEqual(idsOf(sought), should, `${kind}: ${JSON.stringify(query)}`)
        }
        for (const { read } of wanting)
          for (const filing of [...filings, undefined]) {
            const { keys, needs } = fileBy(filing, filings)
            assert.ok(
              keys.some(key => read.keys.has(key) || read.beginnings.has(key)) && meets(needs, read.anchors),
              `${JSON.stringify(query)} is filed under ${keys}`,
            )
          }
      }),
      { seed, numRuns: 250 },
    )
    assert.ok(found > 2_500, `the searches want posts: ${found}`)
  })

  test('lists on both databases combine filters, in both orders, over all pages', async () => {
    const reached = { near: 0, window: 0, soonest: 0 }
    await fc.assert(
      fc.asyncProperty(narrowed, fc.integer({ min: 3, max: 50 }), async (query, limit) => {
        const should = expected(listed(world.posts, now, query))
        if (should.length > 0 && query.near) reached.near++
        if (should.length > 0 && query.starts_after) reached.window++
        if (should.length > 0 && query.order === 'soonest') reached.soonest++
        for (const { kind, platform } of world.stores) {
          const seen: string[] = []
          for (let cursor: string | null | undefined; cursor !== null; ) {
            const page = await browsePosts(platform, 'events', { ...query, limit, ...(cursor && { cursor }) })
            seen.push(...idsOf(page.items))
            cursor = page.nextCursor
          }
          assert.deepEqual(seen, should, `${kind}: ${JSON.stringify(query)}`)
        }
      }),
      { seed, numRuns: 120 },
    )
    for (const [what, times] of Object.entries(reached))
      assert.ok(times > 5, `${what} was asked with an answer ${times} times`)
  })

  test('lists and searches on both databases have the prices of one currency, in their order, over all pages and by any index', async () => {
    const amount = fc.constantFrom(0, 0.5, 1, 2, 12.1, 12.2, 20, 20.005, 500, 98_000, 1e12)
    const priced = fc.record({
      currency: fc.constantFrom('EUR', 'EUR', 'JPY', 'KWD', 'GBP'),
      bounds: fc.array(amount, { maxLength: 2 }).map(found => found.sort((a, b) => a - b)),
      order: fc.constantFrom('cheapest' as const, 'dearest' as const, 'newest' as const),
    })
    const reach = fc.record({ posts: fc.nat(60), occurrences: fc.nat(120), few: fc.nat(40) })
    let found = 0
    await fc.assert(
      fc.asyncProperty(narrowed, priced, reach, async ({ order: _, ...narrow }, { currency, bounds, order }, reach) => {
        const [price_min, price_max] = bounds
        const prices = {
          currency,
          ...(price_min !== undefined && { price_min }),
          ...(price_max !== undefined && { price_max }),
        }
        const query: ListQuery = { ...narrow, ...prices, order }
        const should = expected(listed(world.posts, now, query))
        found += should.length
        const filter = await listFilter(world.stores[0]!.platform, 'events', query)
        for (const { kind, platform } of world.stores) {
          const seen: string[] = []
          for (let after: ListedPost | null | undefined = null; after !== undefined; ) {
            const page: ListPage = { order, after, limit: 7 }
            const posts: ListedPost[] = await listPage(platform.db, platform.dialect, filter, page, reach)
            seen.push(...idsOf(posts.map(({ json }) => json)))
            after = posts.at(-1)
          }
          assert.deepEqual(seen, should, `${kind}: ${JSON.stringify({ query, reach })}`)
          const first = (await browsePosts(platform, 'events', { ...query, limit: 5 })).items
          const sought = (await searchPage(platform, 'events', { ...query, limit: 5 }, null)).items
          assert.deepEqual(idsOf(first), should.slice(0, 5), kind)
          assert.deepEqual(new Set(idsOf(sought)).size, Math.min(5, should.length), kind)
          if (order === 'newest') assert.deepEqual(idsOf(sought), should.slice(0, 5), kind)
        }
      }),
      { seed, numRuns: 120 },
    )
    assert.ok(found > 500, `${found} posts were found`)
  })

  test('lists by price on both databases are read from the index of prices, in its order, from any position', async () => {
    for (const order of ['cheapest', 'dearest'] as const)
      for (const after of [null, { seq: 5, startsAt: 1_210 }]) {
        const query: ListQuery = { currency: 'EUR', price_min: 1, price_max: 500, order }
        const filter = await listFilter(world.stores[0]!.platform, 'events', query)
        for (const { kind, platform } of world.stores) {
          const page = (db: Db) => listPage(db, platform.dialect, filter, { order, after, limit: 7 })
          const plan = await planOf(kind, platform.db, page)
          const inOrder = kind === 'SQLite' ? sortedByIndexSQLite : sortedByIndexPostgreSQL
          assert.match(plan, inOrder, plan)
        }
      }
  })

  test('lists on both databases are the same by whichever index they are found', async () => {
    const reach = fc.record({ posts: fc.nat(60), occurrences: fc.nat(120), few: fc.nat(40) })
    await fc.assert(
      fc.asyncProperty(narrowed, fc.integer({ min: 1, max: 30 }), reach, async (query, limit, reach) => {
        const should = expected(listed(world.posts, now, query)).slice(0, 3 * limit)
        const filter = await listFilter(world.stores[0]!.platform, 'events', query)
        for (const { kind, platform } of world.stores) {
          const seen: string[] = []
          for (let after: ListedPost | null | undefined = null; after !== undefined && seen.length < should.length; ) {
            const page: ListPage = { order: query.order ?? 'newest', after, limit }
            const found: ListedPost[] = await listPage(platform.db, platform.dialect, filter, page, reach)
            seen.push(...idsOf(found.map(({ json }) => json)))
            after = found.at(-1)
          }
          assert.deepEqual(seen.slice(0, should.length), should, `${kind}: ${JSON.stringify({ query, limit, reach })}`)
        }
      }),
      { seed, numRuns: 150 },
    )
  })

  test('lists on both databases find the posts within a distance of a point, across 180° and at the poles', async () => {
    const points = fc.oneof(
      fc.record({
        lat: fc.double({ min: -90, max: 90, noNaN: true }),
        lon: fc.double({ min: -180, max: 180, noNaN: true }),
      }),
      fc.record({
        lat: fc.constantFrom(90, -90, 89.95, -17.8, 0, 52.5),
        lon: fc.constantFrom(180, -180, 179.99, -179.99, 0, 13.41),
      }),
    )
    let hits = 0
    await fc.assert(
      fc.asyncProperty(points, withinKm, async ({ lat, lon }, km) => {
        const near = `${lat.toFixed(6)},${lon.toFixed(6)}`
        const at = { lat: Number(lat.toFixed(6)), lon: Number(lon.toFixed(6)) }
        // Both formulas round: a post within a millimetre of the border may be in or out.
        const border = world.posts.some(({ point }) => point && Math.abs(distanceKm(point, at) - km) < 1e-6)
        if (border) return
        const query: ListQuery = { near, within_km: km, limit: 50 }
        const should = expected(listed(world.posts, now, query)).slice(0, 50)
        hits += should.length
        for (const { kind, platform } of world.stores) {
          const { items } = await browsePosts(platform, 'events', query)
          assert.deepEqual(idsOf(items), should, `${kind}: ${near} ${km}`)
          for (const item of items) {
            const { id, distance_km: far } = JSON.parse(item) as { id: string; distance_km: number }
            const point = world.posts.find(post => post.id === id)?.point
            assert.ok(point && Math.abs(distanceKm(point, at) - far) < 0.0501, `${kind}: ${near} ${far}`)
          }
        }
      }),
      { seed, numRuns: 200 },
    )
    assert.ok(hits > 250, `the points find posts: ${hits}`)
  })

  test('a walk through the soonest posts returns each once while the clock moves and the sweep runs', async () => {
    const begun = now
    try {
      for (const { kind, platform, connection } of world.stores) {
        for (const limit of [5, 17]) {
          now = begun
          const atFirst = listed(world.posts, now, { order: 'soonest' })
          const seen: string[] = []
          for (let cursor: string | null | undefined; cursor !== null; ) {
            const page: { items: string[]; nextCursor: string | null } = await browsePosts(platform, 'events', {
              order: 'soonest',
              limit,
              ...(cursor && { cursor }),
            })
            seen.push(...idsOf(page.items))
            cursor = page.nextCursor
            now += 600_000
            const scope = { db: connection.db, dialect: platform.dialect, now, facts: { sites: [] }, signal() {} }
            await connection.db.transaction().execute(db => sweepOccurrences({ ...scope, db } as unknown as Scope))
          }
          assert.ok(now - begun > 2 * 3_600_000)
          assert.equal(new Set(seen).size, seen.length, `${kind}: no post comes twice`)
          const still = expected(atFirst.filter(post => post.expiresAt > now))
          assert.deepEqual(
            seen.filter(id => still.includes(id)),
            still,
            `${kind}: every post comes, in the order at the start of the walk`,
          )
        }
      }
    } finally {
      now = begun
    }
  })

  test('searches on both databases accept any query without an error, and return the same', async () => {
    const operators = [
      '"',
      "'",
      '-',
      '*',
      '(',
      ')',
      ':',
      '&',
      '|',
      '!',
      '<->',
      'AND',
      'OR',
      'NOT',
      'NEAR(',
      ' OR ',
      '"~',
      '~2',
      '"~3 ',
      '"a b"~99 ',
      '^',
      '{',
      '}',
      '\\',
      '·',
      '\u0000',
      '\ud800',
      '\udc00',
      '\u0301',
      '🎷',
      ' ',
      'title:',
      "';--",
      ':*',
      'jazz',
      '東',
    ]
    const hostile = fc.oneof(
      fc.array(fc.constantFrom(...operators), { maxLength: 60 }).map(all => all.join('')),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }).map(all => String.fromCharCode(...all)),
    )
    const inOrder = (items: string[]) => items.join()
    await fc.assert(
      fc.asyncProperty(hostile, async typed => {
        const q = [...typed].slice(0, 200).join('')
        const [first, second] = await Promise.all(
          world.stores.map(({ platform }) =>
            searchPosts(platform, 'events', { q, limit: 50 }).then(inOrder, error => {
              assert.ok(error instanceof Problem && parseQuery(q).length === 0, String(error))
              return error.message
            }),
          ),
        )
        assert.equal(first, second, JSON.stringify(q))
      }),
      { seed, numRuns: 400 },
    )
  })

  const each = (...forms: string[]) =>
    Array.from({ length: 16 / forms.length }, (_, i) =>
      forms.map(form => form.replace('x', 'abcdefgh'[i % 8] as string)),
    )
      .flat()
      .join(' ')

  test('searches accept the longest queries: 16 words, prefixes and exclusions, 64 words in phrases, and refuse longer ones', async () => {
    for (const q of [
      each('x'),
      each('x*'),
      each('-x'),
      `"${'東南西北'.repeat(4)}"`,
      '東南西北上下左右前後'.repeat(4),
      `"${each('x')} ${each('xy')}"`,
      `${'a OR '.repeat(3)}b`,
      'a* OR ab* '.repeat(2),
      '"a b"~20 '.repeat(4),
      `"${'a b '.repeat(4)}"~20`,
      '-"a b"~9 '.repeat(4),
      '𝔧'.repeat(200),
    ]) {
      assert.ok([...q].length <= 200)
      const answers = await Promise.all(
        world.stores.map(({ platform }) => searchPosts(platform, 'events', { q, limit: 50 })),
      )
      assert.deepEqual(answers[0], answers[1], q)
    }
    for (const q of ['a '.repeat(100), 'a* '.repeat(66), `"${'東'.repeat(190)}"`, 'a OR '.repeat(40)])
      for (const { platform } of world.stores)
        await assert.rejects(async () => searchPosts(platform, 'events', { q, limit: 50 }), { code: 'invalid' }, q)
  })
})

test('a search has the newest 1,000 that match, in every order on both databases, and says that they end there', async () => {
  const world = await makeWorld(1_700, () => worldNow)
  try {
    const all = listed(world.posts, worldNow, {})
    assert.ok(all.length > 1_000, `there are more posts than a search has: ${all.length}`)
    const newest = new Set(all.slice(0, 1_000).map(({ id }) => id))
    for (const { kind, platform } of world.stores)
      for (const asked of [{ limit: 50 }, { limit: 33, order: 'soonest' }, { limit: 50, q: '-zeppelin' }] as const) {
        const seen: string[] = []
        let page: SearchPage | undefined
        do {
          page = await searchPage(platform, 'events', asked, page?.next ?? null)
          seen.push(...page.items.map(item => (JSON.parse(item) as { id: string }).id))
          assert.equal(page.bounded, page.next === null)
        } while (page.next)
        assert.equal(seen.length, 1_000, kind)
        assert.deepEqual(new Set(seen), newest, `${kind}: ${JSON.stringify(asked)}`)
      }
  } finally {
    await world.close()
  }
})

/** The part of the sweep that lists depend on, on a store without an app. */
const sweepOccurrences = (scope: Scope) => sweep(scope, { limit: 0 })

test('a query that is written out and parsed again is the same query', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), typed => {
      for (const { words } of parseQuery(typed).flatMap(({ any }) => any.flat()))
        assert.deepEqual(parseQuery(`"${words.join(' ')}"`), [
          { any: [[{ words, prefix: false, within: null, stems: [] }]], not: false },
        ])
    }),
    { seed, numRuns: 3_000 },
  )
})

/** Plans of a page that comes from the index of prices without a sort of its posts; only the page is sorted. */
const sortedByIndexSQLite =
  /^(CO-ROUTINE|MATERIALIZE) page\nSEARCH listing USING INDEX listing_priced [^\n]*\nSCAN page\n/
const sortedByIndexPostgreSQL = /Limit [^\n]*\n *-> +Index Scan (Backward )?using listing_priced /

/** The plan of the query that a function sends. PostgreSQL reads a small table whole, unless it is told to use indexes. */
async function planOf(kind: string, db: Db, send: (db: Db) => Promise<unknown>): Promise<string> {
  const lines: string[] = []
  await db.transaction().execute(async tx => {
    if (kind !== 'SQLite')
      for (const way of ['seqscan', 'bitmapscan', 'sort']) await sql.raw(`set local enable_${way} = off`).execute(tx)
    await send(
      tx.withPlugin({
        transformQuery({ node }) {
          if (node.kind !== 'RawNode') return node
          const [first = '', ...others] = node.sqlFragments
          const explain = kind === 'SQLite' ? 'explain query plan' : 'explain'
          return { ...node, sqlFragments: [`${explain} ${first}`, ...others] }
        },
        async transformResult({ result }) {
          lines.push(...result.rows.map(row => String(row.detail ?? row['QUERY PLAN'])))
          return { ...result, rows: [] }
        },
      }),
    )
  })
  return lines.join('\n')
}
