// Prints what counting for /metrics costs: the same requests against a service that counts and is scraped each second, and against one
// that counts nothing, in turns within one run.
// Usage: node bench/metrics.ts [--only WORD] [--rounds N] [--seconds N]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { meterCpu } from './harness/cpu.ts'
import { type MeasuredService, type Sent, startMeasuredService } from './harness/measured-service.ts'
import { ordinaryEvent } from './harness/posts.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '3' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const atOnce = 16

type Side = { service: MeasuredService; key: string; scraped: boolean }
/** Requests in a second, and microseconds of CPU of the service for one. */
type Speed = { perSecond: number; cpuMicros: number }

const start = async (counting: boolean): Promise<Side> => {
  const service = await startMeasuredService({ atOnce: atOnce + 1, counting })
  const key = await service.account({ verified: true, balance: 100_000_000_000 })
  return { service, key, scraped: counting }
}

const paidPost = (key: string): Sent => ({
  site: 'events',
  path: '/v1/posts',
  key,
  body: JSON.stringify(ordinaryEvent()),
})

const loads: { name: string; sent(key: string): Sent }[] = [
  { name: 'list, answered without the framework', sent: () => ({ site: 'stories', path: '/v1/posts' }) },
  { name: 'account, by the framework', sent: key => ({ site: 'stories', path: '/v1/account', key }) },
  { name: 'paid post', sent: paidPost },
]

/** Sends requests for some seconds over every connection. */
async function measure({ service, key, scraped }: Side, sent: (key: string) => Sent): Promise<Speed> {
  const cpu = meterCpu(service.pid)
  const end = performance.now() + seconds * 1000
  let answered = 0
  const caller = async () => {
    while (performance.now() < end) {
      const { status, text } = await service.send(sent(key))
      if (status >= 400) throw new Error(`${status} ${text}`)
      answered++
    }
  }
  const scraper = async () => {
    while (scraped && performance.now() < end) {
      await service.send({ site: 'stories', path: '/metrics' })
      await sleep(1_000)
    }
  }
  const begun = performance.now()
  await Promise.all([...Array.from({ length: atOnce }, caller), scraper()])
  return { perSecond: answered / ((performance.now() - begun) / 1000), cpuMicros: (cpu() * 1000) / answered }
}

/** Waits until no text is queued: judging them would slow the other side down. */
async function emptied({ service }: Side): Promise<void> {
  const queued = async () =>
    (JSON.parse((await service.send({ site: 'events', path: '/v1/status' })).text) as { queue: { queued: number } })
      .queue.queued
  while ((await queued()) > 0) await sleep(200)
}

/** The median, and the least and the greatest. */
const spread = (ratios: number[]) =>
  `${median(ratios).toFixed(3)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

const sides = { with: await start(true), without: await start(false) }
const lines = [
  '| requests | without, /s | with, /s | ratio | without, µs of CPU | with, µs of CPU | ratio |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
]
try {
  for (const { name, sent } of loads.filter(({ name }) => name.includes(values.only))) {
    const seen: Record<keyof typeof sides, Speed[]> = { with: [], without: [] }
    for (let round = 0; round <= rounds; round++)
      for (const side of round % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
        const speed = await measure(sides[side], sent)
        await emptied(sides[side])
        // The first round warms both up.
        if (round > 0) seen[side].push(speed)
      }
    const of = (member: keyof Speed) => [
      median(seen.without.map(each => each[member])).toFixed(0),
      median(seen.with.map(each => each[member])).toFixed(0),
      spread(seen.with.map((each, i) => each[member] / seen.without[i]![member])),
    ]
    lines.push(`| ${[name, ...of('perSecond'), ...of('cpuMicros')].join(' | ')} |`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
} finally {
  await Promise.all(Object.values(sides).map(({ service }) => service.close()))
}
