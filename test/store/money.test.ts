// The store of accounts, keys, bans, counters and the ledger: the promise of each function, on every database.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as accounts from '../../src/store/accounts/accounts.ts'
import {
  count,
  counted,
  countSpent,
  forgetCounts,
  giveSpentBack,
  usageSince,
} from '../../src/store/accounts/counters.ts'
import { revokeKey } from '../../src/store/accounts/key-life.ts'
import { insertKey, keyHolder } from '../../src/store/accounts/keys.ts'
import { type Connection, dialectOf } from '../../src/store/database/dialect.ts'
import * as ledger from '../../src/store/money/ledger.ts'
import { onEveryDatabase } from '../harness.ts'

const now = Date.UTC(2026, 10, 21)

onEveryDatabase('the store of money', ({ fresh }) => {
  let connection: Connection
  before(async () => {
    const url = await fresh()
    connection = dialectOf(url).open(url, 'write')
  })
  after(() => connection.close())

  let made = 0
  const account = async (balance = 0) => {
    const handle = `m_${made++}`
    const row = accounts.newAccount({ id: `acct_${handle}`, name: 'M', email: `${handle}@Example.org`, handle, now })
    assert.equal(await accounts.insertAccount(connection.db, row), true)
    // In a transaction, as every movement: its two statements need one connection.
    if (balance > 0) await connection.transaction(db => ledger.move(db, movement(row.id, 'topup', balance)))
    return row
  }
  const movement = (accountId: string, type: ledger.Movement['type'], amount: number): ledger.Movement => ({
    id: `led_m${made++}`,
    accountId,
    type,
    amount,
    site: null,
    postId: null,
    now,
  })

  test('the store counts what a key spends by its day, and gives back to that day and key alone', async () => {
    const { db } = connection
    const spent = (keyId: string, day: string) => counted(db, 'key-spent', keyId, day)
    const [today, before] = ['2026-11-21', '2026-11-20']
    for (const [key, day] of [
      ['key_one', before],
      ['key_one', today],
      ['key_two', today],
    ] as const)
      assert.equal(await countSpent(db, key, day, { amount: 7, most: 10 }), 7)
    assert.equal(
      await countSpent(db, 'key_one', today, { amount: 4, most: 10 }),
      null,
      'past the bound nothing is counted',
    )
    await giveSpentBack(db, 'key_one', today, 5)
    assert.deepEqual(
      [await spent('key_one', today), await spent('key_one', before), await spent('key_two', today)],
      [2, 7, 7],
    )
  })

  test('the store finds an account by id, by handle, and by its address in any letter case', async () => {
    const { db } = connection
    const { id, handle } = await account()
    const found = await accounts.accountById(db, id)
    assert.deepEqual([found?.suspended_at, found?.banned_at, found?.balance], [null, null, 0])
    assert.deepEqual(await accounts.accountByHandle(db, handle), found)
    const address = `${handle.toUpperCase()}@EXAMPLE.ORG`
    assert.equal(await accounts.verifiedAccount(db, address), undefined)
    await accounts.updateAccount(db, id, { email_verified: 1 })
    assert.equal((await accounts.verifiedAccount(db, address))?.id, id)
    assert.equal(await accounts.accountById(db, 'acct_none'), undefined)
    assert.equal(await accounts.accountByHandle(db, 'none'), undefined)
    assert.equal(await accounts.verifiedAccount(db, 'none@example.org'), undefined)
  })

  test('the store gives a handle and a verified address to one account only', async () => {
    const first = await account()
    const other = { ...first, id: 'acct_other' }
    assert.equal(await accounts.insertAccount(connection.db, { ...other, email_key: 'other' }), false)
    const verified = { ...other, handle: 'other_handle', email_verified: 1 } as const
    await accounts.updateAccount(connection.db, first.id, { email_verified: 1 })
    assert.equal(await accounts.insertAccount(connection.db, verified), false)
    assert.equal(await accounts.accountById(connection.db, 'acct_other'), undefined)
  })

  test('the store sets members only of the given account', async () => {
    const { db } = connection
    const [one, other] = [await account(), await account()]
    await accounts.updateAccount(db, one.id, { email_verified: 1, card_on_file: 1, card_fingerprint: 'card' })
    const found = await accounts.accountById(db, one.id)
    assert.deepEqual([found?.email_verified, found?.card_on_file, found?.card_fingerprint], [1, 1, 'card'])
    assert.deepEqual(await accounts.accountById(db, other.id), other)
  })

  test('the store counts strikes, each of which pauses auto-recharge; the third bans until that strike is taken back', async () => {
    const { db } = connection
    const { id } = await account()
    const struck = [1, 2, 3, 4].map(n => ({ strikes: n, banned_at: n < 3 ? null : now + 3 }))
    for (const expected of struck) {
      const { strikes, banned_at } = await accounts.addStrike(db, id, now + expected.strikes)
      assert.deepEqual({ strikes, banned_at }, expected, 'the ban keeps its date')
    }
    assert.equal((await accounts.accountById(db, id))?.auto_recharge_paused, 1)
    const banned = []
    for (let i = 0; i < 5; i++) banned.push(await accounts.takeBackStrike(db, id))
    assert.deepEqual(banned, [true, false, false, false, false])
    const found = await accounts.accountById(db, id)
    assert.deepEqual([found?.strikes, found?.banned_at], [0, null], 'strikes never fall below zero')
    await assert.rejects(accounts.addStrike(db, 'acct_none', now), /no account/)
  })

  test('the store sets and ends a suspension once; strikes do not change it', async () => {
    const { db } = connection
    const { id } = await account()
    assert.equal(await accounts.setSuspension(db, id, null), false)
    assert.equal(await accounts.setSuspension(db, id, now), true)
    assert.equal(await accounts.setSuspension(db, id, now + 1), false)
    for (let i = 0; i < 3; i++) await accounts.addStrike(db, id, now)
    await accounts.takeBackStrike(db, id)
    assert.equal((await accounts.accountById(db, id))?.suspended_at, now, 'the first suspension counts')
    assert.equal(await accounts.setSuspension(db, id, null), true)
  })

  test('the store sets a ban of one kind once, and lifts it only for its account', async () => {
    const { db } = connection
    const [one, other] = [await account(), await account()]
    const of = { kind: 'email', hash: 'hash', now } as const
    for (const { id } of [one, one, other]) await accounts.ban(db, id, of)
    assert.equal(await accounts.isBanned(db, 'card', 'hash'), false)
    await accounts.unban(db, one.id)
    assert.equal(await accounts.isBanned(db, 'email', 'hash'), true)
    await accounts.unban(db, other.id)
    assert.equal(await accounts.isBanned(db, 'email', 'hash'), false)
  })

  test('the store finds the holder of a key until the key is revoked', async () => {
    const { db } = connection
    const { id, handle } = await account()
    await insertKey(db, { id: 'key_m', account_id: id, name: 'first', hash: 'hash of m', created_at: now })
    const holder = { keyId: 'key_m', accountId: id, handle, lastUsedAt: null, validUntil: null, paused: false }
    assert.deepEqual(await keyHolder(db, 'hash of m'), holder)
    assert.equal(await revokeKey(db, 'acct_of_another', 'key_m', now), false)
    assert.equal(await revokeKey(db, id, 'key_m', now), true)
    assert.equal(await revokeKey(db, id, 'key_m', now), false)
    assert.equal(await keyHolder(db, 'hash of m'), undefined)
    assert.equal(await keyHolder(db, 'hash of nobody'), undefined)
  })

  test('the store counts by scope, subject and day, and deletes the counts of past days', async () => {
    const { db } = connection
    await count(db, 'search-key', 'k', '2026-11-20')
    await count(db, 'search-key', 'k', '2026-11-21')
    assert.equal(await count(db, 'search-key', 'k', '2026-11-21'), 2)
    assert.equal(await counted(db, 'search-ip', 'k', '2026-11-21'), 0)
    assert.equal(await counted(db, 'search-key', 'other', '2026-11-21'), 0)
    await forgetCounts(db, '2026-11-21', '2026-01-01')
    assert.equal(await counted(db, 'search-key', 'k', '2026-11-20'), 0)
    assert.equal(await counted(db, 'search-key', 'k', '2026-11-21'), 2)
  })

  test('the store adds up the usage of language models by day and model, and keeps it longer than other counts', async () => {
    const { db } = connection
    for (const [day, by] of [
      ['2026-01-01', 5],
      ['2026-11-20', 70],
      ['2026-11-20', 30],
    ] as const)
      await count(db, 'model-prompt-tokens', 'm', day, by)
    await forgetCounts(db, '2026-11-21', '2026-02-01')
    assert.deepEqual(await usageSince(db, '2025-01-01'), [
      { day: '2026-11-20', model: 'm', scope: 'model-prompt-tokens', value: 100 },
    ])
  })

  test('the store moves all movements of a batch in order, or none', async () => {
    const { db } = connection
    const { id } = await account(10)
    const steps = [movement(id, 'charge', -4), movement(id, 'platform_credit', 3), movement(id, 'charge', -9)]
    assert.equal(await ledger.moveBatch(db, id, steps), 0)
    const rows = await ledger.latestMovements(db, id, 3)
    assert.deepEqual(
      rows.map(row => [row.amount, row.balance_after]),
      [
        [-9, 0],
        [3, 9],
        [-4, 6],
      ],
    )
    // The balance is enough at the end, but not after the first movement.
    const short = [movement(id, 'charge', -1), movement(id, 'platform_credit', 5)]
    assert.equal(await ledger.moveBatch(db, id, short), null)
    assert.equal((await accounts.accountById(db, id))?.balance, 0)
    assert.equal((await ledger.latestMovements(db, id, 10)).length, 4)
    assert.equal(await ledger.moveBatch(db, id, []), 0)
    assert.equal(await ledger.moveBatch(db, 'acct_none', []), null)
    await assert.rejects(ledger.moveBatch(db, id, [movement(id, 'topup', 0.5)]), RangeError)
  })

  test('the store finds a movement by its revision and type, and books a payment reference once', async () => {
    const { db } = connection
    const { id } = await account(10)
    const charge = { ...movement(id, 'charge', -1), postId: 'p_found', revisionId: 'p_found' }
    await ledger.move(db, charge)
    assert.equal((await ledger.movementOf(db, 'p_found', 'charge'))?.id, charge.id)
    assert.equal(await ledger.movementOf(db, 'p_found', 'refund'), undefined)
    const paid = { ...movement(id, 'topup', 5), reference: 'payment 1', note: 'by card' }
    await ledger.move(db, paid)
    assert.equal((await ledger.creditOf(db, 'payment 1'))?.note, 'by card')
    const again = connection.transaction(tx => ledger.move(tx, { ...paid, id: 'led_again' }))
    await assert.rejects(again, /unique/i)
    assert.equal((await accounts.accountById(db, id))?.balance, 14)
  })

  test('the store moves nothing on a missing account', async () => {
    assert.equal(await ledger.move(connection.db, movement('acct_none', 'topup', 1)), null)
    await assert.rejects(ledger.moveAtMost(connection.db, movement('acct_none', 'penalty', 1)))
  })

  test('the store lets exactly 20 of 50 concurrent charges succeed with a balance for 20', async () => {
    const { id } = await account(20)
    const spend = () => connection.transaction(db => ledger.move(db, movement(id, 'charge', -1)))
    const spent = await Promise.all(Array.from({ length: 50 }, spend))
    assert.equal(spent.filter(balance => balance !== null).length, 20)
    assert.equal((await accounts.accountById(connection.db, id))?.balance, 0)
    const rows = await connection.db
      .selectFrom('ledger')
      .selectAll()
      .where('account_id', '=', id)
      .orderBy('seq')
      .execute()
    const expected = Array.from({ length: 21 }, (_, i) => 20 - i)
    assert.deepEqual(
      rows.map(row => row.balance_after),
      expected,
      'one row for each movement, with the balance after it',
    )
  })

  test('the store lifts the card ban of one account and leaves the bans of others', async () => {
    const { db } = connection
    const [one, other] = [await account(), await account()]
    const banned = { banned_at: now, banned_for: 'card' } as const
    await db.updateTable('accounts').set(banned).where('id', 'in', [one.id, other.id]).execute()
    assert.equal(await accounts.liftCardBan(db, one.id), true)
    assert.equal(await accounts.liftCardBan(db, one.id), false)
    const bans = await Promise.all([one, other].map(({ id }) => accounts.accountById(db, id)))
    assert.deepEqual(
      bans.map(row => row?.banned_at),
      [null, now],
    )
  })
})
