// A few hundred listed posts in many scripts, series and places, the same in both databases, and a plain model of what lists and
// searches should find among them.
import { sql } from 'kysely'
import type { ListQuery } from '../../src/contract/operations/posts.ts'
import { listedPrice } from '../../src/domain/money/listed-price.ts'
import { isWithin, subdivisionsAround } from '../../src/domain/places/countries.ts'
import { indexTags, listingTags } from '../../src/domain/posts/publication.ts'
import { readDocument, type SearchedPost } from '../../src/domain/posts/standing-search.ts'
import { documentOf, type SearchDocument } from '../../src/domain/text/search-text.ts'
import { daysBetween } from '../../src/domain/times/days.ts'
import { insertAccount, newAccount } from '../../src/store/accounts/accounts.ts'
import { type Connection, dialectOf } from '../../src/store/database/dialect.ts'
import { addListings } from '../../src/store/lists/writes.ts'
import type { Platform } from '../../src/usecases/platform.ts'
import { databaseKinds, freshDatabase } from '../databases.ts'

export const dayMs = 86_400_000
export const worldNow = Date.UTC(2026, 10, 21, 12)

/** A word as people type it, its words in the index, and the word that it is a form of in a stemmed language. */
export type Unit = { typed: string; words: readonly string[]; form?: { of: string; in: Language } }
type Language = 'English' | 'Russian' | 'Arabic'

const plain = (...words: string[]): Unit[] => words.map(word => ({ typed: word, words: [word] }))
const english = (of: string, ...typed: string[]): Unit[] =>
  typed.map(word => ({ typed: word, words: [word.toLowerCase()], form: { of, in: 'English' } }))
const run = (text: string): Unit => ({ typed: text, words: [...text] })

/** Words that are easily confused, in scripts with and without spaces. */
export const vocabulary: readonly Unit[] = [
  ...plain('a', 'or', 'x', '12', '2026'),
  ...english('jazz', 'jazz'),
  ...english('jazzy', 'jazzy'),
  ...english('soup', 'soup', 'soups'),
  { typed: 'Soup’s', words: ['soups'], form: { of: 'soup', in: 'English' } },
  ...english('bake', 'baked', 'baking'),
  ...english('rail', 'rail'),
  ...english('railway', 'railway'),
  ...['the', 'and', 'not', 'near'].flatMap(word => english(word, word)),
  { typed: 'Café', words: ['cafe'], form: { of: 'cafe', in: 'English' } },
  { typed: 'NAÏVE', words: ['naive'], form: { of: 'naive', in: 'English' } },
  { typed: 'Straße', words: ['strasse'], form: { of: 'strasse', in: 'English' } },
  { typed: 'Łódź', words: ['lodz'], form: { of: 'lodz', in: 'English' } },
  { typed: 'O’Brien', words: ['obrien'], form: { of: 'obrien', in: 'English' } },
  { typed: 'Ｆｕｌｌ', words: ['full'], form: { of: 'full', in: 'English' } },
  { typed: 'İstanbul', words: ['istanbul'] },
  { typed: 'Ελλάς', words: ['ελλασ'] },
  { typed: 'Ёлка', words: ['елка'], form: { of: 'елка', in: 'Russian' } },
  { typed: 'Ёлки', words: ['елки'], form: { of: 'елка', in: 'Russian' } },
  { typed: 'شَمْس', words: ['شمس'], form: { of: 'شمس', in: 'Arabic' } },
  { typed: 'שָׁלוֹם', words: ['שלום'] },
  { typed: 'हिन्दी', words: ['हिन्दी'] },
  { typed: '한국어', words: ['한국어'] },
  { typed: 'so\u00adft', words: ['soft'], form: { of: 'soft', in: 'English' } },
  run('東京'),
  run('京都'),
  run('東'),
  run('ラーメン'),
  run('การ'),
]

const formOf = new Map(vocabulary.flatMap(({ words, form }) => (form ? [[words[0]!, form] as const] : [])))

/** Some states lie in others: Paris in the Île-de-France. */
const states: Record<string, string[]> = {
  DE: ['DE-BE', 'DE-BY'],
  FR: ['FR-IDF', 'FR-75C', 'FR-BRE'],
  NZ: ['NZ-AUK', 'NZ-WGN'],
}

