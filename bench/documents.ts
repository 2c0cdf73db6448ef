// Prints for every kind of document of 60 of the longest posts how long it held the event loop (its longest turn, in CPU), how far
// the memory of the service rose, and the wait for paid posts beside a flood of probes of /readyz.
// Usage: node bench/documents.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SiteId } from '../src/contract/sites/site-ids.ts'
import { siteRow } from '../src/contract/sites.ts'
import { startMeasuredService } from './harness/measured-service.ts'
import { ordinaryEvent } from './harness/posts.ts'

const mostMs = 50
const mostMb = 100
const posts = 60
const runs = 3
/** Public documents are made again when they are older. */
const documentsKeptMs = 1_100
const probers = 50
const timedPosts = 200

const service = await startMeasuredService()
const key = await service.account({ verified: true, balance: 1_000_000_000 })

/** Text of a length without a word that another text has. */
function words(name: string, length: number): string {
  let text = name
  for (let i = 0; text.length < length - 40; i++)
    text += `${i % 40 === 39 ? '\n\n' : ' '}${name}${Math.random().toString(36).slice(2, 10)}`
  return text
}
const weekly = Array.from({ length: siteRow('events').timed!.seriesMax }, (_, week) => {
  const day = new Date(Date.now() + (10 + 7 * week) * 86_400_000).toISOString().slice(0, 10)
  return { starts_at: `${day}T14:00:00Z`, ends_at: `${day}T16:00:00Z` }
})
const longest: Partial<Record<SiteId, (i: number) => object>> = {
  events: i => ({
    ...ordinaryEvent(),
    title: words(`pier${i}`, 100),
    body: words(`pier${i}`, 4_900),
    topics: ['art'],
    starts_at: undefined,
    ends_at: undefined,
    occurrences: weekly,
  }),
  stories: i => ({ title: words(`wave${i}`, 100), body: words(`wave${i}`, 24_000), topics: ['art'] }),
}
for (const [site, make] of Object.entries(longest) as [SiteId, (i: number) => object][]) {
  for (let i = 0; i < posts; i++) {
    const { status, text } = await service.send({ site, path: '/v1/posts', key, body: JSON.stringify(make(i)) })
    if (status !== 202) throw new Error(`a post was answered with ${status}: ${text}`)
  }
  const published = async () =>
    (JSON.parse((await service.send({ site, path: '/v1/posts?limit=50' })).text) as { items: unknown[] }).items.length
  while ((await published()) < 50) await sleep(100)
}

const month = weekly[0]!.starts_at.slice(0, 7)
const documents: readonly [SiteId, string][] = [
  ...(['events', 'stories'] as const).flatMap((site): [SiteId, string][] =>
    [
      '/',
      '/index.md',
      '/index.json',
      '/feed.xml',
      '/topics/art/',
      '/topics/art/feed.xml',
      '/v1/posts?limit=50',
      '/search?q=ordinary',
      '/sitemap.xml',
    ].map(path => [site, path]),
  ),
  ['events', '/calendar.ics'],
  ['events', '/topics/art/calendar.ics'],
  ['events', `/calendar/${month}/`],
]

const status = () => readFileSync(`/proc/${service.pid}/status`, 'utf8')
const peakKb = () => Number(/VmHWM:\s+(\d+)/.exec(status())?.[1])
/** Lets the peak begin again at the present memory, and returns that. */
function resetPeak(): number {
  writeFileSync(`/proc/${service.pid}/clear_refs`, '5')
  return peakKb()
}

const lines = ['| document | status | KB | longest turn, ms | memory, MB |', '| --- | ---: | ---: | ---: | ---: |']
for (const [site, path] of documents) {
  let [held, rose, size, answered] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0]
  for (let run = 0; run < runs; run++) {
    await sleep(documentsKeptMs)
    const before = resetPeak()
    await service.watch()
    const { status, text } = await service.send({ site, path })
    held = Math.min(held, await service.held())
    rose = Math.min(rose, (peakKb() - before) / 1024)
    size = Buffer.byteLength(text) / 1024
    answered = status
  }
  const over = held > mostMs || rose > mostMb ? ' (over)' : ''
  lines.push(`| ${site} ${path} | ${answered} | ${size.toFixed(0)} | ${held.toFixed(0)}${over} | ${rose.toFixed(0)} |`)
}

/** The median milliseconds of consecutive paid posts. */
async function posting(): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < timedPosts; i++)
    times.push(
      (await service.send({ site: 'events', path: '/v1/posts', key, body: JSON.stringify(ordinaryEvent()) })).ms,
    )
  return times.sort((a, b) => a - b)[timedPosts / 2] as number
}
/** The same beside callers that ask for a path without rest. */
async function besides(path: string): Promise<number> {
  let flooding = true
  const flood = Array.from({ length: probers }, async () => {
    while (flooding) await service.send({ site: 'events', path })
  })
  const median = await posting()
  flooding = false
  await Promise.all(flood)
  return median
}
await posting()
const alone = await posting()
for (const path of ['/healthz', '/readyz', '/v1/status'])
  lines.push(
    `paid posts beside ${probers} callers of ${path}: ${((await besides(path)) / alone).toFixed(1)} times their wait alone`,
  )
process.stdout.write(`${lines.join('\n')}\n`)
await service.close()
