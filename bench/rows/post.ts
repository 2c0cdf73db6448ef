// A durable post over HTTP against its raw statements, and the size of the write-ahead log meanwhile.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Bench, forEach, prepareEach, type Row } from '../harness/bench.ts'
import { type Checkout, startServer } from '../harness/checkout.ts'
import { type Figure, interleaved, megabytes, microseconds, perSecond, times } from '../harness/figures.ts'
import { copyOf, fileOf, largestLogDuring } from '../harness/filled.ts'
import { postRequests } from '../harness/posts.ts'
import { captureRecipe, describeRecipe, type Recipe } from '../harness/statements.ts'
import { drive } from '../harness/wrk.ts'

const group = 64
const connections = 64
const mostPerSecond = 6_000
const rawProgram = fileURLToPath(new URL('../raw-posts.ts', import.meta.url))

type Measured = { cpuMicros: number; perSecond: number; largestLog: number }

export const postRow: Row = { name: 'post', run }

async function run(bench: Bench): Promise<Figure[]> {
  const recipe = await captureRecipe(bench)
  const raw = await rawReplay(bench, recipe)
  const services = await prepareEach(bench, checkout => postingTo(bench, checkout))
  await forEach(bench, ({ name }) => services[name]!.warmUp())
  const measured = await interleaved<'old' | 'new' | 'raw', Measured>(bench.rounds, {
    ...(services.old && { old: services.old.post }),
    new: services.new.post,
    raw,
  })
  await Promise.all([services.old?.stop(), services.new.stop()])

  const column = (name: 'old' | 'new', of: (one: Measured, raw: Measured) => number) =>
    measured[name]?.map((one, round) => of(one, measured.raw[round]!))
  const both = (of: (one: Measured, raw: Measured) => number) => ({
    old: column('old', of) ?? null,
    new: column('new', of) ?? [],
  })
  return [
    {
      what: `durable POST /v1/posts, CPU against the raw statements in groups of ${group}`,
      ...both((one, by) => one.cpuMicros / by.cpuMicros),
      write: times,
      aim: '≤ 5×',
      note: describeRecipe(recipe),
    },
    {
      what: 'durable POST /v1/posts, rate end to end against the raw rate',
      ...both((one, by) => one.perSecond / by.perSecond),
      write: times,
      aim: '≥ 0.3×',
    },
    { what: 'CPU a post', ...both(one => one.cpuMicros), write: microseconds, aim: '' },
    { what: 'posts a second, one core', ...both(one => one.perSecond), write: perSecond, aim: '' },
    { what: 'raw: CPU a post', old: null, new: measured.raw.map(one => one.cpuMicros), write: microseconds, aim: '' },
    { what: 'raw: posts a second', old: null, new: measured.raw.map(one => one.perSecond), write: perSecond, aim: '' },
    { what: 'largest WAL file while posting', ...both(one => one.largestLog), write: megabytes, aim: '≤ 128 MB' },
  ]
}

/** A server of a checkout, and a function that posts to it. */
async function postingTo(bench: Bench, checkout: Checkout) {
  const { stage } = bench
  const filled = await bench.filled(checkout, bench.few)
  const env = copyOf(stage, filled)
  const server = await startServer(stage, checkout, { ...env, ROLE: 'api' })
  const driven = (seconds: number) =>
    drive(stage, server, {
      connections,
      seconds,
      requests: postRequests(seconds * mostPerSecond, filled.keys),
      repeat: false,
    })
  return {
    warmUp: () => driven(bench.seconds(8)),
    async post(): Promise<Measured> {
      let result: Measured | undefined
      const largestLog = await largestLogDuring(fileOf(env), async () => {
        const { cpuMicros, perSecond } = await driven(bench.seconds(5))
        result = { cpuMicros, perSecond, largestLog: 0 }
      })
      return { ...result!, largestLog }
    },
    stop: () => server.stop(),
  }
}

/** The raw statements, on the same core, on a copy of the same database. */
async function rawReplay(bench: Bench, recipe: Recipe): Promise<() => Promise<Measured>> {
  const { stage, tree } = bench
  const file = join(stage.freshFolder(), 'raw.db')
  copyFileSync((await bench.filled(tree, bench.few)).file, file)
  return async () => {
    const options = { file, recipe, seconds: bench.seconds(3), group }
    const { posts, seconds, cpuMicros } = JSON.parse(await stage.runProgram('server', rawProgram, options))
    return { cpuMicros, perSecond: posts / seconds, largestLog: 0 }
  }
}
