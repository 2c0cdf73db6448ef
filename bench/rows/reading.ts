// The cost of the fixed rules for an ordinary post of 400 characters, on one thread: the rules alone, and the whole reading.
import { fileURLToPath } from 'node:url'
import type { Bench, Row } from '../harness/bench.ts'
import type { Checkout } from '../harness/checkout.ts'
import { type Figure, interleaved, milliseconds } from '../harness/figures.ts'
import { ordinaryEvent } from '../harness/posts.ts'

const program = fileURLToPath(new URL('../reading-loop.ts', import.meta.url))
const texts = 300

type Measured = { rulesMicros: number | null; wholeMicros: number }

export const readingRow: Row = { name: 'reading', run }

async function run(bench: Bench): Promise<Figure[]> {
  const posts = Array.from({ length: texts }, () => {
    const { title, body, topics } = ordinaryEvent()
    return { site: 'events', title, body, topics, urls: [], country: 'DE' }
  })
  const read = ({ folder }: Checkout) => {
    const options = { folder, texts: posts, seconds: bench.seconds(2) }
    return async () => JSON.parse(await bench.stage.runProgram('server', program, options)) as Measured
  }
  const measured = await interleaved<'old' | 'new', Measured>(bench.rounds, {
    ...(bench.old && { old: read(bench.old) }),
    new: read(bench.tree),
  })
  const figure = (what: string, of: (one: Measured) => number | null, aim: string): Figure => ({
    what,
    old: measured.old?.map(one => (of(one) ?? Number.NaN) / 1_000) ?? null,
    new: measured.new.map(one => (of(one) ?? Number.NaN) / 1_000),
    write: milliseconds,
    aim,
  })
  return [
    figure('prefilter of an ordinary post of 400 characters, CPU', one => one.rulesMicros, '≤ 0.1 ms'),
    figure(
      'whole reading of that post, CPU (flags, links, fingerprint, near-duplicate keys)',
      one => one.wholeMicros,
      '',
    ),
  ]
}
