// The state of a model server is probed rarely, and its answers are interpreted as an operator would.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import { createModelProbe, createModelStart } from '../../src/moderation/model-server.ts'
import { testClock } from '../harness.ts'
import { startModelServer } from '../kit/model-server.ts'

test('a server that answers is running, even if it lists no models; a server that does not answer or fails is idle', async t => {
  const server = await startModelServer()
  t.after(() => server.close())
  const state = createModelProbe({ baseUrl: server.baseUrl, apiKey: 'k', now: testClock().now })
  assert.equal(await state({ fresh: true }), 'idle')
  server.mode = 'awake'
  for (const [status, expected] of [
    ...[200, 401, 403, 404, 405, 429].map(status => [status, 'running'] as const),
    ...[302, 400, 500, 502, 503, 504].map(status => [status, 'idle'] as const),
  ]) {
    server.modelsStatus = status
    assert.equal(await state({ fresh: true }), expected, String(status))
  }
})

test('the state is cached for a few seconds, concurrent callers share one probe, and `fresh` makes a new probe', async t => {
  const server = await startModelServer()
  t.after(() => server.close())
  server.mode = 'awake'
  const clock = testClock()
  const state = createModelProbe({ baseUrl: server.baseUrl, apiKey: null, now: clock.now })
  const many = await Promise.all(Array.from({ length: 50 }, () => state()))
  assert.deepEqual([new Set(many).size, many[0], server.probes], [1, 'running', 1])
  clock.advance(limits.modelProbeKeptMs - 1)
  await state()
  assert.equal(server.probes, 1)
  server.mode = 'asleep'
  assert.deepEqual([await state(), await state({ fresh: true }), await state()], ['running', 'idle', 'idle'])
  server.mode = 'awake'
  clock.advance(limits.modelProbeKeptMs)
  assert.deepEqual([await state(), server.probes], ['running', 2])
  clock.advance(-3_600_000)
  await state()
  assert.equal(server.probes, 3, 'a state from before the clock was moved back is not cached')
})

test('a start is one POST with the key as bearer token; no answer is a failure, and no redirect is followed', async t => {
  const server = await startModelServer()
  t.after(() => server.close())
  assert.equal(await createModelStart(server.startUrl, 'start-key')(), 202)
  server.startStatus = 307
  assert.equal(await createModelStart(server.startUrl, null)(), 307)
  assert.deepEqual(server.starts, ['Bearer start-key', undefined])
  server.close()
  await assert.rejects(createModelStart(server.startUrl, null)())
})
