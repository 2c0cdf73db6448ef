// Measures, in one run and as ratios, how the cost of lists and searches grows from 2,000 posts to many, and the cost in another
// tree. Run with: node bench/search.ts --posts 1000000 [--database PostgreSQL] [--against FOLDER_OF_ANOTHER_TREE]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ListQuery } from '../src/contract/operations/posts.ts'
import { startDatabaseServer } from '../test/databases.ts'
import { median } from './harness/figures.ts'
import { listedAt, loadTree, type Tree } from './listed-posts.ts'

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '100000' },
    database: { type: 'string', default: 'SQLite' },
    against: { type: 'string' },
    rounds: { type: 'string', default: '25' },
  },
})
const sizes = [2_000, Number(values.posts)]
const rounds = Number(values.rounds)

const inFebruary = { starts_after: '2027-02-01T00:00:00Z', starts_before: '2027-02-08T00:00:00Z' }
const onWeekend = { on_from: '2027-02-06', on_to: '2027-02-07' }
const californian = { country: 'US', state: 'US-CA' }
const aroundBerlin = { near: '52.52,13.405', within_km: 50 }
const lists: Record<string, ListQuery> = {
  'newest, plain': {},
  'newest, topic': { topic: 'jazz' },
  'newest, country and state': californian,
  'newest, country and topic': { country: 'US', topic: 'jazz' },
  'newest, city': { city: 2950159 },
  'newest, 50 km around a point': aroundBerlin,
  'newest, 500 km around a point': { near: '40.7,-74', within_km: 500 },
  'newest, nothing near': { near: '-60,-120', within_km: 500 },
  'newest, starts in a week': inFebruary,
  'newest, topic, starts in a week': { topic: 'jazz', ...inFebruary },
  'newest, on a weekend': onWeekend,
  'newest, topic, country and state, on a weekend': { topic: 'music', ...californian, ...onWeekend },
  'soonest, plain': { order: 'soonest' },
  'soonest, topic': { order: 'soonest', topic: 'jazz' },
  'soonest, country and state': { order: 'soonest', ...californian },
  'soonest, a state with few posts': { order: 'soonest', state: 'DE-BW' },
  'soonest, 50 km around a point': { order: 'soonest', ...aroundBerlin },
  'soonest, from a day on': { order: 'soonest', starts_after: inFebruary.starts_after },
  'soonest, state, starts in a week': { order: 'soonest', state: 'US-CA', ...inFebruary },
  'soonest, on a weekend': { order: 'soonest', ...onWeekend },
  'soonest, state, on a weekend': { order: 'soonest', state: 'US-CA', ...onWeekend },
  'soonest, topic, on a weekend': { order: 'soonest', topic: 'music', ...onWeekend },
  'soonest, topic, country and state, on a weekend': { order: 'soonest', topic: 'music', ...californian, ...onWeekend },
  'soonest, near a point, on a weekend': { order: 'soonest', ...aroundBerlin, ...onWeekend },
}
const searches: Record<string, ListQuery & { q: string }> = {
  'search, one common word': { q: 'the' },
  'search, two common words': { q: 'the evening' },
  'search, two words of fewer posts': { q: 'library session' },
  'search, three words': { q: 'the evening jazz' },
  'search, rare words': { q: 'translators weavers rooftop' },
  'search, no match': { q: 'zeppelin' },
  'search, phrase': { q: '"at the public library"' },
  'search, common phrase': { q: '"of the"' },
  'search, prefix': { q: 'water*' },
  'search, prefix of one letter': { q: 't*' },
  'search, exclusion only': { q: '-jazz' },
  'search, exclusion of a common word': { q: '-the' },
  'search, word and country': { q: 'evening', country: 'US' },
  'search, word near a point': { q: 'evening', near: '52.52,13.405' },
  'search, soonest': { q: 'evening', order: 'soonest' },
  'search, 50 words': { q: 'the '.repeat(50) },
}

type Times = Record<string, number>
type Side = { name: string; small: Opened; large: Opened }
type Opened = { tree: Tree; platform: Parameters<Tree['browse']['browsePosts']>[0]; close(): Promise<void> }

