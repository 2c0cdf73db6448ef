// A decision closes the reports that its reviewer has read, and no other (contract.md §12).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { alwaysRead } from '../../../src/contract/moderation/report-reasons.ts'
import { sentences } from '../../../src/contract/sentences.ts'
import { returned } from '../../../src/usecases/review/decide-item.ts'
import { reviewQueue } from '../../../src/usecases/review/queue.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { eventBody, onEveryDatabase, startApp, type TestApp } from '../../harness.ts'
import { ann, bob, reviewers, reviewing } from '../../http/review/review-site.ts'

const itself = 'rep_00000000000000000000'

onEveryDatabase('a report', ({ fresh }) => {
  let app: TestApp
  let anns: Awaited<ReturnType<typeof reviewing>>
  before(async () => {
    app = await startApp(await fresh(), { env: { ...reviewers, TRUST_PROXY: '127.0.0.1' } })
    anns = await reviewing(app, ann)
  })
  after(() => app.close())

  const publish = async () => {
    const { key } = await app.account()
    const { json } = await app.call('POST', '/v1/posts', { key, body: eventBody() })
    await app.moderate()
    return json.id as string
  }
  let addresses = 0
  const report = async (post_id: string, body: object, from = `198.51.100.${++addresses}`) => {
    app.clock.advance(1_000)
    const answer = await app.call('POST', '/v1/reports', {
      body: { post_id, ...body },
      headers: { 'x-forwarded-for': from },
    })
    assert.equal(answer.status, 202, answer.text)
    return answer.json as { report_id: string; message: string; counted?: true }
  }
  const stateOf = async ({ report_id: id }: { report_id: string }) => {
    const { json } = await app.call('GET', `/v1/reports/${id}`)
    return [json.state, json.decision, json.counted].filter(Boolean).join(' ')
  }
  const mailTo = async (recipient: string) =>
    (await app.platform.db.selectFrom('mail').selectAll().where('recipient', '=', recipient).execute()).map(
      ({ body }) => body,
    )
  const pageOf = (id: string) => `/review/items/report/${id}`
  const named = (html: string) => /name="reports" value="([^"]*)"/.exec(html)?.[1] ?? ''
  const due = async () => {
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }
  const waits = async (id: string) => (await reviewQueue(app.platform)).items.some(({ subject }) => subject === id)
  const dismiss = async (id: string, html?: string) => {
    const shown = html ?? (await anns.get(pageOf(id))).html
    const fields = { action: 'dismiss', reason: 'It is fine.', reports: named(shown) }
    assert.equal((await anns.post(pageOf(id), fields)).status, 303)
    await due()
  }

  test('that comes after the reviewer opened the post stays open, is not answered, and brings the post back', async () => {
    const id = await publish()
    const silly = await report(id, { reason: 'spam', details: 'too loud' })
    const { html } = await anns.get(pageOf(id))
    const email = 'victim@example.org'
    const grave = await report(id, { reason: 'child-safety', details: 'She is nine. Evidence: case 4711', email })
    await dismiss(id, html)
    assert.deepEqual([await stateOf(silly), await stateOf(grave)], ['decided no_action', 'received'])
    assert.doesNotMatch((await mailTo(email)).join(), /A person has looked/)
    assert.ok(await waits(id), 'the post waits again')
    const again = await anns.get(pageOf(id))
    assert.ok(again.html.includes('case 4711') && !again.html.includes('too loud'))
    assert.equal(named(again.html), grave.report_id)
    await dismiss(id, again.html)
    assert.equal(await stateOf(grave), 'decided no_action')
    assert.ok(!(await waits(id)))
  })

  test('that comes within the seconds to undo a decision stays open too, and a removal answers all of them', async () => {
    const id = await publish()
    await report(id, { reason: 'spam', details: 'too loud' })
    const { html } = await anns.get(pageOf(id))
    await anns.post(pageOf(id), { action: 'dismiss', reason: 'Fine.', reports: named(html) })
    const later = await report(id, { reason: 'scam', details: 'They took my money.' })
    await due()
    assert.equal(await stateOf(later), 'received')
    await anns.post(pageOf(id), { action: 'remove', category: 'scam', reason: 'A trick.' })
    const last = await report(id, { reason: 'scam', details: 'Mine, too.', email: 'late@example.org' })
    await due()
    assert.deepEqual([await stateOf(later), await stateOf(last)], ['decided removed', 'decided removed'])
    assert.doesNotMatch((await mailTo('late@example.org')).join(), /has looked/)
  })

  test('with new details about a text is read by a person, whatever was dismissed before', async () => {
    const id = await publish()
    await report(id, { reason: 'spam', details: 'too loud' })
    await dismiss(id)
    const told = await report(id, { reason: 'spam', details: 'a phishing link: it took 900 dollars from me' })
    assert.deepEqual([told.message, told.counted, await stateOf(told)], [sentences.reported, undefined, 'received'])
    assert.ok(await waits(id))
  })

  test('that says nothing new about a text is only counted, is told so, and is read again from the third reader on', async () => {
    const id = await publish()
    const first = await report(id, { reason: 'spam', details: 'too loud' })
    await dismiss(id)
    for (const body of [
      { reason: 'spam', email: 'reader@example.org' },
      { reason: 'spam', details: ' too \n loud' },
    ]) {
      const told = await report(id, body)
      assert.deepEqual([told.message, told.counted], [sentences.reportCounted, true])
      assert.equal(await stateOf(told), 'decided no_action true')
      const { text } = await app.call('GET', `/reports/${told.report_id}`)
      assert.ok(text.includes('was only counted') && !text.includes('A person looked'))
    }
    assert.equal((await mailTo('reader@example.org')).length, 1, 'the receipt, which says that it was counted')
    assert.match((await mailTo('reader@example.org')).join().replace(/\s+/g, ' '), /so this report was only counted/)
    assert.ok(!(await waits(id)))
    const third = await report(id, { reason: 'spam' })
    assert.deepEqual([third.counted, await stateOf(third)], [undefined, 'received'])
    const fourth = await report(id, { reason: 'spam' })
    assert.equal(await stateOf(fourth), 'received', 'while a person has to read one, the others are read with it')
    const { html } = await anns.get(pageOf(id))
    assert.match(html, /dismissed the same: 2\./)
    await dismiss(id, html)
    assert.equal(await stateOf(fourth), 'decided no_action')
    assert.equal((await report(id, { reason: 'spam' })).counted, true, 'the count begins again')
    assert.equal(await stateOf(first), 'decided no_action')
  })

  test('by one reader counts once, however often it is repeated', async () => {
    const id = await publish()
    await report(id, { reason: 'spam' })
    await dismiss(id)
    const from = '203.0.113.9'
    const ids = new Set<string>()
    for (let i = 0; i < 2 * limits.reportersToReadAgain; i++) {
      const said = await report(id, { reason: 'spam' }, from)
      assert.equal(said.counted, true)
      ids.add(said.report_id)
    }
    assert.equal(ids.size, 1)
  })

  for (const reason of alwaysRead)
    test(`of ${reason} always goes to a person, also without details and from the same reader`, async () => {
      const id = await publish()
      const from = '203.0.113.77'
      await report(id, { reason }, from)
      for (let i = 0; i < 2; i++) {
        await dismiss(id)
        const told = await report(id, { reason }, from)
        assert.deepEqual([told.counted, await stateOf(told)], [undefined, 'received'])
        assert.ok(await waits(id))
      }
    })

  test('that a reader adds to an open one of the same reason is read as well', async () => {
    const id = await publish()
    const from = '203.0.113.80'
    const first = await report(id, { reason: 'scam', details: 'No such hall.' }, from)
    const { html } = await anns.get(pageOf(id))
    const second = await report(id, { reason: 'scam', details: 'I have paid 90 dollars, too.' }, from)
    assert.equal((await report(id, { reason: 'scam' }, from)).report_id, first.report_id)
    await dismiss(id, html)
    assert.deepEqual([await stateOf(first), await stateOf(second)], ['decided no_action', 'received'])
  })

  test('is one of those that a reviewer is shown at once, the gravest first; the others come next', async t => {
    const id = await publish()
    const reports = Array.from({ length: limits.reportsShown + 1 }, (_, i) => `10.0.${i >> 8}.${i & 255}`)
    for (const from of reports) await report(id, { reason: 'spam' }, from)
    const grave = await report(id, { reason: 'child-safety' })
    const { html } = await anns.get(pageOf(id))
    assert.equal(named(html).split(' ').length, limits.reportsShown)
    assert.ok(named(html).startsWith(grave.report_id))
    t.diagnostic(`${html.length} characters`)
    await dismiss(id, html)
    assert.equal(named((await anns.get(pageOf(id))).html).split(' ').length, 2)
  })

  test('of a form that names none, or none that is open, is not closed, and the reviewer is told', async () => {
    const id = await publish()
    const open = await report(id, { reason: 'spam' })
    const bobs = await reviewing(app, bob)
    for (const reports of ['', itself, "' or 1=1"]) {
      await bobs.get(pageOf(id))
      await bobs.post(pageOf(id), { action: 'dismiss', reason: 'x', reports })
      await due()
      assert.equal(await stateOf(open), 'received')
      assert.match((await returned(app.platform, bob))[0]?.why ?? '', /None of these reports .* 1 other report is\./)
    }
  })
})
