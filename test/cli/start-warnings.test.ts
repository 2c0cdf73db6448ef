// A service with a public base URL warns of what no public service should start with; one on this machine warns of nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import type { TextName } from '../../src/contract/operator-pages.ts'
import { startWarnings } from '../../src/usecases/start-warnings.ts'
import { withPresentation } from '../harness.ts'

const codes = (env: Record<string, string>, own: readonly TextName[] = []) =>
  startWarnings(readConfig(env), Date.parse('2027-01-01T00:00:00Z'), own).map(({ code }) => code)
const key = Buffer.alloc(32, 7).toString('base64')

test('a public start with the defaults has a warning for each setting of play, and a serious one has none', () => {
  assert.deepEqual(codes({ SITES: 'events=https://events.handbill.org' }), [
    'sandbox-payments',
    'mail-to-folder',
    'no-reviewers',
    'no-trusted-proxy',
    'no-contact',
    'no-terms',
    'no-imprint',
  ])
  const serious = {
    SITES: 'events=https://events.handbill.org',
    SECRET_KEY: key,
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    MAIL_URL: 'smtp://mail.handbill.org',
    MAIL_FROM: 'Handbill <post@handbill.org>',
    REVIEWERS: 'ann@handbill.org',
    TRUST_PROXY: '127.0.0.1',
    OPERATOR_CONTACT: 'post@handbill.org',
    OPERATOR_NAME: 'Ada Example',
    OPERATOR_ADDRESS: 'Example Street 1, Berlin',
    SECURITY_CONTACT: 'mailto:post@handbill.org',
    SECURITY_EXPIRES: '2027-06-30T00:00:00Z',
  }
  assert.deepEqual(codes(serious, ['terms']), [])
  assert.deepEqual(codes(serious), ['no-terms'])
  assert.deepEqual(codes({ ...serious, OPERATOR_ADDRESS: '' }, ['terms']), ['no-imprint'])
  assert.deepEqual(codes({ ...serious, OPERATOR_NAME: '' }, ['terms', 'imprint']), [])
  for (const [name, value, code] of [
    ['STRIPE_SECRET_KEY', 'sk_test_x', 'stripe-test-keys'],
    ['MAIL_FROM', 'handbill@localhost', 'mail-from-localhost'],
    ['SITES', 'events=http://events.handbill.org', 'http-base-url'],
    ['SECURITY_EXPIRES', '2026-12-31T00:00:00Z', 'security-expired'],
  ] as const)
    assert.deepEqual(codes({ ...serious, [name]: value }, ['terms']), [code], name)
})

test('a start on this machine warns of nothing', () => {
  for (const site of [
    'http://localhost:8787',
    'http://classifieds.localhost',
    'http://127.0.0.1:80',
    'http://events.test',
  ])
    assert.deepEqual(codes({ SITES: `events=${site}` }), [], site)
})

withPresentation('GET /readyz?verbose', app => {
  test('the warnings stand in /readyz?verbose for a caller on the machine alone', async () => {
    const at = async (path: string, headers = {}) =>
      (await fetch(app().origin + path, { headers })).json() as Promise<object>
    assert.deepEqual(Object.keys(await at('/readyz?verbose')), [
      'status',
      'database',
      'pending_writes',
      'rate_limit',
      'warnings',
    ])
    assert.ok(!('warnings' in (await at('/readyz'))))
    assert.ok(!('warnings' in (await at('/readyz?verbose', { 'x-forwarded-for': '203.0.113.9' }))))
  })
})

withPresentation(
  'GET /readyz of a public service',
  app => {
    test('what readers see is missing on the pages is a note for every caller, and the service is ready', async () => {
      const answer = await fetch(`${app().origin}/readyz`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
      const { status, notes, warnings } = (await answer.json()) as Record<string, unknown>
      assert.deepEqual(
        [answer.status, status, notes, warnings],
        [200, 'ok', ['no-contact', 'no-terms', 'no-imprint'], undefined],
      )
    })
  },
  { SITES: 'events=https://events.handbill.org' },
)