/** The country of a city of this world. Each country has two cities. */
export const countryOf = (city: number) => Object.keys(states)[Math.floor((city - 1) / 2)] ?? ''
const citiesOf = (country: string) => [1, 2, 3, 4, 5, 6].filter(city => countryOf(city) === country)
const cityLookup = {
  byId: async (geonamesId: number) => ({ geonamesId, country: countryOf(geonamesId), state: null }),
}

export type WorldPost = {
  seq: number
  id: string
  title: readonly string[]
  topics: readonly (readonly string[])[]
  body: readonly string[]
  topicNames: readonly string[]
  country: string
  state: string | null
  city: number | null
  point: { lat: number; lon: number } | null
  /** The zone in which its days are counted. */
  zone: string
  times: { startsAt: number; endsAt: number }[]
  expiresAt: number
  /** In whole units of its currency. */
  price: { amount: number; currency: string } | null
}

export type World = {
  posts: readonly WorldPost[]
  /** The same posts as standing searches read them. */
  read: readonly SearchedPost[]
  stores: readonly Store[]
  close(): Promise<void>
}
export type Store = { kind: string; connection: Connection; platform: Platform }

/** Numbers from 0 to 1, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Makes the same posts in a fresh database of each kind. `now` is called at every request. */
export async function makeWorld(size: number, now: () => number): Promise<World> {
  const random = numbers(20261121)
  const chance = numbers(20261122)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const units = (least: number, most: number) =>
    Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, () => pick(vocabulary))
  const topicNames = ['jazz', 'live-music', 'soup', 'rail-travel', 'art']
  const made = Array.from({ length: size }, (_, i) => {
    const title = units(1, 5)
    const body = units(3, 25)
    const topics = [...new Set([pick(topicNames), pick(topicNames)])]
    const country = pick(['DE', 'FR', 'NZ'])
    const state = random() < 0.7 ? pick(states[country] ?? []) : null
    const point = random() < 0.8 ? somewhere(random) : null
    return {
      texts: { title: write(title, random), body: write(body, random), topics },
      post: {
        seq: i + 1,
        id: `p_world${i}`,
        title: title.flatMap(unit => unit.words),
        body: body.flatMap(unit => unit.words),
        topics: topics.map(topic => topic.split('-')),
        topicNames: topics,
        country,
        state,
        city: point && state ? pick(citiesOf(country)) : null,
        point,
        zone: pick(zones),
        ...timesFrom(random),
        price: priceFrom(chance),
      } satisfies WorldPost,
    }
  })
  const stores: Store[] = []
  for (const kind of databaseKinds) {
    const url = await freshDatabase(kind)
    const dialect = dialectOf(url)
    const connection = dialect.open(url, 'write')
    const { db } = connection
    await insertAccount(db, newAccount({ id: 'acct_w', name: 'w', email: 'w@mail.example', handle: 'www', now: 0 }))
    await sql`insert into api_keys (id, account_id, name, hash, ask_first, created_at) values ('key_w', 'acct_w', 'k', 'h', 0, 0)`.execute(
      db,
    )
    for (const { post } of made)
      await sql`insert into posts (id, site, account_id, key_id, latest_revision, shown_revision, version)
        values (${post.id}, 'events', 'acct_w', 'key_w', 'r', 'r', 0)`.execute(db)
    for (let i = 0; i < made.length; i += 100)
      await addListings(
        db,
        dialect,
        made.slice(i, i + 100).map(({ texts, post }) => {
          const { country, state, city, point, zone, times, expiresAt } = post
          const price = priceIn(post)
          const tags = tagsIn(post)
          return {
            document: documentIn({ texts, post }),
            row: {
              post_id: post.id,
              site: 'events',
              starts_at: times[0]!.startsAt,
              expires_at: expiresAt,
              changed_at: now(),
              area: city === null ? null : (state ?? country),
              tags,
              place: point,
              price,
              public_json: JSON.stringify({ id: post.id }),
              times: times.map(time => ({ ...time, days: daysBetween(zone, time.startsAt, time.endsAt) })),
            },
          }
        }),
      )
    stores.push({ kind, connection, platform: { db, dialect, now, places: cityLookup } as unknown as Platform })
  }
  return {
    posts: made.map(({ post }) => post),
    read: made.map(({ texts, post }) => readDocument(documentIn({ texts, post }), post.point, priceIn(post))),
    stores,
    async close() {
      for (const { connection } of stores) await connection.close()
    },
  }
}

