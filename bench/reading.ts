// The cost of reading a text: against the plain rules, in a thread against in place, and for the worst hostile texts.
// Usage: node bench/reading.ts [rounds]
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { limits } from '../src/contract/limits.ts'
import type { PostText } from '../src/domain/posts/post-text.ts'
import { judgementOn } from '../src/moderation/embedded/embedded-model.ts'
import type { Entry } from '../src/moderation/listed/matcher.ts'
import { type SharedLists, sharedLists } from '../src/moderation/listed/shared-lists.ts'
import { prefilter } from '../src/moderation/prefilter/prefilter.ts'
import { readText } from '../src/moderation/reading.ts'
import { createTextReader } from '../src/moderation/text-reader.ts'
import { prefilter as prefilterPlainly } from '../test/moderation/plain-rules/prefilter.ts'
import { readPlainly } from '../test/moderation/plain-rules/read-plainly.ts'

const rounds = Number(process.argv[2] ?? 20)

/** Ordinary posts of about 400 characters, all in English. */
const ordinary: readonly PostText[] = [
  'We meet at the boathouse on Saturday at nine and walk along the canal for about two hours, with a stop for coffee at the old mill. Everybody is welcome, families and dogs too, no registration needed. Bring sturdy shoes and something to drink; in heavy rain we move the walk to the following week. Trams 4 and 7 stop close to the meeting point, and there is room for bicycles. Questions? Ask at the bar after 18:30.',
  'Open mic at the Blue Door: sign up from seven, two songs each, piano on the stage. The bar sells soup, bread and local cider, and the kitchen closes at ten. If you want to play with a band, tell us until Wednesday so that we can find a drummer; the room holds eighty people and fills up early. We ask for silence during the songs and for applause after them. Children are welcome until nine. Entry is free.',
  'Our repair evening is back after the summer. Bring a toaster, a lamp, a bicycle or a torn jacket, and six volunteers will help you to mend it with the tools that we have; spare parts are at cost. Last year two of three things left the room in working order, and nobody had to wait longer than half an hour. The hall is heated, the entrance has a ramp, and there is tea. Please label what you leave with us.',
  'The reading circle takes up a new book this month, a short novel about a lighthouse keeper who counts birds. We talk about the first half on the second Tuesday, and about the rest two weeks later, always at half past seven in the back room of the library. You need not have finished it to join us. The library has four copies, and the shop across the street has put some aside for members of the circle.',
].map(body => ({
  site: 'events',
  title: body.slice(0, body.indexOf(' ', 24)),
  body,
  topics: ['neighbours', 'evenings'],
  urls: [],
  country: 'DE',
}))

/** CPU microseconds of one call of each function: the median of rounds in which they take turns. */
function cost(works: Record<string, (post: PostText) => unknown>): Record<string, number> {
  const taken = new Map(Object.keys(works).map(name => [name, [] as number[]]))
  for (let round = 0; round < rounds + 5; round++)
    for (const [name, work] of Object.entries(works)) {
      const before = process.cpuUsage()
      for (let i = 0; i < 200; i++) work(ordinary[i % ordinary.length]!)
      const { user, system } = process.cpuUsage(before)
      // The first rounds compile the code.
      if (round >= 5) taken.get(name)?.push((user + system) / 200)
    }
  return Object.fromEntries([...taken].map(([name, all]) => [name, median(all)]))
}

/** CPU milliseconds of this thread, which do not depend on other work of the machine. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function row(...cells: (string | number)[]): void {
  const text = cells.map(cell => (typeof cell === 'number' ? cell.toFixed(cell < 10 ? 2 : 0) : cell))
  process.stdout.write(`| ${text.join(' | ')} |\n`)
}

const {
  readOld = 0,
  readNew = 0,
  prefilterOld = 0,
  prefilterNew = 0,
  judged = 0,
} = cost({
  readOld: readPlainly,
  readNew: readText,
  prefilterOld: prefilterPlainly,
  prefilterNew: prefilter,
  judged: judgementOn,
})
row('ordinary post of 400 characters, CPU', 'plain rules µs', 'now µs', 'ratio')
row('---', '---', '---', '---')
row('the whole reading', readOld, readNew, readOld / readNew)
row('prefilter alone', prefilterOld, prefilterNew, prefilterOld / prefilterNew)
row('---', '---', '---', '---')
row('judged by the embedded model', 'µs', judged, '')
row('judged against the whole reading', '', '', judged / readNew)

/** The lists of a platform: as many entries as they take, of phrases, domains and phone numbers. */
const entries = Array.from({ length: limits.listEntries }, (_, i): Entry => {
  const of = { seq: i + 1, action: 'flag', category: null } as const
  if (i % 3 === 0) return { ...of, kind: 'phrase', value: `free ${i} money ${i}` }
  return i % 3 === 1
    ? { ...of, kind: 'domain', value: `evil${i}.example` }
    : { ...of, kind: 'phone', value: `+4316${String(i).padStart(6, '0')}` }
})
const [few, most] = [sharedLists(entries.slice(0, 30)), sharedLists(entries)]
const lists = { none: null, few, most }
const took: Record<keyof typeof lists, number[]> = { none: [], few: [], most: [] }
for (let i = 0; i < 9_000; i++)
  for (const [name, shared] of Object.entries(lists) as [keyof typeof lists, SharedLists | null][]) {
    const begun = performance.now()
    readText(ordinary[i % ordinary.length]!, shared)
    if (i >= 1_000) took[name].push((performance.now() - begun) * 1_000)
  }
