// The store of the reviewers' queue: claims, passes, decisions that can be undone, samples; the promise of each function, on every
// database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import { insertAppeal } from '../../src/store/posts/appeals.ts'
import { logDecision } from '../../src/store/posts/decision-log.ts'
import { insertReport } from '../../src/store/posts/reports.ts'
import * as claims from '../../src/store/review/claims.ts'
import { nextItems, openQueue } from '../../src/store/review/queue.ts'
import * as samples from '../../src/store/review/samples.ts'
import { answersByDecision, decidedByPeople } from '../../src/store/review/statistics.ts'
import type { Platform } from '../../src/usecases/platform.ts'
import { bulkTexts } from '../../src/usecases/review/bulk.ts'
import { now, withStore } from './rows.ts'

const [ann, bob] = ['ann@example.org', 'bob@example.org']
const item = (subject: string) => ({ kind: 'text', subject }) as const
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

withStore('the store of reviews', store => {
  test('the store gives an item to one of several reviewers, who may renew the claim; it is free at its end', async () => {
    const { db, atOnce } = store()
    const claim = (reviewer: string, until: number, at = now) =>
      claims.claimItem(db, { ...item('claimed'), reviewer, until, now: at })
    const got = await atOnce(4, (tx, i) =>
      claims.claimItem(tx, { ...item('claimed'), reviewer: `r${i}`, until: now + 5, now }),
    )
    assert.equal(got.filter(Boolean).length, 1)
    const winner = `r${got.indexOf(true)}`
    assert.deepEqual([await claim(ann, now + 50, now + 4), await claim(winner, now + 10, now + 4)], [false, true])
    assert.equal((await claims.claimOf(db, item('claimed'), now + 9))?.reviewer, winner)
    assert.equal(await claims.claimOf(db, item('claimed'), now + 10), undefined)
    assert.equal(await claim(ann, now + 20, now + 10), true)
    await claims.releaseItem(db, item('claimed'), winner)
    assert.equal((await claims.claimOf(db, item('claimed'), now))?.reviewer, ann, 'only its holder releases a claim')
    await claims.releaseItem(db, item('claimed'), ann)
    assert.equal(await claim(bob, now + 20), true)
  })

  test('the store keeps the last pass of each reviewer on an item, and deletes claims and passes at their end', async () => {
    const { db } = store()
    const pass = (reviewer: string, created_at: number, until: number | null = now + 5) =>
      claims.passItem(db, {
        ...item('passed'),
        reviewer,
        what: 'skip',
        reason: `at ${created_at - now}`,
        until,
        created_at,
      })
    await pass(bob, now)
    await pass(ann, now + 1, null)
    await pass(bob, now + 2)
    const passes = async () => (await claims.passesOf(db, item('passed'))).map(row => [row.reviewer, row.reason])
    assert.deepEqual(await passes(), [
      [ann, 'at 1'],
      [bob, 'at 2'],
    ])
    await claims.claimItem(db, { ...item('passed'), reviewer: ann, until: now + 5, now })
    await claims.forgetClaims(db, now + 4)
    assert.equal((await passes()).length, 2)
    await claims.forgetClaims(db, now + 5)
    assert.deepEqual(await passes(), [[ann, 'at 1']], 'a pass without an end stays')
    assert.equal(await claims.claimOf(db, item('passed'), now), undefined)
  })

  test('the store keeps one pending decision on a subject, and gives it to one of several callers', async () => {
    const { db, atOnce } = store()
    const pending = (id: string, subject: string, due_at: number, reviewer = ann) =>
      ({ ...item(subject), id, reviewer, decision: '{}', seen: 'p', due_at, created_at: now }) as const
    const stored = await atOnce(3, (tx, i) => claims.insertPending(tx, pending(`d_${i}`, 'decided', now + 10)))
    assert.equal(stored.filter(Boolean).length, 1)
    assert.equal(
      await claims.insertPending(db, { ...pending('d_account', 'decided', now + 5), kind: 'account', seen: null }),
      true,
    )
    assert.equal(await claims.insertPending(db, pending('d_bob', 'other', now + 5, bob)), true)
    const first = await claims.pendingOf(db, item('decided'))
    assert.deepEqual(ids(await claims.undoableBy(db, ann, now + 4)), [first!.id, 'd_account'])
    assert.deepEqual(ids(await claims.undoableBy(db, ann, now + 5)), [first!.id])
    assert.deepEqual(ids(await claims.duePending(db, now + 4, 9)), [])
    assert.deepEqual(ids(await claims.duePending(db, now + 10, 2)), ['d_account', 'd_bob'])
    const taken = await atOnce(4, tx => claims.takePending(tx, first!.id))
    assert.equal(taken.filter(row => row !== undefined).length, 1)
    assert.equal(await claims.pendingById(db, first!.id), undefined)
  })

  test('the store returns a decision that could not be applied until its reviewer opens the item, or its time is over', async () => {
    const { db } = store()
    const returned = (id: string, subject: string, reviewer: string, created_at: number) =>
      claims.insertReturned(db, { ...item(subject), id, reviewer, decision: '{}', why: 'w', created_at })
    await returned('b_1', 'one', ann, now)
    await returned('b_2', 'two', ann, now + 1)
    await returned('b_3', 'one', bob, now)
    assert.deepEqual(ids(await claims.returnedTo(db, ann)), ['b_2', 'b_1'])
    await claims.deleteReturned(db, item('one'), ann)
    assert.deepEqual([ids(await claims.returnedTo(db, ann)), ids(await claims.returnedTo(db, bob))], [['b_2'], ['b_3']])
    await claims.forgetReturned(db, now)
    assert.deepEqual([ids(await claims.returnedTo(db, ann)), ids(await claims.returnedTo(db, bob))], [['b_2'], []])
  })

  test('the store lists the notes about a post in order, and counts the latest texts of an author by status', async () => {
    const { db, account, post } = store()
    const owner = await account()
    const id = await post({ account: owner, text: { status: 'rejected' } })
    for (const status of ['published', 'rejected', 'published'] as const)
      await post({ account: owner, text: { status } })
    for (const note of ['first', 'second'])
      await claims.addNote(db, { post_id: id, reviewer: ann, note, created_at: now })
    assert.deepEqual(
      (await claims.notesOf(db, id)).map(({ note }) => note),
      ['first', 'second'],
    )
    assert.deepEqual(await claims.recordOf(db, owner, 9), [
      { status: 'published', n: 2 },
      { status: 'rejected', n: 2 },
    ])
    assert.deepEqual(await claims.recordOf(db, owner, 1), [{ status: 'published', n: 1 }])
  })

  test('the store shows a sample to the other reviewers, takes one answer, and forgets samples without one', async () => {
    const { db, account, post, atOnce } = store()
    const id = await post({ account: await account() })
    const sample = (first_at: number, subject = id) => ({
      ...{ ...item(subject), post_id: id, revision_id: id, shown_revision: id, site: 'events' as const, since: now },
      ...{ first_reviewer: ann, first_label: 'scam', first_reason: 'r', first_at },
    })
    await samples.insertSample(db, sample(now))
    await samples.insertSample(db, sample(now + 1))
    assert.equal(await samples.sampleFor(db, item(id), ann), undefined)
    const waiting = await samples.sampleFor(db, item(id), bob)
    assert.equal(waiting?.first_at, now, 'one sample of an item waits at a time')
    const answers = await atOnce(3, (tx, i) =>
      samples.answerSample(tx, waiting!, { reviewer: bob, label: 'fine', reason: `r${i}`, at: now + 5 }),
    )
    assert.equal(answers.filter(Boolean).length, 1)
    assert.deepEqual(await samples.countSamples(db, now + 5), { decided: 1, disagreed: 1 })
    assert.deepEqual(await samples.countSamples(db, now + 6), { decided: 0, disagreed: 0 })
    await samples.insertSample(db, sample(now + 6))
    const again = await samples.sampleFor(db, item(id), bob)
    await samples.answerSample(db, again!, { reviewer: bob, label: 'scam', reason: 'r', at: now + 7 })
    assert.deepEqual(await samples.countSamples(db, now), { decided: 2, disagreed: 1 })
    assert.deepEqual(
      (await samples.disagreements(db, 9)).map(({ second_label }) => second_label),
      ['fine'],
    )
    await samples.insertSample(db, sample(now + 8))
    await samples.forgetSamples(db, now + 7)
    assert.ok(await samples.sampleFor(db, item(id), bob))
    await samples.forgetSamples(db, now + 8)
    assert.equal(await samples.sampleFor(db, item(id), bob), undefined)
    assert.equal((await samples.countSamples(db, now)).decided, 2, 'answered samples stay')
  })

  test('the store queues texts, reported posts and appeals, the most urgent first, and gives a reviewer only those that are free', async () => {
    const { db, account, post } = store()
    const owner = await account()
    const at = (n: number) => now - 1_000_000 + n
    const text = await post({ account: owner, text: { status: 'review', submitted_at: at(3) } })
    const withdrawn = await post({
      account: owner,
      text: { status: 'cancelled', submitted_at: at(1), judge_until: now + 5 },
    })
    const reported = await post({ account: owner, text: { status: 'published' } })
    const report = { post_id: reported, site: 'events', details: null, email: null, account_id: null } as const
    for (const [reporter, created_at] of [
      ['one', at(4)],
      ['two', at(2)],
    ] as const)
      await insertReport(db, {
        ...{ ...report, id: `rep_${reporter}`, reason: 'spam', reporter, key_id: null, state: 'open', created_at },
        ...{ closed_at: null, judged_revision: null, counted: 0 },
      })
    const basis = JSON.stringify({ decided_by: 'person', actor: ann, at: at(0) })
    const rejected = await post({ account: owner, text: { status: 'rejected', rejection_basis: basis } })
    await insertAppeal(db, {
      ...{ id: 'apl_queue', post_id: rejected, revision_id: rejected, site: 'events', account_id: owner },
      ...{ decision_at: at(0), message: 'm', state: 'open', answer: null, decided_by: null, created_at: at(5) },
      decided_at: null,
    })
    const all = [reported, 'apl_queue', withdrawn, text]
    const listed = async (limit: number, time = now) => openQueue(db, { now: time, limit, reviewer: null })
    const { counts, items } = await listed(9)
    assert.deepEqual(
      items.map(({ subject }) => subject),
      all,
    )
    assert.deepEqual(counts, [
      { kind: 'text', waiting: 2, oldest: at(1) },
      { kind: 'report', waiting: 1, oldest: at(2) },
      { kind: 'appeal', waiting: 1, oldest: at(5) },
      { kind: 'message', waiting: 0, oldest: null },
      { kind: 'name', waiting: 0, oldest: null },
    ])
    assert.deepEqual(
      (await listed(2)).items.map(({ subject }) => subject),
      all.slice(0, 2),
    )
    assert.deepEqual(
      (await listed(9, now + 5)).items.map(({ subject }) => subject),
      all.filter(subject => subject !== withdrawn),
    )

    const next = async (reviewer: string, own = true) =>
      (await nextItems(db, { now, limit: 9, reviewer, own })).map(({ subject }) => subject)
    assert.deepEqual(await next(ann), all)
    assert.deepEqual(await next(ann, false), [reported, withdrawn, text], 'the appeal is against a decision of hers')
    assert.deepEqual(await next(bob, false), all)
    await claims.claimItem(db, { ...item(text), reviewer: bob, until: now + 1, now })
    assert.deepEqual(await next(ann), [reported, 'apl_queue', withdrawn])
    assert.deepEqual(await next(bob), all)
    const claimed = (await listed(9)).items.find(({ subject }) => subject === text)
    assert.deepEqual([claimed?.reviewer, claimed?.until], [bob, now + 1], 'the list names the holder')
    const skip = { reviewer: bob, what: 'skip', reason: '', until: now + 1, created_at: now } as const
    await claims.passItem(db, { ...item(withdrawn), ...skip })
    await claims.insertPending(db, {
      ...{ kind: 'report', subject: reported, id: 'd_queue', reviewer: ann, decision: '{}', seen: reported },
      ...{ due_at: now + 1, created_at: now },
    })
    assert.deepEqual(await next(bob), ['apl_queue', text])
  })

  test('the store reads the decisions of people among their latest, and the answers to appeals by the decision', async () => {
    const { db, account, post } = store()
    const owner = await account()
    const id = await post({ account: owner })
    const entry = { actor: 'a', reason: 'r', policy_version: '1', post_id: id, site: 'events' } as const
    const log = (decider: 'person' | 'model', action: string, at: number, category: string | null = null) =>
      logDecision(db, { ...entry, decider, action, subject: id, category, waited_ms: 7, now: at })
    await log('person', 'first', now)
    await log('model', 'verdict-reject', now + 1, 'scam')
    await log('person', 'second', now + 2)
    const actions = async (since: number, limit: number) =>
      (await decidedByPeople(db, { since, limit })).map(({ action }) => action).sort()
    assert.deepEqual(
      [await actions(now, 9), await actions(now + 1, 9), await actions(now, 1)],
      [['first', 'second'], ['second'], ['second']],
    )
    const appeal = { id: 'apl_stat', post_id: id, revision_id: id, site: 'events', account_id: owner } as const
    await insertAppeal(db, {
      ...{ ...appeal, decision_at: now + 1, message: 'm', state: 'granted', answer: 'yes', decided_by: ann },
      ...{ created_at: now + 2, decided_at: now + 3 },
    })
    const answers = [{ decider: 'model', action: 'verdict-reject', state: 'granted', n: 1 }]
    assert.deepEqual(await answersByDecision(db, { since: now + 3, limit: 9 }), answers)
    assert.deepEqual(await answersByDecision(db, { since: now + 4, limit: 9 }), [])
  })

  test('the store says that an author has more texts in review than are decided at once', async () => {
    const { db, account, post } = store()
    const owner = await account()
    const ids: string[] = []
    for (let i = 0; i < limits.reviewBulk; i++) ids.push(await post({ account: owner, text: { status: 'review' } }))
    const found = async () => {
      const { texts, more } = await bulkTexts({ db } as Platform, { revisionId: ids[0]!, of: 'author' })
      return [texts.length, more]
    }
    assert.deepEqual(await found(), [limits.reviewBulk, false])
    await post({ account: owner, text: { status: 'review' } })
    assert.deepEqual(await found(), [limits.reviewBulk, true])
  })
})
