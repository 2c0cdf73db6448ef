// A database whose messages have no keys yet is brought up to date, and each key keeps its messages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { allSites, bodyFor, hostOf, onEveryDatabase, startApp } from '../harness.ts'

/** What the migration has added: taken away, the database is as the program before it left it. */
const added = [
  'drop index relay_messages_key',
  'alter table relay_messages drop column key_id',
  "delete from migrations where name = '0004-key-of-messages'",
]

onEveryDatabase('a database with messages of readers', ({ fresh }) => {
  test('messages that came before messages had keys are listed by the key of their post alone, and can be answered', async t => {
    const url = await fresh()
    const old = await startApp(url, { env: { SITES: allSites } })
    const host = hostOf('classifieds')
    const [seller, other, buyer] = [await old.account(), await old.account(), await old.account()]
    for (const { key } of [seller, other]) {
      const { json } = await old.call('POST', '/v1/posts', { host, key, body: bodyFor.classifieds() })
      await old.moderate()
      const message = 'Is the desk still there? I could come on Saturday.'
      const body = { post_id: json.id, message, reply_email: 'buyer@example.com' }
      assert.equal((await old.call('POST', '/v1/relay', { host, key: buyer.key, body })).status, 200)
    }
    const list = { host, key: seller.key }
    const before = (await old.call('GET', '/v1/relay/messages', list)).json
    assert.equal(before.items.length, 1)
    await old.close()
    const writing = old.platform.dialect.open(url, 'write')
    for (const statement of added) await sql.raw(statement).execute(writing.db)
    await writing.close()

    const app = await startApp(url, { env: { SITES: allSites }, clock: old.clock })
    t.after(() => app.close())
    assert.deepEqual((await app.call('GET', '/v1/relay/messages', list)).json, before)
    const body = { message: 'Yes, it is. Saturday at ten suits me well.' }
    const answered = await app.call('POST', `/v1/relay/messages/${before.items[0].id}/reply`, { ...list, body })
    assert.equal(answered.status, 200, answered.text)
  })
})