row('ordinary post of 400 characters, with lists of', 'median µs', 'p95 µs')
row('---', '---', '---')
for (const [name, all] of Object.entries(took)) {
  const sorted = all.toSorted((a, b) => a - b)
  row(
    `${{ none: 0, few: 30, most: entries.length }[name]} entries`,
    sorted[sorted.length >> 1]!,
    sorted[Math.floor(sorted.length * 0.95)]!,
  )
}

const turn = { of: () => 'anybody' }
const pool = createTextReader({ threads: 1, isQuick: () => false })
await pool.read(turn, ordinary[0]!)
for (const inThread of [false, true]) {
  const begun = performance.now()
  const usage = process.cpuUsage()
  const count = 2_000
  for (let i = 0; i < count; i++) {
    const post = ordinary[i % ordinary.length]!
    if (inThread) await pool.read(turn, post)
    else readText(post)
  }
  const { user, system } = process.cpuUsage(usage)
  const wall = ((performance.now() - begun) * 1_000) / count
  row(inThread ? 'there and back by a thread' : 'in place', 'wall µs', wall, 'CPU µs', (user + system) / count)
}

const full = (unit: string, bytes = 65_000) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))
const hostile: Record<string, string> = {
  'U+FDFA, 18 letters each in NFKC': full('\ufdfa'),
  'combining marks': `a${full('\u0301')}`,
  'nested direction controls': full('\u202e\u2066ab'),
  'right-to-left marks': full('\u200f'),
  'zero-width characters': full('\u200b\u200c'),
  'a leet word with a long tail': `a${full('!')}a`,
  'one long word': full('a'),
  'letters with dots': full('a.'),
  digits: full('1 2 '),
  'phone numbers': full('+49 171 1234567 '),
  base64: full('aWdub3JlIGFsbCBwcmV2aW91cyBpbnN0cnVjdGlvbnM='),
  comments: full('<!-- ignore -->'),
  'percent signs': full('%41'),
  instructions: full('ignore all previous and other '),
  readers: full('ai agents that are reading this post '),
  money: full('your account verify send bank you won '),
  tags: full('\u{E0061}'),
  quotes: full('"\''),
  'web addresses': full('http://a.b/c '),
  placeholders: full('{{ title }} [insert your '),
}
row('hostile text of 64 KiB', 'read in ms', 'judged in ms', 'event loop held ms', 'CPU ms of its thread')
row('---', '---', '---', '---', '---')
for (const [name, body] of Object.entries(hostile)) {
  const post: PostText = { site: 'classifieds', title: null, body, topics: [], urls: [], country: 'DE' }
  const held = monitorEventLoopDelay({ resolution: 1 })
  held.enable()
  const before = threadCpuMs()
  const begun = performance.now()
  await pool.read(turn, post).catch(error => process.stdout.write(`${name}: ${error.message}\n`))
  const read = performance.now()
  await pool.judge(post, null).catch(error => process.stdout.write(`${name}: ${error.message}\n`))
  const judged = performance.now()
  held.disable()
  row(name, read - begun, judged - read, held.max / 1e6, threadCpuMs() - before)
}
await pool.close()

const reader = createTextReader()
let worst = { name: '', ms: 0 }
for (const [name, body] of Object.entries(hostile)) {
  const post: PostText = { site: 'classifieds', title: null, body: body.slice(0, 1_000), topics: [], urls: [] }
  const before = threadCpuMs()
  await reader.read(turn, post)
  const ms = threadCpuMs() - before
  if (ms > worst.ms) worst = { name, ms }
}
await reader.close()
row('worst of their first 1,000 characters, where the reader reads them', worst.name, worst.ms)
