// A constant rate of 100 requests a second, nine lists to one post, with everything in one process: how long callers wait. A
// request is sent at its time whether or not earlier ones were answered, and its duration counts from that time.
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, forEach, type Row } from '../harness/bench.ts'
import { type Server, startServer } from '../harness/checkout.ts'
import { count, type Figure, milliseconds } from '../harness/figures.ts'
import { copyOf } from '../harness/filled.ts'
import { postRequests } from '../harness/posts.ts'
import { onClientCore } from '../harness/stage.ts'
import type { Request } from '../harness/wrk.ts'

const rate = 100
const postEvery = 10
const warmUpSeconds = 3

type Held = { p50: number; p99: number; postP99: number; refused: number }

export const heldRow: Row = { name: 'held', run }

async function run(bench: Bench): Promise<Figure[]> {
  const seconds = bench.seconds(30)
  const held = await forEach(bench, async checkout => {
    const filled = await bench.filled(checkout, bench.few)
    const server = await startServer(bench.stage, checkout, { ...copyOf(bench.stage, filled), ROLE: 'all' })
    return onClientCore(async () => {
      await hold(server, filled.keys, warmUpSeconds)
      const result = await hold(server, filled.keys, seconds)
      await server.stop()
      return result
    })
  })
  const figure = (what: string, of: (one: Held) => number, write: (value: number) => string): Figure => ({
    what,
    old: held.old ? [of(held.old)] : null,
    new: [of(held.new)],
    write,
    aim: '',
  })
  const title = `${rate} requests a second for ${seconds} s, ROLE=all`
  return [
    figure(`${title}: p50`, one => one.p50, milliseconds),
    figure(`${title}: p99`, one => one.p99, milliseconds),
    figure(`${title}: p99 of posts`, one => one.postP99, milliseconds),
    figure(`${title}: refused`, one => one.refused, count),
  ]
}

async function hold({ origin }: Server, keys: readonly string[], seconds: number): Promise<Held> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const posts = postRequests(Math.ceil((seconds * rate) / postEvery), keys)
  const startedAt = performance.now()
  const underWay: Promise<{ ms: number; status: number; isPost: boolean }>[] = []
  for (let i = 0; i < seconds * rate; i++) {
    const due = startedAt + (i * 1_000) / rate
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
    const isPost = i % postEvery === 0
    const request = isPost ? posts[i / postEvery]! : { path: `/v1/posts?limit=${10 + (i % postEvery)}` }
    underWay.push(send(agent, origin, request).then(status => ({ ms: performance.now() - due, status, isPost })))
  }
  const answers = await Promise.all(underWay)
  agent.destroy()
  const ordered = (only: typeof answers) => only.map(answer => answer.ms).sort((a, b) => a - b)
  const at = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  const all = ordered(answers)
  return {
    p50: at(all, 0.5),
    p99: at(all, 0.99),
    postP99: at(ordered(answers.filter(answer => answer.isPost)), 0.99),
    refused: answers.filter(answer => answer.status >= 400).length,
  }
}

/** The status of the answer, once the answer is read. */
function send(agent: Agent, origin: string, { method = 'GET', path, headers = {}, body }: Request): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = httpRequest(origin + path, { method, headers: { ...headers, ...length }, agent }, answer => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject).end(body)
  })
}
