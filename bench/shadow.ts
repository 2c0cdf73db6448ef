// Measures, in one run and as a ratio, the CPU of a post from its submission to its decision beside a candidate, and without one: a policy,
// and a version of the embedded model. Run with: node bench/shadow.ts [--posts 64] [--rounds 21]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type App, buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { opinionsOn } from '../src/moderation/embedded/embedded-model.ts'
import { learn } from '../src/moderation/embedded/learn.ts'
import { packed } from '../src/moderation/embedded/learned.ts'
import { packagedModel } from '../src/moderation/embedded/packaged-model.ts'
import { ownPolicyFrom } from '../src/moderation/policy-file.ts'
import * as moderation from '../src/workers/moderation.ts'
import * as shadow from '../src/workers/shadow.ts'
import { median } from './harness/figures.ts'
import { ordinaryEvent } from './harness/posts.ts'

const { values } = parseArgs({
  options: { posts: { type: 'string', default: '64' }, rounds: { type: 'string', default: '21' } },
})
const [posts, rounds] = [Number(values.posts), Number(values.rounds)]
const aim = 1.2

const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: (fields: object) => console.error(fields) }
const folder = mkdtempSync(join(tmpdir(), 'handbill-shadow-'))

/** A version that knows some words of the posts. */
function heads(): string {
  const lessons = Array.from({ length: 50 }, () => {
    const { title, body } = ordinaryEvent() as { title: string; body: string }
    return { opinions: opinionsOn({ site: 'events', title, body, topics: [], urls: [] }), label: 'scam' }
  })
  return packed(learn('bench', lessons, [], packagedModel().model.settings))
}

type Candidate = 'none' | 'policy' | 'version'

async function startSide(candidate: Candidate) {
  const config = readConfig({
    ...{ DATABASE_URL: `sqlite:${join(folder, `${candidate}.db`)}`, DATA_DIR: folder, PLATFORM_RPS: '0', PORT: '0' },
    ...{ SITES: 'events=http://events.test', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') },
  })
  const app = await buildApp(config, config.secretKey as Buffer, log)
  await app.ready
  const { platform } = app
  const account = { name: candidate, email: `${candidate}@example.org`, handle: `side_${candidate}` }
  const { apiKey, accountId } = await platform.act('createAccount', account)
  await platform.act('verifyEmail', { accountId, email: null })
  const credit = { handle: account.handle, actor: 'bench', reason: 'bench', amountMicros: 100_000_000_000 }
  await platform.act('creditAccount', credit)
  if (candidate !== 'none') await begin(app, candidate)
  const authorization = `Bearer ${apiKey}`
  const submit = async () => {
    const headers = { host: 'events.test', authorization, 'content-type': 'application/json' }
    const sent = await app.http.inject({ method: 'POST', url: '/v1/posts', headers, payload: ordinaryEvent() })
    if (sent.statusCode !== 202) throw new Error(`a post was answered with ${sent.statusCode}: ${sent.body}`)
  }
  /** The CPU milliseconds of a post, decided and judged beside. */
  const round = async () => {
    for (let i = 0; i < posts; i++) await submit()
    const before = process.cpuUsage()
    while ((await moderation.runOnce(platform)) > 0);
    while ((await shadow.runOnce(platform)) > 0);
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000 / posts
  }
  return { candidate, app, round }
}

async function begin({ platform }: App, candidate: Candidate): Promise<void> {
  const text = readFileSync(new URL('../policy/policy.yaml', import.meta.url), 'utf8').replaceAll(
    'action: reject\n',
    'action: review\n',
  )
  const { base, name } = packagedModel()
  const version = { base, baseName: name, heads: heads(), report: {}, worse: [], activate: false, actor: 'bench' }
  const learned = candidate === 'version' ? (await platform.act('addModelVersion', version)).version : null
  const policy = candidate === 'policy' ? { text, version: ownPolicyFrom(text, 'candidate').version } : null
  await platform.act('startShadow', { policy, learned, oneIn: 1, actor: 'bench' })
  await platform.shadow.follow()
  if (!platform.shadow.candidate()) throw new Error('the candidate was not loaded')
}

try {
  const sides = await Promise.all((['none', 'policy', 'version'] as const).map(startSide))
  const costs: Record<Candidate, number[]> = { none: [], policy: [], version: [] }
  for (let i = 0; i <= rounds; i++)
    for (const { candidate, round } of i % 2 === 0 ? sides : sides.toReversed()) {
      const cost = await round()
      // The first round compiles code and loads the model.
      if (i > 0) costs[candidate].push(cost)
    }
  const { texts = 0 } = (await sides[1]!.app.platform.db
    .selectFrom('shadow_counts')
    .select(({ fn }) => fn.sum<number>('texts').as('texts'))
    .executeTakeFirst()) ?? { texts: 0 }
  const told = (candidate: Candidate) => {
    const ratio = median(costs[candidate].map((cost, i) => cost / costs.none[i]!))
    return `${candidate}: ${median(costs[candidate]).toFixed(2)} ms CPU a decided post, ${ratio.toFixed(3)} times`
  }
  console.log(`${texts} texts compared; without: ${median(costs.none).toFixed(2)} ms CPU a decided post`)
  for (const candidate of ['policy', 'version'] as const) console.log(told(candidate))
  console.log(`aim: at most ${aim} times`)
  await Promise.all(sides.map(({ app }) => app.close()))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
