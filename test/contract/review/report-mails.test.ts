// A reporter who leaves an address gets one mail with the outcome of each report, and an address at most one mail a day.
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
  const mails = () =>
    app().platform.db.selectFrom('mail').selectAll().where('subject', 'like', 'What came of %').orderBy('id').execute()
  const mailed = async (id: string) => (await mails()).filter(({ body }) => body.includes(id))
  const person = { actor: 'ann', reason: 'seen' }

  const scam = { action: 'remove', category: 'scam', penalized: true } as const
  const decisions = {
    removed: (id: string) => decideText(app().platform, { ...person, revisionId: id, ...scam }),
    kept: (id: string) => dismissOpen(app().platform, { ...person, postId: id }),
    deleted: (id: string, key: string) => app().call('DELETE', `/v1/posts/${id}`, { key }),
  }
  const words = {
    removed: /was removed, under the category scam/,
    kept: /breaks no rule and stays/,
    deleted: /author has deleted/,
  }

  for (const decision of ['removed', 'kept', 'deleted'] as const)
    test(`a reporter of a post that is ${decision} gets one mail, which repeats nothing that the reporter typed`, async () => {
      const { id, key } = await published()
      await report(id, 'scam', `Reader.${decision}@example.org`)
      await report(id, 'spam', `reader.${decision}@example.org`)
      await report(id, 'other')
      assert.deepEqual(await mailed(id), [])
      await decisions[decision](id, key)
      const [mail, ...others] = await mailed(id)
      assert.equal(others.length, 0)
      assert.equal(mail?.recipient.toLowerCase(), `reader.${decision}@example.org`)
      assert.match(mail.body, words[decision])
      assert.doesNotMatch(mail.body, /evil\.example/)
      assert.match(mail.body, /http:\/\/events\.test\/reports\/rep_\w+\n/)
    })

  test('an address gets one mail a day: the decisions of the rest of the day come in one mail on the next', async () => {
    const posts = [await published(), await published(), await published()]
    const other = await published()
    for (const { id } of posts) await report(id, 'scam', 'victim@example.org')
    await report(other.id, 'scam', 'somebody.else@example.org')
    const [first, second, third] = posts as [(typeof posts)[0], (typeof posts)[0], (typeof posts)[0]]
    await decisions.kept(first.id)
    await decisions.removed(second.id)
    await decisions.kept(other.id)
    const counts = () =>
      app()
        .platform.db.selectFrom('counters')
        .selectAll()
        .where('scope', '=', 'report-mail')
        .orderBy('subject')
        .execute()
    const counted = await counts()
    await app().platform.act('sweep', { limit: 100 })
    assert.deepEqual(await counts(), counted, 'the sweeps of the same day leave the address alone')
    assert.equal((await mailed(first.id)).length, 1)
    assert.equal((await mailed(second.id)).length, 0)
    assert.equal((await mailed(other.id)).length, 1)
    await decisions.deleted(third.id, third.key)
    const before = (await mails()).length
    app().clock.advance(86_400_000)
    for (let i = 0; i < 2; i++) await app().platform.act('sweep', { limit: 100 })
    assert.equal((await mails()).length, before + 1)
    const [gathered] = await mailed(second.id)
    assert.equal(gathered?.recipient, 'victim@example.org')
    assert.equal(gathered.subject, 'What came of 2 reports')
    assert.ok(gathered.body.includes(third.id))
    assert.ok(!gathered.body.includes(first.id))
    assert.match(gathered.body, words.removed)
    assert.match(gathered.body, words.deleted)
    const fourth = await published()
    await report(fourth.id, 'scam', 'victim@example.org')
    await decisions.kept(fourth.id)
    assert.equal((await mailed(fourth.id)).length, 0, 'the gathered mail was that of the day')
  })
})
