// Restoring: a database of either kind gets the content of a backup of either kind, or stays unchanged.
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Problem } from '../../src/contract/problems/problem.ts'
import { audit } from '../../src/store/audit/audit.ts'
import { backup } from '../../src/store/database/backup.ts'
import { dialectOf, fileDatabaseUrl } from '../../src/store/database/dialect.ts'
import { ageOf } from '../../src/store/database/migrate.ts'
import { restore } from '../../src/store/database/restore.ts'
import { tableNames } from '../../src/store/database/tables.ts'
import { databaseKinds, freshDatabase, freshFolder } from '../databases.ts'
import { onEveryDatabase, startApp, startOfTests, type TestApp } from '../harness.ts'
import { fillEveryTable, publish, rowsOf } from './every-table.ts'

const newFile = (name = 'copy.db') => join(freshFolder(), name)

async function saved(url: string): Promise<string> {
  const file = newFile()
  await backup(url, dialectOf(url), file)
  return file
}

/** Restores an hour after the start of the tests by default, when every process on the database has ended. */
const restored = async (url: string, file: string, replace = false, now = startOfTests + 3_600_000) =>
  (await restore(url, dialectOf(url), file, { replace, now })).rows

/** Every row of every table of a database. */
async function contentOf(url: string) {
  const connection = dialectOf(url).open(url, 'read')
  try {
    const content: Record<string, unknown[]> = {}
    for (const table of tableNames) content[table] = await rowsOf(connection.db, table)
    return content
  } finally {
    await connection.close()
  }
}

async function assertWorks(url: string, { clock }: TestApp, key: string, ids: string[]): Promise<void> {
  const app = await startApp(url, { clock })
  try {
    const { breaches } = await audit(app.platform.db, app.platform.dialect, clock.now())
    assert.deepEqual(breaches, [])
    const found = await app.call('GET', '/v1/search?q=watercolour&country=FR&topic=art&city=2988507')
    assert.deepEqual(found.json.items.map((item: any) => item.id).sort(), [...ids].sort())
    const seqs = () => app.platform.db.selectFrom('listing').select('seq').orderBy('seq', 'desc').execute()
    const [last] = await seqs()
    const another = await publish(app, key)
    assert.ok((await seqs())[0]!.seq > last!.seq)
    assert.equal((await app.call('GET', `/v1/posts/${another}`)).status, 200)
  } finally {
    await app.close()
  }
}