const folder = mkdtempSync(join(tmpdir(), 'handbill-bench-'))
const server = values.database === 'SQLite' ? null : await startDatabaseServer()
try {
  const trees = { now: resolve(import.meta.dirname, '..'), ...(values.against && { before: resolve(values.against) }) }
  const sides: Side[] = []
  for (const [name, path] of Object.entries(trees)) {
    const tree = await loadTree(path)
    const [small, large] = await Promise.all(sizes.map(posts => open(tree, name, posts)))
    if (small && large) sides.push({ name, small, large })
  }
  print(await measure(sides))
  for (const { small, large } of sides) await Promise.all([small.close(), large.close()])
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function open(tree: Tree, name: string, posts: number): Promise<Opened> {
  const url = server
    ? await freshDatabase(server.url, `${name}_${posts}`)
    : `sqlite:${join(folder, `${name}-${posts}.db`)}`
  await tree.fill(url, posts)
  const dialect = tree.dialect.dialectOf(url)
  const connection = dialect.open(url, 'read')
  const platform = { db: connection.db, dialect, now: () => listedAt } as Opened['platform']
  return { tree, platform, close: () => connection.close() }
}

async function freshDatabase(serverUrl: string, name: string): Promise<string> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: `${serverUrl}/postgres` })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return `${serverUrl}/${name}`
}

/** Milliseconds by side, size and query: medians. All measurements take turns, so that a busy machine slows all of them. */
async function measure(sides: readonly Side[]): Promise<Map<string, Times>> {
  const all = new Map<string, Map<string, number[]>>()
  for (let round = 0; round < rounds; round++)
    for (const [query, run] of asked())
      for (const side of sides)
        for (const size of ['small', 'large'] as const) {
          const times = all.get(`${side.name} ${size}`) ?? new Map<string, number[]>()
          all.set(`${side.name} ${size}`, times)
          times.set(query, [...(times.get(query) ?? []), await cost(() => run(side[size]))])
        }
  return new Map([...all].map(([key, times]) => [key, mediansOf(times)]))
}

function mediansOf(times: Map<string, number[]>): Times {
  return Object.fromEntries([...times].map(([query, values]) => [query, median(values)]))
}

function asked(): [string, (opened: Opened) => Promise<unknown>][] {
  return [
    ...Object.entries(lists).map(([name, query]): [string, (opened: Opened) => Promise<unknown>] => [
      name,
      ({ tree, platform }) => tree.browse.browsePosts(platform, 'events', query),
    ]),
    ...Object.entries(searches).map(([name, query]): [string, (opened: Opened) => Promise<unknown>] => [
      name,
      ({ tree, platform }) => tree.search(platform, 'events', query, null),
    ]),
  ]
}

/** The CPU time of this thread for a file, which is read on this thread; the elapsed time for a server. */
async function cost(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return server ? performance.now() - begun : (user + system) / 1000
}

function print(results: Map<string, Times>): void {
  const [small, large] = [results.get('now small') ?? {}, results.get('now large') ?? {}]
  const [beforeSmall, before] = [results.get('before small'), results.get('before large')]
  const ratio = (a: number | undefined, b: number | undefined) => (a && b ? (a / b).toFixed(1) : '')
  const [few, many] = sizes.map(size => size.toLocaleString('en'))
  const rows = Object.keys({ ...lists, ...searches }).map(query => [
    query,
    ...[small, large].map(times => `${times[query]?.toFixed(2)} ms`),
    ratio(large[query], small[query]),
    ...(before && beforeSmall
      ? [
          `${before[query]?.toFixed(2)} ms`,
          ratio(before[query], beforeSmall[query]),
          ratio(before[query], large[query]),
        ]
      : []),
  ])
  const head = [values.database, `${few} posts`, `${many} posts`, 'growth']
  if (before) head.push(`before, ${many} posts`, 'growth before', 'before against now')
  const lines = [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |\n`)
  process.stdout.write(lines.join(''))
}
