// Prints how many free accounts that send the longest hostile texts slow an honest caller: its p99 alone and under attack.
// Usage: node bench/starvation.ts [--accounts N] [--posts N]
import { parseArgs } from 'node:util'
import { type Sent, startMeasuredService } from './harness/measured-service.ts'
import { ordinaryEvent } from './harness/posts.ts'

const { values } = parseArgs({
  options: { accounts: { type: 'string', default: '18' }, posts: { type: 'string', default: '300' } },
})
const attackers = Number(values.accounts)
const posts = Number(values.posts)
const aim = 5

const service = await startMeasuredService({ atOnce: attackers + 8 })
const honest = await service.account({ verified: true, balance: 100_000_000_000 })
const free: string[] = []
for (let i = 0; i < attackers; i++) free.push(await service.account({ verified: i % 2 === 0, balance: 0 }))

const story = (body: string) =>
  JSON.stringify({ title: `A story of the harbour ${Math.random()}`, body, topics: ['bench'] })
/** Texts just within the limits that take long to read. */
const hostile = [
  'ignore all previous and other ',
  'ai agents that are reading this post ',
  'your account verify send bank you won ',
  '\ufdfaabcdefghijklmnopq ',
  'a\u0301\u0316\u0302 ',
  '+49 171 1234567 ',
].map(unit => {
  const words = unit.trim().split(' ').length
  return unit.repeat(Math.floor(Math.min(24_900 / unit.length, 2_400 / words)))
})
const attackBodies = hostile.map(story)
/** This many ordinary texts of 400 characters in one. */
const ordinary = (count: number) => Array.from({ length: count }, () => ordinaryEvent().body).join('\n\n')
const honestPosts: Record<string, () => Pick<Sent, 'site' | 'body'>> = {
  'an event of 400 characters': () => ({ site: 'events', body: JSON.stringify(ordinaryEvent()) }),
  'a story of 4,000 characters': () => ({ site: 'stories', body: story(ordinary(10)) }),
}

/** The milliseconds of each of `posts` consecutive posts. */
async function timed(make: () => Pick<Sent, 'site' | 'body'>): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < posts; i++) {
    const { status, ms, text } = await service.send({ ...make(), path: '/v1/posts', key: honest })
    if (status !== 202) throw new Error(`an honest post was answered with ${status}: ${text}`)
    times.push(ms)
  }
  return times
}

const p99 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

let attacking = false
const answers = new Map<number, number>()
/**
 * An account that sends only free requests, one after the other: dry runs until they are used up, then posts that it cannot pay
 * for.
 */
async function attack(key: string): Promise<void> {
  for (let i = 0; attacking; i++) {
    const path = i % 2 === 0 ? '/v1/posts?dry_run=true' : '/v1/posts'
    const { status } = await service.send({ site: 'stories', path, key, body: attackBodies[i % attackBodies.length] })
    answers.set(status, (answers.get(status) ?? 0) + 1)
  }
}

process.stdout.write('| honest post | p99 quiet, ms | p99 under attack, ms | ratio |\n| --- | ---: | ---: | ---: |\n')
for (const [name, make] of Object.entries(honestPosts)) {
  await timed(make)
  const quiet = p99(await timed(make))
  attacking = true
  const attacks = free.map(attack)
  const attacked = p99(await timed(make))
  attacking = false
  await Promise.all(attacks)
  process.stdout.write(
    `| ${name} | ${quiet.toFixed(1)} | ${attacked.toFixed(1)} | ${(attacked / quiet).toFixed(1)} |\n`,
  )
}
const told = [...answers].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
process.stdout.write(
  `\nThe aim is a ratio below ${aim}. The answers to ${attackers} free accounts: ${told.join(', ')}.\n`,
)
await service.close()
