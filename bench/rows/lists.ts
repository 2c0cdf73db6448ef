// Uncached lists: each request filters by a time that no earlier request had, so that no answer comes from the cache. The filter
// passes every post, and its cost is part of the figure.
import { type Bench, forEach, prepareEach, type Row } from '../harness/bench.ts'
import { startServer } from '../harness/checkout.ts'
import { type Figure, interleaved, milliseconds } from '../harness/figures.ts'
import { copyOf } from '../harness/filled.ts'
import { drive, type Request } from '../harness/wrk.ts'

const connections = 16
const mostPerSecond = 6_000
/** A time after the start of every synthetic post. */
const afterAll = Date.UTC(2032, 0, 1)

const lists = [
  ['by place (country and state)', 'country=DE&state=DE-BE'],
  ['by topic', 'topic=music'],
  ['near a point', 'near=52.52,13.405&within_km=50'],
  ['newest', ''],
  ['soonest', 'order=soonest'],
] as const

export const listsRow: Row = { name: 'lists', run }

async function run(bench: Bench): Promise<Figure[]> {
  const servers = await prepareEach(bench, async checkout => {
    const filled = await bench.filled(checkout, bench.many)
    return startServer(bench.stage, checkout, { ...copyOf(bench.stage, filled), ROLE: 'api' })
  })
  let asked = 0
  const fresh = (query: string, count: number): Request[] =>
    Array.from({ length: count }, () => {
      const before = new Date(afterAll + asked++ * 1_000).toISOString().replace('.000', '')
      return { path: `/v1/posts?${query}${query && '&'}starts_before=${before}` }
    })
  const figures: Figure[] = []
  for (const [what, query] of lists) {
    const sides = await forEach(bench, async ({ name }) => {
      const measure = async (seconds: number) => {
        const requests = fresh(query, seconds * mostPerSecond)
        return (await drive(bench.stage, servers[name]!, { connections, seconds, requests, repeat: false })).cpuMicros
      }
      await measure(1)
      return () => measure(bench.seconds(2))
    })
    const measured = await interleaved<'old' | 'new', number>(bench.rounds, sides)
    figures.push({
      what: `uncached list ${what}, ${bench.many} posts: CPU`,
      old: measured.old?.map(micros => micros / 1_000) ?? null,
      new: measured.new.map(micros => micros / 1_000),
      write: milliseconds,
      aim: query.startsWith('country') || query.startsWith('near') ? '≤ 1 ms' : '',
    })
  }
  await Promise.all([servers.old?.stop(), servers.new.stop()])
  return figures
}
