// The store of announcements, held messages, examples and running processes: the promise of each function, on every database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeNode, renewNode } from '../../src/store/database/nodes.ts'
import * as announcements from '../../src/store/delivery/announcements.ts'
import * as relay from '../../src/store/delivery/relay.ts'
import { dropExample, keepExample, latestExamples } from '../../src/store/learning/examples.ts'
import { now, withStore } from './rows.ts'

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

withStore('the store of outboxes', store => {
  test('the store of outboxes claims the announcements to one target in order; only the token of the claim ends it', async () => {
    const { db, connection } = store()
    const add = (id: string, target: 'hub' | 'indexnow', at = now) =>
      announcements.insertAnnouncement(db, { id, target, site: 'events', post_id: 'p', lists: ['/a/'], now: at })
    for (const id of ['ann_2', 'ann_1']) await add(id, 'hub')
    await add('ann_3', 'hub', now + 1)
    await add('ann_4', 'indexnow')
    const claim = async (token: string, at = now, limit = 9) => {
      const of = { token, now: at, leaseMs: 10, limit }
      return connection.transaction(tx => announcements.claimAnnouncements(tx, 'hub', of))
    }
    const claimed = await claim('one')
    assert.deepEqual([ids(claimed).sort(), claimed[0]?.lists], [['ann_1', 'ann_2'], '["/a/"]'])
    await announcements.settleAnnouncements(db, ['ann_1', 'ann_2'], 'other', null)
    await announcements.settleAnnouncements(db, ['ann_2'], 'other', now)
    assert.deepEqual(ids(await claim('two')), [], 'another token changes nothing')
    await announcements.settleAnnouncements(db, ['ann_1'], 'one', null)
    await announcements.settleAnnouncements(db, ['ann_2'], 'one', now + 2)
    assert.deepEqual(ids(await claim('three', now + 2)).sort(), ['ann_2', 'ann_3'])
    await announcements.forgetAnnouncements(db, now + 1)
    const left = await db.selectFrom('announcements').select('id').execute()
    assert.deepEqual(ids(left), ['ann_3'])
  })

  test('the store of outboxes gives a held message to one of several reviewers, and remembers each refused sender once', async () => {
    const { db, account, post, atOnce } = store()
    const [author, sender] = [await account(), await account()]
    const id = await post({ account: author, site: 'classifieds' })
    const message = {
      site: 'classifieds',
      post_id: id,
      account_id: sender,
      message: 'm',
      reply_email: 'a@b.c',
    } as const
    for (const [n, at] of [
      ['msg_2', now],
      ['msg_1', now],
      ['msg_3', now - 1],
    ] as const)
      await relay.holdMessage(db, { ...message, id: n, verdict: '{}', created_at: at })
    assert.deepEqual(ids(await relay.heldMessages(db, 9)), ['msg_3', 'msg_1', 'msg_2'])
    assert.deepEqual(ids(await relay.heldMessages(db, 1)), ['msg_3'])
    const taken = await atOnce(4, tx => relay.takeHeldMessage(tx, 'msg_3'))
    assert.equal(taken.filter(row => row !== undefined).length, 1)
    assert.equal(await relay.heldMessage(db, 'msg_3'), undefined)
    for (const at of [now, now + 1]) await relay.refuseSender(db, author, sender, at)
    assert.deepEqual(
      [await relay.refusesSender(db, author, sender), await relay.refusesSender(db, sender, author)],
      [true, false],
    )
  })

  test('the store of outboxes keeps the last decision on a text as its example, and leaves out posts that their author has deleted', async () => {
    const { db, account, post } = store()
    const owner = await account()
    const [one, two, gone] = [
      await post({ account: owner, text: { status: 'rejected', verdict: '{"v":1}' } }),
      await post({ account: owner, text: { status: 'published' } }),
      await post({ account: owner, text: { status: 'deleted' } }),
    ]
    const keep = (revision_id: string, label: string, decided_at: number) =>
      keepExample(db, { revision_id, label, policy_version: '1', decided_at })
    await keep(one, 'scam', now)
    await keep(two, 'fine', now + 1)
    await keep(gone, 'spam', now + 3)
    await keep(one, 'fine', now + 2)
    const examples = await latestExamples(db, 9)
    assert.deepEqual(
      examples.map(row => [row.revision_id, row.label, row.verdict]),
      [
        [one, 'fine', '{"v":1}'],
        [two, 'fine', null],
      ],
    )
    assert.equal((await latestExamples(db, 1))[0]?.revision_id, one)
    await dropExample(db, one)
    assert.deepEqual(
      (await latestExamples(db, 9)).map(row => row.revision_id),
      [two],
    )
  })

  test('the store of outboxes lets only processes of the same sites run, also when they start at once, and forgets those not seen or seen too late', async () => {
    const { db, atOnce } = store()
    const bounds = { since: now - 5, until: now + 5 }
    const started = await atOnce(4, (tx, i) =>
      renewNode(tx, { id: `n${i}`, sites: i % 2 ? 'odd' : 'even', seen_at: now }, bounds),
    )
    const running = await db.selectFrom('nodes').selectAll().execute()
    const [first, ...more] = [...new Set(running.map(({ sites }) => sites))]
    assert.deepEqual(more, [])
    assert.deepEqual(
      started.filter(refused => refused !== null),
      [first, first],
    )
    const other = { id: 'other', sites: 'other', seen_at: now + 6 }
    assert.equal(await renewNode(db, other, bounds), first)
    assert.equal(await renewNode(db, other, { since: now + 1, until: now + 9 }), null, 'nobody was seen since')
    const again = { id: running[0]!.id, sites: first!, seen_at: now }
    assert.equal(await renewNode(db, again, bounds), null, 'the clock of the other process is wrong')
    await removeNode(db, again.id)
    assert.deepEqual(await db.selectFrom('nodes').selectAll().execute(), [])
  })
})
