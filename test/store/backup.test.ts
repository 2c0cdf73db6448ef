// Backups: one consistent file of either database, taken during writes, that can be served as it is.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { limits } from '../../src/contract/limits.ts'
import { Problem } from '../../src/contract/problems/problem.ts'
import { audit } from '../../src/store/audit/audit.ts'
import { backup } from '../../src/store/database/backup.ts'
import { dialectOf, fileDatabaseUrl } from '../../src/store/database/dialect.ts'
import { tableNames, tables } from '../../src/store/database/tables.ts'
import { freshDatabase, freshFolder } from '../databases.ts'
import { onEveryDatabase, startApp, type TestApp } from '../harness.ts'
import { fillEveryTable, publish, rowsOf } from './every-table.ts'

const take = ({ databaseUrl, platform }: TestApp, file: string) => backup(databaseUrl, platform.dialect, file)
const newFile = () => join(freshFolder(), 'copy.db')

onEveryDatabase('a backup', ({ fresh }) => {
  test('a backup has every row of every table unchanged, and leaves no other file', async t => {
    const app = await startApp(await fresh('every'))
    t.after(() => app.close())
    const { db } = app.platform
    await fillEveryTable(app)

    const file = newFile()
    const taken = await take(app, file)
    assert.deepEqual(taken, { file, bytes: statSync(file).size, posts: 2 })
    assert.deepEqual(readdirSync(dirname(file)), [basename(file)])
    const copy = dialectOf(fileDatabaseUrl(file)).open(fileDatabaseUrl(file), 'read')
    t.after(() => copy.close())
    for (const table of tableNames) {
      const [original, copied] = [await rowsOf(db, table), await rowsOf(copy.db, table)]
      assert.ok(original.length > 0, `${table} has a row`)
      assert.deepEqual(copied, original, table)
    }
    const { places } = await copy.db
      .selectFrom('places')
      .select(count => count.fn.countAll<number>().as('places'))
      .executeTakeFirstOrThrow()
    assert.ok(places > 100_000)
  })

  test('a backup can be served: posts, lists, search, money and new posts', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    const { key } = await app.account()
    const id = await publish(app, key)
    const { title } = (await app.call('GET', `/v1/posts/${id}`)).json
    const file = newFile()
    await take(app, file)

    const restored = await startApp(fileDatabaseUrl(file), { clock: app.clock })
    t.after(() => restored.close())
    assert.deepEqual(
      (await restored.call('GET', `/v1/posts/${id}`)).json,
      (await app.call('GET', `/v1/posts/${id}`)).json,
    )
    assert.deepEqual(
      (await restored.call('GET', '/v1/posts')).json.items.map((item: any) => item.id),
      [id],
    )
    const query = `/v1/search?q=${encodeURIComponent(`"${title}"`)}&country=FR&topic=art&city=2988507`
    assert.deepEqual(
      (await restored.call('GET', query)).json.items.map((item: any) => item.id),
      [id],
    )
    assert.equal((await restored.call('GET', '/v1/account', { key })).json.balance, 9_000_000)
    const another = await publish(restored, key)
    assert.deepEqual(
      (await restored.call('GET', '/v1/posts?order=newest')).json.items.map((item: any) => item.id),
      [another, id],
    )
    const { breaches } = await audit(restored.platform.db, restored.platform.dialect, restored.clock.now())
    assert.deepEqual(breaches, [])
  })

  test('a backup never reuses sequence numbers when it is served', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    const { key } = await app.account({ balance: 50_000_000 })
    const [, , last] = [await publish(app, key), await publish(app, key), await publish(app, key)]
    const seqs = await app.platform.db.selectFrom('listing').select('seq').orderBy('seq', 'desc').execute()
    await app.call('DELETE', `/v1/posts/${last}`, { key })
    const lastEvents = await app.platform.db.selectFrom('events').select('seq').execute()
    app.clock.advance(limits.eventsKeptMs + 1)
    await app.platform.act('sweep', { limit: 500 })
    const file = newFile()
    await take(app, file)

    const restored = await startApp(fileDatabaseUrl(file), { clock: app.clock })
    t.after(() => restored.close())
    await publish(restored, key)
    const { db } = restored.platform
    const newest = await db.selectFrom('listing').select('seq').orderBy('seq', 'desc').executeTakeFirstOrThrow()
    assert.ok(newest.seq > seqs[0]!.seq, `listing ${newest.seq} after ${seqs[0]!.seq}`)
    const event = await db.selectFrom('events').select('seq').executeTakeFirstOrThrow()
    assert.ok(event.seq > Math.max(...lastEvents.map(row => row.seq)), `event ${event.seq}`)
  })

  test('taken while posts are written has only whole transactions', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    const { key } = await app.account({ balance: 900_000_000 })
    let stop = false
    let written = 0
    const write = async () => {
      while (!stop) {
        await publish(app, key)
        written++
      }
    }
    const writers = [write(), write(), write()]
    const copies = []
    for (let i = 0; i < 2; i++) {
      const before = written
      const file = newFile()
      const { posts } = await take(app, file)
      assert.ok(posts >= before, `${posts} posts, ${before} were acknowledged before`)
      copies.push(file)
    }
    stop = true
    await Promise.all(writers)
    assert.ok(written > 0)
    for (const file of copies) {
      const url = fileDatabaseUrl(file)
      const copy = dialectOf(url).open(url, 'read')
      assert.deepEqual((await audit(copy.db, dialectOf(url), app.clock.now())).breaches, [])
      await copy.close()
    }
  })

  test('a backup never overwrites a file, and removes the files of an interrupted backup', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    const file = newFile()
    writeFileSync(file, 'precious')
    await assert.rejects(
      take(app, file),
      (error: unknown) => error instanceof Problem && error.code === 'invalid' && /exists/.test(error.message),
    )
    assert.equal(readFileSync(file, 'utf8'), 'precious')
    const other = newFile()
    for (const suffix of ['.part', '.part-wal']) writeFileSync(other + suffix, 'half of one')
    await take(app, other)
    assert.deepEqual(readdirSync(dirname(other)), [basename(other)])
  })

  test('a backup into a missing folder fails and leaves nothing', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    const file = join(freshFolder(), 'nowhere', 'copy.db')
    await assert.rejects(take(app, file))
    assert.equal(existsSync(file), false)
  })
})

test('a database without tables is not backed up', async () => {
  const url = fileDatabaseUrl(join(freshFolder(), 'empty.db'))
  const file = newFile()
  await assert.rejects(backup(url, dialectOf(url), file), /DATABASE_URL/)
  assert.deepEqual(readdirSync(dirname(file)), [])
})

test('a backup copies every table in the order of its primary key, and after the tables that its rows refer to', async () => {
  const url = await freshDatabase('SQLite')
  const { db, close } = dialectOf(url).open(url, 'read')
  const made = await sql<{ name: string }>`
    select name from pragma_table_list where type = 'table' and name not like 'sqlite_%' and name <> 'migrations'`.execute(
    db,
  )
  assert.deepEqual(made.rows.map(({ name }) => name).sort(), tableNames.toSorted())
  const copied = new Set<string>()
  for (const [table, { key }] of Object.entries(tables)) {
    copied.add(table)
    const columns = await sql<{ name: string }>`
      select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(db)
    assert.deepEqual(
      columns.rows.map(({ name }) => name),
      key,
      table,
    )
    const parents = await sql<{ parent: string }>`
      select "table" as parent from pragma_foreign_key_list(${table})`.execute(db)
    for (const { parent } of parents.rows) assert.ok(copied.has(parent), `${table} refers to ${parent}`)
  }
  await close()
})
