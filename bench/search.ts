// Measures, in one run and as ratios, what lists and searches cost against a plain list, on both databases, and how the cost
// grows from a tenth of the posts to all of them. Run with: node bench/search.ts (BENCH_POSTS, default 100000)
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openPlatform } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { browsePosts, type ListQuery, searchPosts } from '../src/usecases/lists/browse-posts.ts'
import type { Platform } from '../src/usecases/platform.ts'
import { startDatabaseServer } from '../test/databases.ts'
import { type Environment, runCommand } from '../test/e2e/process.ts'
import { quietLog } from '../test/harness.ts'

const posts = Number(process.env.BENCH_POSTS ?? 100_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 15)

const lists: Record<string, ListQuery> = {
  'list, plain': {},
  'list, topic': { topic: 'jazz' },
  'list, country': { country: 'US' },
  'list, country and topic': { country: 'US', topic: 'jazz' },
  'list, city': { city: 2950159 },
  'list, 50 km around a point': { near: '52.52,13.405', within_km: 50 },
  'list, 500 km around a point': { near: '40.7,-74', within_km: 500 },
  'list, nothing near': { near: '-60,-120', within_km: 500 },
  'list, starts in a week': { starts_after: '2027-02-01T00:00:00Z', starts_before: '2027-02-08T00:00:00Z' },
  'soonest, plain': { order: 'soonest' },
  'soonest, topic': { order: 'soonest', topic: 'jazz' },
  'soonest, country': { order: 'soonest', country: 'US' },
  'soonest, 50 km around a point': { order: 'soonest', near: '52.52,13.405', within_km: 50 },
  'soonest, from a day on': { order: 'soonest', starts_after: '2027-02-01T00:00:00Z' },
}
const searches: Record<string, ListQuery & { q: string }> = {
  'search, a word of every post': { q: 'the' },
  'search, two common words': { q: 'the evening' },
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
  'search, 100 words': { q: 'the '.repeat(50) },
}

type Times = Record<string, number>

const folder = mkdtempSync(join(tmpdir(), 'handbill-bench-'))
const server = await startDatabaseServer()
try {
  const results: Record<string, { small: Times; large: Times }> = {}
  for (const [name, url] of [
    ['SQLite', `sqlite:${join(folder, 'bench.db')}`],
    ['PostgreSQL', `${server.url}/postgres`],
  ] as const) {
    const env: Environment = { DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
    const small = await measureWith(env, posts / 10)
    results[name] = { small, large: await measureWith(env, posts - posts / 10) }
  }
  print(results)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measureWith(env: Environment, more: number): Promise<Times> {
  const seeded = await runCommand(env, ['seed', '--posts', String(more)])
  if (seeded.status !== 0) throw new Error(seeded.stderr)
  const config = readConfig(env)
  const open = await openPlatform(config, Buffer.alloc(32, 7), quietLog)
  await open.ready
  try {
    // A server does this by itself a minute after so many rows have come.
    if (!open.platform.dialect.singleWriter) await sql`analyze`.execute(open.platform.db)
    return await measure(open.platform)
  } finally {
    await open.close()
  }
}

/** Medians in milliseconds; the queries take turns, so that a busy machine slows all of them. */
async function measure(platform: Platform): Promise<Times> {
  const asked: [string, () => Promise<unknown>][] = [
    ...Object.entries(lists).map(([name, query]) => [name, () => browsePosts(platform, 'events', query)] as const),
    ...Object.entries(searches).map(([name, query]) => [name, () => searchPosts(platform, 'events', query)] as const),
  ].map(([name, run]) => [name, run])
  const times = new Map<string, number[]>(asked.map(([name]) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of asked) {
      const begun = performance.now()
      await run()
      times.get(name)?.push(performance.now() - begun)
    }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)]))
}

function print(results: Record<string, { small: Times; large: Times }>): void {
  const names = Object.keys(results)
  const plain = (name: string) => results[name]?.large['list, plain'] ?? 1
  const rows = [...Object.keys(lists), ...Object.keys(searches)].map(query => {
    const cells = names.map(name => {
      const { small = {}, large = {} } = results[name] ?? {}
      const ms = large[query] ?? 0
      return `${ms.toFixed(2)} ms | ${(ms / plain(name)).toFixed(1)} | ${(ms / (small[query] ?? 1)).toFixed(1)}`
    })
    return `| ${query} | ${cells.join(' | ')} |`
  })
  const head = names.map(name => `${name}, ${posts} posts | against plain | growth from a tenth`)
  process.stdout.write(`| | ${head.join(' | ')} |\n|---|${'---|'.repeat(names.length * 3)}\n${rows.join('\n')}\n`)
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
