// The configuration: defaults that run, and one line for whatever is wrong.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from '../src/config.ts'

test('without any variable the embedded defaults hold', () => {
  const config = readConfig({})
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.port, 8787)
  assert.deepEqual(config.sites, [{ id: 'events', baseUrl: 'http://localhost:8787', host: 'localhost:8787' }])
  assert.equal(config.databaseUrl, 'sqlite:data/handbill.db')
  assert.equal(config.mailUrl, 'outbox:')
  assert.equal(config.webhookTargets, 'public')
  assert.deepEqual([config.platformRps, config.platformBurst], [100, 200])
})

test('the site follows PORT, the file follows DATA_DIR', () => {
  const config = readConfig({ PORT: '9000', DATA_DIR: '/srv/handbill' })
  assert.equal(config.sites[0]?.baseUrl, 'http://localhost:9000')
  assert.equal(config.databaseUrl, 'sqlite:/srv/handbill/handbill.db')
})

const wrong: [Record<string, string>, RegExp][] = [
  [{ PORT: '70000' }, /^PORT: got "70000"; it takes a port/],
  [{ PORT: '80.5' }, /^PORT: got "80\.5"/],
  [{ SITES: 'events=localhost' }, /^SITES: .*no http or https URL/],
  [{ SITES: 'blogs=http://a' }, /^SITES: .*"blogs" is no site/],
  [{ SITES: 'events=http://a/path' }, /^SITES: .*more than a scheme and a host/],
  [{ SITES: 'events=http://a,events=http://b' }, /^SITES: .*same id/],
  [
    { DATABASE_URL: 'mysql://root:hunter2@db/x' },
    /^DATABASE_URL: got a value that is not shown; it takes sqlite:PATH or/,
  ],
  [{ SECRET_KEY: 'c2hvcnQ=' }, /^SECRET_KEY: got a value that is not shown; it takes 32 bytes/],
  [{ ROLE: 'both' }, /^ROLE: got "both"; it takes api, worker or all/],
  [{ MAIL_URL: 'pop3://user:hunter2@host' }, /^MAIL_URL: got a value that is not shown/],
  [{ PLATFORM_RPS: '-1' }, /^PLATFORM_RPS: /],
  [{ REDIS_URL: 'http://:hunter2@cache' }, /^REDIS_URL: got a value that is not shown; it takes redis:\/\//],
  [{ REDIS_URL: 'redis://:hunter2@cache/first' }, /^REDIS_URL: got a value that is not shown/],
  [{ TRUST_PROXY: '10.0.0.0/8, everyone' }, /^TRUST_PROXY: .*"everyone" is neither.*addresses or CIDRs/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY: /],
  [{ WEBHOOK_TARGETS: 'private' }, /^WEBHOOK_TARGETS: got "private"; it takes public or any/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: got "loud"/],
]
for (const [env, message] of wrong)
  test(`${Object.keys(env)[0]}=${Object.values(env)[0]} stops the start and says what it takes`, () => {
    assert.throws(
      () => readConfig(env),
      error =>
        error instanceof ConfigError &&
        message.test(error.message) &&
        !error.message.includes('\n') &&
        !error.message.includes('hunter2'),
    )
  })
