// Measures, in one run and as a ratio, what a post costs beside many standing searches and beside none: until readers have it, and
// until it was also shown to the searches; for posts that come one after the other, and for posts that are decided together. Both sides have posts
// before, and the searches are filed among them as the service files them: under the rarest thing that they ask for. Run with:
// node bench/standing.ts [--searches 100000] [--posts 25] [--before 500] [--rounds 21] [--database PostgreSQL]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { limits } from '../src/contract/limits.ts'
import { filingsOf, type Wanted } from '../src/domain/posts/standing-search.ts'
import { parseQuery } from '../src/domain/text/search-text.ts'
import { insertAccount, newAccount } from '../src/store/accounts/accounts.ts'
import { insertStandingSearch } from '../src/store/lists/standing-searches.ts'
import { filedUnder } from '../src/usecases/lists/standing-searches.ts'
import * as moderation from '../src/workers/moderation.ts'
import * as standing from '../src/workers/standing.ts'
import { startDatabaseServer } from '../test/databases.ts'
import { median } from './harness/figures.ts'
import { ordinaryEvent } from './harness/posts.ts'

const { values } = parseArgs({
  options: {
    searches: { type: 'string', default: '100000' },
    posts: { type: 'string', default: '25' },
    before: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '21' },
    database: { type: 'string', default: 'SQLite' },
  },
})
const searches = Number(values.searches)
const posts = Number(values.posts)
const before = Number(values.before)
const rounds = Number(values.rounds)
const aim = 1.3

const syllables = 'ba ce di fo gu ha ki lo mu ne po ra si tu ve wa xi yo zu dre'.split(' ')
const vocabulary = 20_000
/** The n-th word of a made language. */
const wordAt = (n: number) =>
  [n % 20, Math.floor(n / 20) % 20, Math.floor(n / 400) % 20, n % 7].map(i => syllables[i]).join('')
/** Words as texts have them: the n-th is about 1/n as frequent as the first. */
const word = () => wordAt(Math.floor(vocabulary ** Math.random()) - 1)
/** Words as people seek them: seldom the most frequent. */
const sought = () => wordAt(Math.floor(100 + Math.random() * (vocabulary - 100)))
const topics = ['music', 'workshops', 'art', 'science', 'food', 'sport', 'film', 'books']
const pick = <T>(of: readonly T[]) => of[Math.floor(Math.random() * of.length)] as T

function postBody(): string {
  const { body, title, ...event } = ordinaryEvent()
  const words = Array.from({ length: 40 }, word).join(' ')
  return JSON.stringify({ ...event, title: `${title} ${word()}`, body: `${body} ${words}`, topics: [pick(topics)] })
}

/** What a search asks: two words, a word and a topic, or a phrase in a city. */
function searchOf(i: number): { q: string; tags: string[] } {
  if (i % 16 === 0) return { q: sought(), tags: [`topic=${pick(topics)}`] }
  if (i % 4 === 1) return { q: `"${sought()} ${sought()}"`, tags: [`city=${2_900_000 + (i % 5_000)}`] }
  return { q: `${sought()} ${sought()}`, tags: [] }
}

/**
 * Milliseconds of a post: CPU and clock until it is published and was shown to the searches, and the same until it is published.
 */
type Sample = { cpu: number; ms: number; publishedCpu: number; publishedMs: number }
const figures = {
  publishedCpu: 'CPU of a post until it is published',
  publishedMs: 'time of a post until it is published',
  cpu: 'CPU of a post until searches have seen it',
  ms: 'time of a post until searches have seen it',
} as const satisfies Record<keyof Sample, string>

const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: (fields: object) => console.error(fields) }
const folder = mkdtempSync(join(tmpdir(), 'handbill-standing-'))
const server = values.database === 'SQLite' ? null : await startDatabaseServer()

async function freshDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: `${serverUrl}/postgres` })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return `${serverUrl}/${name}`
}

