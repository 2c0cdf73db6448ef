// The posts that the embedded model decides in a second: from a full queue, and beside a flood of new posts.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, forEach, prepareEach, type Row } from '../harness/bench.ts'
import { type Checkout, type Server, startServer } from '../harness/checkout.ts'
import { cpuOf } from '../harness/cpu.ts'
import { type Figure, interleaved, milliseconds, percent, perSecond } from '../harness/figures.ts'
import { copyOf } from '../harness/filled.ts'
import { postRequests } from '../harness/posts.ts'
import { drive } from '../harness/wrk.ts'

const connections = 64
const mostPerSecond = 6_000
const pollEveryMs = 100

type Alone = { perSecond: number; cpuMicros: number }
type Flooded = { perSecond: number; share: number }

export const moderationRow: Row = { name: 'moderation', run }

async function run(bench: Bench): Promise<Figure[]> {
  const rounds = Math.max(1, bench.rounds - 1)
  await prepareEach(bench, checkout => bench.filled(checkout, bench.few))
  const alone = await interleaved<'old' | 'new', Alone>(
    rounds,
    await forEach(bench, async checkout => () => drained(bench, checkout)),
  )
  const flooded = await interleaved<'old' | 'new', Flooded>(
    rounds,
    await forEach(bench, async checkout => () => beside(bench, checkout)),
  )
  const figure = <T>(
    what: string,
    from: Partial<Record<'old', T[]>> & Record<'new', T[]>,
    of: (one: T) => number,
    write: (value: number) => string,
    aim = '',
  ): Figure => ({ what, old: from.old?.map(of) ?? null, new: from.new.map(of), write, aim })
  return [
    figure(
      'posts decided a second, embedded rules, ROLE=all, one core',
      alone,
      one => one.perSecond,
      perSecond,
      '≥ 1500/s',
    ),
    figure('CPU of a decision', alone, one => one.cpuMicros / 1_000, milliseconds),
    figure('beside a flood of posts: share of them decided', flooded, one => one.share, percent, '≥ 50 %'),
    figure('beside a flood of posts: decided a second', flooded, one => one.perSecond, perSecond),
  ]
}

/** Fills the queue while no worker runs, then lets a server with workers empty it. */
async function drained(bench: Bench, checkout: Checkout): Promise<Alone> {
  const { stage } = bench
  const filled = await bench.filled(checkout, bench.few)
  const env = copyOf(stage, filled)
  const filling = await startServer(stage, checkout, { ...env, ROLE: 'api' })
  const seconds = bench.seconds(6)
  const requests = postRequests(seconds * mostPerSecond, filled.keys)
  await drive(stage, filling, { connections, seconds, requests, repeat: false })
  await filling.stop()

  const server = await startServer(stage, checkout, { ...env, ROLE: 'all' })
  // The first decisions run code that is not compiled yet.
  await sleep(bench.seconds(3) * 1_000)
  const begun = await look(server)
  if (begun.queued === 0) throw new Error('the queue was empty before it could be measured')
  let last = begun
  const end = performance.now() + bench.seconds(5) * 1_000
  while (last.queued > 0 && performance.now() < end) {
    await sleep(pollEveryMs)
    const next = await look(server)
    if (next.queued === 0) break
    last = next
  }
  await server.stop()
  const decided = begun.queued - last.queued
  if (decided <= 0) throw new Error('no post was decided')
  return {
    perSecond: (decided / (last.at - begun.at)) * 1_000,
    cpuMicros: ((last.cpuMs - begun.cpuMs) * 1_000) / decided,
  }
}

/** The decisions of a server with workers while posts come in as fast as it accepts them. */
async function beside(bench: Bench, checkout: Checkout): Promise<Flooded> {
  const { stage } = bench
  const filled = await bench.filled(checkout, bench.few)
  const server = await startServer(stage, checkout, { ...copyOf(stage, filled), ROLE: 'all' })
  const flood = (seconds: number) =>
    drive(stage, server, {
      connections,
      seconds,
      requests: postRequests(seconds * mostPerSecond, filled.keys),
      repeat: false,
    })
  await flood(bench.seconds(3))
  const begun = await look(server)
  const { requests } = await flood(bench.seconds(6))
  const ended = await look(server)
  await server.stop()
  const decided = requests - (ended.queued - begun.queued)
  return { share: decided / requests, perSecond: (decided / (ended.at - begun.at)) * 1_000 }
}

/** The number of queued posts at this moment, and the CPU used so far. */
async function look({ origin, pid }: Server): Promise<{ queued: number; at: number; cpuMs: number }> {
  const answer = await fetch(`${origin}/v1/status`)
  const { queue } = (await answer.json()) as { queue: { queued: number } }
  return { queued: queue.queued, at: performance.now(), cpuMs: cpuOf(pid) }
}
