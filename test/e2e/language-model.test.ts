// A real service with a language model: the model decides a post, the service stops without waiting for it, and no log has its
// key.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventBody, onOneDatabase } from '../harness.ts'
import { startLanguageModel, verdict } from '../kit/language-model-server.ts'
import { account, auditOf, call, environment } from './caller.ts'
import { startService } from './process.ts'

const apiKey = 'sk-e2e-0123456789abcdef'

onOneDatabase('PostgreSQL', 'a service with a language model', ({ fresh }) => {
  test('a service with a language model publishes what the model approves, and stops in time while the model is silent, with the post still queued', {
    timeout: 120_000,
  }, async t => {
    const model = await startLanguageModel()
    t.after(() => model.close())
    const env = {
      ...(await environment(await fresh())),
      ...{ MODERATION: model.url, MODERATION_MODEL: 'test-model', MODERATION_API_KEY: apiKey, LOG_LEVEL: 'trace' },
    }
    const service = await startService(env)
    const { key } = await account(env, service.origin, 10_000_000)
    model.answer = verdict()
    const posted = async () => {
      const answer = await call(service.origin, '/v1/posts', key, eventBody())
      assert.equal(answer?.status, 202)
      return `/v1/posts/${answer.json.id}`
    }
    const first = await posted()
    while ((await call(service.origin, first, null))?.status !== 200);

    const silent = new Promise<void>(resolve => {
      model.answer = () => resolve()
    })
    const second = await posted()
    await silent
    assert.equal(await service.stop(), 0)
    assert.match(service.log(), /"msg":"a language model was called"/)
    assert.ok(!service.log().includes(apiKey))

    model.answer = verdict()
    const next = await startService(env)
    try {
      while ((await call(next.origin, second, null))?.status !== 200);
      assert.equal(await auditOf(env), 'in order')
    } finally {
      assert.equal(await next.stop(), 0)
    }
  })
})