async function startSide(name: string, count: number) {
  const url = server ? await freshDatabase(server.url, `side_${name}`) : `sqlite:${join(folder, `${name}.db`)}`
  const config = readConfig({
    ...{ DATABASE_URL: url, DATA_DIR: folder, SITES: 'events=http://events.test', PLATFORM_RPS: '0', PORT: '0' },
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const app = await buildApp(config, config.secretKey as Buffer, log, {
    model: {
      name: 'publishes',
      state: async () => 'running',
      decide: async () => ({ outcome: 'publish', category: null, confidence: 0.95, reason: 'Fine.' }),
    },
  })
  await app.ready
  const { platform } = app
  const { apiKey, accountId } = await platform.act('createAccount', {
    name,
    email: `${name}@example.org`,
    handle: name,
  })
  await platform.act('verifyEmail', { accountId, email: null })
  await platform.act('creditAccount', { handle: name, actor: 'bench', reason: 'bench', amountMicros: 100_000_000_000 })
  const post = async () => {
    const headers = { host: 'events.test', authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    const sent = await app.http.inject({ method: 'POST', url: '/v1/posts', headers, payload: postBody() })
    if (sent.statusCode !== 202) throw new Error(`a post was answered with ${sent.statusCode}: ${sent.body}`)
  }
  const publish = async () => {
    while ((await moderation.runOnce(platform)) > 0);
  }
  const show = async () => {
    while ((await standing.runOnce(platform)) > 0);
  }
  for (let i = 0; i < before; i++) await post()
  await publish()
  await show()
  const writing = platform.dialect.open(url, 'write')
  await writing.transaction(async db => {
    for (let i = 0; i < count; i++) {
      const account = `acct_${Math.floor(i / limits.standingSearchesPerAccount)}`
      if (i % limits.standingSearchesPerAccount === 0)
        await insertAccount(
          db,
          newAccount({ id: account, name: 'x', email: `${account}@x.example`, handle: account, now: 0 }),
        )
      const { q, tags } = searchOf(i)
      const wanted: Wanted = { clauses: parseQuery(q), tags, near: null, prices: null }
      const row = { id: `ss_${i}`, account_id: account, site: 'events' as const, created_at: 0, expires_at: null }
      const stored = { ...row, asked: JSON.stringify({ q }), wanted: JSON.stringify(wanted) }
      await insertStandingSearch(db, stored, await filedUnder(platform, 'events', filingsOf(wanted, [])))
    }
  })
  // PostgreSQL does this by itself within a minute.
  if (server) await sql`analyze`.execute(writing.db)
  await writing.close()
  /** A round of posts; `together`: so many are decided together. */
  const round = async (together: number): Promise<Sample> => {
    const sum: Sample = { cpu: 0, ms: 0, publishedCpu: 0, publishedMs: 0 }
    for (let done = 0; done < posts; done += together) {
      const [cpu, begun] = [process.cpuUsage(), performance.now()]
      const since = () => {
        const { user, system } = process.cpuUsage(cpu)
        return [(user + system) / 1_000 / posts, (performance.now() - begun) / posts] as const
      }
      for (let i = 0; i < together; i++) await post()
      await publish()
      const [publishedCpu, publishedMs] = since()
      await show()
      const [shownCpu, shownMs] = since()
      sum.publishedCpu += publishedCpu
      sum.publishedMs += publishedMs
      sum.cpu += shownCpu
      sum.ms += shownMs
    }
    return sum
  }
  const found = async () => {
    const rows = await platform.db
      .selectFrom('standing_matches')
      .select(of => of.fn.countAll().as('n'))
      .execute()
    return Number(rows[0]?.n)
  }
  return { round, found, close: () => app.close() }
}

try {
  const [none, many] = [await startSide('none', 0), await startSide('many', searches)]
  const ways = { 'one after the other': 1, [`${posts} together`]: posts }
  const samples = new Map(Object.keys(ways).map(way => [way, { none: [] as Sample[], many: [] as Sample[] }]))
  for (let i = -2; i < rounds; i++)
    for (const [way, together] of Object.entries(ways)) {
      // Each side is first in every other round.
      const sides = [
        ['none', none],
        ['many', many],
      ] as const
      for (const [name, side] of i % 2 === 0 ? sides : sides.toReversed()) {
        const sample = await side.round(together)
        if (i >= 0) samples.get(way)?.[name].push(sample)
      }
    }
  for (const [way, measured] of samples)
    for (const [what, says] of Object.entries(figures) as [keyof Sample, string][]) {
      const [alone, beside] = [median(measured.none.map(s => s[what])), median(measured.many.map(s => s[what]))]
      const ratios = measured.many.map((s, i) => s[what] / (measured.none[i]?.[what] ?? Number.NaN))
      console.log(
        `${says}, ${way}: ${alone.toFixed(2)} ms beside none, ${beside.toFixed(2)} ms beside ${searches} searches, ratio ${median(ratios).toFixed(2)} (aim: at most ${aim})`,
      )
    }
  const found = (await many.found()) / ((rounds + 2) * posts * Object.keys(ways).length)
  console.log(`${found.toFixed(2)} searches found each post`)
  await none.close()
  await many.close()
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}
