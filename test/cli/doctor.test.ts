// handbill doctor and handbill config: each fault has a line that says what to do, and nothing is changed or given away.
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Finding } from '../../src/cli/host.ts'
import { readConfig, variables } from '../../src/config.ts'
import { examine } from '../../src/main/doctor/examine.ts'
import { noteBackup } from '../../src/store/database/last-backup.ts'
import { freePort, freshDatabase, freshFolder } from '../databases.ts'
import { runCommand, startService } from '../e2e/process.ts'
import { onEveryDatabase, startApp, type TestApp } from '../harness.ts'
import { type ForwardingProxy, startForwardingProxy } from '../kit/forwarding-proxy.ts'
import { startLanguageModel, status, verdict } from '../kit/language-model-server.ts'
import { noRedis, startRedis } from '../kit/redis-server.ts'
import { smtpServer } from '../kit/smtp-server.ts'
import { startStripe, webhookSecret } from '../kit/stripe-server.ts'

const secretKey = Buffer.alloc(32, 7).toString('base64')
/** The doctor asks with the time of the machine. */
const realClock = { now: Date.now, advance() {} }
/** An address at which nothing listens. */
const nowhere = '127.0.0.1:9'

onEveryDatabase('handbill doctor', ({ fresh, kind }) => {
  let app: TestApp
  let proxy: ForwardingProxy
  before(async () => {
    proxy = await startForwardingProxy()
    app = await startApp(await fresh(), {
      env: { SITES: `events=${proxy.origin}`, TRUST_PROXY: '127.0.0.1' },
      clock: realClock,
    })
    proxy.target = app.origin
  })
  after(async () => {
    proxy.close()
    await app.close()
  })

  /** The findings with this environment, by check; of several of a check, the worst. */
  const findings = async (env: Record<string, string> = {}, mailTo?: string) => {
    const config = readConfig({
      ...{
        DATABASE_URL: app.databaseUrl,
        DATA_DIR: app.folder,
        SITES: `events=${proxy.origin}`,
        SECRET_KEY: secretKey,
      },
      ...env,
    })
    const open = async () => ({ platform: app.platform, close: async () => {} })
    const found: Record<string, Finding> = {}
    const order = ['ok', 'warn', 'fail']
    await examine({ config, open, mailTo }, finding => {
      const { check, state } = finding
      if (!found[check] || order.indexOf(state) > order.indexOf(found[check].state)) found[check] = finding
    })
    return found
  }
  const lineOf = ({ state, says, fix }: Finding) => `${state}: ${says}; ${fix}`

  test('an installation in order has a line for every check, and none fails', async () => {
    await noteBackup(app.databaseUrl, app.platform.dialect, Date.now())
    const found = await findings()
    const states = Object.entries(found).map(([check, { state }]) => [check, state])
    const checks = 'database disk mail payments redis secret clock model sites proxies backup'.split(' ')
    assert.deepEqual(
      states,
      checks.map(check => [check, check === 'disk' ? found.disk?.state : 'ok']),
      JSON.stringify(found),
    )
    assert.match(found.sites!.says, /is answered by this installation$/)
    assert.match(found.proxies!.says, /sees 203\.0\.113\.9 behind 127\.0\.0\.1$/)
  })

  test('a base URL that nothing or something else answers fails', async () => {
    const dead = await findings({ SITES: `events=http://${nowhere}` })
    assert.match(lineOf(dead.sites!), /^fail: http:\/\/127\.0\.0\.1:9 does not answer from here: .*; start the service/)
    const others = await startApp(await freshDatabase('SQLite'), {
      env: { SECRET_KEY: Buffer.alloc(32, 8).toString('base64'), SITES: 'events=http://127.0.0.1' },
    })
    try {
      const elsewhere = await findings({ SITES: `events=${others.origin}` })
      assert.match(
        lineOf(elsewhere.sites!),
        /^fail: .* is answered by something else, or by a process with another SECRET/,
      )
    } finally {
      await others.close()
    }
  })

  test('a proxy that is not trusted fails with the address to trust', async () => {
    const { origin } = app
    const untrusting = await startApp(app.databaseUrl, {
      env: { SITES: `events=${proxy.origin}` },
      clock: realClock,
    })
    proxy.target = untrusting.origin
    try {
      assert.match(
        lineOf((await findings()).proxies!),
        /^fail: .* all callers share one limit; set TRUST_PROXY=127\.0\.0\.1$/,
      )
      proxy.forwards = false
      assert.equal((await findings()).proxies?.state, 'ok')
    } finally {
      proxy.forwards = true
      proxy.target = origin
      await untrusting.close()
    }
  })

  test('a question of the doctor is answered to who knows the secret, and for some minutes', async () => {
    const { installation } = (await app.call('GET', '/healthz')).json
    assert.equal(installation, undefined)
    const now = Date.now()
    for (const [at, seal, known] of [
      [now, app.platform.links.seal(`doctor/${now}`), true],
      [now, app.platform.links.seal(`doctor/${now + 1}`), false],
      [now - 600_000, app.platform.links.seal(`doctor/${now - 600_000}`), false],
    ] as const) {
      const { json } = await app.call('GET', `/healthz?doctor=${at}.${seal}`)
      assert.equal('installation' in json, known, String(at))
    }
  })

  test('the mail server is greeted, and takes a test mail', async () => {
    const server = await smtpServer()
    try {
      const MAIL_URL = server.url
      assert.match((await findings({ MAIL_URL })).mail!.says, /answers and accepts the sign-in$/)
      assert.equal(server.received.length, 0)
      assert.match((await findings({ MAIL_URL }, 'ops@example.org')).mail!.says, /^a test mail to ops@example.org was/)
      assert.deepEqual(server.received[0]?.to, ['ops@example.org'])
    } finally {
      await server.close()
    }
    assert.match(
      lineOf((await findings({ MAIL_URL: `smtp://${nowhere}` })).mail!),
      /^fail: .*ECONNREFUSED.*look at MAIL_URL/,
    )
  })

  test('the key of Stripe is tried', async () => {
    const stripe = await startStripe(Date.now)
    const env = { PAYMENTS: 'stripe', STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: stripe.url }
    try {
      assert.equal((await findings({ ...env, STRIPE_SECRET_KEY: 'sk_test_x' })).payments?.state, 'ok')
      const refused = lineOf((await findings({ ...env, STRIPE_SECRET_KEY: 'sk_test_refused' })).payments!)
      assert.match(refused, /^fail: Invalid API Key provided.*look at STRIPE_SECRET_KEY/)
    } finally {
      await stripe.close()
    }
  })

  test('a Redis that does not answer fails', { skip: noRedis }, async () => {
    const redis = await startRedis()
    assert.match((await findings({ REDIS_URL: redis.url })).redis!.says, /answers$/)
    await redis.stop()
    assert.match(
      lineOf((await findings({ REDIS_URL: redis.url })).redis!),
      /^fail: .* does not answer; look at REDIS_URL/,
    )
  })

  test('a language model that refuses the key fails', async () => {
    const model = await startLanguageModel()
    const asking = await startApp(app.databaseUrl, {
      env: { MODERATION: model.url, MODERATION_MODEL: 'qwen3-32b', SITES: `events=${proxy.origin}` },
      clock: realClock,
    })
    const told: Finding[] = []
    const ask = async () => {
      told.length = 0
      const config = readConfig({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.folder, SECRET_KEY: secretKey })
      const open = async () => ({ platform: asking.platform, close: async () => {} })
      await examine({ config, open, mailTo: undefined }, finding => void told.push(finding))
      return told.find(({ check }) => check === 'model')!
    }
    try {
      model.answer = verdict()
      assert.equal((await ask()).state, 'ok')
      model.answer = status(401)
      assert.match(lineOf(await ask()), /^fail: .*look at MODERATION/)
    } finally {
      await asking.close()
      model.close()
    }
  })

  test('a secret that does not open what is stored fails, and a backup of long ago is told', async () => {
    const { key } = await app.account()
    await app.call('POST', '/v1/webhooks', { key, body: { url: 'https://hooks.example.org/' } })
    await noteBackup(app.databaseUrl, app.platform.dialect, Date.now() - 5 * 86_400_000)
    const stranger = await startApp(app.databaseUrl, {
      env: { SECRET_KEY: Buffer.alloc(32, 9).toString('base64'), SITES: `events=${proxy.origin}` },
      clock: realClock,
    })
    const told: Finding[] = []
    const config = readConfig({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.folder, SECRET_KEY: secretKey })
    try {
      const open = async () => ({ platform: stranger.platform, close: async () => {} })
      await examine({ config, open, mailTo: undefined }, finding => void told.push(finding))
    } finally {
      await stranger.close()
    }
    const of = (name: string) => lineOf(told.find(({ check }) => check === name)!)
    assert.match(of('secret'), /^fail: SECRET_KEY does not open the webhook secrets of 1 endpoints; set the SECRET_KEY/)
    assert.match(of('backup'), /^warn: the last backup is 5 days old; set BACKUP_TO, or run handbill backup/)
  })

  test('a missing database fails, is not made, and stops no other check', async () => {
    const path = join(freshFolder(), 'none.db')
    const found = await findings({ DATABASE_URL: `sqlite:${path}` })
    assert.match(lineOf(found.database!), /^fail: there is no database at .*none\.db; set DATA_DIR or DATABASE_URL/)
    assert.ok(!existsSync(path))
    assert.equal(found.mail?.state, 'ok')
    assert.match(found.rest!.says, /were not checked$/)
  })

  test('the clock of the database counts', async () => {
    const ahead = await startApp(app.databaseUrl, {
      env: { SITES: `events=${proxy.origin}` },
      clock: { now: () => Date.now() - 120_000, advance() {} },
    })
    // A claim has noted the time in a database without a clock of its own.
    await app.sendMail()
    const told: Finding[] = []
    const config = readConfig({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.folder, SECRET_KEY: secretKey })
    try {
      const open = async () => ({ platform: ahead.platform, close: async () => {} })
      await examine({ config, open, mailTo: undefined }, finding => void told.push(finding))
    } finally {
      await ahead.close()
    }
    const line = lineOf(told.find(({ check }) => check === 'clock')!)
    assert.match(
      line,
      kind === 'SQLite' ? /^fail: .*behind a time in the database/ : /^fail: .*behind that of the database/,
    )
  })
})

