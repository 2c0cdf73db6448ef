// A deciding model that sleeps while no text waits: how the first text starts it, how it is waited for or replaced, and what
// callers learn.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import { retryWaitsMs } from '../../src/contract/retries.ts'
import { judgedLanguages } from '../../src/moderation/embedded/packaged-model.ts'
import { audit } from '../../src/store/audit/audit.ts'
import { measuredTimes } from '../../src/store/learning/moderation-times.ts'
import { beat } from '../../src/workers/model-life.ts'
import { runOnce } from '../../src/workers/moderation.ts'
import { classifiedBody, eventBody, onOneDatabase, quietLog, startApp, type TestApp, testClock } from '../harness.ts'
import { servedModel, startModelServer } from '../kit/model-server.ts'

const second = 1_000
const minute = 60 * second
/** The most questions to the model about one text. */
const attempts = retryWaitsMs.moderation.length + 1

onOneDatabase('PostgreSQL', 'a model that sleeps', ({ fresh }) => {
  /** A server that sleeps, and `processes` processes whose model runs on it. */
  async function stage(t: { after(work: () => unknown): void }, env: Record<string, string> = {}, processes = 1) {
    const server = await startModelServer()
    const clock = testClock()
    const model = servedModel(server.baseUrl, clock.now)
    const warnings: string[] = []
    const log = { ...quietLog, warn: (_: object, message: string) => warnings.push(message) }
    const url = await fresh()
    const settings = { MODERATION_START_URL: server.startUrl, MODERATION_START_KEY: 'start-key', ...env }
    const apps: TestApp[] = []
    for (let i = 0; i < processes; i++)
      apps.push(await startApp(url, { env: settings, overrides: { model }, clock, log }))
    t.after(async () => {
      server.close()
      for (const app of apps) await app.close()
    })
    const [app] = apps as [TestApp]
    const { key } = await app.account({ balance: 100_000_000 })
    const post = (body: Record<string, unknown> = eventBody()) => app.call('POST', '/v1/posts', { key, body })
    const own = (id: string) => app.call('GET', `/v1/posts/${id}`, { key })
    const status = async () => (await app.call('GET', '/v1/status')).json.moderation
    const rows = () =>
      app.platform.db.selectFrom('revisions').select(['status', 'attempts', 'lease_token']).orderBy('seq').execute()
    /** Lets the last look at the server expire. */
    const lookAgain = () => clock.advance(limits.modelProbeKeptMs)
    return { server, clock, apps, app, key, warnings, post, own, status, rows, lookAgain }
  }
  const untouched = { status: 'queued', attempts: 0, lease_token: null }

  test('a model that sleeps is started by the first waiting text, once for all processes and workers, and again after a minute', async t => {
    const { server, clock, apps, post } = await stage(t, {}, 2)
    const workers = () => Promise.all([...apps, ...apps].map(({ platform }) => runOnce(platform)))
    await workers()
    assert.deepEqual([server.starts, server.probes], [[], 0], 'nothing waits')
    await post()
    await post()
    await workers()
    assert.deepEqual(server.starts, ['Bearer start-key'])
    clock.advance(limits.modelStartEveryMs - 1)
    await workers()
    assert.equal(server.starts.length, 1)
    clock.advance(1)
    await workers()
    assert.equal(server.starts.length, 2)
    server.mode = 'awake'
    clock.advance(limits.modelStartEveryMs)
    await workers()
    assert.deepEqual([server.starts.length, server.asked.length], [2, 2])
  })

  test('a model that sleeps is waited for without using up an attempt, and then decides every text', async t => {
    const { server, clock, app, post, rows } = await stage(t)
    const ids = [(await post()).json.id, (await post()).json.id]
    for (let i = 0; i < 2 * attempts; i++) {
      await app.moderate()
      clock.advance(3 * minute)
    }
    assert.deepEqual(await rows(), [untouched, untouched])
    server.mode = 'awake'
    await app.moderate()
    assert.deepEqual(
      (await rows()).map(row => row.status),
      ['published', 'published'],
    )
    assert.equal(server.asked.length, ids.length)
  })

  test('a model that disappears during a call uses up no attempt, but a model that answers with a failure does', async t => {
    const { server, clock, app, post, rows, lookAgain } = await stage(t)
    server.mode = 'awake'
    server.holdsAnswers = true
    for (let i = 0; i < 3; i++) await post()
    const moderated = app.moderate()
    await server.reached('asked', 3)
    server.mode = 'asleep'
    server.releaseAnswers()
    await moderated
    assert.deepEqual(await rows(), [untouched, untouched, untouched])
    assert.equal(server.starts.length, 1, 'the model is started at once')

    server.mode = 'broken'
    server.holdsAnswers = false
    for (let i = 0; i < 2 * attempts; i++) {
      lookAgain()
      await app.moderate()
      clock.advance(3 * minute)
    }
    const failed = { status: 'review', attempts, lease_token: null }
    assert.deepEqual(await rows(), [failed, failed, failed])
  })

  test('a model is started outside any transaction: a call that hangs or fails delays nobody, and is repeated', async t => {
    const { server, clock, app, apps, post, warnings } = await stage(t, {}, 2)
    server.startStatus = null
    await post()
    const waking = runOnce(app.platform)
    await server.reached('starts', 1)
    assert.equal((await post()).status, 202)
    assert.equal(await runOnce((apps[1] as TestApp).platform), 0)
    assert.equal(await waking, 0)
    assert.match(warnings.join(), /could not be told to start/)
    clock.advance(limits.modelStartEveryMs)
    server.startStatus = 500
    await app.moderate()
    assert.deepEqual([server.starts.length, warnings.length], [2, 2])
  })

  test('a model that sleeps is reported truthfully in the status, in the answer to a post, in a queued post and in a dry run', async t => {
    const { server, clock, app, key, post, own, status, lookAgain } = await stage(t)
    const stateOf = async () => (await status()).state
    const dryRun = async () =>
      (await app.call('POST', '/v1/posts?dry_run=true', { key, body: eventBody() })).json.moderation
    const seconds = ({ estimated_decision_at: at }: { estimated_decision_at: string }) =>
      (Date.parse(at) - clock.now()) / second
    const estimateIn = (moderation: any) => [moderation.state, seconds(moderation), moderation.retry_after_seconds]
    /** The estimate of a queued post, once the last reading of the queue has expired. The header has the same. */
    const queued = async (id: string) => {
      clock.advance(second)
      const { json, headers } = await own(id)
      assert.equal(headers.get('retry-after'), String(json.moderation.retry_after_seconds))
      return estimateIn(json.moderation)
    }
    assert.deepEqual(await status(), { state: 'idle', last_heartbeat: null, languages: judgedLanguages() })
    await beat(app.platform)
    assert.deepEqual(await status(), {
      state: 'idle',
      last_heartbeat: '2026-11-21T12:00:00Z',
      languages: judgedLanguages(),
    })
    assert.deepEqual(estimateIn(await dryRun()), ['starting', 1_200, 1_200], 'the estimate includes the start')

    const first = await post()
    assert.deepEqual(estimateIn(first.json.moderation), ['starting', 1_200, 1_200])
    assert.equal(first.headers.get('retry-after'), '1200')
    assert.equal(await stateOf(), 'starting', 'a text waits and a worker runs')
    await app.moderate()
    clock.advance(3 * minute - second)
    await beat(app.platform)
    assert.deepEqual(await queued(first.json.id), ['starting', 1_020, 1_020])

    server.mode = 'awake'
    await beat(app.platform)
    assert.equal(await stateOf(), 'running')
    clock.advance(second)
    const another = await post()
    assert.deepEqual(estimateIn(another.json.moderation), ['running', 60, 2])
    assert.match(another.json.moderation.note, /is running; a decision usually comes within 1 minute\.$/)
    clock.advance(7 * second)
    await app.moderate()
    await post()
    clock.advance(9 * second)
    await app.moderate()
    const { db } = app.platform
    const measured = async (kind: 'decision' | 'start') =>
      (await measuredTimes(db, kind, 0)).map(({ ms }) => ms / second)
    assert.deepEqual([await measured('start'), await measured('decision')], [[180], [9, 7]])
    assert.deepEqual(estimateIn(await dryRun()), ['running', 9, 7], 'the estimate follows the measured times')

    clock.advance(limits.modelWatchedMs - minute)
    await beat(app.platform)
    assert.equal(await stateOf(), 'running')
    clock.advance(minute + second)
    const { probes } = server
    await beat(app.platform)
    assert.deepEqual([await stateOf(), server.probes], ['idle', probes], 'the server gets no further probes')
    server.mode = 'asleep'
    lookAgain()
    const woken = await post()
    assert.deepEqual(estimateIn(woken.json.moderation), ['starting', 189, 187])
    clock.advance(minute)
    await beat(app.platform)
    clock.advance(limits.workerSilentMs + second)
    assert.equal(await stateOf(), 'idle', 'no worker runs')
    const waited = (minute + limits.workerSilentMs) / second + 2
    assert.deepEqual(await queued(woken.json.id), ['starting', 189 - waited, 187 - waited])
  })

  test('a model that sleeps is replaced by the embedded one if MODERATION_FALLBACK says so, and started all the same', async t => {
    const { server, app, post, own, status, rows, lookAgain } = await stage(t, { MODERATION_FALLBACK: 'embedded' })
    const deciders = async () =>
      (await app.platform.db.selectFrom('revisions').select('verdict').orderBy('seq').execute()).map(
        ({ verdict }) => JSON.parse(verdict ?? '').model.split(' ')[0],
      )
    await beat(app.platform)
    assert.equal((await status()).state, 'running')
    const { json } = await post()
    assert.equal(json.moderation.state, 'running')
    await app.moderate()
    assert.notEqual((await own(json.id)).json.status, 'queued')
    assert.deepEqual([await deciders(), server.starts.length], [['embedded'], 1])
    server.mode = 'awake'
    server.holdsAnswers = true
    lookAgain()
    await post()
    const moderated = app.moderate()
    await server.reached('asked', 1)
    server.mode = 'asleep'
    server.releaseAnswers()
    await moderated
    assert.deepEqual(await deciders(), ['embedded', 'embedded'], 'the model disappeared during the call')
    server.mode = 'awake'
    server.holdsAnswers = false
    lookAgain()
    await post()
    await app.moderate()
    assert.deepEqual(await deciders(), ['embedded', 'embedded', 'served'])
    assert.deepEqual(
      (await rows()).map(row => row.attempts),
      [1, 1, 1],
    )
  })

  for (const [fallback, expected] of [
    ['wait', 202],
    ['embedded', 200],
  ] as const)
    test(`a model that is away leaves a message to a seller to ${fallback === 'wait' ? 'a person' : 'the embedded model'}`, async t => {
      const env = { SITES: 'classifieds=http://classifieds.test', MODERATION_FALLBACK: fallback }
      const { server, app, key, post, lookAgain } = await stage(t, env)
      server.mode = 'awake'
      const { json } = await post(classifiedBody())
      await app.moderate()
      server.mode = 'asleep'
      lookAgain()
      const body = { post_id: json.id, message: 'Is the bicycle still there?', reply_email: 'buyer@example.com' }
      const sent = await app.call('POST', '/v1/relay', { key, body })
      assert.equal(sent.status, expected, sent.text)
      assert.equal(server.asked.length, 1)
    })

  test('the start of a model is measured once, however many processes see its end, and not at all if no process watched it', async t => {
    const { server, clock, apps, post } = await stage(t, {}, 2)
    const [one, two] = apps as [TestApp, TestApp]
    const starts = async () => (await measuredTimes(one.platform.db, 'start', 0)).map(({ ms }) => ms)
    await post()
    await beat(one.platform)
    clock.advance(10 * second)
    server.mode = 'awake'
    await Promise.all([beat(one.platform), beat(two.platform), beat(one.platform), beat(two.platform)])
    assert.deepEqual(await starts(), [10 * second])
    server.mode = 'asleep'
    await beat(one.platform)
    clock.advance(limits.workerSilentMs + 1)
    server.mode = 'awake'
    await beat(two.platform)
    assert.deepEqual(await starts(), [10 * second])
  })

  test('texts may wait an hour for a model that sleeps before the audit reports them', async t => {
    const { clock, app, post } = await stage(t)
    const { json } = await post()
    const stuck = async (): Promise<string[]> => {
      const { breaches } = await audit(app.platform.db, app.platform.dialect, clock.now())
      return breaches.map(({ rule, subject }) => `${rule} ${subject}`)
    }
    await app.moderate()
    clock.advance(59 * minute)
    assert.deepEqual(await stuck(), [])
    clock.advance(2 * minute)
    assert.deepEqual(await stuck(), [`queued-revision-is-decided ${json.id}`])
  })
})
