// Prints what the clocks of many test accounts cost the other callers: the time of a paid post to its publication, alone and beside
// them. Usage: node bench/test-clocks.ts [--accounts N]
import { parseArgs } from 'node:util'
import { siteRow } from '../src/contract/sites.ts'
import { startMeasuredService } from './harness/measured-service.ts'

const { values } = parseArgs({ options: { accounts: { type: 'string', default: '1000' } } })
const accounts = Number(values.accounts)
const posts = 100
/** Test accounts that move their clocks at once. */
const atOnce = 8

const site = 'messages'
const service = await startMeasuredService()
const text = (name: string) =>
  JSON.stringify({ ...siteRow(site).example, text: `Choir practice ${name} begins at seven in the old boathouse.` })
const paid = await service.account({ verified: true, balance: 1_000_000_000 })

/** A test account with a post that is published and one that waits for a person. */
async function testAccount(i: number): Promise<string> {
  const headers = { 'x-forwarded-for': `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}` }
  const body = JSON.stringify({ name: `Tester ${i}`, email: `t${i}@example.org`, accept_terms: true, test: true })
  const made = await service.send({ site, path: '/v1/accounts', body, headers })
  if (made.status !== 201) throw new Error(`a test account was answered ${made.status}: ${made.text}`)
  const { api_key: key } = JSON.parse(made.text) as { api_key: string }
  for (const outcome of ['published', 'unsure'])
    await service.send({ site, path: '/v1/posts', key, body: text(`test-outcome-${outcome} ${i}`) })
  return key
}

const keys: string[] = []
for (let i = 0; i < accounts; i++) keys.push(await testAccount(i))

/** The median milliseconds from a paid post to its publication. */
async function toPublication(round: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < posts; i++) {
    const begun = performance.now()
    const sent = await service.send({ site, path: '/v1/posts', key: paid, body: text(`number ${i} ${round}`) })
    const { id } = JSON.parse(sent.text) as { id: string }
    const decided = await service.send({ site, path: `/v1/posts/${id}?wait=30`, key: paid })
    if (!decided.text.includes('"published"')) throw new Error(`not published: ${decided.text.slice(0, 300)}`)
    times.push(performance.now() - begun)
  }
  return times.sort((a, b) => a - b)[posts / 2] ?? 0
}

await toPublication('warm')
const alone = await toPublication('alone')
let moving = true
let moved = 0
const statuses = new Map<number, number>()
const clocks = Array.from({ length: atOnce }, async (_, lane) => {
  for (let i = lane; moving; i = (i + atOnce) % accounts) {
    const body = JSON.stringify({ advance: 'P1D' })
    const { status } = await service.send({ site, path: '/v1/test/clock', key: keys[i] as string, body })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    moved++
  }
})
const beside = await toPublication('beside')
moving = false
await Promise.all(clocks)
process.stdout.write(
  [
    `| | alone | beside ${accounts} clocks, ${atOnce} at once | ratio |`,
    '| --- | ---: | ---: | ---: |',
    `| from a paid post to its publication, median ms | ${alone.toFixed(1)} | ${beside.toFixed(1)} | ${(beside / alone).toFixed(2)} |`,
    `\n${moved} clocks were moved meanwhile: ${[...statuses].map(([status, n]) => `${n} × ${status}`).join(', ')}\n`,
  ].join('\n'),
)
await service.close()