test('doctor and config as processes: exit status, both forms, sources, and no secret', {
  timeout: 120_000,
}, async () => {
  const folder = freshFolder()
  copyFileSync((await freshDatabase('SQLite')).slice('sqlite:'.length), join(folder, 'handbill.db'))
  const port = await freePort()
  const token = 'hunter2-and-fourteen-more'
  writeFileSync(join(folder, 'token'), token)
  const env = {
    ...{ DATA_DIR: folder, PORT: String(port), SECRET_KEY: secretKey, METRICS_TOKEN_FILE: join(folder, 'token') },
    MAIL_URL: 'smtp://user:hunter2@127.0.0.1:9',
  }
  const service = await startService(env)
  try {
    const text = await runCommand(env, ['doctor'])
    assert.equal(text.status, 1, 'the mail server does not answer')
    assert.match(text.stdout, /^FAIL mail {7}.*ECONNREFUSED/m)
    assert.match(
      text.stdout,
      new RegExp(`^OK {3}sites {6}http://localhost:${port} is answered by this installation$`, 'm'),
    )
    assert.match(text.stderr, /^doctor: 1 of \d+ checks failed\n$/)
    const json = await runCommand({ ...env, MAIL_URL: 'outbox:' }, ['doctor', '--json'])
    const { ok, settings, findings } = JSON.parse(json.stdout)
    assert.deepEqual([json.status, json.stderr, ok], [0, '', true], json.stdout)
    assert.ok(findings.every(({ state }: Finding) => state !== 'fail'))
    assert.deepEqual(
      settings.map(({ name }: { name: string }) => name),
      Object.keys(variables),
    )
    const shown = await runCommand(env, ['config'])
    assert.match(shown.stdout, /^HOST=127\.0\.0\.1 +default$/m)
    assert.match(shown.stdout, new RegExp(`^PORT=${port} +environment$`, 'm'))
    assert.match(shown.stdout, /^SECRET_KEY=\(hidden\) +environment$/m)
    assert.match(shown.stdout, new RegExp(`^METRICS_TOKEN=\\(hidden\\) +${join(folder, 'token')}$`, 'm'))
    assert.match(shown.stdout, /^MAIL_URL=smtp:\/\/…@127\.0\.0\.1:9 +environment$/m)
    for (const { stdout, stderr } of [text, json, shown])
      for (const hidden of ['hunter2', secretKey]) assert.ok(!(stdout + stderr).includes(hidden), stdout)
  } finally {
    await service.stop()
  }
})
