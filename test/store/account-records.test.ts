// The store of an account's records and of its erasure: the promise of each function, on every database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as records from '../../src/store/accounts/account-records.ts'
import { accountById, updateAccount } from '../../src/store/accounts/accounts.ts'
import * as erasure from '../../src/store/accounts/scheduled-erasures.ts'
import { erasePerson } from '../../src/store/database/tables.ts'
import { cardOf, saveCard } from '../../src/store/money/cards.ts'
import { move } from '../../src/store/money/ledger.ts'
import { insertPayment, paymentById } from '../../src/store/money/payments.ts'
import { isErased, revisionById } from '../../src/store/posts/revisions.ts'
import { now, withStore } from './rows.ts'

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

withStore('the store of account records', store => {
  const topUp = async (accountId: string, id: string) =>
    move(store().db, { id, accountId, type: 'topup', amount: 5, site: null, postId: null, now })

  test('the store pages the ledger of an account, newest first, and finds the row of a cursor only in that account', async () => {
    const { db, account } = store()
    const [owner, other] = [await account(), await account()]
    for (const id of ['led_1', 'led_2', 'led_3']) await topUp(owner, id)
    await topUp(other, 'led_other')
    assert.deepEqual(ids(await records.ledgerOf(db, owner, 2)), ['led_3', 'led_2'])
    const before = await records.ledgerSeq(db, owner, 'led_2')
    assert.deepEqual(ids(await records.ledgerOf(db, owner, 2, before)), ['led_1'])
    assert.equal(await records.ledgerSeq(db, owner, 'led_other'), undefined)
  })

  test('the store pages the posts of an account with all their texts, and reads one post only for its account', async () => {
    const { db, account, post, edit } = store()
    const owner = await account()
    const [first, second] = [
      await post({ account: owner }),
      await post({ account: owner, post: { public_json: '{}' } }),
    ]
    await post({ account: await account() })
    const edited = await edit(second, owner)
    const { posts: page, next } = await records.postsWithTexts(db, owner, 1)
    assert.deepEqual([ids(page), ids(page[0]!.texts), page[0]!.public], [[second], [second, edited], true])
    assert.equal(next, second)
    const rest = await records.postsWithTexts(db, owner, 9, { before: page[0]!.seq })
    const [older] = rest.posts
    assert.deepEqual([ids(rest.posts), rest.next], [[first], null])
    assert.deepEqual([older?.id, ids(older!.texts), older?.public], [first, [first], false])
    assert.deepEqual(ids(await records.postsOf(db, owner, 9)), [second, first])
    assert.deepEqual(ids((await records.postWithTexts(db, owner, second))!.texts), [second, edited])
    assert.equal(await records.postWithTexts(db, await account(), second), undefined)
    assert.deepEqual(
      (await records.keysOf(db, owner, 9)).map(({ id, sites }) => [id, sites]),
      [[`key of ${owner}`, null]],
    )
  })

  test('the store schedules an erasure once, and takes it back only before its time and by that time', async () => {
    const { db, account, atOnce } = store()
    const owner = await account()
    const scheduled = await atOnce(3, (tx, i) => erasure.setErasure(tx, owner, now + 10 + i))
    assert.equal(scheduled.filter(Boolean).length, 1)
    const at = (await accountById(db, owner))!.erase_at!
    assert.deepEqual([await erasure.dueErasures(db, at - 1, 9), await erasure.dueErasures(db, at, 9)], [[], [owner]])
    const takeBack = (time: number, when: number) => erasure.takeBackErasure(db, owner, time, when)
    assert.deepEqual([await takeBack(at + 1, now), await takeBack(at, at)], [false, false])
    assert.equal(await takeBack(at, at - 1), true)
    assert.equal(await takeBack(at, at - 1), false)
    assert.deepEqual(await erasure.dueErasures(db, at, 9), [])
  })

  test('the store erases the person and what is not public, and finds money that comes in later', async () => {
    const { db, account, post } = store()
    const owner = await account()
    const card = { account_id: owner, provider: 'sandbox', customer: 'c', method: 'm', label: 'l', saved_at: now }
    await saveCard(db, { ...card, fingerprint: 'f' })
    const payment = { account_id: owner, site: 'events', provider: 'sandbox', kind: 'topup', amount: 5 } as const
    const paid = { ...payment, created_at: now, customer: 'c', method: 'm' }
    await insertPayment(db, { ...paid, id: 'pay_done', due_at: null })
    await insertPayment(db, { ...paid, id: 'pay_open', due_at: now })
    const json = '{"id":"p","author":"somebody"}'
    const open = await post({ account: owner, post: { public_json: json }, text: { status: 'published' } })
    const hidden = await post({ account: owner, text: { status: 'rejected' } })
    await erasePerson(db, { id: owner, emailKey: `${owner}@example.org`, now })
    const found = (await accountById(db, owner))!
    assert.deepEqual(
      [found.name, found.email, found.handle, found.erased_at, found.card_on_file],
      ['', '', 'deleted', now, 0],
    )
    assert.equal(await cardOf(db, owner), undefined)
    const [done, asked] = [await paymentById(db, 'pay_done'), await paymentById(db, 'pay_open')]
    assert.deepEqual([done?.customer, asked?.customer], [null, 'c'], 'a payment in progress needs its customer')
    const [kept, erased] = [await revisionById(db, open), await revisionById(db, hidden)]
    assert.deepEqual([isErased(kept!), isErased(erased!)], [false, true])
    const shown = await db.selectFrom('posts').select(['public_json', 'version']).where('id', '=', open).execute()
    assert.equal(shown[0]?.version, 1, 'a publication that was prepared before does not fit any more')
    assert.ok(!shown[0]?.public_json?.includes('somebody'))
    assert.deepEqual(await erasure.erasedWithMoney(db, 9), [])
    await topUp(owner, 'led_late')
    assert.deepEqual(await erasure.erasedWithMoney(db, 9), [owner])
  })

  test('the store lets several erased accounts have no name, and a new account take the freed handle', async () => {
    const { db, account } = store()
    const [one, other] = [await account(), await account()]
    for (const id of [one, other]) await erasePerson(db, { id, emailKey: '', now })
    const next = await account()
    await updateAccount(db, next, { handle: one })
    assert.equal((await accountById(db, next))?.handle, one)
  })
})
