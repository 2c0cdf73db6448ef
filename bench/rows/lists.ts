// Uncached lists: each request filters by a time that no earlier request had, so that no answer comes from the cache. The filter
// passes every post, and its cost is part of the figure.
import { dayMs } from '../../src/contract/spans.ts'
import { writeDay } from '../../src/domain/times/days.ts'
import { type Bench, type Each, forEach, prepareEach, type Row } from '../harness/bench.ts'
import { type Checkout, type Server, startServer } from '../harness/checkout.ts'
import { type Figure, interleaved, milliseconds } from '../harness/figures.ts'
import { copyOf } from '../harness/filled.ts'
import { drive, type Request } from '../harness/wrk.ts'

const connections = 16
const mostPerSecond = 6_000
/** A time after the start of every synthetic post. */
const afterAll = Date.UTC(2032, 0, 1)

/** A weekend about two months after the start of the run: it has synthetic posts. */
const saturday = Math.ceil(Date.now() / dayMs / 7) * 7 + 9 * 7 + 2
const weekend = `on_from=${writeDay(saturday)}&on_to=${writeDay(saturday + 1)}`

const lists: readonly (readonly [what: string, query: string, aim: string])[] = [
  ['by place (country and state)', 'country=DE&state=DE-BE', '≤ 0.5 ms'],
  ['by topic', 'topic=music', ''],
  ['near a point', 'near=52.52,13.405&within_km=50', '≤ 0.7 ms'],
  ['by topic, place and days', `topic=music&country=DE&state=DE-BE&${weekend}`, '≤ 0.8 ms'],
  ['by topic, place and days, soonest', `topic=music&country=DE&state=DE-BE&${weekend}&order=soonest`, '≤ 0.8 ms'],
  ['by a large state and days, soonest', `state=US-CA&${weekend}&order=soonest`, ''],
  ['newest', '', ''],
  ['soonest', 'order=soonest', ''],
]

const load = (seconds: number) => ({ connections, seconds, repeat: false })

export const listsRow: Row = { name: 'lists', run }

/** The checkouts that answer a list: an older one may not have all its filters. */
async function knowing({ checkouts }: Bench, servers: Each<Server>, path: string): Promise<Checkout[]> {
  const answers = await Promise.all(checkouts.map(({ name }) => fetch(`${servers[name]!.origin}${path}`)))
  return checkouts.filter(({ name }, i) => name === 'new' || answers[i]!.ok)
}

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
  // What is measured first would pay for the warm-up of all.
  await forEach(bench, ({ name }) =>
    drive(bench.stage, servers[name]!, { ...load(bench.seconds(8)), requests: fresh('', 8 * mostPerSecond) }),
  )
  for (const [what, query, aim] of lists) {
    const checkouts = await knowing(bench, servers, fresh(query, 1)[0]!.path)
    const sides = await forEach({ ...bench, checkouts }, async ({ name }) => {
      const measure = async (seconds: number) => {
        const requests = fresh(query, seconds * mostPerSecond)
        return (await drive(bench.stage, servers[name]!, { ...load(seconds), requests })).cpuMicros
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
      aim,
    })
  }
  await Promise.all([servers.old?.stop(), servers.new.stop()])
  return figures
}
