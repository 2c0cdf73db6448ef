// The posts that `handbill moderate` decides in a second on all cores, against one thread that reads and judges in place, and the
// cost of one post.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bench, Row } from '../harness/bench.ts'
import type { Checkout } from '../harness/checkout.ts'
import { type Figure, interleaved, milliseconds, perSecond, times } from '../harness/figures.ts'

const program = fileURLToPath(new URL('../judging-loop.ts', import.meta.url))
const data = fileURLToPath(new URL('../../models/moderation/data/dev.jsonl', import.meta.url))

type Rate = { perSecond: number; cpuMs: number }
type Measured = { command: Rate; inPlace: (Rate & { p95Ms: number }) | null }

export const judgingRow: Row = { name: 'judging', run }

async function run(bench: Bench): Promise<Figure[]> {
  const posts = labelledPosts()
  const judge = ({ folder }: Checkout) => {
    const database = `sqlite:${join(bench.stage.freshFolder(), 'judging.db')}`
    const options = { folder, posts, database, seconds: bench.seconds(6) }
    return async () => JSON.parse(await bench.stage.runProgram('anywhere', program, options)) as Measured
  }
  const measured = await interleaved<'old' | 'new', Measured>(bench.rounds, {
    ...(bench.old && { old: judge(bench.old) }),
    new: judge(bench.tree),
  })
  const figure = (
    what: string,
    of: (one: Measured) => number | null | undefined,
    write: Figure['write'],
    aim = '',
  ): Figure => ({
    what,
    old: measured.old?.map(one => of(one) ?? Number.NaN) ?? null,
    new: measured.new.map(one => of(one) ?? Number.NaN),
    write,
    aim,
  })
  return [
    figure('posts that `handbill moderate` decides a second', one => one.command.perSecond, perSecond, '≥ 500/s'),
    figure('one thread that reads and judges in place, a second', one => one.inPlace?.perSecond, perSecond),
    figure(
      'the command against that thread',
      one => one.inPlace && one.command.perSecond / one.inPlace.perSecond,
      times,
    ),
    figure('CPU of a post, the command', one => one.command.cpuMs, milliseconds),
    figure('CPU of a post, in place', one => one.inPlace?.cpuMs, milliseconds),
    figure('judging a post in place, 95 in a hundred take less', one => one.inPlace?.p95Ms, milliseconds, '≤ 5 ms'),
  ]
}

/** The posts of models/moderation/data, as bodies of their sites: of all sites, lengths and languages. */
function labelledPosts(): object[] {
  const rows = readFileSync(data, 'utf8').split('\n').filter(Boolean)
  return rows.map(row => {
    const { site, title, body, topics } = JSON.parse(row)
    return title === undefined ? { site, text: body, topics } : { site, title, body, topics }
  })
}
