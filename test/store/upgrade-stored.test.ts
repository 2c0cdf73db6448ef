// Databases that older programs wrote, stored in test/store/stored: each is brought up to date, loses nothing, and is served as before.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { accountById } from '../../src/store/accounts/accounts.ts'
import { audit, timelessRules } from '../../src/store/audit/audit.ts'
import { dialectOf, fileOf } from '../../src/store/database/dialect.ts'
import { openMigrated } from '../../src/store/database/migrate.ts'
import { restore } from '../../src/store/database/restore.ts'
import { accountExport } from '../../src/usecases/accounts/account-export.ts'
import { emptyDatabase } from '../databases.ts'
import { allSites, eventBody, onEveryDatabase, startApp, type TestApp, testClock } from '../harness.ts'
import { isLong } from '../kit/long.ts'
import { loadStored, type Row, rowsOf, storedVersions, type World } from './stored/load.ts'

/** Columns whose values a migration changes on purpose, each with the migration. */
const changed: Readonly<Record<string, string>> = { 'listing.tags': '0020-prices-of-lists' }

/** Tables to which an upgrade adds rows. */
const growing: readonly string[] = ['migrations', 'meta']

/** A short run starts the service on the oldest and the newest, and brings every fourth up to date on PostgreSQL. */
const isEnd = (version: string) => [storedVersions[0], storedVersions.at(-1)].includes(version)
const versionsOn = (kind: string) =>
  storedVersions.filter((version, at) => isLong || kind === 'SQLite' || at % 4 === 0 || isEnd(version))

onEveryDatabase('stored databases', ({ kind }) => {
  for (const version of versionsOn(kind))
    test(`a database of ${version} keeps every row, gets the schema of a fresh one, and passes the audit`, async t => {
      const { url, tables, world } = await loadStored(version, kind)
      const dialect = dialectOf(url)
      const { connection } = await openMigrated(url, dialect)
      t.after(() => connection.close())
      const { db } = connection
      assert.deepEqual((await dialect.schemaLines(db)).sort(), dialect.expectedSchema)
      if (dialect.singleWriter) assert.deepEqual((await sql`pragma foreign_key_check`.execute(db)).rows, [])
      for (const [table, old] of tables) assertKept(table, old, await rowsOf(db, table))
      assert.deepEqual((await audit(db, dialect, world.now, { rules: timelessRules })).breaches, [])
    })

  for (const version of versionsOn(kind).filter(version => isLong || isEnd(version)))
    test(`what the program of ${version} served is served today, and a new post is taken`, async t => {
      const { url, world } = await loadStored(version, kind)
      const app = await startApp(url, { env: { SITES: allSites }, clock: testClock(world.now) })
      t.after(() => app.close())
      await assertServed(app, world)
      await assertWorksOn(app, world)
    })

  test('a backup of the oldest version is restored, served as by its program, and stays for a way back', async t => {
    const { url: backup, world } = await loadStored(storedVersions[0]!, 'SQLite')
    const file = fileOf(backup)!
    const before = readFileSync(file)
    const url = await emptyDatabase(kind)
    await restore(url, dialectOf(url), file, { replace: false, now: world.now })
    assert.deepEqual(readFileSync(file), before, 'the file itself is unchanged')
    const app = await startApp(url, { env: { SITES: allSites }, clock: testClock(world.now) })
    t.after(() => app.close())
    await assertServed(app, world)
  })
})

/** Fails unless each old row is there with the values of its columns, and no other row has come. */
function assertKept(table: string, old: readonly Row[], rows: readonly Row[]): void {
  const columns = Object.keys(old[0] ?? {}).filter(column => !(`${table}.${column}` in changed))
  const text = (row: Row) => JSON.stringify(columns.map(column => row[column]))
  const kept = rows.map(text)
  for (const row of old.map(text)) assert.ok(kept.includes(row), `${table} has lost or changed ${row}`)
  if (!growing.includes(table)) assert.equal(rows.length, old.length, `${table} has more rows`)
}

/** Fails unless the API answers about the stored posts and their account as the program of that time did; members added since aside. */
async function assertServed(app: TestApp, world: World): Promise<void> {
  const has = ({ json }: { json: { items: Row[] } }, id: string) => json.items.some(item => item.id === id)
  for (const { host, shown } of world.posts) {
    const { id, title } = shown
    assert.partialDeepStrictEqual((await app.call('GET', `/v1/posts/${id}`, { host })).json, shown)
    assert.ok(has(await app.call('GET', '/v1/posts', { host }), id), `the list of ${host} has ${id}`)
    const search = `/v1/search?q=${encodeURIComponent(`"${title}"`)}`
    assert.ok(has(await app.call('GET', search, { host }), id), `a search finds ${title}`)
  }
  const { json } = await app.call('GET', '/v1/account', { key: world.key, host: world.posts[1]!.host })
  assert.partialDeepStrictEqual(json, world.account)
  const account = (await accountById(app.platform.db, world.accountId))!
  let exported = ''
  for await (const piece of accountExport(app.platform, account)) exported += piece
  assert.deepEqual(
    JSON.parse(exported)
      .posts.map(({ id }: Row) => id)
      .sort(),
    world.posts.map(({ shown }) => shown.id).sort(),
  )
}

/** An event online, because the stored databases have no places, and no near-duplicate of a stored one. */
const unlikeStored = {
  ...{ location: undefined, online_url: 'https://example.org/choir', topics: ['music'] },
  title: 'The choir of the harbour sings',
  body: 'Forty singers give an hour of old songs of sailors and fishermen, streamed live from the quay. The programme has every text with a translation.',
}

/** Fails unless the account of the stored world edits its post and has a new one published. */
async function assertWorksOn(app: TestApp, { key, posts }: World): Promise<void> {
  const { host, shown } = posts[0]!
  const asked = { key, host }
  const title = 'Watercolour by the river'
  const edit = await app.call('PATCH', `/v1/posts/${shown.id}`, { ...asked, body: { title } })
  assert.equal(edit.status, 202, edit.text)
  const sent = await app.call('POST', '/v1/posts', { ...asked, body: eventBody(unlikeStored) })
  assert.equal(sent.status, 202, sent.text)
  await app.moderate()
  assert.equal((await app.call('GET', `/v1/posts/${shown.id}`, { host })).json.title, title)
  assert.equal((await app.call('GET', `/v1/posts/${sent.json.id}`, { host })).status, 200)
}
