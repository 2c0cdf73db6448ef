// Decisions of people are kept as examples for the model, with its verdict. Deleted and erased texts are no examples.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModerationModel } from '../../src/moderation/model.ts'
import { latestExamples } from '../../src/store/learning/examples.ts'
import { pastDecisions } from '../../src/usecases/learning/read-posts.ts'
import { eventBody, onEveryDatabase, startApp, type TestApp } from '../harness.ts'
import { commandOn } from './command-on.ts'

const model: ModerationModel = {
  name: 'model 7',
  state: async () => 'running',
  async decide({ title }) {
    const scores = { scam: 0.4, spam: 0.001, unheard_of: 1 }
    if (title?.startsWith('Fine'))
      return { outcome: 'publish', category: null, confidence: 0.95, reason: 'Fine.', scores }
    if (title?.startsWith('Abuse'))
      return { outcome: 'reject', category: 'scam', confidence: 0.95, reason: 'A scam.', scores }
    return { outcome: 'review', category: null, confidence: 0.5, reason: 'Unsure.', scores }
  },
}

async function cli(app: TestApp, ...argv: string[]): Promise<void> {
  const { status, err } = await commandOn(app, argv)
  assert.equal(status, 0, err.join())
}

onEveryDatabase('decisions of people', ({ fresh }) => {
  const withOne = (name: string, check: (app: TestApp, key: string) => Promise<void>) =>
    test(name, async t => {
      const app = await startApp(await fresh(), { overrides: { model } })
      t.after(() => app.close())
      const { key } = await app.account({ balance: 50_000_000 })
      await check(app, key)
    })

  const submit = async (app: TestApp, key: string, word: string, path = '/v1/posts'): Promise<string> => {
    const body = eventBody()
    const title = `${word} ${body.title}`
    const answer = await app.call(path === '/v1/posts' ? 'POST' : 'PATCH', path, {
      key,
      body: path === '/v1/posts' ? { ...body, title } : { title },
    })
    assert.ok(answer.status < 300, answer.text)
    await app.moderate()
    app.clock.advance(1_000)
    return answer.json.id
  }
  const labels = async (app: TestApp) =>
    Object.fromEntries((await latestExamples(app.platform.db, 100)).map(row => [row.revision_id, row.label]))

  withOne(
    'are kept with text, scores, model and policy, whatever the decision is; the last decision counts',
    async (app, key) => {
      const reason = ['--reason', 'so it is'] as const
      const message = ['--message', 'so it is'] as const
      const [published, rejected, cancelled] = [
        await submit(app, key, 'Unsure'),
        await submit(app, key, 'Unsure'),
        await submit(app, key, 'Unsure'),
      ]
      await cli(app, 'review', 'publish', published)
      await cli(app, 'review', 'reject', rejected, 'scam', ...reason)
      await app.call('POST', `/v1/posts/${cancelled}/cancel`, { key })
      await cli(app, 'review', 'dismiss', cancelled, ...reason)
      const expected = { [published]: 'fine', [rejected]: 'scam', [cancelled]: 'fine' }
      assert.deepEqual(await labels(app), expected)
      const row = (await latestExamples(app.platform.db, 100)).find(each => each.revision_id === rejected)!
      const { model, scores } = JSON.parse(row.verdict!)
      assert.deepEqual([model, scores], ['model 7', { scam: 0.4 }])
      assert.equal(row.policy_version, app.platform.policy.version)
      assert.match(JSON.parse(row.fields).title, /^Unsure/)

      await cli(app, 'remove', published, 'off-topic', ...reason)
      assert.deepEqual(await labels(app), { ...expected, [published]: 'off-topic' })
      await cli(app, 'review', 'grant', published, '--publish', ...message)
      assert.deepEqual(await labels(app), expected)
      await cli(app, 'review', 'grant', rejected, ...message)
      assert.deepEqual(await labels(app), { [published]: 'fine', [cancelled]: 'fine' })
    },
  )

  withOne('are examples of the text that was decided: of the edit, or of the published text', async (app, key) => {
    const id = await submit(app, key, 'Fine')
    await submit(app, key, 'Fine edit', `/v1/posts/${id}`)
    const { shown_revision: shown } = await app.platform.db
      .selectFrom('posts')
      .select('shown_revision')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.notEqual(shown, id)
    const reported = app.call('POST', '/v1/reports', { body: { post_id: id, reason: 'spam' } })
    const { json } = await reported
    await cli(app, 'review', 'dismiss', id, '--reason', 'it is fine', '--reports', json.report_id)
    assert.deepEqual(await labels(app), { [shown]: 'fine' })
    await cli(app, 'remove', id, 'spam', '--reason', 'it is spam')
    assert.deepEqual(await labels(app), { [shown]: 'spam' })
  })

  withOne('are no examples once the post is deleted or its text erased', async (app, key) => {
    const ids = [await submit(app, key, 'Unsure'), await submit(app, key, 'Unsure'), await submit(app, key, 'Unsure')]
    for (const id of ids) await cli(app, 'review', 'publish', id)
    const learned = async () => (await pastDecisions(app.platform)).map(({ id }) => id)
    assert.deepEqual(await learned(), ids.toReversed())
    const [deleted, erased, kept] = ids
    assert.equal((await app.call('DELETE', `/v1/posts/${deleted}`, { key })).status, 200)
    assert.deepEqual(await learned(), [kept, erased])

    const writing = app.platform.dialect.open(app.databaseUrl, 'write')
    await writing.db.updateTable('revisions').set({ fields: '{}' }).where('id', '=', erased!).execute()
    assert.deepEqual(await learned(), [kept])
    await writing.db.deleteFrom('examples').execute()
    await writing.close()
    assert.deepEqual(await learned(), [])
  })

  withOne('about the same text count once, and the last decision counts', async (app, key) => {
    const body = { ...eventBody(), title: 'Unsure about this one' }
    const post = async () => {
      const { json } = await app.call('POST', '/v1/posts', { key, body })
      await app.moderate()
      app.clock.advance(1_000)
      return json.id as string
    }
    const first = await post()
    await cli(app, 'review', 'reject', first, 'vague', '--reason', 'says nothing')
    const second = await post()
    await cli(app, 'review', 'publish', second)
    assert.deepEqual(
      (await pastDecisions(app.platform)).map(({ id, label }) => [id, label]),
      [[second, 'fine']],
    )
  })
})
