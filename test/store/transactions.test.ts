// The promises of a connection on every database: transactions, snapshots, batches of statements, lost connections.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Connection, dialectOf } from '../../src/store/database/dialect.ts'
import { selectForClaim, selectForShare, selectForUpdate } from '../../src/store/database/locks.ts'
import { readMeta, writeMeta } from '../../src/store/database/meta.ts'
import { prepared, preparedWrite, together } from '../../src/store/database/prepared.ts'
import { retrying } from '../../src/store/database/retry.ts'
import { onEveryDatabase } from '../harness.ts'

const insert = preparedWrite<{ name: string; value: string }>()((db, p) =>
  db.insertInto('meta').values({ name: p('name'), value: p('value') }),
)
const append = preparedWrite<{ name: string; more: string }>()((db, p) =>
  db
    .updateTable('meta')
    .set({ value: sql<string>`value || ${p('more')}` })
    .where('name', '=', p('name')),
)
const value = prepared<{ name: string }>()((db, p) =>
  db.selectFrom('meta').select('value').where('name', '=', p('name')),
)

onEveryDatabase('a connection', ({ kind, fresh }) => {
  let writing: Connection
  let reading: Connection
  let url: string
  const dialect = () => dialectOf(url)
  before(async () => {
    url = await fresh()
    writing = dialect().open(url, 'write')
    reading = dialect().open(url, 'read')
  })
  after(() => Promise.all([writing.close(), reading.close()]))

  test('commits a transaction when its work resolves, and rolls it back when the work rejects', async () => {
    assert.equal(await writing.transaction(db => insert(db, { name: 'kept', value: 'a' })), 1)
    const failing = writing.transaction(async db => {
      await insert(db, { name: 'dropped', value: 'a' })
      throw new Error('changed its mind')
    })
    await assert.rejects(failing, /changed its mind/)
    assert.equal(await readMeta(reading.db, 'kept'), 'a')
    assert.equal(await readMeta(reading.db, 'dropped'), undefined)
    assert.equal(await writing.transaction(async () => 'nothing said'), 'nothing said')
  })

  test('a connection runs a batch of statements in order, each with its own result', async () => {
    const results = await writing.transaction(db =>
      together(
        insert(db, { name: 'ordered', value: 'a' }),
        append(db, { name: 'ordered', more: 'b' }),
        append(db, { name: 'ordered', more: 'c' }),
        append(db, { name: 'not there', more: 'd' }),
        value(db, { name: 'ordered' }),
      ),
    )
    assert.deepEqual(results, [1, 1, 1, 0, [{ value: 'abc' }]])
  })

  test('throws the error of the failed statement of a batch after the last statement, and keeps no write', async () => {
    const failing = writing.transaction(db =>
      together(
        append(db, { name: 'kept', more: '!' }),
        insert(db, { name: 'kept', value: 'twice' }),
        append(db, { name: 'kept', more: '?' }),
        insert(db, { name: 'beside', value: 'a' }),
      ),
    )
    await assert.rejects(failing, /unique/i)
    assert.equal(await readMeta(reading.db, 'kept'), 'a')
    assert.equal(await readMeta(reading.db, 'beside'), undefined)
  })

  test('a connection cannot commit a transaction after a failed statement, even if the error was caught', async () => {
    const failing = writing.transaction(async db => {
      await insert(db, { name: 'survivor', value: 'a' })
      await insert(db, { name: 'kept', value: 'twice' }).catch(() => {})
      if (dialect().singleWriter) throw new Error('unique, and the writer rolls back')
    })
    await assert.rejects(failing, /unique/i)
    assert.equal(await readMeta(reading.db, 'survivor'), undefined)
  })

  test('a connection gives a snapshot one state to its end, in which it cannot write, while other readers see new writes', async () => {
    await writeMeta(writing.db, 'state', 'old')
    await dialect().snapshot(reading.db, async snapshot => {
      assert.equal(await readMeta(snapshot, 'state'), 'old')
      await writeMeta(writing.db, 'state', 'new')
      assert.equal(await readMeta(snapshot, 'state'), 'old')
      assert.equal(await readMeta(reading.db, 'state'), 'new')
    })
    assert.equal(await readMeta(reading.db, 'state'), 'new')
    await assert.rejects(
      dialect().snapshot(reading.db, snapshot => writeMeta(snapshot, 'state', 'x')),
      /read-?only/,
    )
  })

  test('locks rows against other writers, and claims skip the locked rows', async () => {
    await writing.transaction(async db => {
      const row = (name: string) => db.selectFrom('meta').selectAll().where('name', '=', name)
      assert.equal((await row('kept').$call(selectForUpdate).execute()).length, 1)
      assert.equal((await row('state').$call(selectForShare).execute()).length, 1)
      if (dialect().singleWriter) return
      await writing.transaction(async other => {
        const claimable = other.selectFrom('meta').select('name').where('name', 'in', ['kept', 'ordered', 'state'])
        assert.deepEqual(await claimable.$call(selectForClaim).execute(), [{ name: 'ordered' }])
      })
    })
  })

  test('a connection repeats a transaction after a lock conflict, five times at most; other errors are thrown at once', async () => {
    const busy = Object.assign(new Error('in the way'), { code: kind === 'SQLite' ? 'SQLITE_BUSY' : '40P01' })
    let runs = 0
    const third = await retrying(dialect(), async () => {
      if (++runs < 3) throw busy
      return runs
    })
    assert.equal(third, 3)
    runs = 0
    const always = retrying(dialect(), async () => {
      runs++
      throw busy
    })
    await assert.rejects(always, /in the way/)
    assert.equal(runs, 5)
    const other = retrying(dialect(), async () => {
      runs++
      throw new Error('no way')
    })
    await assert.rejects(other, /no way/)
    assert.equal(runs, 6)
  })

  test('a connection fails the transaction whose connection is lost, and gives the next transaction another connection', async t => {
    if (kind === 'SQLite') return t.diagnostic('a file has no connection to lose')
    const lost = writing.transaction(async db => {
      await insert(db, { name: 'lost', value: 'a' })
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(reading.db)
      await insert(db, { name: 'lost too', value: 'a' })
    })
    await assert.rejects(lost)
    assert.equal(await writing.transaction(db => insert(db, { name: 'found', value: 'a' })), 1)
    assert.equal(await readMeta(reading.db, 'lost'), undefined)
  })

  test('a connection survives a connection that is lost while its transaction waits for something else', async t => {
    if (kind === 'SQLite') return t.diagnostic('a file has no connection to lose')
    const lost = writing.transaction(async db => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(reading.db)
      for (let turn = 0; turn < 100; turn++) await readMeta(reading.db, 'kept')
    })
    await assert.rejects(lost)
  })

  test('a connection runs a statement after a migration that was prepared before it', async t => {
    if (kind === 'SQLite') return t.diagnostic('a file prepares anew by itself')
    const all = prepared<{ name: string }>()((db, p) =>
      db.selectFrom('heartbeats').selectAll().where('name', '=', p('name')),
    )
    const read = () => all(reading.db, { name: 'none' })
    await Promise.all(Array.from({ length: 10 }, read))
    await writing.command('alter table heartbeats add column extra text')
    await Promise.all(Array.from({ length: 10 }, read))
    await writing.command('alter table heartbeats drop column extra')
    assert.deepEqual(await read(), [])
  })

  test('a connection has time-outs for statements, locks and idle transactions', async t => {
    if (kind === 'SQLite') return t.diagnostic('a file has a busy time-out, and nothing else to wait for')
    for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
      const { rows } = await sql.raw<Record<string, string>>(`show ${name}`).execute(reading.db)
      assert.match(rows[0]?.[name] ?? '', /^[1-9]\d*(s|min)$/, name)
    }
  })
})
