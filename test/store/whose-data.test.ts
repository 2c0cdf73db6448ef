// The table of tables: every table says whose data it holds, and an erasure changes the rows of one account alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { revokeKeys } from '../../src/store/accounts/key-life.ts'
import type { Database, Db } from '../../src/store/database/schema.ts'
import { erasePerson, tableNames, tables } from '../../src/store/database/tables.ts'
import { onEveryDatabase, startApp } from '../harness.ts'
import { fillEveryTable, rowsOf } from './every-table.ts'

type Row = Record<string, unknown>

/** Columns that name an account or hold an address, whatever the table says. */
const personal = ['account_id', 'author_id', 'sender_id', 'email', 'email_key', 'recipient', 'reply_email']

/** The rows of each table that are not of an account. */
async function rowsOfOthers(db: Db, accountId: string): Promise<Record<string, Row[]>> {
  const content: Record<string, Row[]> = {}
  for (const name of tableNames) content[name] = await rowsOf(db, name)
  const owned = (name: keyof Database, row: Row): boolean => {
    const { account } = tables[name]
    if (account === null) return false
    if (typeof account === 'string') return row[account] === accountId || row.sender_id === accountId
    const parent = content[account.of]!.find(({ id }) => id === row[account.column])
    return parent !== undefined && owned(account.of, parent)
  }
  return Object.fromEntries(tableNames.map(name => [name, content[name]!.filter(row => !owned(name, row))]))
}

onEveryDatabase('the data of an account', ({ fresh }) => {
  test('the data of an account is in tables that say whose it is, and is erased for that account alone', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    const { accountId: id, email } = await fillEveryTable(app)
    const other = await fillEveryTable(app, 2)
    const writing = app.platform.dialect.open(app.databaseUrl, 'write')
    t.after(() => writing.close())
    await revokeKeys(writing.db, id, app.clock.now())
    const before = await rowsOfOthers(writing.db, id)
    for (const name of tableNames) {
      assert.ok(before[name]!.length > 0, `the other account has a row of ${name}`)
      const named = Object.keys(before[name]![0]!).filter(column => personal.includes(column))
      if (named.length > 0) assert.notEqual(tables[name].account, null, `${name} has ${named}`)
    }
    await erasePerson(writing.db, { id, emailKey: email.toLowerCase(), now: app.clock.now() })
    const after = await rowsOfOthers(writing.db, id)
    // The public texts of the erased account lose their author, and its deliveries and turns go with its webhooks.
    const changed = tableNames.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    assert.deepEqual(changed, ['listing_texts', 'webhook_attempts'])
    const { rows } = await sql<{ n: number }>`select count(*) as n from webhook_attempts`.execute(writing.db)
    assert.equal(Number(rows[0]!.n), 1, 'the attempt of the other account stays')
    assert.ok(JSON.stringify(after).includes(other.accountId))
  })
})
