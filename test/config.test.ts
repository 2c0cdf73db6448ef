// The configuration: its defaults, and the one-line error for each wrong value.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConfig, settingsText, variables } from '../src/config.ts'
import { ConfigError } from '../src/contract/config-error.ts'
import { unknownVariables } from '../src/main/unknown-variables.ts'

test('without any variable the configuration has the embedded defaults', () => {
  const config = readConfig({})
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.port, 8787)
  assert.deepEqual(config.sites, [{ id: 'events', baseUrl: 'http://localhost:8787', host: 'localhost:8787' }])
  assert.equal(config.databaseUrl, 'sqlite:data/handbill.db')
  assert.equal(config.mailUrl, 'outbox:')
  assert.equal(config.webhookTargets, 'public')
  assert.deepEqual([config.platformRps, config.platformBurst], [100, 200])
})

test('the URL of the site follows PORT, and the database file follows DATA_DIR', () => {
  const config = readConfig({ PORT: '9000', DATA_DIR: '/srv/handbill' })
  assert.equal(config.sites[0]?.baseUrl, 'http://localhost:9000')
  assert.equal(config.databaseUrl, 'sqlite:/srv/handbill/handbill.db')
})

test('MODERATION with a URL selects a language model; its format follows from its name unless MODERATION_FORMAT is set', () => {
  const languageModel = { MODERATION: 'http://gpu:8000/v1/', MODERATION_MODEL: 'qwen3-32b' }
  const of = (env: Record<string, string>) => {
    const { moderation } = readConfig({ ...languageModel, ...env })
    assert.ok(moderation !== 'embedded')
    return moderation
  }
  assert.equal(readConfig({ MODERATION_MODEL: 'qwen3-32b' }).moderation, 'embedded')
  assert.deepEqual(of({}), {
    ...{ url: 'http://gpu:8000/v1', model: 'qwen3-32b', apiKey: null, format: 'verdict', second: true },
    price: { prompt: 0, answer: 0 },
  })
  const { apiKey, second, price } = of({
    ...{ MODERATION_API_KEY: 'sk-1', MODERATION_SECOND: 'off', MODERATION_PRICE: '0.15,0.6' },
  })
  assert.deepEqual({ apiKey, second, price }, { apiKey: 'sk-1', second: false, price: { prompt: 0.15, answer: 0.6 } })
  for (const [model, format] of [
    ['openai/gpt-oss-safeguard-20b', 'gpt-oss-safeguard'],
    ['gpt-oss-safeguard:20b', 'gpt-oss-safeguard'],
    ['openai/gpt-oss-20b', 'verdict'],
    ['meta-llama/Llama-Guard-3-8B', 'llama-guard'],
    ['llama-guard3:1b', 'llama-guard'],
    ['meta-llama/Llama-3.3-70B-Instruct', 'verdict'],
    ['Qwen/Qwen3Guard-Gen-4B', 'qwen3guard'],
    ['Qwen/Qwen3-8B', 'verdict'],
  ] as const)
    assert.equal(of({ MODERATION_MODEL: model }).format, format, model)
  assert.equal(of({ MODERATION_FORMAT: 'qwen3guard', MODERATION_MODEL: 'guard' }).format, 'qwen3guard')
})

const invoices = { INVOICE_NAME: 'A', INVOICE_ADDRESS: '1 Road, Town', INVOICE_COUNTRY: 'DE' }

test('INVOICE_NAME turns invoices on, with rates in thousandths of a percent', () => {
  assert.equal(readConfig({}).invoicing, null)
  const { invoicing } = readConfig({ ...invoices, INVOICE_TAX_RATES: 'DE=19, US=8.875,*=0' })
  assert.deepEqual(invoicing, {
    seller: { name: 'A', address: ['1 Road', 'Town'], country: 'DE', vatId: null, taxName: 'VAT' },
    ...{ prefix: 'INV-', rates: { DE: 19_000, US: 8_875, '*': 0 } },
  })
})

