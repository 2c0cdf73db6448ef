// A reporter who leaves an address gets one mail with the outcome of the report.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { eventBody, withApp } from '../../harness.ts'
import { dismissOpen } from '../../kit/dismiss-reports.ts'

withApp('a reporter who leaves an address', app => {
  const published = async () => {
    const { key } = await app().account()
    const { json } = await app().call('POST', '/v1/posts', { key, body: eventBody() })
    await app().moderate()
    return { id: json.id as string, key }
  }
  const report = (post_id: string, reason: string, email?: string) =>
    app().call('POST', '/v1/reports', { body: { post_id, reason, details: 'Open https://evil.example/', email } })
  const mailed = async (id: string) => {
    const rows = await app()
      .platform.db.selectFrom('mail')
      .selectAll()
      .where('subject', '=', 'What came of your report')
      .execute()
    return rows.filter(({ body }) => body.includes(id)).map(({ recipient, body }) => ({ recipient, body }))
  }
  const person = { actor: 'ann', reason: 'seen' }

  test('a reporter who leaves an address gets one mail after any decision of a person, which repeats nothing that the reporter typed', async () => {
    const [removed, kept, deleted] = [await published(), await published(), await published()]
    for (const { id } of [removed, kept, deleted]) {
      await report(id, 'scam', 'Reader@example.org')
      await report(id, 'spam', 'reader@example.org')
      await report(id, 'other')
    }
    assert.deepEqual(await mailed(removed.id), [])
    const scam = { action: 'remove', category: 'scam', penalized: true } as const
    await decideText(app().platform, { ...person, revisionId: removed.id, ...scam })
    await dismissOpen(app().platform, { ...person, postId: kept.id })
    await app().call('DELETE', `/v1/posts/${deleted.id}`, { key: deleted.key })
    const told = [removed, kept, deleted].map(async ({ id }, i) => {
      const [mail, ...others] = await mailed(id)
      assert.equal(others.length, 0)
      assert.equal(mail?.recipient.toLowerCase(), 'reader@example.org')
      assert.match(
        mail.body,
        [/was removed, under the category scam/, /breaks no rule and stays/, /author has deleted/][i]!,
      )
      assert.doesNotMatch(mail.body, /evil\.example/)
      assert.match(mail.body, /http:\/\/events\.test\/reports\/rep_\w+\n/)
    })
    await Promise.all(told)
  })
})
