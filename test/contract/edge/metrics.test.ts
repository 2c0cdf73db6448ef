// GET /metrics: what the operator of a service sees of it, on both databases (docs/monitoring.md).
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { metrics } from '../../../src/contract/metrics.ts'
import { noteBackup } from '../../../src/store/database/last-backup.ts'
import * as decisionLogWorker from '../../../src/workers/decision-log.ts'
import { eventBody, onEveryDatabase, startApp, type TestApp, withPresentation } from '../../harness.ts'
import { samplesIn } from '../../kit/prometheus-text.ts'

/** The values of /metrics after the figures of the last reading are no longer kept. */
async function read(app: TestApp): Promise<(name: string, labels?: Record<string, string>) => number | undefined> {
  // Movements on PostgreSQL are read once no earlier one can still be committed.
  app.clock.advance(60_000)
  const { status, text, headers } = await app.call('GET', '/metrics')
  assert.equal(status, 200, text)
  assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const samples = samplesIn(text)
  return (name, labels = {}) =>
    samples.find(
      sample => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )?.value
}

onEveryDatabase('GET /metrics', ({ fresh, kind }) => {
  test('queues, money, decisions, mails and deliveries are read from the database', async () => {
    const app = await startApp(await fresh())
    try {
      const before = await read(app)
      assert.equal(before('handbill_database_up'), 1)
      assert.equal(before('handbill_queue_items', { queue: 'model' }), 0)
      const { key } = await app.account()
      const owner = await app.account({ verified: false, balance: 0 })
      const hook = { url: 'https://hooks.example.org/handbill' }
      assert.equal((await app.call('POST', '/v1/webhooks', { key, body: hook })).status, 201)
      const post = await app.call('POST', '/v1/posts', { key, body: eventBody() })
      assert.equal(post.status, 202, post.text)
      const mail = { subject: 'Test', body: 'Test', html: 'Test' }
      await app.platform.act('requestVerification', { accountId: owner.accountId, email: owner.email, ...mail })

      const queued = await read(app)
      assert.equal(queued('handbill_queue_items', { queue: 'model' }), 1)
      assert.equal(queued('handbill_queue_oldest_seconds', { queue: 'model' }), 60)
      assert.equal(queued('handbill_ledger_micros_total', { type: 'topup' }), 10_000_000)
      assert.equal(queued('handbill_ledger_micros_total', { type: 'charge' }), -(await charged(app)))
      assert.equal(queued('handbill_mails_waiting'), 1)
      assert.equal(queued('handbill_mails_oldest_seconds'), 60)
      assert.equal(queued('handbill_deliveries_waiting'), 0)

      await app.moderate()
      while ((await decisionLogWorker.runOnce(app.platform)) > 0);
      await app.sendMail()
      const decided = await read(app)
      assert.equal(decided('handbill_queue_items', { queue: 'model' }), 0)
      assert.equal(decided('handbill_mails_waiting'), 0)
      assert.equal(decided('handbill_deliveries_waiting'), 1)
      assert.equal(decided('handbill_deliveries_oldest_seconds'), 60)
      const outcomes = ['published', 'review'].map(outcome =>
        decided('handbill_decision_seconds_count', { outcome, decider: 'model' }),
      )
      assert.deepEqual(outcomes.filter(Boolean), [1])
      assert.equal(
        decided('handbill_ledger_micros_total', { type: 'charge' }),
        queued('handbill_ledger_micros_total', { type: 'charge' }),
        'a movement is counted once',
      )
      assert.ok(decided('handbill_action_seconds_count', { action: 'recordVerdicts' })! >= 1)
      assert.ok(decided('handbill_write_seconds_count')! >= 5)
    } finally {
      await app.close()
    }
  })

  test('the age of a backup is known once one was made', async () => {
    const app = await startApp(await fresh())
    try {
      assert.equal((await read(app))('handbill_backup_age_seconds'), undefined)
      await noteBackup(app.databaseUrl, app.platform.dialect, app.clock.now())
      assert.equal((await read(app))('handbill_backup_age_seconds'), 60)
    } finally {
      await app.close()
    }
  })

  test('the files of SQLite and its writer thread have figures, those of PostgreSQL have none', async () => {
    const app = await startApp(await fresh())
    try {
      await read(app)
      const value = await read(app)
      const ofFile = ['handbill_database_wal_bytes', 'handbill_database_file_bytes'].map(
        name => value(name) !== undefined,
      )
      assert.deepEqual(ofFile, Array(2).fill(kind === 'SQLite'))
      const late = (thread: string) => value('handbill_event_loop_delay_seconds', { thread, stat: 'max' })
      assert.ok(late('main')! >= 0)
      assert.equal(late('writer') !== undefined, kind === 'SQLite')
      assert.ok(value('handbill_disk_free_bytes')! > 0)
    } finally {
      await app.close()
    }
  })

  test('figures of the database are read at most every few seconds, however often they are asked for', async () => {
    const app = await startApp(await fresh())
    try {
      await read(app)
      const { key } = await app.account()
      await app.call('POST', '/v1/posts', { key, body: eventBody() })
      const queued = async () =>
        samplesIn((await app.call('GET', '/metrics')).text).find(
          ({ name, labels }) => name === 'handbill_queue_items' && labels.queue === 'model',
        )?.value
      assert.equal(await queued(), 0)
      app.clock.advance(limits.figuresKeptMs)
      assert.equal(await queued(), 1)
    } finally {
      await app.close()
    }
  })
})

