// A reporter can complain once that a report was dismissed, and another person decides (contract.md §12).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { audit } from '../../../src/store/audit/audit.ts'
import { takeNext } from '../../../src/usecases/review/queue.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { eventBody, onEveryDatabase, startApp, type TestApp } from '../../harness.ts'
import { ann, bob, reviewers, reviewing } from '../../http/review/review-site.ts'

onEveryDatabase('a complaint of a reporter', ({ fresh }) => {
  let app: TestApp
  before(async () => {
    app = await startApp(await fresh(), {
      env: { ...reviewers, TRUST_PROXY: '127.0.0.1', OPERATOR_DISPUTES: 'Appeals Centre https://appeals.example' },
    })
  })
  after(() => app.close())

  const host = 'events.test'
  let addresses = 0
  const from = () => ({ 'x-forwarded-for': `203.0.113.${++addresses}` })
  const reported = async (email?: string) => {
    const { key } = await app.account()
    const { json } = await app.call('POST', '/v1/posts', { key, body: eventBody() })
    await app.moderate()
    const body = {
      post_id: json.id,
      reason: 'defamation',
      details: 'I never said it.',
      law: 'StGB § 186',
      ...(email && { email }),
    }
    const report = await app.call('POST', '/v1/reports', { body, headers: from() })
    return { post: json.id as string, key, report: report.json.report_id as string }
  }
  const pageOf = (id: string) => `/review/items/report/${id}`
  const named = (html: string) => /name="reports" value="([^"]*)"/.exec(html)?.[1] ?? ''
  const due = async () => {
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }
  const dismissedBy = async (reviewer: string, post: string) => {
    const desk = await reviewing(app, reviewer)
    const { html } = await desk.get(pageOf(post))
    const answer = await desk.post(pageOf(post), {
      action: 'dismiss',
      reason: 'It is an opinion.',
      reports: named(html),
    })
    await due()
    return answer
  }
  const complain = (id: string, message: string, headers: Record<string, string> = {}) =>
    app.app.http.inject({
      method: 'POST',
      url: `/reports/${id}`,
      headers: {
        host,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
        ...from(),
        ...headers,
      },
      payload: new URLSearchParams({ message }).toString(),
    })
  const complained = async (id: string) =>
    String((await complain(id, 'Look: it names me.')).headers.location)
      .split('/')
      .pop() ?? ''
  const page = async (id: string) => (await app.call('GET', `/reports/${id}`, { host })).text
  const rowOf = (id: string) =>
    app.platform.db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('is a report of its own, which another person than the first decides, in the queue and by hand', async () => {
    const { post, report } = await reported()
    await dismissedBy(ann, post)
    const shown = await page(report)
    for (const said of [
      /It is an opinion\./,
      /<form class="form" method="post"/,
      /<a href="https:\/\/appeals\.example" rel="noopener"><bdi>Appeals Centre/,
    ])
      assert.match(shown, said)
    const complaint = await complained(report)
    const row = await rowOf(complaint)
    assert.deepEqual(
      [row.state, row.complaint_of, row.not_by, row.reason, row.details, row.law],
      ['open', report, ann, 'defamation', 'Look: it names me.', 'StGB § 186'],
    )
    assert.equal((await rowOf(report)).state, 'dismissed', 'the first decision stands until the second')
    assert.match(await page(report), new RegExp(`<a href="/reports/${complaint}">the page of the complaint</a>`))
    assert.match(await page(complaint), new RegExp(`about the decision on <a href="/reports/${report}">`))

    assert.equal(await takeNext(app.platform, ann), null)
    const refused = await dismissedBy(ann, post)
    assert.equal(refused.status, 409)
    assert.match(refused.html, /cannot decide on the complaint about it; another person has to/)
    await assert.rejects(
      app.platform.act('dismissReports', {
        postId: post,
        actor: ann,
        reason: 'No.',
        reports: [complaint],
        others: true,
      }),
      { code: 'not_in_review' },
    )
    assert.equal((await takeNext(app.platform, bob))?.subject, post)
    const desk = await reviewing(app, bob)
    assert.match((await desk.get(pageOf(post))).html, /a complaint about an earlier decision/)
    await dismissedBy(bob, post)
    assert.equal((await rowOf(complaint)).state, 'dismissed')
    const answered = await page(complaint)
    assert.match(answered, /<h1>Your complaint was decided<\/h1>/)
    assert.doesNotMatch(answered, /<form/, 'a complaint is decided once')
    assert.match(answered, /Appeals Centre/)
  })

  test('at the same time is stored once', async () => {
    const { post, report } = await reported()
    await dismissedBy(ann, post)
    const answers = await Promise.all([1, 2, 3, 4].map(i => complain(report, `At once, ${i}.`)))
    const taken = answers.filter(({ statusCode }) => statusCode === 303)
    assert.ok(taken.length > 0 && answers.every(({ statusCode }) => [303, 409].includes(statusCode)))
    const stored = await app.platform.db.selectFrom('reports').select('id').where('complaint_of', '=', report).execute()
    assert.deepEqual(
      [...new Set(taken.map(({ headers }) => headers.location))],
      stored.map(({ id }) => `/reports/${id}`),
    )
  })

  test('is taken once, for six months, about a dismissed report of a public post, and needs words', async () => {
    const { post, report } = await reported()
    assert.equal((await complain(report, 'Too early.')).statusCode, 409)
    await dismissedBy(ann, post)
    for (const [message, fault] of [
      ['  ', 'Please write why'],
      ['x'.repeat(2_001), 'at most 2000 characters'],
    ] as const) {
      const refused = await complain(report, message)
      assert.deepEqual([refused.statusCode, refused.body.includes(fault)], [400, true])
    }
    assert.equal((await complain(report, 'x', { 'sec-fetch-site': 'cross-site' })).statusCode, 403)
    const first = await complained(report)
    assert.match(first, /^rep_/)
    assert.equal((await complain(report, 'Again.')).statusCode, 409)
    assert.equal((await complain(first, 'And again.')).statusCode, 409)
    const late = await reported()
    await dismissedBy(bob, late.post)
    const gone = await reported()
    await dismissedBy(bob, gone.post)
    await app.call('DELETE', `/v1/posts/${gone.post}`, { key: gone.key })
    assert.equal((await complain(gone.report, 'It is gone.')).statusCode, 409)
    app.clock.advance(limits.complaintMs - limits.reviewUndoMs)
    assert.doesNotMatch(await page(late.report), /<form/)
    assert.equal((await complain(late.report, 'Too late.')).statusCode, 409)
  })

  test('leaves the audit without breaches', async () => {
    await app.sendMail()
    const { breaches } = await audit(app.platform.db, app.platform.dialect, app.clock.now())
    assert.deepEqual(breaches, [])
  })
})