const wrong: [Record<string, string>, RegExp][] = [
  [{ INVOICE_VAT_ID: 'X1' }, /^INVOICE_NAME: got nothing \(INVOICE_VAT_ID is set\); it takes a name/],
  [{ INVOICE_NAME: 'A' }, /^INVOICE_ADDRESS: got nothing/],
  [{ INVOICE_NAME: 'A', INVOICE_ADDRESS: 'B' }, /^INVOICE_COUNTRY: got nothing/],
  [{ ...invoices, INVOICE_COUNTRY: 'ZZ' }, /^INVOICE_COUNTRY: got "ZZ"/],
  [{ ...invoices, INVOICE_VAT_ID: 'FR12345678901' }, /^INVOICE_VAT_ID: got "FR12345678901"; .*such as DE123456789/],
  [{ ...invoices, INVOICE_TAX_RATES: 'DE=19%' }, /^INVOICE_TAX_RATES: .*"DE=19%" is no rate/],
  [{ ...invoices, INVOICE_TAX_RATES: 'DE=19,DE=7' }, /^INVOICE_TAX_RATES: .*"DE" is listed twice/],
  [{ ...invoices, INVOICE_TAX_NAME: 'x'.repeat(21) }, /^INVOICE_TAX_NAME: got "x+"/],
  [{ ...invoices, INVOICE_PREFIX: 'TEST-' }, /^INVOICE_PREFIX: got "TEST-"/],
  [{ CURRENCY: 'EURO' }, /^CURRENCY: got "EURO"; it takes the ISO 4217 code of a currency in capitals/],
  [{ TOPUPS: '20000000,10000000' }, /^TOPUPS: got "20000000,10000000"; it takes 1 to 6 whole numbers of micros/],
  [
    { TOPUP_MIN: '10000001' },
    /^TOPUP_MIN: got "10000001"; it takes a whole number of micros from 500000 to the least of TOPUPS/,
  ],
  [{ TOPUP_MAX: '50000001' }, /^TOPUP_MAX: got "50000001"/],
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
  [{ SECRET_KEY: 'c2hvcnQ=' }, /^SECRET_KEY: got a value that is not shown \(5 bytes\); it takes 32 bytes/],
  [{ SECRET_KEY: '' }, /^SECRET_KEY: got nothing; it takes 32 bytes/],
  [{ SECRET_KEY: Buffer.alloc(33).toString('base64') }, /^SECRET_KEY: .*\(33 bytes\)/],
  [{ SECRET_KEY: 'hunter2, and more of it' }, /^SECRET_KEY: .*\(23 characters that are not base64\)/],
  [{ SECRET_KEY_PREVIOUS: 'c2hvcnQ=' }, /^SECRET_KEY_PREVIOUS: .*\(5 bytes\); it takes 32 bytes/],
  [{ ROLE: 'both' }, /^ROLE: got "both"; it takes api, worker or all/],
  [{ MAIL_URL: 'pop3://user:hunter2@host' }, /^MAIL_URL: got a value that is not shown/],
  [{ MAIL_URL: 'smtp://:hunter2@' }, /^MAIL_URL: got a value that is not shown; it takes outbox: or smtp:/],
  [{ MAIL_URL: 'smtp://mail.example:port' }, /^MAIL_URL: /],
  [{ MAIL_FROM: 'Handbill' }, /^MAIL_FROM: got "Handbill"; it takes an address/],
  [{ DATABASE_URL: 'postgres://u:hunter2@db:port/x' }, /^DATABASE_URL: got a value that is not shown/],
  [
    { MODERATION: 'none' },
    /^MODERATION: got a value that is not shown; it takes embedded, or the http or https base URL/,
  ],
  [{ MODERATION: 'ftp://models.example/v1' }, /^MODERATION: /],
  [{ MODERATION: 'https://user:hunter2@models.example/v1' }, /^MODERATION: got a value that is not shown/],
  [{ MODERATION: 'https://models.example/v1?key=hunter2' }, /^MODERATION: got a value that is not shown/],
  [{ MODERATION_MODEL: '', MODERATION: 'http://gpu:8000/v1' }, /^MODERATION_MODEL: got nothing; it takes the name of/],
  [{ MODERATION_API_KEY: 'hunter2 and more' }, /^MODERATION_API_KEY: got a value that is not shown/],
  [
    { MODERATION_FORMAT: 'openai' },
    /^MODERATION_FORMAT: got "openai"; it takes auto or one of verdict, gpt-oss-safeguard/,
  ],
  [{ MODERATION_SECOND: 'no' }, /^MODERATION_SECOND: got "no"; it takes on or off/],
  [
    { MODERATION_SECOND: 'off', MODERATION: 'http://gpu:8000/v1', MODERATION_MODEL: 'meta-llama/Llama-Guard-4-12B' },
    /^MODERATION_SECOND: got "off" \(llama-guard recognises only some hazards, neither scams nor spam\)/,
  ],
  [{ MODERATION_PRICE: '0.15' }, /^MODERATION_PRICE: got "0\.15"; it takes two numbers, such as/],
  [
    { MODERATION_START_URL: 'https://u:hunter2@host/start' },
    /^MODERATION_START_URL: got a value that is not shown; it takes/,
  ],
  [{ MODERATION_START_URL: 'ftp://host/start' }, /^MODERATION_START_URL: /],
  [{ MODERATION_START_KEY: 'two words' }, /^MODERATION_START_KEY: got a value that is not shown/],
  [{ MODERATION_FALLBACK: 'none' }, /^MODERATION_FALLBACK: got "none"; it takes wait or embedded/],
  [{ PAYMENTS: 'stripes' }, /^PAYMENTS: got "stripes"; it takes sandbox or stripe/],
  [
    { PAYMENTS: 'stripe', STRIPE_WEBHOOK_SECRET: 'whsec_x' },
    /^STRIPE_SECRET_KEY: got nothing; .*required with PAYMENTS=stripe/,
  ],
  [
    { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_x' },
    /^STRIPE_WEBHOOK_SECRET: got nothing; .*required with PAYMENTS=stripe/,
  ],
  [{ STRIPE_SECRET_KEY: 'hunter2' }, /^STRIPE_SECRET_KEY: got a value that is not shown; it takes a secret key/],
  [{ STRIPE_WEBHOOK_SECRET: 'hunter2' }, /^STRIPE_WEBHOOK_SECRET: got a value that is not shown/],
  [{ STRIPE_API_BASE: 'https://api.stripe.com/v1' }, /^STRIPE_API_BASE: .*without a path/],
  [{ SITES_MOVED: 'https://old.example=stories' }, /^SITES_MOVED: .*"stories" is none of SITES/],
  [{ SITES_CLOSED: 'tales.example' }, /^SITES_CLOSED: .*"tales.example" is no base URL/],
  [{ PRICES_NEXT: 'soon events=1' }, /^PRICES_NEXT: .*"soon" is no time/],
  [{ PRICES_NEXT: '2027-02-30T00:00:00Z events=1' }, /^PRICES_NEXT: .*is no time/],
  [{ PRICES_NEXT: '2027-01-01T00:00:00Z' }, /^PRICES_NEXT: .*has no prices/],
  [{ PRICES_NEXT: '2027-01-01T00:00:00Z events=x' }, /^PRICES_NEXT: .*"x" is no price/],
  [
    { PRICES_NEXT: '2027-01-01T00:00:00Z events=1; 2026-01-01T00:00:00Z events=2' },
    /^PRICES_NEXT: .*is not later than the time before it/,
  ],
  [{ PRICES: 'blogs=1' }, /^PRICES: .*"blogs" is no site.*a comma list of site=micros/],
  [{ PRICES: 'events=free' }, /^PRICES: .*"free" is no price/],
  [{ PRICES: 'events=-1' }, /^PRICES: .*"-1" is no price/],
  [{ PRICES: 'events=1000000000001' }, /^PRICES: .*"1000000000001" is no price/],
  [{ PRICES: 'events=0, events=1' }, /^PRICES: .*"events" is listed twice/],
  [{ ABUSE_AT_LEAST: '1.5' }, /^ABUSE_AT_LEAST: got "1\.5"; it takes a whole number of micros/],
  [{ SITES: 'events=http://a:80,stories=https://A' }, /^SITES: .*same host/],
  [{ PLATFORM_RPS: '-1' }, /^PLATFORM_RPS: /],
  [{ PLATFORM_BURST: '0' }, /^PLATFORM_BURST: got "0"; it takes a whole number from 1/],
  [{ REDIS_URL: 'http://:hunter2@cache' }, /^REDIS_URL: got a value that is not shown; it takes redis:\/\//],
  [{ REDIS_URL: 'redis://:hunter2@cache/first' }, /^REDIS_URL: got a value that is not shown/],
  [{ TRUST_PROXY: '10.0.0.0/8, everyone' }, /^TRUST_PROXY: .*"everyone" is neither.*addresses or CIDRs/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY: /],
  [{ REVIEWERS: 'ann' }, /^REVIEWERS: got "ann" \("ann" is no address\); it takes a comma list of e-mail addresses/],
  [{ REVIEWERS: 'a@b.org,A@b.org=lead' }, /^REVIEWERS: .*"a@b.org" is listed twice/],
  [{ REVIEW_FIRST_POSTS: '-1' }, /^REVIEW_FIRST_POSTS: got "-1"; it takes a whole number up to 1000, 0 for none/],
  [{ TRUST_AFTER_POSTS: '9' }, /^TRUST_AFTER_POSTS: got "9"; it takes a whole number from 10 to 100000, 0 for never/],
  [{ REVIEW_SAMPLE: 'some' }, /^REVIEW_SAMPLE: got "some"; it takes a whole number up to 1000000, 0 for none/],
  [{ WEBHOOK_TARGETS: 'private' }, /^WEBHOOK_TARGETS: got "private"; it takes public or any/],
  [{ WEBSUB_HUB: 'ftp://hub' }, /^WEBSUB_HUB: got "ftp:\/\/hub"; it takes an http or https URL/],
  [{ INDEXNOW_KEY: 'short' }, /^INDEXNOW_KEY: got "short"; it takes 8 to 128 letters/],
  [{ INDEXNOW_URL: 'indexnow' }, /^INDEXNOW_URL: got "indexnow"; it takes an http or https URL/],
  [{ OPERATOR_NAME: 'A\nB' }, /^OPERATOR_NAME: got .*; it takes a name of up to 100 characters/],
  [{ OPERATOR_CONTACT: 'call me' }, /^OPERATOR_CONTACT: got "call me"; it takes an e-mail address or an https URL/],
  [{ OPERATOR_CONTACT: 'https://' }, /^OPERATOR_CONTACT: /],
  [{ OPERATOR_LEGAL_CONTACT: 'the court' }, /^OPERATOR_LEGAL_CONTACT: /],
  [{ OPERATOR_ADDRESS: 'A\nB' }, /^OPERATOR_ADDRESS: /],
  [{ OPERATOR_DISPUTES: 'https://appeals.example' }, /^OPERATOR_DISPUTES: got .*; it takes a name and an https URL/],
  [{ OPERATOR_DISPUTES: 'Appeals javascript:alert(1)' }, /^OPERATOR_DISPUTES: /],
  [{ OPERATOR_CONTACT: 'javascript:alert(1)' }, /^OPERATOR_CONTACT: /],
  [
    { SECURITY_CONTACT: 'nobody', SECURITY_EXPIRES: '2027-06-30T00:00:00Z' },
    /^SECURITY_CONTACT: got "nobody"; it takes a/,
  ],
  [{ SECURITY_CONTACT: 'a@example.org' }, /^SECURITY_EXPIRES: got nothing; it takes a time/],
  [{ AUDIT_MAIL: 'ada' }, /^AUDIT_MAIL: got "ada"; it takes an e-mail address, or `none`/],
  [{ SECURITY_EXPIRES: '2027-06-30T00:00:00Z' }, /^SECURITY_CONTACT: got nothing; it takes/],
  [{ SECURITY_EXPIRES: '30 June', SECURITY_CONTACT: 'a@example.org' }, /^SECURITY_EXPIRES: got "30 June"/],
  [{ METRICS_TOKEN: 'hunter2' }, /^METRICS_TOKEN: got a value that is not shown; it takes printable ASCII/],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' },
    /^OTEL_EXPORTER_OTLP_ENDPOINT: got "localhost:4318"; it takes the base URL/,
  ],
  [{ OTEL_SERVICE_NAME: 'x'.repeat(101) }, /^OTEL_SERVICE_NAME: got "x+"; it takes a name of 1 to 100 characters/],
  [{ OTEL_TRACES_SAMPLER_ARG: '50%' }, /^OTEL_TRACES_SAMPLER_ARG: got "50%"; it takes a number from 0 to 1/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: got "loud"/],
  [{ BACKUP_EVERY: '4m' }, /^BACKUP_EVERY: got "4m"; it takes a number with m for minutes, .* from 5m to 31d/],
  [{ BACKUP_KEEP: '7d,1d' }, /^BACKUP_KEEP: got "7d,1d"; it takes a comma list of numbers with d, w and m/],
  [{ BACKUP_RECIPIENT: 'age1ada' }, /^BACKUP_RECIPIENT: got "age1ada" \("age1ada" is no recipient\)/],
  [
    { BACKUP_S3_KEY: 'hunter2' },
    /^BACKUP_S3_KEY: got a value that is not shown; it takes ACCESS_KEY_ID:SECRET_ACCESS_KEY/,
  ],
  [{ BACKUP_S3_REGION: 'EU West' }, /^BACKUP_S3_REGION: got "EU West"; it takes the name of a region/],
  [{ BACKUP_TO: 's3:bucket' }, /^BACKUP_TO: got "s3:bucket"; it takes a folder, or s3:https:/],
]
test('every variable has a wrong value that stops the start, a line in the operator’s guide and one in the help', () => {
  // Wrong values of HOST and DATA_DIR fail only on listening and writing: test/e2e/start.test.ts; of CONTENT_DIR on reading:
  // test/integrations/texts.test.ts.
  const tried = new Set(['HOST', 'DATA_DIR', 'CONTENT_DIR', ...wrong.flatMap(([env]) => Object.keys(env))])
  assert.deepEqual([...tried].sort(), Object.keys(variables).sort())
  const guide = readFileSync('docs/operator.md', 'utf8')
  for (const name of Object.keys(variables)) {
    assert.ok(guide.includes(`\`${name}\``), name)
    assert.match(settingsText(), new RegExp(`^ {2}${name}=`, 'm'))
  }
})

for (const [env, message] of wrong)
  test(`${Object.keys(env)[0]}=${Object.values(env)[0]} stops the start with an error that says what the variable takes`, () => {
    assert.throws(
      () => readConfig(env),
      error =>
        error instanceof ConfigError &&
        message.test(error.message) &&
        !error.message.includes('\n') &&
        !error.message.includes('hunter2'),
    )
  })

test('several wrong variables are all named at once, each in one line', () => {
  const env = { PORT: 'eighty', LOG_LEVEL: 'loud', SECRET_KEY: 'hunter2', MAIL_FROM: 'nobody' }
  assert.throws(
    () => readConfig(env),
    (error: Error) => {
      assert.deepEqual(
        error.message
          .split('\n')
          .map(line => line.split(':')[0])
          .sort(),
        ['LOG_LEVEL', 'MAIL_FROM', 'PORT', 'SECRET_KEY'],
      )
      return !error.message.includes('hunter2')
    },
  )
})

test('a variable that looks like a known one is told, and the usual ones of a shell are not', () => {
  const usual = {
    HOME: '/',
    PATH: '/',
    USER: 'a',
    SHELL: 'sh',
    LANG: 'C',
    NODE_ENV: 'x',
    HOSTNAME: 'h',
    PWD: '/',
    TERM: 'x',
  }
  assert.deepEqual(unknownVariables(usual), [])
  assert.deepEqual(unknownVariables({ PRICE: 'x', MAIL_URI: 'x', REVIEWER: 'x' }), [
    { got: 'PRICE', meant: 'PRICES' },
    { got: 'MAIL_URI', meant: 'MAIL_URL' },
    { got: 'REVIEWER', meant: 'REVIEWERS' },
  ])
  assert.deepEqual(unknownVariables({ PRICE: 'x', PRICES: 'events:1' }), [], 'the right one is set')
})

test('a security contact may have the scheme of mail, which the file has once', () => {
  const env = { SECURITY_CONTACT: 'mailto:a@example.org, tel:+49-30-1', SECURITY_EXPIRES: '2027-06-30T00:00:00Z' }
  assert.deepEqual(readConfig(env).operator.security?.contacts, ['a@example.org', 'tel:+49-30-1'])
})
