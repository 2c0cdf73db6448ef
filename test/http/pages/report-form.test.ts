// The form by which readers report a post, without a key and without JavaScript, and the page of a report.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { reasonsBeside } from '../../../src/contract/moderation/report-reasons.ts'
import { siteIds } from '../../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../../src/contract/sites.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { hostOf, type TestApp } from '../../harness.ts'
import { dismissOpen } from '../../kit/dismiss-reports.ts'
import { presentPublishingSites } from './published.ts'

const host = hostOf('events')

/** Sends a form as a browser does. */
function sendForm(app: TestApp, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(fields).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return app.app.http.inject({
    method: 'POST',
    url: path,
    headers: { host, 'sec-fetch-site': 'same-origin', ...type, ...headers },
    payload: body,
  })
}

presentPublishingSites('reporting a post by its form', app => {
  const rowsOf = (postId: string) =>
    app().platform.db.selectFrom('reports').selectAll().where('post_id', '=', postId).execute()

  test('every post has a form for reports, with the categories of the site, under a name that agents find', async () => {
    for (const site of siteIds) {
      const id = await app().publish(site)
      const { noun } = siteRow(site)
      const at = { host: hostOf(site) }
      assert.ok((await app().call('GET', `/p/${id}`, at)).text.includes(`<a href="/p/${id}/report" rel="nofollow">`))
      const { status, text } = await app().call('GET', `/p/${id}/report`, at)
      assert.equal(status, 200)
      assert.match(
        text,
        new RegExp(`<form [^>]*method="post" action="/p/${id}/report" toolname="report_${noun}" tooldes`),
      )
      assert.match(text, /<meta name="robots" content="noindex">/)
      const offered = [...text.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value)
      const categories = app().platform.policy.categories.filter(({ sites }) => sites.includes(site))
      assert.deepEqual(offered.toSorted(), [...categories.map(({ id }) => id), ...Object.keys(reasonsBeside)].sort())
      const groups = [...text.matchAll(/<optgroup label="([^"]+)"[^>]*>(.*?)<\/optgroup>/g)]
      assert.deepEqual(
        groups.map(([, label]) => label),
        ['Illegal or harmful', 'About me', 'My rights', 'Not fit for the site', 'Anything else'],
      )
      const inGroup = (label: string) =>
        [...(groups.find(([, each]) => each === label)?.[2] ?? '').matchAll(/value="([^"]+)"/g)].map(([, id]) => id)
      assert.deepEqual(inGroup('About me'), ['impersonation', 'personal-data', 'defamation'])
      assert.deepEqual(inGroup('My rights'), ['trademark', 'copyright'])
      assert.ok(inGroup('Not fit for the site').includes('off-topic'))
    }
  })

  test('the form asks for a statement of good faith for what is illegal, about the reporter or a right, and for no other report', async () => {
    const id = await app().publish('events')
    const sent = (fields: Record<string, string>) => sendForm(app(), `/p/${id}/report`, fields)
    for (const fields of [
      { reason: 'scam' },
      { reason: 'defamation' },
      { reason: 'copyright' },
      { reason: 'other', law: 'BGB' },
    ]) {
      const refused = await sent(fields)
      assert.deepEqual([refused.statusCode, refused.body.includes('id="good_faith-fault"')], [400, true], fields.reason)
      assert.equal((await sent({ ...fields, good_faith: 'yes' })).statusCode, 303)
    }
    for (const reason of ['off-topic', 'other']) assert.equal((await sent({ reason })).statusCode, 303)
    const notice = { law: 'UrhG, Germany', name: 'Ada Ünal', email: 'ada@example.org', good_faith: 'yes' }
    const wrong = await sent({ reason: 'trademark', ...notice, email: 'nobody' })
    for (const kept of ['value="UrhG, Germany"', 'value="Ada Ünal"', 'value="yes" checked'])
      assert.ok(wrong.body.includes(kept), kept)
    await sent({ reason: 'trademark', ...notice })
    const row = (await rowsOf(id)).find(({ reason }) => reason === 'trademark')
    assert.deepEqual([row?.law, row?.name, row?.email, row?.good_faith], ['UrhG, Germany', 'Ada Ünal', notice.email, 1])
    assert.equal((await rowsOf(id)).find(({ reason }) => reason === 'off-topic')?.good_faith, null)
  })

  test('the form for reports works as POST /v1/reports, and redirects to the page of the report', async () => {
    const id = await app().publish('events')
    const details = 'They ask for money.\r\nTwice. <script>alert(1)</script>'
    const fields = { reason: 'scam', details, email: ' reader@example.org ', good_faith: 'yes' }
    const answer = await sendForm(app(), `/p/${id}/report`, fields)
    assert.equal(answer.statusCode, 303, answer.body)
    const [row] = await rowsOf(id)
    assert.deepEqual(
      [row?.reason, row?.details, row?.email, row?.account_id],
      ['scam', details.replace('\r', ''), 'reader@example.org', null],
    )
    assert.equal(answer.headers.location, `/reports/${row?.id}`)
    const page = await app().call('GET', `/reports/${row?.id}`, { host })
    assert.equal(page.status, 200)
    assert.match(page.text, /<h1>Your report was received<\/h1>/)
    assert.ok(page.text.includes(`http://events.test/reports/${row?.id}</a>`))
    assert.deepEqual(
      [page.headers.get('cache-control'), page.headers.get('referrer-policy')],
      ['no-store', 'no-referrer'],
    )
    assert.match(page.text, /<meta name="robots" content="noindex">/)
    assert.ok(!page.text.includes('reader@example.org'))
    assert.ok(page.text.includes('Twice. &lt;script&gt;alert(1)&lt;/script&gt;</blockquote>'))
    for (const said of [
      /<dt>Reason<\/dt><dd>Scams<\/dd>/,
      /A person reads the report and the post, and decides/,
      /We do not know yet how long/,
    ])
      assert.match(page.text, said)
    const { title } = (await app().call('GET', `/v1/posts/${id}`, { host })).json
    assert.ok(page.text.includes(`<a href="/p/${id}"><bdi>${title}</bdi></a>`))
    await sendForm(app(), `/p/${id}/report`, { reason: 'other', details: '', email: '' })
    assert.deepEqual((await rowsOf(id)).map(({ reason }) => reason).sort(), ['other', 'scam'])
  })

  test('the page of a report shows the decision and its category', async () => {
    const [removed, kept] = [await app().publish('events'), await app().publish('events')]
    const pageOf = async (id: string) => {
      const answer = await sendForm(app(), `/p/${id}/report`, { reason: 'scam', good_faith: 'yes' })
      return async () => (await app().call('GET', String(answer.headers.location), { host })).text
    }
    const [first, second] = [await pageOf(removed), await pageOf(kept)]
    const removal = { actor: 'operator', reason: 'Reported.', action: 'remove', penalized: false } as const
    await decideText(app().platform, { ...removal, category: 'vague', revisionId: removed })
    await dismissOpen(app().platform, { postId: kept, actor: 'operator', reason: 'No.' })
    assert.match(await first(), /A person decided: the event was removed under <strong>Says too little<\/strong>/)
    assert.match(await first(), /in the words of the person who decided:<\/p>\n<blockquote dir="auto">Reported\.</)
    assert.doesNotMatch(await first(), /<form/)
    assert.match(await second(), /<blockquote dir="auto">No\.</)
    assert.match(await second(), /took no action/)
    assert.match(await second(), /<time datetime="2026-11-21T12:00:/)
  })

  test('the page of a report has a Markdown twin, which is as private', async () => {
    const id = await app().publish('events')
    const answer = await sendForm(app(), `/p/${id}/report`, { reason: 'scam', details: 'secret', good_faith: 'yes' })
    const at = String(answer.headers.location)
    for (const [path, headers] of [
      [`${at}.md`, {}],
      [at, { accept: 'text/markdown' }],
    ] as const) {
      const twin = await app().call('GET', path, { host, headers })
      assert.deepEqual([twin.status, twin.headers.get('cache-control')], [200, 'no-store'])
      assert.equal(twin.headers.get('content-type'), 'text/markdown; charset=utf-8')
      assert.match(twin.text, /^# The report was received\n\nThank you\. A person reads/)
      assert.ok(twin.text.includes('```text\nsecret\n```'))
    }
    const none = await app().call('GET', '/reports/rep_00000000000000000000.md', { host })
    assert.deepEqual([none.status, none.headers.get('content-type')], [404, 'text/markdown; charset=utf-8'])
  })

  test('a wrong report is shown again with the faults of its fields, as plain text', async () => {
    const id = await app().publish('events')
    const details = '</textarea><script>alert(1)</script>'
    const answer = await sendForm(app(), `/p/${id}/report`, { reason: 'nonsense', details, email: '"><b>nobody' })
    assert.equal(answer.statusCode, 400)
    assert.match(answer.body, /role="alert"/)
    assert.match(answer.body, /<select id="reason"[^>]* aria-invalid="true" aria-describedby="reason-fault">/)
    assert.match(answer.body, /<input id="email"[^>]* aria-invalid="true" aria-describedby="email-told email-fault">/)
    assert.ok(answer.body.includes('&lt;/textarea&gt;&lt;script&gt;alert(1)'))
    assert.ok(!/<script|<b>/.test(answer.body))
    const tooLong = await sendForm(app(), `/p/${id}/report`, {
      reason: 'scam',
      details: '🥣'.repeat(limits.reportDetailsCodePoints + 1),
    })
    assert.deepEqual([tooLong.statusCode, tooLong.body.includes('id="details-fault"')], [400, true])
    assert.equal((await rowsOf(id)).length, 0)
    const longest = { reason: 'other', details: '🥣'.repeat(limits.reportDetailsCodePoints) }
    assert.equal((await sendForm(app(), `/p/${id}/report`, longest)).statusCode, 303)
  })

  test('a report by a form from another site is refused, and nothing is stored', async () => {
    const id = await app().publish('events')
    const from: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': '', origin: 'https://elsewhere.example' },
    ]
    for (const { 'sec-fetch-site': site = '', ...others } of from) {
      const headers = { ...others, ...(site && { 'sec-fetch-site': site }) }
      const answer = await app().app.http.inject({
        method: 'POST',
        url: `/p/${id}/report`,
        headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: 'reason=scam',
      })
      assert.deepEqual([answer.statusCode, answer.body.includes('was not sent from here')], [403, true])
    }
    assert.equal((await rowsOf(id)).length, 0)
  })

  test('a post that is not public has no form for reports, and an unknown report has no page', async () => {
    const id = await app().publish('events')
    await app().call('DELETE', `/v1/posts/${id}`, { host, key: app().author.key })
    const statusOf = async (path: string) => (await app().call('GET', path, { host })).status
    assert.equal(await statusOf(`/p/${id}/report`), 410)
    assert.equal((await sendForm(app(), `/p/${id}/report`, { reason: 'scam' })).statusCode, 410)
    for (const path of ['/p/none/report', '/reports/rep_00000000000000000000', '/reports/%00'])
      assert.equal(await statusOf(path), 404, path)
  })

  test('a report beyond the limit of an address gets a page that says when it works again, without rate headers', async () => {
    const id = await app().publish('events')
    const other = await app().publish('events')
    for (let i = 0; i < limits.reportsPerIpPerDay; i++) {
      const details = { details: `${i}`, email: `reader${i}@example.org`, good_faith: 'yes' }
      await sendForm(app(), `/p/${other}/report`, { reason: 'spam', ...details })
    }
    const answer = await sendForm(app(), `/p/${id}/report`, { reason: 'other' })
    assert.equal(answer.statusCode, 429)
    assert.match(answer.body, /You can report again after 00:00 UTC/)
    assert.deepEqual(
      Object.keys(answer.headers).filter(name => /^(ratelimit|retry-after)/.test(name)),
      [],
    )
    assert.equal((await rowsOf(id)).length, 0)
  })
})