onEveryDatabase('a restored backup', ({ kind, fresh }) => {
  test('a restored backup is equal in every table, from one kind of database into the other and back', {
    timeout: 180_000,
  }, async () => {
    const first = await fresh()
    const app = await startApp(first)
    const { key } = await app.account({ balance: 50_000_000 })
    await fillEveryTable(app)
    const { db } = app.platform
    const ids = (await db.selectFrom('listing').select('post_id').execute()).map(row => row.post_id)
    await app.close()
    const content = await contentOf(first)
    for (const table of tableNames) assert.ok(content[table]!.length > 0, table)

    const otherKind = databaseKinds.find(each => each !== kind)!
    const second = await freshDatabase(otherKind)
    const counts = await restored(second, await saved(first))
    assert.deepEqual(Object.keys(counts), tableNames)
    assert.equal(counts.accounts, content.accounts!.length)
    assert.deepEqual(await contentOf(second), content)

    // A file that does not exist yet gets its tables.
    const third = kind === 'SQLite' ? fileDatabaseUrl(newFile('new.db')) : await fresh()
    await restored(third, await saved(second))
    assert.deepEqual(await contentOf(third), content)
    await assertWorks(second, app, key, ids)
    await assertWorks(third, app, key, ids)
  })

  test('a restore replaces existing data only with --replace', { timeout: 120_000 }, async () => {
    const app = await startApp(await fresh())
    const { key } = await app.account({ balance: 50_000_000 })
    const kept = await publish(app, key)
    const file = await saved(app.databaseUrl)
    const content = await contentOf(app.databaseUrl)
    await publish(app, key)

    const changed = await contentOf(app.databaseUrl)
    await assert.rejects(
      restored(app.databaseUrl, file),
      (error: unknown) => error instanceof Problem && /in use: accounts has rows. --replace/.test(error.message),
    )
    assert.deepEqual(await contentOf(app.databaseUrl), changed)
    await app.platform.act('enterNode', { id: 'this one' })
    await app.close()
    await assert.rejects(
      restored(app.databaseUrl, file, true, app.clock.now() + 1_000),
      /A process runs on the database/,
    )
    const { posts } = await restored(app.databaseUrl, file, true)
    assert.equal(posts, 1)
    assert.deepEqual(await contentOf(app.databaseUrl), content)
    await assertWorks(app.databaseUrl, app, key, [kept])
  })

  test('a backup of an older version is migrated in a copy, and one of a newer version is refused, each with the reason', async () => {
    const app = await startApp(await fresh())
    const { key } = await app.account({ balance: 50_000_000 })
    const id = await publish(app, key)
    const file = await saved(app.databaseUrl)
    await app.close()
    const change = async (statements: readonly string[]) => {
      const { command, close } = dialectOf(fileDatabaseUrl(file)).open(fileDatabaseUrl(file), 'write')
      for (const statement of statements) await command(statement)
      await close()
    }
    await change([
      'alter table decision_log drop column seal',
      'alter table decision_log_head drop column seal',
      'alter table sessions drop column link_made_at',
      "delete from migrations where name = '0008-keyed-log'",
    ])
    const now = startOfTests + 3_600_000
    const dialect = dialectOf(app.databaseUrl)
    const { rows, migrated } = await restore(app.databaseUrl, dialect, file, { replace: true, now })
    assert.deepEqual([rows.posts, migrated], [1, ['0008-keyed-log']])
    await assertWorks(app.databaseUrl, app, key, [id])
    const older = dialectOf(fileDatabaseUrl(file)).open(fileDatabaseUrl(file), 'read')
    assert.equal(await ageOf(older.db, dialectOf(fileDatabaseUrl(file))), 'older', 'the file itself is unchanged')
    await older.close()
    await change(["insert into migrations (name) values ('9999-of-tomorrow')"])
    await assert.rejects(
      restore(app.databaseUrl, dialect, file, { replace: true, now }),
      (error: unknown) => error instanceof Problem && /is a backup of a newer version than/.test(error.message),
    )
  })

  test('a restore that fails halfway, or of no backup, leaves the database unchanged', {
    timeout: 120_000,
  }, async () => {
    const app = await startApp(await fresh())
    const { key } = await app.account()
    await publish(app, key)
    const file = await saved(app.databaseUrl)
    await app.close()
    const content = await contentOf(app.databaseUrl)

    const broken = dialectOf(fileDatabaseUrl(file)).open(fileDatabaseUrl(file), 'write')
    await broken.command('pragma ignore_check_constraints = on')
    await broken.command(`update revisions set status = 'gone astray'`)
    await broken.close()
    await assert.rejects(restored(app.databaseUrl, file, true), /check/i)
    assert.deepEqual(await contentOf(app.databaseUrl), content)

    const text = newFile('text.db')
    writeFileSync(text, 'this is not a database '.repeat(100))
    const other = newFile('other.db')
    const stranger = dialectOf(fileDatabaseUrl(other)).open(fileDatabaseUrl(other), 'write')
    await stranger.command('create table posts (id text)')
    await stranger.close()
    const absent = newFile('absent.db')
    for (const [wrong, words] of [
      [text, /is no backup/],
      [other, /is no backup/],
      [absent, /There is no file/],
    ] as const)
      await assert.rejects(
        restored(app.databaseUrl, wrong, true),
        (error: unknown) => error instanceof Problem && words.test(error.message),
      )
    assert.equal(existsSync(absent), false)
    assert.deepEqual(await contentOf(app.databaseUrl), content)
  })
})
