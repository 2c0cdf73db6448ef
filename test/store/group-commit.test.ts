// The single writer of a file: groups in one commit, refusals without a trace, checkpoints of the write-ahead log, a full disk.
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { usualMoney } from '../../src/contract/currency.ts'
import { usualFace } from '../../src/contract/face.ts'
import { limits } from '../../src/contract/limits.ts'
import { count, counted } from '../../src/store/accounts/counters.ts'
import { type Connection, dialectOf } from '../../src/store/database/dialect.ts'
import { readMeta, writeMeta } from '../../src/store/database/meta.ts'
import { StoreUnavailable } from '../../src/store/database/unavailable.ts'
import { actionStates, begin, enqueue, takeBack } from '../../src/writer/action-states.ts'
import { groupCommitter } from '../../src/writer/commit-group.ts'
import type { ActionInput, ActionName } from '../../src/writer/registry.ts'
import type { ActionMessage, MayBegin } from '../../src/writer/run-action.ts'
import { freshDatabase } from '../databases.ts'

const now = Date.UTC(2026, 10, 21)
const facts = {
  sites: [],
  catalogues: new Map(),
  policyVersion: '1',
  severities: {},
  leastPriceMicros: 0,
  leastPriceSteps: [],
  keyPrefix: 'ak_',
  announced: [],
  invoicing: null,
  topUps: { least: 1, most: 1 },
  money: usualMoney,
  paymentProvider: 'sandbox',
  face: usualFace,
  samples: { every: 0, reviewers: [] },
} as const
const megabyte = 2 ** 20

/** A connection for writing, every command sent to it, and the group commit on it. */
async function openWriter(mayBegin?: MayBegin) {
  const url = await freshDatabase('SQLite')
  const dialect = dialectOf(url)
  const connection = dialect.open(url, 'write')
  const commands: string[] = []
  const listened: Connection = {
    ...connection,
    command(text) {
      commands.push(text)
      return connection.command(text)
    },
  }
  let id = 0
  const message = <N extends ActionName>(name: N, input: ActionInput<N>): ActionMessage => ({
    id: ++id,
    name,
    input,
    call: { now, seed: String(id).padStart(48, '0') },
  })
  const logBytes = () => statSync(`${url.slice('sqlite:'.length)}-wal`).size
  return {
    url,
    dialect,
    connection,
    commands,
    commit: groupCommitter(listened, dialect, facts, mayBegin),
    message,
    logBytes,
  }
}

const signUp = (handle: string) => ({ name: handle, email: `${handle}@example.org`, handle })

describe('a group of actions', () => {
  test('a group of actions is one commit, and an action refused before its first write costs no savepoint', async () => {
    const { connection, commands, commit, message } = await openWriter()
    const refused = { handle: 'nobody', actor: 'test', reason: 'test', amountMicros: 5 }
    const outcomes = await commit([
      message('createAccount', signUp('first')),
      message('creditAccount', refused),
      message('heartbeatOf', { name: 'x', state: 'ok' }),
    ])
    assert.deepEqual(
      outcomes.map(([id, { ok }]) => [id, ok]),
      [
        [1, true],
        [2, false],
        [3, true],
      ],
    )
    assert.deepEqual(commands, ['begin immediate', 'commit'])
    await connection.close()
  })

  test('a group rolls back only the writes of an action that is refused after a write', async () => {
    const { connection, commands, commit, message } = await openWriter()
    const day = '2026-11-21'
    for (let i = 0; i < limits.signupsPerIpPerDay; i++) await count(connection.db, 'signup-ip', 'two', day)
    const group = () => ['one', 'two', 'three'].map(ip => message('countSignUp', { ip }))
    const outcomes = await commit(group())
    assert.deepEqual(
      outcomes.map(([, outcome]) => (outcome.ok ? 'done' : 'problem' in outcome && outcome.problem.code)),
      ['done', 'rate_limited', 'done'],
    )
    const counts = await Promise.all(['one', 'two', 'three'].map(ip => counted(connection.db, 'signup-ip', ip, day)))
    assert.deepEqual(counts, [1, limits.signupsPerIpPerDay, 1])
    assert.deepEqual(commands.slice(0, 3), ['begin immediate', 'rollback', 'begin immediate'])

    commands.length = 0
    await commit(group())
    assert.equal(commands.filter(text => text === 'rollback').length, 0, 'later actions of that name get a savepoint')
    assert.equal(commands.filter(text => text === 'rollback to action').length, 1)
    await connection.close()
  })

  test('a group runs again for each action that nobody has cancelled, though each has begun before', async () => {
    const states = actionStates(8)
    const { connection, commit, message } = await openWriter(({ id }) => begin(states, id))
    const day = '2026-11-21'
    for (let i = 0; i < limits.signupsPerIpPerDay; i++) await count(connection.db, 'signup-ip', 'two', day)
    const group = ['one', 'two', 'three', 'four'].map(ip => message('countSignUp', { ip }))
    for (const { id } of group) enqueue(states, id)
    assert.equal(takeBack(states, group[3]!.id), true)
    const outcomes = await commit(group)
    assert.deepEqual(
      outcomes.map(([, outcome]) => (outcome.ok ? 'done' : 'problem' in outcome ? outcome.problem.code : 'left out')),
      ['done', 'rate_limited', 'done', 'left out'],
    )
    assert.equal(takeBack(states, group[0]!.id), false, 'an action that has begun cannot be cancelled')
    await connection.close()
  })

  test('a group fails as a whole on a full disk, and the next group is written once there is room', async () => {
    const { connection, commands, commit, message } = await openWriter()
    const pages = await sql<{ page_count: number }>`pragma page_count`.execute(connection.db)
    await sql.raw(`pragma max_page_count = ${pages.rows[0]?.page_count}`).execute(connection.db)
    const beats = () => Array.from({ length: 20 }, (_, i) => message('countSignUp', { ip: `${i}${'x'.repeat(9_000)}` }))
    const full = await commit(beats())
    assert.ok(
      full.every(
        ([, outcome]) => !outcome.ok && 'unavailable' in outcome && outcome.unavailable.hindrance === 'unwritable',
      ),
    )
    assert.equal(await counted(connection.db, 'signup-ip', `0${'x'.repeat(9_000)}`, '2026-11-21'), 0)
    await sql.raw('pragma max_page_count = 1000000').execute(connection.db)
    const [[, after] = []] = await commit(beats())
    assert.equal(after?.ok, true)
    assert.ok(!commands.includes('savepoint action'), 'a full disk causes no savepoints afterwards')
    await connection.close()
  })
})

