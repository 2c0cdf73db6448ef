// The time from the start of the process until it is ready, on a filled database with its files in memory, and its memory five
// seconds later.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, prepareEach, type Row } from '../harness/bench.ts'
import { startServer } from '../harness/checkout.ts'
import { cpuOf } from '../harness/cpu.ts'
import { type Figure, interleaved, megabytes, seconds } from '../harness/figures.ts'
import { copyOf } from '../harness/filled.ts'
import { memoryOf } from '../harness/stage.ts'

const restMs = 5_000

type Started = { readyMs: number; cpuMs: number; memory: number }

export const startRow: Row = { name: 'start', run }

async function run(bench: Bench): Promise<Figure[]> {
  const sides = await prepareEach(bench, async checkout => {
    const env = { ...copyOf(bench.stage, await bench.filled(checkout, bench.many)), ROLE: 'all' }
    const start = async (rest: number): Promise<Started> => {
      const server = await startServer(bench.stage, checkout, env, 'anywhere')
      const cpuMs = cpuOf(server.pid)
      await sleep(rest)
      const memory = memoryOf(server.pid)
      await server.stop()
      return { readyMs: server.readyAfterMs, cpuMs, memory }
    }
    // The first start reads the files into memory, and fills the compile cache if there is one.
    await start(0)
    return () => start(restMs)
  })
  const measured = await interleaved<'old' | 'new', Started>(Math.max(1, bench.rounds - 1), sides)
  const figure = (
    what: string,
    of: (one: Started) => number,
    write: (value: number) => string,
    aim: string,
  ): Figure => ({
    what,
    old: measured.old?.map(of) ?? null,
    new: measured.new.map(of),
    write,
    aim,
  })
  return [
    figure(`start to ready, ${bench.many} posts`, one => one.readyMs, seconds, '≤ 1.5 s'),
    figure('CPU from start to ready', one => one.cpuMs, seconds, ''),
    figure('memory at rest, 5 s after ready', one => one.memory, megabytes, '≤ 180 MB'),
  ]
}
