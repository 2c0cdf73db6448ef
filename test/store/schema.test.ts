// The schema: a database whose tables are not those of this version never starts, and old migrations never change.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { version } from '../../src/contract/version.ts'
import expected from '../../src/store/database/expected-schema.json' with { type: 'json' }
import { tableNames } from '../../src/store/database/tables.ts'
import { onEveryDatabase, startApp } from '../harness.ts'
import { rowsOf } from './stored/load.ts'

const newest = globSync('*.ts', { cwd: join(import.meta.dirname, '../../src/store/database/migrations') })
  .sort()
  .at(-1)!
  .replace('.ts', '')
const folder = join(import.meta.dirname, '../../src/store/database')

onEveryDatabase('the schema of a database', ({ fresh, kind }) => {
  const own = kind === 'SQLite' ? 'sqlite' : 'postgres'

  test('a database that all migrations have made has exactly the columns and indexes that this version expects', async () => {
    const app = await startApp(await fresh())
    const { dialect, db } = app.platform
    const lines = (await dialect.schemaLines(db)).sort()
    await app.close()
    // A new migration changes the list: run this file once with HANDBILL_WRITE_SCHEMA=1.
    if (process.env.HANDBILL_WRITE_SCHEMA) {
      const file = join(folder, 'expected-schema.json')
      const known = JSON.parse(readFileSync(file, 'utf8'))
      writeFileSync(file, `${JSON.stringify({ ...known, [own]: lines }, null, 2)}\n`)
    } else assert.deepEqual(lines, expected[own])
  })

  for (const [name, statement] of [
    ['lacks an index', 'drop index reports_closed'],
    ['lacks a column', 'alter table accounts drop column recharge_paused_by'],
    ['has a column of another type', 'alter table accounts rename column recharge_paused_by to paused_by'],
  ] as const)
    test(`a database that ${name} ends the start with one line that names it and says what to do`, async () => {
      const app = await startApp(await fresh())
      await app.close()
      const { db, close } = app.platform.dialect.open(app.databaseUrl, 'write')
      await sql.raw(statement).execute(db)
      await close()
      await assert.rejects(startApp(app.databaseUrl), (error: Error) => {
        assert.match(
          error.message,
          /^DATABASE_URL: .*it lacks "(reports_closed on reports|accounts\.recharge_paused_by)/,
        )
        assert.match(error.message, /restore a backup, or start the version that made it$/)
        return !error.message.includes('\n')
      })
    })

  test('a database of a newer version ends the start with one line that says what to do, and is left as it was', async () => {
    const app = await startApp(await fresh())
    await app.close()
    const { dialect } = app.platform
    const { db, close } = dialect.open(app.databaseUrl, 'write')
    const content = () => Promise.all(tableNames.filter(name => name !== 'places').map(name => rowsOf(db, name)))
    try {
      await sql`insert into migrations (name) values ('9999-of-tomorrow')`.execute(db)
      await sql.raw('alter table accounts add column of_tomorrow text').execute(db)
      const before = [await content(), await dialect.schemaLines(db)]
      await assert.rejects(startApp(app.databaseUrl), {
        message: `DATABASE_URL: the database is of a newer version (9999-of-tomorrow); this version, ${version}, knows migrations up to ${newest}: start the newer version, or restore a backup that was made before the upgrade`,
      })
      assert.deepEqual([await content(), await dialect.schemaLines(db)], before)
    } finally {
      await close()
    }
  })

  test('tables and indexes that an operator has added do not stop the start', async () => {
    const app = await startApp(await fresh())
    await app.close()
    const { db, close } = app.platform.dialect.open(app.databaseUrl, 'write')
    await sql`create table of_operator (name text)`.execute(db)
    await sql`create index of_operator_accounts on accounts (name)`.execute(db)
    await close()
    const again = await startApp(app.databaseUrl)
    await again.close()
  })
})

/** The migrations as they were released. A line is added for a new one, and none is ever changed. */
const frozen: Record<string, string> = {
  'first-schema': '28e8964fe965f9fa',
  'test-keys': '8b60995f1aa15f73',
  'relay-messages': '44d4ccb09e23d6e9',
  'key-of-messages': 'e79600daf9beeaea',
  urgency: '73a13fc95a0dcee1',
  'recharge-ceilings': '39ffcf0d8bff38fd',
  'hashes-of-erased': 'b737729542ba5134',
  'keyed-log': '6eb0c731d7e38192',
  'told-reports': '39567737bc76df7d',
  campaigns: '4e92558cbd6ee607',
  'local-days': 'c101a37a3c4339fc',
  'readers-messages': '1a0f8bd01b859f03',
  'moderators-day': 'caf3bba5892f94a6',
  notices: '690bb7de8cb6b517',
  'paused-keys': 'c94d37a001085781',
  'handed-sessions': '03ca66f3fa5d4ba5',
  'fair-names': '12a36319b0eb5c78',
  'prices-of-lists': 'b9091e9ada885656',
  passkeys: '7263f0d001f5e9ef',
  members: '9dd1a9fe542e53e9',
  invoices: '56092ced86e1ee04',
  terms: 'e9bcdfbd257fb222',
  oauth: '07bc016b5eef3f4a',
  'standing-searches': 'f8e86d73995082f6',
  subscriptions: '9addb8102dd8d214',
  conversations: '7ed37c30ab3d5467',
  'mail-languages': 'f0d1a5d8fa1951a2',
  'list-entries': '697c1a00bb791778',
  'long-occurrences': '3ad5bdf94a001e90',
  shadow: '5f9209447e23b068',
  traces: '334875d6ec5c90c3',
}

test('the files of released migrations are as they were released', () => {
  for (const [name, hash] of Object.entries(frozen)) {
    const files = globSync(`migrations/{*-${name}.ts,${name}/*.ts}`, { cwd: folder }).sort()
    const text = files.map(file => readFileSync(join(folder, file), 'utf8')).join('\0')
    assert.equal(createHash('sha256').update(text).digest('hex').slice(0, 16), hash, name)
  }
})