async function charged({ platform }: TestApp): Promise<number> {
  const rows = await platform.db.selectFrom('ledger').select('amount').where('type', '=', 'charge').execute()
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

const token = 'a-token-of-prometheus'

withPresentation(
  'GET /metrics',
  app => {
    test('answers are counted by route, method and class, and problems by code', async () => {
      await app().call('GET', '/v1/posts')
      await app().call('GET', '/v1/posts/evt_unknown')
      await app().call('GET', '/nowhere-at-all')
      const value = await read(app())
      const answers = (route: string, status: string) =>
        value('handbill_http_answers_total', { route, method: 'GET', status })
      assert.equal(answers('/v1/posts', '2xx'), 1)
      assert.equal(answers('/v1/posts/:id', '4xx'), 1)
      assert.equal(answers('none', '4xx'), 1)
      assert.equal(value('handbill_problems_total', { code: 'not_found' }), 2)
      assert.ok(value('handbill_http_answer_seconds_count')! >= 3)
    })

    test('a repeated public answer counts as a kept document', async () => {
      const before = await read(app())
      for (let i = 0; i < 3; i++) await app().call('GET', '/')
      const value = await read(app())
      const more = (result: string) =>
        value('handbill_documents_total', { result })! - before('handbill_documents_total', { result })!
      assert.equal(more('miss'), 1)
      assert.equal(more('hit'), 2)
    })

    test('every metric of the service has its line of help, and none that is not named in contract/metrics.ts', async () => {
      const { text } = await app().call('GET', '/metrics')
      const helped = [...text.matchAll(/^# HELP (handbill_\w+) /gm)].map(([, name]) => name)
      assert.deepEqual(helped, Object.keys(metrics))
      assert.ok(text.includes('process_resident_memory_bytes'))
    })

    test('the guide of monitoring names every metric, and no other', () => {
      const named = new Set(readFileSync('docs/monitoring.md', 'utf8').match(/\bhandbill_\w+/g))
      assert.deepEqual([...named].sort(), Object.keys(metrics).sort())
    })

    test('another machine gets 404 unless it sends the token', async () => {
      const ask = (headers: Record<string, string>) => app().call('GET', '/metrics', { headers })
      const forwarded = { 'x-forwarded-for': '203.0.113.9' }
      assert.equal((await ask({})).status, 200)
      assert.equal((await ask(forwarded)).json.code, 'not_found')
      assert.equal((await ask({ origin: 'https://elsewhere.example' })).status, 404, 'a script of another site')
      assert.equal((await ask({ forwarded: 'for=203.0.113.9' })).status, 404)
      assert.equal((await ask({ ...forwarded, authorization: `Bearer ${token}x` })).status, 404)
      assert.equal((await ask({ ...forwarded, authorization: 'Bearer' })).status, 404)
      assert.equal((await ask({ ...forwarded, authorization: `Bearer ${token}` })).status, 200)
    })

    test('no token opens /metrics to other machines while none is set', async () => {
      const without = await startApp(app().databaseUrl)
      try {
        const headers = { 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer ' }
        assert.equal((await without.call('GET', '/metrics', { headers })).status, 404)
      } finally {
        await without.close()
      }
    })
  },
  { METRICS_TOKEN: token },
)

withPresentation(
  'GET /metrics of a service at its rate limit',
  app => {
    test('refusals of the rate limit are counted, and /metrics is outside of it', async () => {
      const statuses = await Promise.all(
        Array.from({ length: 5 }, () =>
          app()
            .call('GET', '/v1/sites')
            .then(({ status }) => status),
        ),
      )
      const refused = statuses.filter(status => status === 429).length
      assert.ok(refused >= 3, `${statuses}`)
      assert.equal((await read(app()))('handbill_rate_limit_refusals_total'), refused)
    })
  },
  { PLATFORM_RPS: '1', PLATFORM_BURST: '1' },
)
