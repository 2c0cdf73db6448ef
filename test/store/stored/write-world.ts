// Writes the databases that the tests of upgrades start from. `make.ts` copies this file into the checkout of an old version, whose own
// program and tests then fill every table of its time; so it uses nothing that the oldest of them does not have.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import BetterSqlite from 'better-sqlite3'
import pg from 'pg'
import { allSites, bodyFor, eventBody, hostOf, onEveryDatabase, startApp, type TestApp } from '../../harness.ts'
import { fillEveryTable } from '../every-table.ts'

const into = process.env.HANDBILL_STORE_INTO!
/** Tables that a start fills from a file. */
const ofPlaces = ['places', 'place_names']

onEveryDatabase('a stored database', ({ fresh, kind }) => {
  test('a database of this version is written to a file', async () => {
    const url = await fresh()
    const first = await startApp(url)
    await fillEveryTable(first)
    await first.close()
    const app = await startApp(url, { env: { SITES: allSites }, clock: first.clock })
    const world = await livingWorld(app)
    await app.close()
    mkdirSync(into, { recursive: true })
    const stored = kind === 'SQLite' ? sqliteFile(url) : await postgresRows(url)
    writeFileSync(join(into, `${kind}.br`), brotliCompressSync(stored))
    writeFileSync(join(into, `${kind}.world.br`), brotliCompressSync(JSON.stringify(world)))
  })
})

/** A seller with a post on two sites, a message about one, and what the program of that time answers about them. */
async function livingWorld(app: TestApp): Promise<Record<string, unknown>> {
  const [seller, buyer] = [await app.account(), await app.account()]
  const asked = { key: seller.key, host: hostOf('classifieds') }
  const online = { location: undefined, online_url: 'https://example.org/stream' }
  const sent = [
    { host: hostOf('events'), body: eventBody(online) },
    { host: hostOf('classifieds'), body: bodyFor.classifieds() },
  ]
  const posts = []
  for (const { host, body } of sent) {
    const { json } = await app.call('POST', '/v1/posts', { host, key: seller.key, body })
    await app.moderate()
    const { json: shown } = await app.call('GET', `/v1/posts/${json.id}`, { host })
    posts.push({ host, shown })
  }
  const message = 'Is the desk still there? I could come on Saturday.'
  const letter = { post_id: posts[1]!.shown.id, message, reply_email: 'buyer@example.com' }
  await app.call('POST', '/v1/relay', { host: asked.host, key: buyer.key, body: letter })
  const { json: account } = await app.call('GET', '/v1/account', asked)
  return { now: app.clock.now(), key: seller.key, accountId: seller.accountId, posts, account }
}

function sqliteFile(url: string): Buffer {
  const db = new BetterSqlite(url.slice('sqlite:'.length))
  db.pragma('foreign_keys = off')
  for (const table of ofPlaces) db.exec(`delete from ${table}`)
  db.pragma('journal_mode = delete')
  db.pragma('page_size = 512')
  db.exec('vacuum')
  const bytes = db.serialize()
  db.close()
  return bytes
}

/** The rows of every table as JSON: the migrations of the time make the tables. */
async function postgresRows(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  )
  const parts = []
  for (const { name } of rows)
    if (!ofPlaces.includes(name)) {
      const { rows: found } = await client.query(`select coalesce(json_agg(t), '[]')::text as text from ${name} t`)
      parts.push(`"${name}": ${found[0].text}`)
    }
  await client.end()
  return `{${parts.join(',\n')}}\n`
}
