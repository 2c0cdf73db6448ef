// The schema: a database whose tables are not those of this version never starts, and old migrations never change.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import expected from '../../src/store/database/expected-schema.json' with { type: 'json' }
import { onEveryDatabase, startApp } from '../harness.ts'

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
}

test('the files of released migrations are as they were released', () => {
  for (const [name, hash] of Object.entries(frozen)) {
    const files = globSync(`migrations/{*-${name}.ts,${name}/*.ts}`, { cwd: folder }).sort()
    const text = files.map(file => readFileSync(join(folder, file), 'utf8')).join('\0')
    assert.equal(createHash('sha256').update(text).digest('hex').slice(0, 16), hash, name)
  }
})
