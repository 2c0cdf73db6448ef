// Search for two common words, with few posts and with many. Pairs of words and page sizes alternate, so that no request is
// repeated.
import { type Bench, forEach, prepareEach, type Row } from '../harness/bench.ts'
import { startServer } from '../harness/checkout.ts'
import { type Figure, interleaved, milliseconds, times } from '../harness/figures.ts'
import { copyOf } from '../harness/filled.ts'
import { drive, type Request } from '../harness/wrk.ts'

const connections = 8
/** Words that occur in many of the synthetic posts. */
const common = 'with room people like hosts everybody come small bring evening welcome city'.split(' ')
const pageSizes = 50

export const searchRow: Row = { name: 'search', run }

async function run(bench: Bench): Promise<Figure[]> {
  const sizes = [bench.few, bench.many]
  const cpu: Record<'old' | 'new', number[][]> = { old: [], new: [] }
  for (const posts of sizes) {
    const servers = await prepareEach(bench, async checkout => {
      const filled = await bench.filled(checkout, posts)
      const server = await startServer(bench.stage, checkout, { ...copyOf(bench.stage, filled), ROLE: 'api' })
      return { server, requests: searches(filled.keys) }
    })
    const sides = await forEach(bench, async ({ name }) => {
      const { server, requests } = servers[name]!
      let next = 0
      const measure = async (seconds: number) => {
        // Every run continues after the requests of the one before.
        const turned = [...requests.slice(next), ...requests.slice(0, next)]
        const load = { connections, seconds, requests: turned, repeat: false }
        const { requests: answered, cpuMicros } = await drive(bench.stage, server, load)
        next = (next + answered + connections) % requests.length
        return cpuMicros
      }
      await measure(bench.seconds(3))
      return () => measure(bench.seconds(3))
    })
    const measured = await interleaved<'old' | 'new', number>(bench.rounds, sides)
    for (const name of ['old', 'new'] as const) if (measured[name]) cpu[name].push(measured[name])
    await Promise.all([servers.old?.server.stop(), servers.new.server.stop()])
  }
  const both = (of: (samples: number[][]) => number[]) => ({ old: bench.old ? of(cpu.old) : null, new: of(cpu.new) })
  return [
    ...sizes.map((posts, size) => ({
      what: `search for two common words, ${posts} posts: CPU`,
      ...both(samples => samples[size]!.map(micros => micros / 1_000)),
      write: milliseconds,
      aim: size === 0 ? '' : '< 5 ms',
    })),
    {
      what: `the same, growth from ${sizes[0]} to ${sizes[1]} posts`,
      ...both(([few = [], many = []]) => many.map((micros, round) => micros / few[round]!)),
      write: times,
      aim: '≤ 2×',
    },
  ]
}

/** Every ordered pair with every page size, from the accounts in turn, which pay for the searches. */
function searches(keys: readonly string[]): Request[] {
  const pairs = common.flatMap(one => common.filter(other => other !== one).map(other => `${one}+${other}`))
  const all = Array.from({ length: pageSizes }, (_, turn) =>
    pairs.map((pair, i) => `/v1/search?q=${pair}&limit=${((i + turn) % pageSizes) + 1}`),
  ).flat()
  return all.map((path, i) => ({ path, headers: { authorization: `Bearer ${keys[i % keys.length]}` } }))
}