const priceIn = ({ price }: WorldPost) => price && listedPrice(price)

function tagsIn({ topicNames, country, state, city }: WorldPost): string[] {
  const states = state ? subdivisionsAround(state) : []
  return listingTags({ topics: topicNames, country, states, city })
}

function documentIn({ texts, post }: { texts: Parameters<typeof documentOf>[0]; post: WorldPost }): SearchDocument {
  return documentOf(texts, indexTags(tagsIn(post), post.point, priceIn(post)))
}

/** A text from units, with spaces and punctuation between them, and letters in any case. */
function write(units: readonly Unit[], random: () => number): string {
  const between = [' ', ', ', ' – ', ' (', '! ', ' / ', '\n']
  return units
    .map(({ typed }, i) => (i > 0 ? between[Math.floor(random() * between.length)] : '') + inAnyCase(typed, random()))
    .join('')
}

/** Turkish dotless and dotted letters change with their case, so they are kept. */
function inAnyCase(typed: string, chance: number): string {
  if (/[İıßς]/.test(typed)) return typed
  return chance < 0.3 ? typed.toUpperCase() : chance < 0.6 ? typed.toLowerCase() : typed
}

/** Points all over the globe, many close together, at the poles and on both sides of 180°. */
function somewhere(random: () => number): { lat: number; lon: number } {
  const centres = [
    [52.52, 13.4],
    [-17.8, 179.99],
    [-16.5, -179.97],
    [89.9, 40],
    [-90, 0],
    [0, 0],
  ] as const
  const [lat, lon] = centres[Math.floor(random() * (centres.length + 1))] ?? [random() * 180 - 90, random() * 360 - 180]
  const spread = 10 ** (random() * 4 - 3)
  const clamp = (v: number, most: number) => Math.min(most, Math.max(-most, Math.round(v * 1e5) / 1e5))
  return { lat: clamp(lat + (random() - 0.5) * spread, 90), lon: clamp(lon + (random() - 0.5) * spread, 180) }
}

const zones = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati'] as const

/** The day of an instant in a zone as people write it. */
const dayIn = (zone: string, at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)

/** Single events and series, before, around and after now. Some overlap, some are over. */
function timesFrom(random: () => number): Pick<WorldPost, 'times' | 'expiresAt'> {
  const first = worldNow + Math.floor((random() - 0.4) * 60) * (dayMs / 2)
  const times = Array.from({ length: random() < 0.5 ? 1 : 2 + Math.floor(random() * 8) }, (_, i) => {
    const startsAt = first + i * (1 + Math.floor(random() * 3)) * dayMs + i
    return { startsAt, endsAt: startsAt + Math.ceil(random() * 60) * 3_600_000 }
  }).sort((a, b) => a.startsAt - b.startsAt)
  return { times, expiresAt: Math.max(...times.map(time => time.endsAt)) }
}

/** Few different prices, so that many are equal; some are between two steps, and some posts have none. */
function priceFrom(random: () => number): WorldPost['price'] {
  const currency = ['EUR', 'EUR', 'USD', 'JPY', 'KWD', null][Math.floor(random() * 6)] ?? null
  const amounts = currency === 'JPY' ? [0, 1, 500, 1_200, 98_000] : [0, 0.5, 1, 2, 12.1, 20, 20.01, 499.99, 1e12]
  return currency === null ? null : { amount: amounts[Math.floor(random() * amounts.length)]!, currency }
}

