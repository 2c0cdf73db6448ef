// The keyed log of decisions: who only has the database can neither rewrite the log nor leave out a key or a link unseen.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { logEndText } from '../../src/domain/review/log-key.ts'
import { unbound } from '../../src/store/accounts/keys.ts'
import type { Connection } from '../../src/store/database/dialect.ts'
import type { Database } from '../../src/store/database/schema.ts'
import { digestOf, entriesAfter, linkOf, logHead } from '../../src/store/posts/decision-log.ts'
import { auditPlatform } from '../../src/usecases/review/audit.ts'
import { logKey, readLogKey, resealLogKey } from '../../src/usecases/review/log-key.ts'
import * as decisionLogWorker from '../../src/workers/decision-log.ts'
import { onEveryDatabase, startApp, type TestApp } from '../harness.ts'

const operator = 'operator@example.org'
const by = { actor: 'ann', reason: 'asked for' }

onEveryDatabase('the keyed log of decisions', ({ fresh }) => {
  let app: TestApp
  let connection: Connection
  let db: Kysely<Database>
  let handle: string

  before(async () => {
    app = await startApp(await fresh(), { env: { OPERATOR_CONTACT: operator, REVIEWERS: 'ann@example.org' } })
    connection = app.platform.dialect.open(app.databaseUrl, 'write')
    db = connection.db
    handle = (await app.account()).handle
    app.clock.advance(60_000)
  })
  after(async () => {
    await connection.close()
    await app.close()
  })

  const seal = async () => {
    while ((await decisionLogWorker.runOnce(app.platform)) > 0);
  }
  const credit = async (reason: string) => {
    await app.platform.act('creditAccount', { handle, actor: 'ann', reason, amountMicros: 1 })
    await seal()
  }
  const breaches = async (...ends: Parameters<typeof auditPlatform>[1] & object) =>
    (await auditPlatform(app.platform, ends)).breaches.map(({ rule }) => rule)
  /** Makes the chain, the head and the counts anew over what the log has now, as anybody can who has the database. */
  const rechain = async () => {
    let hash = ''
    let position = 0
    for (const row of await entriesAfter(db, 0, 1_000)) {
      position += 1
      const digest = digestOf(row)
      hash = linkOf(hash, { seq: row.seq, digest }, position)
      await db.updateTable('decision_log').set({ digest, position, hash }).where('seq', '=', row.seq).execute()
    }
    await db.updateTable('decision_log_head').set({ position, hash }).execute()
    await sql`delete from decision_counts`.execute(db)
    await sql`insert into decision_counts (month, decider, action, category, within_s, n)
      select month, decider, action, coalesce(category, ''), -1, count(*) from decision_log group by 1, 2, 3, 4`.execute(
      db,
    )
  }
  /** Runs `work` on a copy of the log and puts the log back. */
  const withLogKept = async (work: () => Promise<void>) => {
    const [rows, head, counts] = [
      await db.selectFrom('decision_log').selectAll().execute(),
      await db.selectFrom('decision_log_head').selectAll().execute(),
      await db.selectFrom('decision_counts').selectAll().execute(),
    ]
    await work()
    await db.deleteFrom('decision_log').execute()
    await db.deleteFrom('decision_counts').execute()
    await db.insertInto('decision_log').values(rows).execute()
    await db.updateTable('decision_log_head').set(head[0]!).execute()
    await db.insertInto('decision_counts').values(counts).execute()
    assert.deepEqual(await breaches(), [], 'the log is back')
  }

  test('an entry that was changed with the whole chain after it is found without any kept end', async () => {
    for (const reason of ['one', 'two', 'three']) await credit(reason)
    assert.deepEqual(await breaches(), [])
    await withLogKept(async () => {
      await db.updateTable('decision_log').set({ reason: 'another' }).where('reason', '=', 'two').execute()
      await rechain()
      assert.deepEqual(
        (await breaches()).filter(rule => rule !== 'chain-of-decisions-is-whole'),
        [],
        'all but the seals fits',
      )
      assert.ok((await breaches()).includes('chain-of-decisions-is-whole'))
      for (const suspended of [true, false]) await app.platform.act('setSuspended', { handle, ...by, suspended })
      await seal()
      assert.ok((await breaches()).includes('chain-of-decisions-is-whole'), 'also once the end has a true seal again')
    })
  })

  test('a tail that was cut off with the head set back is found by the seal of the end, and by a kept end alone if the old end is put back', async () => {
    const before = (await logHead(db))!
    await credit('four')
    const kept = (await logHead(db))!
    assert.deepEqual(await breaches(kept, before), [])
    await withLogKept(async () => {
      await db.deleteFrom('decision_log').where('reason', '=', 'four').execute()
      await rechain()
      assert.ok((await breaches()).includes('chain-of-decisions-is-whole'), 'the seal is that of another end')
      await db.updateTable('decision_log_head').set(before).execute()
      const own = (await breaches()).filter(rule => rule !== 'credit-has-its-entry')
      assert.deepEqual(own, [], 'the old end fits the old log')
      assert.ok((await breaches(kept)).includes('chain-of-decisions-is-whole'))
    })
  })

  test('a log whose key does not open, or is gone while its seals are there, is a breach', async () => {
    const key = await db.selectFrom('meta').selectAll().where('name', '=', 'decision_log_key').executeTakeFirstOrThrow()
    for (const value of [null, 'v1.AAAA']) {
      await db.deleteFrom('meta').where('name', '=', key.name).execute()
      if (value !== null) await db.insertInto('meta').values({ name: key.name, value }).execute()
      assert.ok((await breaches()).some(rule => /chain-of-decisions|log-has-its-key/.test(rule)))
    }
    await db.updateTable('meta').set(key).where('name', '=', key.name).execute()
    assert.deepEqual(await breaches(), [])
  })

  test('a log that has entries from before its key is keyed from there on, and its older entries cannot be changed either', async () => {
    await withLogKept(async () => {
      const key = await db
        .selectFrom('meta')
        .selectAll()
        .where('name', '=', 'decision_log_key')
        .executeTakeFirstOrThrow()
      await db.deleteFrom('meta').where('name', '=', key.name).execute()
      await db.updateTable('decision_log').set({ seal: null }).execute()
      await db.updateTable('decision_log_head').set({ seal: null }).execute()
      assert.deepEqual(await breaches(), [], 'an upgraded log without a key is whole')
      const from = (await logHead(db))!.position
      assert.equal((await logKey(app.platform)).from, from)
      assert.deepEqual(await breaches(), [])
      await db.updateTable('decision_log').set({ reason: 'another' }).where('reason', '=', 'two').execute()
      await rechain()
      assert.ok((await breaches()).includes('chain-of-decisions-is-whole'))
      await db.updateTable('meta').set(key).where('name', '=', key.name).execute()
    })
  })

  test('a key without its entry is a breach, whoever made it, and so is the link of a reviewer, used or not', async () => {
    const account = await db.selectFrom('accounts').selectAll().where('handle', '=', handle).executeTakeFirstOrThrow()
    const { key_id } = await app.platform.act('createKeyByOperator', { handle, ...by, name: 'spare' })
    const { key } = await app.platform.act('createKey', { accountId: account.id, name: 'own', ...unbound })
    await app.platform.act('replaceKey', { accountId: account.id, keyId: key.id, graceMs: 0 })
    const { link } = await app.platform.act('makeReviewersLink', { reviewer: 'ann@example.org', actor: 'ann' })
    await seal()
    assert.deepEqual(await breaches(), [])
    await withLogKept(async () => {
      await db.deleteFrom('decision_log').where('action', 'in', ['create-key', 'reviewer-link']).execute()
      const found = (await auditPlatform(app.platform)).breaches
      const of = (rule: string) => found.filter(breach => breach.rule === rule).map(({ subject }) => subject)
      assert.equal(of('key-has-its-entry').length, 3)
      assert.ok(of('key-has-its-entry').includes(key_id))
      assert.deepEqual(of('link-of-reviewer-has-its-entry'), ['ann@example.org'])
      const token = new URL(link).searchParams.get('t') as string
      const opening = { as: 'reviewer', browser: 'b', browserName: 'Firefox', replaces: null } as const
      assert.ok(typeof (await app.platform.act('signInByLink', { token, ...opening })) === 'object')
      assert.ok((await breaches()).includes('link-of-reviewer-has-its-entry'), 'the session tells of the link')
      await db.deleteFrom('sessions').execute()
    })
  })

  test('the end of the log is mailed and logged once for a day after which it has moved, and the mailed end fits the log', async () => {
    const mails = async () =>
      (await db.selectFrom('mail').selectAll().where('recipient', '=', operator).orderBy('created_at').execute()).map(
        ({ body }) => body,
      )
    assert.deepEqual(await mails(), [], 'the first day has not ended')
    const end = (await logHead(db))!
    app.clock.advance(24 * 3_600_000)
    await credit('five')
    await credit('six')
    app.clock.advance(24 * 3_600_000)
    await seal()
    const [mail, ...others] = await mails()
    assert.equal(others.length, 0, 'a day without entries has no mail')
    assert.ok(mail?.includes(`> ${logEndText(end)}\n`))
    assert.ok(!(await breaches(end)).includes('chain-of-decisions-is-whole'))
    assert.ok((await breaches({ ...end, hash: '0'.repeat(64) })).includes('chain-of-decisions-is-whole'))
  })

  test('a new secret of the platform opens the key of the log once it is sealed anew', async () => {
    const secret = Buffer.alloc(32, 9).toString('base64')
    const env = { SECRET_KEY: secret, SECRET_KEY_PREVIOUS: Buffer.alloc(32, 7).toString('base64') }
    const key = await readLogKey(app.platform)
    const other = await startApp(app.databaseUrl, { env, clock: app.clock })
    assert.equal(await resealLogKey(other.platform), 'resealed')
    assert.equal(await resealLogKey(other.platform), 'current')
    assert.deepEqual(await readLogKey(other.platform), key)
    await assert.rejects(readLogKey(app.platform))
    await other.platform.act('resealLogKey', {
      from: (await db.selectFrom('meta').selectAll().where('name', '=', 'decision_log_key').executeTakeFirstOrThrow())
        .value,
      to: app.platform.logSealing.seal(JSON.stringify(key), 'decision_log_key'),
    })
    await other.close()
  })
})