describe('a transaction', () => {
  test('a transaction that a full disk rolls back keeps nothing of its later statements', async () => {
    const { connection } = await openWriter()
    const pages = await sql<{ page_count: number }>`pragma page_count`.execute(connection.db)
    await sql.raw(`pragma max_page_count = ${pages.rows[0]?.page_count}`).execute(connection.db)
    const write = (name: string, length: number) => writeMeta(connection.db, name, 'x'.repeat(length))
    await connection.command('begin immediate')
    await assert.rejects(write('big', megabyte), StoreUnavailable)
    await assert.rejects(write('small', 1), StoreUnavailable)
    await connection.command('rollback').catch(() => {})
    assert.equal(await readMeta(connection.db, 'small'), undefined)
    await write('small', 1)
    await connection.close()
  })
})

describe('the write-ahead log', () => {
  let turn = 0
  /** Commits some megabytes, as a busy writer does between two checks of the log. */
  const write = async ({ connection }: Awaited<ReturnType<typeof openWriter>>, megabytes: number) => {
    await connection.command('begin immediate')
    // Unchanged pages would not be written.
    await writeMeta(connection.db, 'big', String(turn++ % 10).repeat(megabytes * megabyte))
    await connection.command('commit')
    connection.trimLog?.()
  }

  test('the write-ahead log restarts at 64 MB under a writer that never pauses', async () => {
    const writer = await openWriter()
    let largest = 0
    for (let written = 0; written < 200; written += 10) {
      await write(writer, 10)
      largest = Math.max(largest, writer.logBytes())
    }
    assert.ok(largest > 64 * megabyte && largest < 96 * megabyte, String(largest))
    await writer.connection.close()
  })

  test('the write-ahead log grows while a reader uses it, delays and loses no write, and restarts afterwards', async () => {
    const writer = await openWriter()
    const { url, dialect, connection } = writer
    await writeMeta(connection.db, 'small', 'before')
    const reading = dialect.open(url, 'read')
    await dialect.snapshot(reading.db, async snapshot => {
      assert.equal(await readMeta(snapshot, 'small'), 'before')
      await writeMeta(connection.db, 'small', 'after')
      for (let i = 0; i < 10; i++) await write(writer, 10)
      assert.equal(await readMeta(snapshot, 'small'), 'before')
      assert.ok(writer.logBytes() > 96 * megabyte, String(writer.logBytes()))
    })
    assert.equal(await readMeta(reading.db, 'small'), 'after')
    await write(writer, 10)
    await write(writer, 10)
    assert.ok(writer.logBytes() < 65 * megabyte, String(writer.logBytes()))
    await Promise.all([reading.close(), connection.close()])
  })
})
