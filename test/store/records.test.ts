// The store of reports, decisions and first answers: the promise of each function, on every database.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { insertAccount, newAccount } from '../../src/store/accounts/accounts.ts'
import { insertKey } from '../../src/store/accounts/keys.ts'
import { type Connection, dialectOf } from '../../src/store/database/dialect.ts'
import { placeLookup } from '../../src/store/lists/places.ts'
import { logDecision } from '../../src/store/posts/decision-log.ts'
import * as idempotency from '../../src/store/posts/idempotency.ts'
import * as reports from '../../src/store/posts/reports.ts'
import { onEveryDatabase } from '../harness.ts'

const now = Date.UTC(2026, 10, 21)

onEveryDatabase('the store of records', ({ fresh }) => {
  let connection: Connection
  before(async () => {
    const url = await fresh('every')
    connection = dialectOf(url).open(url, 'write')
    const { db } = connection
    await insertAccount(db, newAccount({ id: 'acct_r', name: 'R', email: 'r@example.org', handle: 'r_r', now }))
    await insertKey(db, { id: 'key_r', account_id: 'acct_r', name: 'k', hash: 'h', created_at: now })
    await sql`insert into posts (id, site, account_id, key_id, latest_revision, shown_revision, version, public_json)
      values ('p_r', 'events', 'acct_r', 'key_r', 'p_r', 'p_r', 0, '{}')`.execute(db)
  })
  after(() => connection.close())

  const report = (id: string, reporter: string, at = now) => ({
    id,
    post_id: 'p_r',
    site: 'events' as const,
    reason: 'spam' as const,
    details: null,
    email: null,
    reporter,
    account_id: null,
    key_id: null,
    state: 'open' as const,
    created_at: at,
    closed_at: null,
    judged_revision: null,
    counted: 0 as const,
    told_at: null,
    law: null,
    name: null,
    good_faith: null,
    receipt_at: null,
    answer: null,
    complaint_of: null,
    not_by: null,
  })

  test('the store keeps one open report for a reporter, post and reason; after it is closed another can be made', async () => {
    const { db } = connection
    await reports.insertReport(db, report('r_2', 'one', now + 1))
    await reports.insertReport(db, report('r_again', 'one'))
    await reports.insertReport(db, report('r_1', 'two'))
    const ids = async (limit = 10) => (await reports.openReports(db, limit)).map(({ id }) => id)
    assert.deepEqual(await ids(), ['r_1', 'r_2'])
    assert.deepEqual(await ids(1), ['r_1'])
    assert.equal((await reports.closeReports(db, 'p_r', { state: 'dismissed', answer: null, now })).length, 2)
    assert.equal((await reports.closeReports(db, 'p_r', { state: 'upheld', answer: null, now })).length, 0)
    await reports.insertReport(db, report('r_3', 'one'))
    assert.deepEqual(await ids(), ['r_3'])
  })

  test('the store appends decisions of people with their subjects', async () => {
    const said = { decider: 'person', actor: 'a', action: 'credit', subject: 'acct_r', reason: 'why' } as const
    const of = { ...said, detail: { amount: 1 }, now }
    await logDecision(connection.db, of)
    await logDecision(connection.db, of)
    const rows = await connection.db.selectFrom('decision_log').selectAll().orderBy('seq').execute()
    assert.equal(rows.length, 2)
    const { decider, actor, action, subject, reason, detail, month, created_at } = rows[0]!
    assert.deepEqual(
      { decider, actor, action, subject, reason, detail, month, created_at },
      { ...said, detail: '{"amount":1}', month: '2026-11', created_at: now },
    )
  })

  test('the store deletes old answers', async () => {
    const { db } = connection
    const key = (idempotencyKey: string) => ({ keyId: 'key_r', site: 'events' as const, idempotencyKey })
    const store = (name: string, at: number) =>
      idempotency.storeAnswer(db, key(name), {
        ...{ status: 202, headers: {}, body: name, bodyHash: 'h' },
        ...{ now: at, since: at - 20 },
      })
    await store('old', now - 10)
    await store('young', now)
    assert.equal((await idempotency.rememberedAnswer(db, key('old'), 0))?.body, 'old')
    await idempotency.forgetAnswers(db, now)
    assert.equal(await idempotency.rememberedAnswer(db, key('old'), 0), undefined)
    assert.equal((await idempotency.rememberedAnswer(db, key('young'), 0))?.body, 'young')
  })

  test('one of two concurrent transactions gets an Idempotency-Key; the other waits and reads the whole answer', async () => {
    const key = { keyId: 'key_r', site: 'events' as const, idempotencyKey: 'race' }
    const answer = { status: 202, headers: {}, body: '{}' }
    const take = () =>
      connection.transaction(async db => {
        const taken = await idempotency.storeAnswer(db, key, { ...answer, bodyHash: 'h', now, since: now - 20 })
        return { taken, status: (await idempotency.rememberedAnswer(db, key, 0))?.status }
      })
    const both = await Promise.all([take(), take()])
    assert.deepEqual(both.map(({ taken }) => taken).sort(), [false, true])
    assert.deepEqual(
      both.map(({ status }) => status),
      [202, 202],
    )
  })

  test('the store finds places by id and by name, the largest first, in one country or in all', async () => {
    const places = placeLookup(connection.db)
    const named = (key: string, country = '', beginning = false) =>
      places.byName({ key, beginning }, area => area.startsWith(country), 3)
    const everywhere = await named('paris')
    assert.equal(everywhere.length, 3)
    assert.deepEqual([everywhere[0]?.country, everywhere[0]?.timezone], ['FR', 'Europe/Paris'])
    const american = await named('paris', 'US')
    assert.ok(american.length > 0 && american.every(({ country }) => country === 'US'))
    const geonamesId = everywhere[0]?.geonamesId ?? 0
    assert.deepEqual(await places.byId(geonamesId), everywhere[0])
    assert.deepEqual(await places.byId(geonamesId), everywhere[0], 'a cached place is equal')
    assert.equal(await places.byId(1), undefined)
    for (const none of ['no such place', '', 'p']) assert.deepEqual(await named(none), [])
    const [beginning] = await named('münch'.normalize('NFD').replace(/\p{M}/gu, ''), '', true)
    assert.deepEqual([beginning?.geonamesId, beginning?.name], [2867714, 'Munich'])
    assert.equal((await named('東', 'JP', true))[0]?.name, 'Tokyo', 'a name of one character reads its whole range')
  })
})