/** Great-circle distance in km, by the haversine formula. */
export function distanceKm(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const [p1, p2, dLat, dLon] = [a.lat, b.lat, b.lat - a.lat, b.lon - a.lon].map(v => (v * Math.PI) / 180) as [
    number,
    number,
    number,
    number,
  ]
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(p1) * Math.cos(p2) * Math.sin(dLon / 2) ** 2
  return 2 * 6_371.0088 * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The first occurrence that is not over and lies in the window; undefined without one. */
function nextIn(post: WorldPost, now: number, query: ListQuery): number | undefined {
  const [after, before] = [query.starts_after, query.starts_before].map(text => text && Date.parse(text))
  return post.times.find(
    ({ startsAt, endsAt }) =>
      endsAt > now &&
      (query.on_to === undefined || dayIn(post.zone, startsAt) <= query.on_to) &&
      (query.on_from === undefined || dayIn(post.zone, endsAt - 1) >= query.on_from) &&
      (!after || startsAt >= (after as number)) &&
      (!before || startsAt < (before as number)),
  )?.startsAt
}

/** The posts of a list at an instant, in order. */
export function listed(posts: readonly WorldPost[], now: number, query: ListQuery): WorldPost[] {
  const [lat = 0, lon = 0] = (query.near ?? '').split(',').map(Number)
  const found = posts.filter(
    post =>
      post.expiresAt > now &&
      (query.topic === undefined || post.topicNames.includes(query.topic)) &&
      (query.country === undefined || post.country === query.country) &&
      (query.state === undefined || (post.state !== null && isWithin(post.state, query.state))) &&
      (query.city === undefined || post.city === query.city) &&
      ([query.starts_after, query.starts_before, query.on_from, query.on_to].every(given => given === undefined) ||
        nextIn(post, now, query) !== undefined) &&
      (query.near === undefined ||
        (post.point !== null && distanceKm(post.point, { lat, lon }) <= (query.within_km ?? 50))) &&
      (query.currency === undefined ||
        (post.price !== null &&
          post.price.currency === query.currency &&
          post.price.amount >= (query.price_min ?? 0) &&
          post.price.amount <= (query.price_max ?? Number.POSITIVE_INFINITY))),
  )
  const asked = (post: WorldPost) => post.price?.amount ?? 0
  if (query.order === 'cheapest') return found.sort((a, b) => asked(a) - asked(b) || a.seq - b.seq)
  if (query.order === 'dearest') return found.sort((a, b) => asked(b) - asked(a) || b.seq - a.seq)
  const start = (post: WorldPost) => nextIn(post, now, query) ?? 0
  return query.order === 'soonest'
    ? found.sort((a, b) => start(a) - start(b) || a.seq - b.seq)
    : found.sort((a, b) => b.seq - a.seq)
}

/** The meaning of one term of a query. `within`: each word at most so many words from the next. */
export type Asked = { units: readonly Unit[]; prefix: boolean; quoted?: boolean; within?: number }
/** The meaning of one part of a query: all terms of an alternative, or none of them. */
export type AskedClause = { any: readonly (readonly Asked[])[]; not: boolean }

type Columns = Pick<WorldPost, 'title' | 'topics' | 'body'>

function standsIn(words: readonly string[], wanted: readonly string[], prefix: boolean): boolean {
  const text = ` ${words.join(' ')} `
  return text.includes(` ${wanted.join(' ')}${prefix ? '' : ' '}`)
}

/** Whether each wanted word has the next one near it, before or after. */
function standsNear(words: readonly string[], wanted: readonly string[], within: number): boolean {
  return wanted.slice(1).every((word, i) => {
    const before = wanted[i]
    return words.some(
      (one, at) => one === before && words.some((other, there) => other === word && Math.abs(at - there) <= within),
    )
  })
}

function places({ units, prefix, within }: Asked, { title, topics, body }: Columns) {
  const words = units.flatMap(unit => unit.words)
  if (within !== undefined) {
    const near = (column: readonly string[]) => standsNear(column, words, within)
    return { title: near(title), topics: near(topics.flatMap(topic => [...topic, '·'])), body: near(body) }
  }
  return {
    title: standsIn(title, words, prefix),
    topics: topics.some(topic => standsIn(topic, words, prefix)),
    body: standsIn(body, words, prefix),
  }
}

/** The language in which a post is stemmed: that of most of its words by their letters. */
function languageOf({ title, topics, body }: Columns): Language | null {
  const words = [...title, ...topics.flat(), ...body]
  const counts = (
    [
      ['English', /^\p{Script=Latin}+$/u],
      ['Russian', /^\p{Script=Cyrillic}+$/u],
      ['Arabic', /^\p{Script=Arabic}+$/u],
    ] as const
  ).map(([language, letters]) => ({
    language,
    count: words.filter(word => letters.test(word)).length,
    first: words.findIndex(word => letters.test(word)),
  }))
  const [most] = counts.sort((a, b) => b.count - a.count || a.first - b.first)
  return most && most.count > 0 ? most.language : null
}

/** A post in which each word of its language is replaced by the first form of the word. */
function inFirstForms({ title, topics, body }: Columns, language: Language | null): Columns {
  const first = (word: string) => (formOf.get(word)?.in === language ? formOf.get(word)!.of : word)
  return { title: title.map(first), topics: topics.map(topic => topic.map(first)), body: body.map(first) }
}

/** Whether a part matches any form of its word. */
function isLoose({ units: [unit, ...more], prefix, quoted }: Asked): boolean {
  return !prefix && !quoted && more.length === 0 && unit?.form !== undefined
}

/** The posts that a search finds, in order, by the rules of docs/search.md. */
export function searched(
  posts: readonly WorldPost[],
  asked: readonly AskedClause[],
  now: number,
  query: ListQuery,
): WorldPost[] {
  const isIn = (part: Asked, post: Columns) => Object.values(places(part, post)).some(Boolean)
  const firstForms = (post: WorldPost) => inFirstForms(post, languageOf(post))
  const loosely = (part: Asked, post: WorldPost): Asked =>
    isLoose(part) && part.units[0]?.form?.in === languageOf(post)
      ? { ...part, units: [{ typed: '', words: [part.units[0]!.form!.of] }] }
      : part
  const inAnyForm = (part: Asked, post: WorldPost) =>
    isIn(part, post) || (isLoose(part) && isIn(loosely(part, post), firstForms(post)))
  const holds = ({ any }: AskedClause, test: (part: Asked) => boolean) => any.some(parts => parts.every(test))
  const found = listed(posts, now, query).filter(post =>
    asked.every(clause => holds(clause, part => inAnyForm(part, post)) !== clause.not),
  )
  if (query.order) return found
  const wanted = asked.filter(({ not }) => !not)
  const score = (post: Columns, clauses: readonly AskedClause[]): [number, number] => {
    const where = clauses.map(clause => ({
      title: holds(clause, part => places(part, post).title),
      topics: holds(clause, part => places(part, post).topics),
    }))
    const points = where.reduce((sum, { title, topics }) => sum + (title ? 4 : 0) + (topics ? 2 : 0), 0)
    if (clauses.length === 0 || !where.every(({ title }) => title)) return [0, points]
    return [titleLevel(post.title, clauses), points]
  }
  const hasLoose = ({ any }: AskedClause) => any.some(parts => parts.some(isLoose))
  const scores = new Map(
    found.map(post => {
      const isExact = wanted.every(clause => holds(clause, part => isIn(part, post)))
      if (isExact) return [post, [1, ...score(post, wanted)]]
      const loose = wanted
        .filter(hasLoose)
        .map(({ any, not }) => ({ any: any.map(parts => parts.map(part => loosely(part, post))), not }))
      const [level, points] = score(firstForms(post), loose)
      const [more, morePoints] = score(
        post,
        wanted.filter(clause => !hasLoose(clause)),
      )
      return [post, [0, level + more, points + morePoints]]
    }),
  )
  return found.sort((a, b) => {
    const [of, other] = [scores.get(a)!, scores.get(b)!]
    const at = of.findIndex((value, i) => value !== other[i])
    return at < 0 ? b.seq - a.seq : other[at]! - of[at]!
  })
}

/** 3: the title is the query. 2: the title has the query as a phrase of two words or more. 1: the title has every part. */
function titleLevel(title: readonly string[], wanted: readonly AskedClause[]): number {
  const ways = wanted.reduce<Asked[][]>(
    (ways, { any }) => ways.flatMap(way => any.map(parts => [...way, ...parts])),
    [[]],
  )
  const steps = ways.map(parts =>
    parts.flatMap(({ units, prefix }) => {
      const words = units.flatMap(unit => unit.words)
      return words.map((word, i) => ({ word, open: prefix && i === words.length - 1 }))
    }),
  )
  const fitting = steps.filter(way =>
    title.some((_, at) =>
      way.every(({ word, open }, i) => (open ? (title[at + i] ?? '').startsWith(word) : title[at + i] === word)),
    ),
  )
  if (fitting.some(way => way.length === title.length)) return 3
  return fitting.length > 0 && steps.every(way => way.length > 1) ? 2 : 1
}
