// Prints what callers cost that wait with ?wait=30: memory and CPU of the service, the time of another caller beside them, and how
// soon those of some accounts are answered after an outcome.
// Usage: node bench/waiting.ts [--callers N] (the limit of open files has to allow as many connections)
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { limits } from '../src/contract/limits.ts'
import { meterCpu } from './harness/cpu.ts'
import { startMeasuredService } from './harness/measured-service.ts'
import { ordinaryEvent } from './harness/posts.ts'

const { values } = parseArgs({ options: { callers: { type: 'string', default: '10000' } } })
const callers = Number(values.callers)
/** How long the service is watched, in milliseconds: less than the callers wait. */
const watchedMs = 10_000
const asked = 300
/** The accounts that get an outcome while all others wait. */
const woken = 20
/** The connections opened at once: more would not fit into the queue of the system. */
const opened = 200

const service = await startMeasuredService({ atOnce: callers + 8 })
const account = () => service.account({ verified: true, balance: 10_000_000 })
const honest = await account()
const keys: string[] = []
while (keys.length * limits.waitersPerAccount < callers) keys.push(await account())
/** Where the stream of each key ends: its account has told that it is ready. */
const cursors = new Map<string, string>()
for (const key of keys) {
  const { text } = await service.send({ site: 'events', path: '/v1/outcomes', key })
  cursors.set(key, (JSON.parse(text) as { cursor: string }).cursor)
}

const memoryOf = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) * 1024

/** The median milliseconds of a request of another caller, and the CPU of the service in a second of rest, in milliseconds. */
async function measure(): Promise<{ median: number; cpu: number; memory: number }> {
  const cpu = meterCpu(service.pid)
  await sleep(watchedMs)
  const spent = cpu() / (watchedMs / 1000)
  const times: number[] = []
  for (let i = 0; i < asked; i++)
    times.push((await service.send({ site: 'events', path: '/v1/account', key: honest })).ms)
  return { median: times.sort((a, b) => a - b)[asked / 2] ?? 0, cpu: spent, memory: memoryOf() }
}

const alone = await measure()
let answered = 0
/** When the callers of a key were answered, epoch milliseconds. */
const answers = new Map<string, number[]>(keys.map(key => [key, []]))

/** Has a post of each key decided, one after the other, and returns the milliseconds from its outcome to each answer. */
async function wake(some: readonly string[]): Promise<number[]> {
  const late: number[] = []
  await service.outcomes()
  for (const key of some) {
    const { account_id: id } = JSON.parse((await service.send({ site: 'events', path: '/v1/account', key })).text)
    const body = JSON.stringify(ordinaryEvent())
    const { status, text } = await service.send({ site: 'events', path: '/v1/posts', key, body })
    if (status !== 202) throw new Error(`a post was answered ${status}: ${text}`)
    const here = answers.get(key)!
    while (here.length < limits.waitersPerAccount) await sleep(5)
    const at = (await service.outcomes()).find(({ accountId }) => accountId === id)!.at
    late.push(...here.map(each => each - at))
  }
  return late.sort((a, b) => a - b)
}

const wait = async (i: number) => {
  const key = keys[i % keys.length] as string
  const path = `/v1/outcomes?after=${cursors.get(key)}&wait=${limits.waitSeconds}`
  const { status } = await service.send({ site: 'events', path, key })
  answered++
  answers.get(key)!.push(Date.now())
  return status
}
const waiting: Promise<number>[] = []
for (let i = 0; i < callers; i++) {
  waiting.push(wait(i))
  if (i % opened === 0) await sleep(50)
}
await sleep(2_000)
const wakes = await wake(keys.slice(0, woken))
const woke = answered
const beside = await measure()
const before = answered - woke
const statuses = new Set(await Promise.all(waiting))
const at = (share: number) => wakes[Math.floor(wakes.length * share)]
const kb = (beside.memory - alone.memory) / callers / 1024
process.stdout.write(
  [
    '| | nobody waits | they wait | ratio |',
    '| --- | ---: | ---: | ---: |',
    `| GET /v1/account of another caller, median ms | ${alone.median.toFixed(2)} | ${beside.median.toFixed(2)} | ${(beside.median / alone.median).toFixed(2)} |`,
    `| CPU of the service in a second of rest, ms | ${alone.cpu.toFixed(1)} | ${beside.cpu.toFixed(1)} | ${(beside.cpu / alone.cpu).toFixed(2)} |`,
    '',
    `An outcome reached the ${limits.waitersPerAccount} callers of its account in ${at(0.5)} ms, ${at(0.99)} ms for the slowest 1 % (${wakes.length} answers).`,
    `${callers} callers waited, of whom ${before} were answered before the end of the measurement; ${kb.toFixed(1)} KB of memory each; answers: ${[...statuses].join(', ')}.`,
    '',
  ].join('\n'),
)
await service.close()
