// A post that changes while its edit is judged: the verdict shows the text with the change (contract.md §4).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ModerationModel } from '../../../src/moderation/model.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { eventBody, onEveryDatabase, startApp, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'

onEveryDatabase('a post that changes while its edit is judged', ({ fresh }) => {
  let app: TestApp
  let meanwhile: (() => Promise<void>) | null = null
  const slow: ModerationModel = {
    ...byTitle,
    async decide(text, flags, late) {
      const change = meanwhile
      meanwhile = null
      await change?.()
      return byTitle.decide(text, flags, late)
    },
  }
  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: slow } })
  })
  after(() => app.close())

  for (const beside of [0, 2])
    test(`keeps the change, with ${beside} other texts in the batch`, async () => {
      const { key } = await app.account()
      const send = (body: object) => app.call('POST', '/v1/posts', { key, body: { ...eventBody(), ...body } })
      const patch = (id: string, body: object) => app.call('PATCH', `/v1/posts/${id}`, { key, body })
      const { id } = (await send({})).json
      await app.moderate()
      const title = `A changed title beside ${beside} others`
      assert.equal((await patch(id, { title })).status, 202)
      for (let i = 0; i < beside; i++) assert.equal((await send({ title: `Other ${i} of ${beside}` })).status, 202)
      meanwhile = async () => {
        assert.equal((await patch(id, { event_status: 'cancelled' })).status, 200)
      }
      await app.moderate()
      const { json } = await app.call('GET', `/v1/posts/${id}`)
      assert.deepEqual([json.title, json.event_status], [title, 'cancelled'])
      const { items } = (await app.call('GET', '/v1/posts?limit=50')).json
      const listed = items.find((item: { id: string }) => item.id === id)
      assert.deepEqual([listed?.title, listed?.event_status], [title, 'cancelled'])
    })

  test('keeps the change when a person publishes the edit', async () => {
    const { key } = await app.account()
    const { id } = (await app.call('POST', '/v1/posts', { key, body: eventBody() })).json
    await app.moderate()
    const title = 'REVIEW this evening'
    const { edit } = (await app.call('PATCH', `/v1/posts/${id}`, { key, body: { title } })).json
    await app.moderate()
    const { platform } = app
    const act = (async (name: string, input: unknown) => {
      const cancelled = { key, body: { event_status: 'cancelled' } }
      if (name === 'decideByPerson' && first)
        assert.equal((await app.call('PATCH', `/v1/posts/${id}`, cancelled)).status, 200)
      first = false
      return platform.act(name as never, input as never)
    }) as typeof platform.act
    let first = true
    await decideText(
      { ...platform, act },
      { revisionId: edit.id, action: 'publish', actor: 'reviewer', reason: 'Fine.' },
    )
    const { json } = await app.call('GET', `/v1/posts/${id}`)
    assert.deepEqual([json.title, json.event_status], [title, 'cancelled'])
  })
})
