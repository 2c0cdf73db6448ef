// A reporter who leaves an address gets a receipt at once and the outcome of each report, and an address at most one mail a day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { dayMs, hourMs } from '../../../src/contract/spans.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { eventBody, withApp } from '../../harness.ts'
import { dismissOpen } from '../../kit/dismiss-reports.ts'

const disputes = { name: 'Appeals Centre', url: 'https://appeals.example' }

withApp(
  'a reporter who leaves an address',
  app => {
    const published = async () => {
      const { key } = await app().account()
      const body = eventBody()
      const { json } = await app().call('POST', '/v1/posts', { key, body })
      await app().moderate()
      return { id: json.id as string, title: String(body.title), key }
    }
    const report = (post_id: string, reason: string, email?: string, more = {}) =>
      app().call('POST', '/v1/reports', {
        body: { post_id, reason, details: 'Open https://evil.example/', ...(email && { email }), ...more },
      })
    const mails = async () =>
      (await app().platform.db.selectFrom('mail').selectAll().orderBy('id').execute())
        .filter(({ subject }) => /report|arrived/.test(subject))
        .map(mail => ({ ...mail, words: mail.body.replace(/\s+/g, ' ') }))
    const mailed = async (id: string) => (await mails()).filter(({ body }) => body.includes(id))
    const mailsTo = async (address: string) =>
      (await mails()).filter(({ recipient }) => recipient.toLowerCase() === address)
    const nextDay = async () => {
      app().clock.advance(dayMs)
      for (let i = 0; i < 2; i++) await app().platform.act('sweep', { limit: 100 })
    }
    const person = { actor: 'ann', reason: 'A ticket shop knows it.' }

    const scam = { action: 'remove', category: 'scam', penalized: true } as const
    const decisions = {
      removed: (id: string) => decideText(app().platform, { ...person, revisionId: id, ...scam }),
      kept: (id: string) => dismissOpen(app().platform, { ...person, postId: id }),
      deleted: (id: string, key: string) => app().call('DELETE', `/v1/posts/${id}`, { key }),
    }
    const words = {
      removed: /was removed under Scams\. .*reason.* > A ticket shop knows it\./,
      kept: /breaks no rule and stays\. .*reason.* > A ticket shop knows it\..* Until \d+ July 2027 at .* you can complain, once, .*Appeals Centre \(https:\/\/appeals\.example\)/,
      deleted: /author has deleted/,
    }

    test('a receipt goes out at once: the title, what the report says without addresses, the secret page, and how long it takes', async () => {
      const { id, title } = await published()
      const details = 'Look at www.evil.example, evil.example/x or mail me@evil.example.\nIt is my text.'
      await report(id, 'copyright', 'Writer@example.org', { details, law: 'Copyright, Germany' })
      const [receipt, ...others] = await mailed(id)
      assert.equal(others.length, 0)
      assert.deepEqual([receipt?.recipient, receipt?.subject], ['Writer@example.org', 'Your report has arrived'])
      for (const said of [
        title,
        'Copies my work',
        'Copyright, Germany',
        `http://events.test/p/${id}`,
        '> It is my text.',
      ])
        assert.ok(receipt?.body.includes(said), said)
      assert.doesNotMatch(`${receipt?.body}${receipt?.html}`, /evil\.example/)
      assert.match(receipt?.body ?? '', /http:\/\/events\.test\/reports\/rep_\w+\n/)
      assert.match(receipt?.words ?? '', /We do not know yet how long a decision takes/)
      assert.match(receipt?.words ?? '', /If you have reported nothing, somebody else has given your address/)
    })

    test('an address gets one mail a day, whoever types it, however often: later receipts come in one mail on the next day', async () => {
      const posts = [await published(), await published(), await published()]
      for (const { id } of posts)
        for (const reason of ['scam', 'spam', 'hate']) await report(id, reason, 'stranger@example.org')
      assert.equal((await mailsTo('stranger@example.org')).length, 1)
      await nextDay()
      const [, second, ...others] = await mailsTo('stranger@example.org')
      assert.equal(others.length, 0)
      assert.equal(second?.subject, '8 reports have arrived')
      await nextDay()
      assert.equal((await mailsTo('stranger@example.org')).length, 2, 'each report has one receipt')
    })

    test('a report that repeats an open one is mailed about once, and takes no mail of the day', async () => {
      const { id } = await published()
      await report(id, 'scam', 'twice@example.org')
      await nextDay()
      await report(id, 'scam', 'twice@example.org')
      await decisions.kept(id)
      assert.deepEqual(
        (await mailsTo('twice@example.org')).map(({ subject }) => subject),
        ['Your report has arrived', 'What came of your report'],
      )
    })

    test('how long it takes is the middle of the reports that people decided in the last 30 days, in words', async () => {
      app().clock.advance(limits.reportsMeasuredMs)
      for (const hours of [1, 5, 40]) {
        const { id } = await published()
        await report(id, 'scam')
        app().clock.advance(hours * hourMs)
        await decisions.kept(id)
      }
      const { id } = await published()
      await report(id, 'scam', 'patient@example.org')
      const [receipt] = await mailed(id)
      assert.match(
        receipt?.words ?? '',
        /Half of the reports that were decided in the last 30 days took less than 5 hours/,
      )
    })

    for (const decision of ['removed', 'kept', 'deleted'] as const)
      test(`a reporter of a post that is ${decision} gets one mail with the reason, which repeats nothing that the reporter typed`, async () => {
        const { id, key } = await published()
        await report(id, 'scam', `Reader.${decision}@example.org`)
        await report(id, 'spam', `reader.${decision}@example.org`)
        await report(id, 'other')
        await nextDay()
        const before = (await mailed(id)).length
        app().clock.advance(dayMs)
        await decisions[decision](id, key)
        const [mail, ...others] = (await mailed(id)).slice(before)
        assert.equal(others.length, 0)
        assert.equal(mail?.recipient.toLowerCase(), `reader.${decision}@example.org`)
        assert.match(mail.words, words[decision])
        assert.doesNotMatch(mail.body, /evil\.example|address left out/)
        assert.match(mail.body, /http:\/\/events\.test\/reports\/rep_\w+\n/)
      })

    test('the decisions of the rest of a day come in one mail on the next, and a decided report needs no receipt', async () => {
      const posts = [await published(), await published(), await published()]
      const other = await published()
      for (const { id } of posts) await report(id, 'scam', 'victim@example.org')
      await report(other.id, 'scam', 'somebody.else@example.org')
      const [first, second, third] = posts as [(typeof posts)[0], (typeof posts)[0], (typeof posts)[0]]
      await decisions.removed(second.id)
      await decisions.kept(other.id)
      await app().platform.act('sweep', { limit: 100 })
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
      await decisions.deleted(third.id, third.key)
      const before = (await mails()).length
      await nextDay()
      assert.equal((await mails()).length, before + 2)
      const [gathered] = await mailed(second.id)
      assert.equal(gathered?.recipient, 'victim@example.org')
      assert.equal(gathered.subject, 'What came of 2 reports')
      assert.ok(gathered.body.includes(third.id))
      assert.ok(!gathered.body.includes(first.id))
      assert.match(gathered.words, /was removed under Scams/)
      assert.match(gathered.words, words.deleted)
      const fourth = await published()
      await report(fourth.id, 'scam', 'victim@example.org')
      await decisions.kept(fourth.id)
      assert.equal((await mailed(fourth.id)).length, 0, 'the gathered mail was that of the day')
    })
  },
  { OPERATOR_DISPUTES: `${disputes.name} ${disputes.url}` },
)
