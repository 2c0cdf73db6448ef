// The queue of the reviewers: one for all, claimed with a lease, each item decided once, with some seconds to undo (contract.md
// §12).
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { type ItemDecision, undo } from '../../../src/usecases/review/decide-item.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { type ListedOnly, readFilter } from '../../../src/usecases/review/filter.ts'
import { itemContext } from '../../../src/usecases/review/item-context.ts'
import { claim, type Item, reviewQueue, takeNext } from '../../../src/usecases/review/queue.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { decideAsShown } from '../../kit/decide-as-shown.ts'
import { byTitle } from '../../kit/title-model.ts'

const [ann, bob] = ['ann@example.org', 'bob@example.org'] as const

onEveryDatabase('the review queue', ({ fresh }) => {
  let app: TestApp
  let author: TestAccount
  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env: { REVIEWERS: `${ann},${bob}=lead` } })
  })
  beforeEach(async () => {
    author = await app.account({ balance: 500_000_000 })
    for (let next = await takeNext(app.platform, 'cleaner'); next; next = await takeNext(app.platform, 'cleaner'))
      await decide(
        'cleaner',
        next,
        next.kind === 'appeal'
          ? { action: 'refuse', reason: 'x' }
          : next.kind === 'report'
            ? { action: 'dismiss', reason: 'x' }
            : { action: 'publish', reason: '' },
      )
    await due()
  })
  after(() => app.close())

  const submit = async (word: string) => {
    app.clock.advance(1_000)
    const body = eventBody()
    const sent = { key: author.key, body: { ...body, title: `${word} ${body.title}` } }
    const answer = await app.call('POST', '/v1/posts', sent)
    await app.moderate()
    return answer.json.id as string
  }
  const text = (subject: string): Item => ({ kind: 'text', subject })
  const decide = (reviewer: string, item: Item, decision: ItemDecision) =>
    decideAsShown(app.platform, { ...item, reviewer, decision })
  const due = async () => {
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }
  const statusOf = async (id: string) => (await app.call('GET', `/v1/posts/${id}`, { key: author.key })).json.status
  const fine = { action: 'publish', reason: '' } as const
  const scam = { action: 'reject', category: 'scam', reason: 'A trick.' } as const

  test('the review queue has texts, edits, reports and appeals, each once, the most harmful first, with counts and the age of the oldest', async () => {
    const edited = await submit('Fine')
    const waits = await submit('REVIEW')
    const reported = await submit('Fine')
    for (const reason of ['scam', 'spam'])
      await app.call('POST', '/v1/reports', { body: { post_id: reported, reason } })
    app.clock.advance(1_000)
    const abuse = await submit('ABUSE')
    await app.call('POST', `/v1/posts/${abuse}/appeal`, { key: author.key, body: { message: 'It is not.' } })
    app.clock.advance(1_000)
    const patch = { key: author.key, body: { title: 'REVIEW edit' } }
    const edit = (await app.call('PATCH', `/v1/posts/${edited}`, patch)).json.edit.id
    await app.moderate()
    const { items, counts } = await reviewQueue(app.platform)
    assert.deepEqual(
      items.map(({ kind, post_id }) => [kind, post_id]),
      [
        ['report', reported],
        ['appeal', abuse],
        ['text', waits],
        ['text', edited],
      ],
    )
    assert.equal(items.at(-1)?.subject, edit)
    const waiting = Object.fromEntries(counts.map(({ kind, waiting }) => [kind, waiting]))
    assert.deepEqual(waiting, { text: 2, report: 1, appeal: 1, message: 0, name: 0 })
    assert.equal(counts.find(({ kind }) => kind === 'text')?.oldest, items[2]?.since)
    assert.equal((await reviewQueue(app.platform, 2)).items.length, 2)
  })

  test('a report of child safety comes before everything older, and of the same harm what readers see comes first', async () => {
    const older = await submit('REVIEW')
    const [mild, grave] = [await submit('Fine'), await submit('Fine')]
    const report = (post_id: string, reason: string) => app.call('POST', '/v1/reports', { body: { post_id, reason } })
    await report(mild, 'off-topic')
    await report(grave, 'vague')
    await report(grave, 'child-safety')
    const { items } = await reviewQueue(app.platform)
    assert.deepEqual(
      items.map(({ post_id, severity, categories }) => [post_id, severity, categories]),
      [
        [grave, 'critical', ['child-safety', 'vague']],
        [older, 'medium', []],
        [mild, 'low', ['off-topic']],
      ],
    )
    assert.equal((await takeNext(app.platform, ann))?.subject, grave)
    await app.platform.act('releaseReviewItem', { kind: 'report', subject: grave, reviewer: ann })
  })

  test('the list shows first words, language and author of each item, and is filtered by kind, site and harm', async () => {
    const waits = await submit('REVIEW')
    const reported = await submit('Fine')
    await app.call('POST', '/v1/reports', { body: { post_id: reported, reason: 'child-safety' } })
    const listed = async (only: Parameters<typeof reviewQueue>[3]) =>
      (await reviewQueue(app.platform, 50, null, only)).items.map(({ post_id }) => post_id)
    assert.deepEqual(await listed({ kind: 'text' }), [waits])
    assert.deepEqual(await listed({ kind: 'report', site: 'events' }), [reported])
    assert.deepEqual(await listed({ severity: 'high' }), [reported])
    assert.deepEqual(await listed({ site: 'stories' }), [])
    const [item] = (await reviewQueue(app.platform, 50, null, { kind: 'text' })).items
    assert.match(item?.excerpt ?? '', /^REVIEW Watercolour for beginners, evening \d+: Two hours of/)
    assert.deepEqual([item?.language, item?.handle], ['en', author.handle])
  })

  test('the list and the next item follow language, category, author and words together', async () => {
    const other = await app.account({ balance: 500_000_000 })
    const polite = await submit('REVIEW')
    app.clock.advance(1_000)
    const body =
      'Wir treffen uns am Samstag im Garten hinter der Schule und malen zusammen mit Wasserfarben. Wer möchte, bringt eigene Pinsel mit; Papier und Farben sind da, und für Kaffee ist gesorgt.'
    const german = { ...eventBody(), title: 'REVIEW Übung im Garten', body }
    const sent = await app.call('POST', '/v1/posts', { key: other.key, body: german })
    assert.equal(sent.status, 202, sent.text)
    await app.moderate()
    const reported = await submit('Fine')
    await app.call('POST', '/v1/reports', { body: { post_id: reported, reason: 'scam' } })
    const id = sent.json.id as string
    const listed = async (only: ListedOnly) =>
      (await reviewQueue(app.platform, 50, null, only)).items.map(({ post_id }) => post_id)
    assert.deepEqual(await listed({ language: 'de' }), [id])
    assert.deepEqual(await listed({ language: 'en', kind: 'text' }), [polite])
    assert.deepEqual(await listed({ category: 'scam' }), [reported])
    assert.deepEqual(await listed({ author: other.handle }), [id])
    assert.deepEqual(await listed({ words: 'wasserfarben ÜBUNG' }), [id])
    assert.deepEqual(await listed({ words: 'topics' }), [], 'names of members are no words')
    assert.deepEqual(await listed({ words: 'Wasserfarben', author: author.handle }), [])
    const first = await takeNext(app.platform, ann, { language: 'de', words: 'garten' })
    assert.equal(first?.subject, id)
    assert.equal(await takeNext(app.platform, bob, { language: 'de' }), null, 'ann holds the only one')
    assert.equal((await takeNext(app.platform, bob, { kind: 'report' }))?.subject, reported)
    for (const [item, reviewer] of [
      [text(id), ann],
      [{ kind: 'report', subject: reported } as const, bob],
    ] as const)
      await app.platform.act('releaseReviewItem', { ...item, reviewer })
  })

  test('a part of the filter that is not known limits nothing, and says what it takes', async () => {
    const asked = { kind: 'x', site: 'x', severity: 'x', language: 'Klingonisch', category: 'x', author: 'no_body' }
    const { only, faults } = await readFilter(app.platform, asked)
    assert.deepEqual(
      Object.values(only).filter(each => each !== undefined),
      [],
    )
    assert.deepEqual(faults.map(fault => fault.split(':')[0]).sort(), [
      'author',
      'category',
      'kind',
      'language',
      'severity',
      'site',
    ])
    assert.match(faults.join(' '), /it takes a code such as de, an English name such as German, or und/)
    for (const [said, tag] of [
      ['German', 'de'],
      ['pt-br', 'pt-BR'],
      ['norwegian bokmål', 'nb'],
      ['und', 'und'],
    ] as const)
      assert.equal((await readFilter(app.platform, { language: said })).only.language, tag)
    assert.equal((await readFilter(app.platform, { author: `@${author.handle}` })).only.author, author.handle)
  })

  test('an item of the queue belongs to one person at a time, until the lease expires', async () => {
    const [first, second] = [await submit('REVIEW'), await submit('REVIEW')]
    const taken = await Promise.all([takeNext(app.platform, ann), takeNext(app.platform, bob)])
    assert.deepEqual(taken.map(item => item?.subject).sort(), [first, second].sort())
    const [anns, bobs] = taken as [Item, Item]
    assert.deepEqual(await takeNext(app.platform, ann), anns, 'the same item for the same person')
    await assert.rejects(claim(app.platform, { ...bobs, reviewer: ann }), {
      code: 'not_in_review',
      message: /bob@.* holds it until/,
    })
    await assert.rejects(decide(ann, bobs, fine), { code: 'not_in_review', message: /bob@/ })
    await assert.rejects(app.platform.act('passReviewItem', { what: 'skip', ...bobs, reviewer: ann, reason: 'x' }), {
      code: 'not_in_review',
    })
    app.clock.advance(limits.reviewLeaseMs)
    await claim(app.platform, { ...bobs, reviewer: ann })
    await assert.rejects(decide(bob, bobs, fine), { code: 'not_in_review', message: /ann@/ })
    await app.platform.act('releaseReviewItem', { ...bobs, reviewer: ann })
    await decide(bob, bobs, fine)
    await due()
    assert.equal(await statusOf(bobs.subject), 'published')
  })

  test('an item is decided once: of two people at once the second learns who was first, and later the outcome', async () => {
    const id = await submit('REVIEW')
    const both = await Promise.allSettled([decide(ann, text(id), fine), decide(bob, text(id), scam)])
    const lost = both.filter(({ status }) => status === 'rejected')
    assert.equal(lost.length, 1)
    assert.match((lost[0] as PromiseRejectedResult).reason.message, /@example.org has decided it a moment ago/)
    assert.equal(await takeNext(app.platform, ann), null, 'nobody else gets the item meanwhile')
    await due()
    await assert.rejects(decide(bob, text(id), fine), {
      code: 'not_in_review',
      message: /^It is (published|rejected): person-.* by (ann|bob)@example.org at 2026/,
    })
  })

  test('a reviewer can undo a decision for ten seconds, before it takes effect', async () => {
    const id = await submit('REVIEW')
    const events = async () =>
      (await app.platform.db.selectFrom('events').select('type').where('post_id', '=', id).execute()).length
    const [told, mails] = [await events(), await app.platform.db.selectFrom('mail').select('id').execute()]
    const kept = await decide(ann, text(id), scam)
    app.clock.advance(limits.reviewUndoMs - 1)
    assert.equal(await reviewWorker.runOnce(app.platform), 0)
    assert.deepEqual([await statusOf(id), await events()], ['review', told])
    assert.equal((await app.platform.db.selectFrom('mail').select('id').execute()).length, mails.length)
    await assert.rejects(undo(app.platform, { id: kept.id, reviewer: bob }), { code: 'not_in_review' })
    assert.deepEqual(await undo(app.platform, { id: kept.id, reviewer: ann }), text(id))
    await due()
    assert.equal(await statusOf(id), 'review')
    const again = await decide(ann, text(id), scam)
    app.clock.advance(limits.reviewUndoMs)
    await assert.rejects(undo(app.platform, { id: again.id, reviewer: ann }), { code: 'not_in_review' })
    await Promise.all([reviewWorker.runOnce(app.platform), reviewWorker.runOnce(app.platform)])
    assert.equal(await statusOf(id), 'rejected')
    const entries = await app.platform.db
      .selectFrom('decision_log')
      .selectAll()
      .where('subject', '=', id)
      .where('decider', '=', 'person')
      .execute()
    assert.deepEqual(
      entries.map(({ action, actor }) => [action, actor]),
      [['person-reject-abuse', ann]],
      'once',
    )
  })

  test('a decision on a text that has changed its state meanwhile is dropped', async () => {
    const id = await submit('REVIEW')
    await decide(ann, text(id), fine)
    await decideText(app.platform, {
      actor: 'operator',
      reason: 'x',
      revisionId: id,
      action: 'reject',
      category: 'vague',
      penalized: false,
    })
    await due()
    assert.equal(await statusOf(id), 'rejected')
    assert.equal((await app.platform.db.selectFrom('pending_decisions').selectAll().execute()).length, 0)
  })

  test('reviewers decide reports and appeals too, and actions that do not fit the kind of the item are refused', async () => {
    const [kept, bad] = [await submit('Fine'), await submit('Fine')]
    for (const post_id of [kept, bad]) await app.call('POST', '/v1/reports', { body: { post_id, reason: 'scam' } })
    const report = (subject: string): Item => ({ kind: 'report', subject })
    await assert.rejects(decide(ann, report(kept), fine), { code: 'invalid', message: /takes dismiss, remove/ })
    await assert.rejects(decide(ann, report(bad), { action: 'remove', category: 'nonsense', reason: 'x' }), {
      code: 'invalid',
    })
    await assert.rejects(decide(ann, report(kept), { action: 'dismiss', reason: ' ' }), { code: 'invalid' })
    await decide(ann, report(kept), { action: 'dismiss', reason: 'It is fine.' })
    await decide(ann, report(bad), { action: 'remove', category: 'scam', reason: 'A trick.' })
    await due()
    assert.deepEqual([await statusOf(kept), await statusOf(bad)], ['published', 'removed'])
    await app.call('POST', `/v1/posts/${bad}/appeal`, { key: author.key, body: { message: 'No trick.' } })
    assert.equal(await takeNext(app.platform, ann), null, 'the appeal is about her own decision')
    const appeal = (await takeNext(app.platform, bob))!
    assert.equal(appeal.kind, 'appeal')
    await decide(bob, appeal, { action: 'grant-publish', reason: 'Right.' })
    await due()
    assert.equal(await statusOf(bad), 'published')
    await assert.rejects(decide(bob, appeal, { action: 'refuse', reason: 'No.' }), {
      code: 'not_in_review',
      message: /granted by bob/,
    })
  })

  test('a skipped item returns after an hour; an item for a second opinion never returns to the same person', async () => {
    const [skipped, asked] = [await submit('REVIEW'), await submit('REVIEW')]
    await app.platform.act('passReviewItem', {
      what: 'skip',
      ...text(skipped),
      reviewer: ann,
      reason: 'Not my language.',
    })
    await app.platform.act('passReviewItem', {
      what: 'second_opinion',
      ...text(asked),
      reviewer: ann,
      reason: 'Satire?',
    })
    assert.equal(await takeNext(app.platform, ann), null)
    assert.equal((await takeNext(app.platform, bob))?.subject, skipped)
    await app.platform.act('releaseReviewItem', { ...text(skipped), reviewer: bob })
    app.clock.advance(limits.reviewSkipMs)
    assert.equal((await takeNext(app.platform, ann))?.subject, skipped)
    await app.platform.act('releaseReviewItem', { ...text(skipped), reviewer: ann })
    const { timeline } = await itemContext(app.platform, text(asked), bob)
    assert.deepEqual(
      timeline.filter(({ what }) => what === 'second_opinion').map(({ who, said }) => [who, said]),
      [[ann, 'Satire?']],
    )
  })

  test('an item is shown with its verdict, flags, reports, near-duplicates, author, messages and decisions', async () => {
    const twin = await submit('Fine')
    const { fields } = await app.platform.db
      .selectFrom('revisions')
      .select('fields')
      .where('id', '=', twin)
      .executeTakeFirstOrThrow()
    const body = { ...eventBody(), ...JSON.parse(fields), title: 'REVIEW of the twin' }
    const id = (await app.call('POST', '/v1/posts', { key: author.key, body })).json.id
    await app.moderate()
    await app.platform.act('noteOnPost', { postId: id, reviewer: ann, note: 'Looks like its twin.' })
    await assert.rejects(app.platform.act('noteOnPost', { postId: 'p_none', reviewer: ann, note: 'x' }), {
      code: 'not_found',
    })
    const context = await itemContext(app.platform, text(id), ann)
    assert.deepEqual([context.status, context.text.fields.title], ['review', 'REVIEW of the twin'])
    assert.equal((context.text.verdict as { reason?: string }).reason, 'Unsure.')
    assert.deepEqual(
      context.near_duplicates.map(each => each.id),
      [twin],
    )
    assert.deepEqual(
      context.author?.latest.map(each => each.id),
      [twin],
    )
    assert.deepEqual([context.author?.handle, context.author?.strikes], [author.handle, 0])
    assert.deepEqual(
      context.timeline.map(({ who, what }) => [who, what]),
      [
        [byTitle.name, 'verdict-review'],
        [ann, 'note'],
      ],
    )
    await assert.rejects(itemContext(app.platform, text('p_none'), ann), { code: 'not_found' })
  })
})
