// The operator's commands: what each prints, records and refuses.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { addSeedCommand } from '../../demo/seed-command.ts'
import { type CliHost, runCli } from '../../src/cli/cli.ts'
import type { ModerationModel } from '../../src/moderation/model.ts'
import { eventBody, onEveryDatabase, startApp, type TestApp } from '../harness.ts'
import { commandOn } from './command-on.ts'

const model: ModerationModel = {
  name: 'asks a person',
  state: async () => 'running',
  async decide({ title }) {
    if (title?.startsWith('Fine')) return { outcome: 'publish', category: null, confidence: 0.95, reason: 'Fine.' }
    if (title?.startsWith('Abuse')) return { outcome: 'reject', category: 'scam', confidence: 0.95, reason: 'A scam.' }
    return { outcome: 'review', category: null, confidence: 0.5, reason: 'Unsure.' }
  },
}

type Ran = { status: number; out: any[]; err: string[] }

async function cli(app: TestApp, ...argv: string[]): Promise<Ran> {
  const ran = await commandOn(app, argv)
  return { ...ran, out: ran.out.map(parsed) }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return line
  }
}

/** The command failed with one line `code: detail` that matches, and printed nothing else. */
function refused({ status, out, err }: Ran, line: RegExp): void {
  assert.deepEqual({ status, out, lines: err.length }, { status: 1, out: [], lines: 1 })
  assert.match(err[0] ?? '', line)
  assert.doesNotMatch(err[0] ?? '', /\n/)
}

async function submit(app: TestApp, key: string, word: string): Promise<string> {
  const body = eventBody()
  const answer = await app.call('POST', '/v1/posts', { key, body: { ...body, title: `${word} ${body.title}` } })
  assert.equal(answer.status, 202, answer.text)
  await app.moderate()
  return answer.json.id
}

const statusOf = async (app: TestApp, key: string, id: string) =>
  (await app.call('GET', `/v1/posts/${id}`, { key })).json.status

/** The decisions of people, in order. */
const byPeople = (app: TestApp) =>
  app.platform.db.selectFrom('decision_log').selectAll().where('decider', '=', 'person').orderBy('seq').execute()

onEveryDatabase('the operator', ({ fresh }) => {
  const withOne = (name: string, check: (app: TestApp) => Promise<void>) =>
    test(name, async () => {
      const app = await startApp(await fresh(), { overrides: { model } })
      try {
        await check(app)
        const { status, out } = await cli(app, 'audit')
        assert.deepEqual({ status, breaches: out[0].breaches }, { status: 0, breaches: [] })
      } finally {
        await app.close()
      }
    })

  withOne('sees the mails that were not delivered, each with the server’s answer, and no delivered mail', async app => {
    const mail = { subject: 'Verify', body: 'a link', html: 'a link' }
    const { mailer } = app.platform
    for (const refuses of [true, false]) {
      const { accountId, email } = await app.account({ balance: 0, verified: false })
      await app.platform.act('requestVerification', { accountId, email, ...mail })
      const no = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }
      const send = async () => {
        throw Object.assign(new Error(`550 ${email}`), no)
      }
      app.platform.mailer = refuses ? { ...mailer, send } : mailer
      await app.sendMail()
    }
    const { out } = await cli(app, 'mail', 'failed')
    assert.deepEqual(
      out.map(({ subject, attempts, failure }) => ({ subject, attempts, failure })),
      [{ subject: 'Verify', attempts: 1, failure: '550 EENVELOPE RCPT TO' }],
    )
  })

  withOne('sees the usage of language models, one line for each day and model, the latest first', async app => {
    const call = (model: string, tokens: number) =>
      app.platform.act('countModelCall', { model, used: { 'model-calls': 1, 'model-prompt-tokens': tokens } })
    await call('a', 10)
    app.clock.advance(24 * 3_600_000)
    await call('b', 1)
    await call('a', 5)
    await call('a', 7)
    const used = async (...argv: string[]) =>
      (await cli(app, 'model-usage', ...argv)).out.map(({ day, model, calls, prompt_tokens }) => [
        ...[day, model, calls, prompt_tokens],
      ])
    const today = [
      ['2026-11-22', 'a', 2, 12],
      ['2026-11-22', 'b', 1, 1],
    ]
    assert.deepEqual(await used(), [...today, ['2026-11-21', 'a', 1, 10]])
    assert.deepEqual(await used('--days', '1'), today)
    refused(await cli(app, 'model-usage', '--days', '0'), /^invalid: --days: got "0"; it takes a whole number from 1$/)
  })

  withOne(
    'lists, makes and revokes keys: a new key is printed once, at most 20 keys work, a revoked key is refused',
    async app => {
      const { key, handle } = await app.account()
      const status = async (of: string) => (await app.call('GET', '/v1/account', { key: of })).status
      const made = await cli(app, 'keys', 'create', handle, '--name', 'second')
      const { key_id, api_key, name } = made.out[0]
      assert.deepEqual([made.status, name, await status(api_key)], [0, 'second', 200])
      const { out: listed } = await cli(app, 'keys', 'list', handle)
      assert.deepEqual(new Set(listed.map(row => row.name)), new Set(['second', 'first key']))
      assert.ok(!JSON.stringify(listed).includes(api_key))
      const first = listed.find(row => row.name === 'first key').key_id
      const revoked = await cli(app, 'keys', 'revoke', first)
      assert.deepEqual([revoked.out[0].key_id, revoked.out[0].handle], [first, handle])
      assert.deepEqual([await status(key), await status(api_key)], [401, 200])
      refused(await cli(app, 'keys', 'revoke', first), /^not_found: /)
      refused(await cli(app, 'keys', 'revoke', 'key_none'), /^not_found: There is no key key_none/)
      refused(await cli(app, 'keys', 'list', 'nobody_here'), /^not_found: /)
      const many = await Promise.all(Array.from({ length: 22 }, () => cli(app, 'keys', 'create', handle)))
      assert.equal(many.filter(ran => ran.status === 0).length, 19)
      refused(await cli(app, 'keys', 'create', handle), /^too_many_keys: /)
      await cli(app, 'keys', 'revoke', key_id)
      assert.equal((await cli(app, 'keys', 'create', handle)).status, 0)
    },
  )

  withOne('credits an account, and takes back at most its balance', async app => {
    const { accountId, handle } = await app.account({ balance: 0 })
    const credited = await cli(app, 'credit', handle, '2500000', '--note', 'goodwill')
    assert.deepEqual(credited, { status: 0, out: [{ account_id: accountId, balance: 2_500_000 }], err: [] })
    const taken = await cli(app, 'credit', handle, '-500000', '--note', 'too much')
    assert.deepEqual(taken.out, [{ account_id: accountId, balance: 2_000_000 }])
    refused(await cli(app, 'credit', handle, '-2000001', '--note', 'all'), /^invalid: .*2000000 micros.*negative/)
    const rows = await app.platform.db.selectFrom('ledger').select(['type', 'amount', 'note']).orderBy('seq').execute()
    assert.deepEqual(rows, [
      { type: 'platform_credit', amount: 2_500_000, note: 'goodwill' },
      { type: 'platform_credit', amount: -500_000, note: 'too much' },
    ])
  })

  withOne('shows an account with its keys, ledger and posts, and no secret of the account', async app => {
    const { accountId, handle, key, email } = await app.account({ balance: 5_000_000 })
    const first = await submit(app, key, 'Fine')
    const second = await submit(app, key, 'Abuse')
    const { status, out } = await cli(app, 'account', 'show', handle)
    assert.equal(status, 0)
    const [shown] = out
    assert.deepEqual([shown.id, shown.email, shown.strikes, shown.email_verified], [accountId, email, 1, 1])
    assert.equal(shown.created_at, '2026-11-21T12:00:00Z')
    assert.deepEqual(
      shown.keys.map((each: object) => Object.keys(each)),
      [
        [
          ...['id', 'name', 'daily_budget', 'monthly_budget', 'post_limit', 'ask_first'],
          ...['created_at', 'last_used_at', 'revoked_at', 'paused_at', 'sites'],
        ],
      ],
    )
    assert.deepEqual(
      shown.posts.map((post: any) => [post.id, post.status, post.submitted_at]),
      [
        [second, 'rejected', '2026-11-21T12:00:00Z'],
        [first, 'published', '2026-11-21T12:00:00Z'],
      ],
    )
    assert.equal(shown.ledger[0].balance_after, shown.balance)
    assert.equal(shown.ledger.at(-1).type, 'topup')
    const { hash } = await app.platform.db.selectFrom('api_keys').select('hash').executeTakeFirstOrThrow()
    const text = JSON.stringify(out)
    for (const secret of [key, hash, 'card-']) assert.ok(!text.includes(secret), secret)
    refused(await cli(app, 'account', 'show', 'nobody_here'), /^not_found: /)
  })

  withOne('credits only whole micros, and is shown the valid format otherwise', async app => {
    const { handle } = await app.account({ balance: 0 })
    for (const wrong of ['1e6', '1.5', '0x10', 'ten', '', ' 1', '1_000', '99999999999999999999', '9007199254740993'])
      refused(
        await cli(app, 'credit', handle, wrong, '--note', 'x'),
        /^invalid: MICROS: got ".*"; it takes a whole number/,
      )
    refused(await cli(app, 'credit', handle, '5', '--note', '  '), /^invalid: --note/)
    refused(await cli(app, 'credit', 'nobody_here', '5', '--note', 'x'), /^not_found: .*"nobody_here"/)
    const without = await cli(app, 'credit', handle, '5')
    assert.equal(without.status, 1)
    assert.match(without.err.join('\n'), /--note/)
  })

  withOne('verifies an address and suspends an account; the log has the actor and the reason of each', async app => {
    const { accountId, handle, key } = await app.account({ verified: false })
    assert.deepEqual((await cli(app, 'verify-email', handle)).out, [{ account_id: accountId, email_verified: true }])
    const suspended = await cli(app, 'suspend', handle, '--reason', 'asked to wait')
    assert.deepEqual(suspended.out, [{ account_id: accountId, status: 'suspended' }])
    assert.equal((await app.call('POST', '/v1/posts', { key, body: eventBody() })).json.code, 'suspended')
    assert.deepEqual((await cli(app, 'unsuspend', handle)).out, [{ account_id: accountId, status: 'active' }])
    await submit(app, key, 'Fine')
    refused(await cli(app, 'suspend', 'nobody_here'), /^not_found: /)
    refused(await cli(app, 'verify-email', 'nobody_here'), /^not_found: /)
    const log = await byPeople(app)
    assert.deepEqual(
      log.map(({ action, subject, reason }) => ({ action, subject, reason })),
      [
        { action: 'verify-email', subject: accountId, reason: 'verified by the operator' },
        { action: 'suspend', subject: accountId, reason: 'asked to wait' },
        { action: 'unsuspend', subject: accountId, reason: '' },
      ],
    )
    for (const { actor } of log) assert.match(actor, /^operator(:[\w.@-]+)?$/)
  })

  withOne('lists the posts in review, oldest first, with all that a decision needs', async app => {
    const { key, handle } = await app.account()
    const first = await submit(app, key, 'Hidden \u0645\u202d price 5 EUR')
    const second = await submit(app, key, 'Unsure')
    await submit(app, key, 'Fine')
    const { out, status } = await cli(app, 'review', 'list')
    assert.equal(status, 0)
    assert.deepEqual(
      out.map(post => post.id),
      [first, second],
    )
    const [post] = out
    assert.deepEqual(Object.keys(post), [
      'id',
      'site',
      'handle',
      'strikes',
      'submitted_at',
      'price',
      'fields',
      'flags',
      'verdict',
    ])
    assert.deepEqual([post.site, post.handle, post.strikes, post.price], ['events', handle, 0, 1_000_000])
    assert.ok(post.flags.includes('mentions_payment'), post.flags.join())
    assert.equal(post.verdict.reason, 'Unsure.')
    assert.match(post.fields.title, /^Hidden \u0645\u202d/)
  })

  withOne(
    'lists posts with open reports, the earliest report first; dismissing or removing closes the reports',
    async app => {
      const { key, handle } = await app.account()
      const [kept, bad] = [await submit(app, key, 'Fine'), await submit(app, key, 'Fine')]
      const reader = await app.account()
      const report = (body: object, by = {}) => app.call('POST', '/v1/reports', { body, ...by })
      await report({ post_id: bad, reason: 'scam', details: 'Asks \u202e for money.', email: 'r@example.org' })
      app.clock.advance(1_000)
      await report({ post_id: kept, reason: 'other' }, { key: reader.key })
      await report({ post_id: bad, reason: 'spam' })
      const { out, status } = await cli(app, 'review', 'reports')
      assert.equal(status, 0)
      assert.deepEqual(
        out.map(post => [
          post.id,
          post.site,
          post.handle,
          post.reports.map((one: any) => [one.reason, one.email, one.handle]),
        ]),
        [
          [
            bad,
            'events',
            handle,
            [
              ['scam', 'r@example.org', null],
              ['spam', null, null],
            ],
          ],
          [kept, 'events', handle, [['other', null, reader.handle]]],
        ],
      )
      assert.equal(out[0].reports[0].details, 'Asks \u202e for money.')
      const named = ['--reports', out.find(({ id }) => id === kept).reports[0].id]
      refused(await cli(app, 'review', 'dismiss', kept, '--reason', 'It is fine.'), /^invalid: --reports: name/)
      const later = await app.call('POST', '/v1/reports', { body: { post_id: kept, reason: 'child-safety' } })
      const dismissed = await cli(app, 'review', 'dismiss', kept, '--reason', 'It is fine.', ...named)
      assert.deepEqual(dismissed.out, [{ id: kept, dismissed: 1 }])
      assert.deepEqual(
        (await cli(app, 'review', 'reports')).out.find(({ id }) => id === kept).reports.map(({ id }: any) => id),
        [later.json.report_id],
      )
      app.clock.advance(1_000)
      await cli(app, 'review', 'dismiss', kept, '--reason', 'It is fine.', '--reports', later.json.report_id)
      refused(await cli(app, 'review', 'dismiss', kept, '--reason', 'Again.', ...named), /^not_found: /)
      refused(await cli(app, 'review', 'dismiss', bad, '--reason', ''), /^invalid: --reason/)
      await cli(app, 'remove', bad, 'scam', '--reason', 'A trick.')
      assert.deepEqual((await cli(app, 'review', 'reports')).out, [])
      assert.equal(await statusOf(app, key, kept), 'published')
      const [entry] = await byPeople(app)
      assert.deepEqual([entry?.action, entry?.subject, entry?.reason], ['dismiss-reports', kept, 'It is fine.'])
    },
  )

  withOne('decides nothing with --seen if the text is not the listed one any more', async app => {
    const { key } = await app.account()
    const id = await submit(app, key, 'Fine')
    await app.call('POST', '/v1/reports', { body: { post_id: id, reason: 'scam' } })
    const [before] = (await cli(app, 'review', 'reports')).out
    const edited = await app.call('PATCH', `/v1/posts/${id}`, { key, body: { title: 'Fine, under another title' } })
    assert.equal(edited.status, 202, edited.text)
    await app.moderate()
    const reason = ['--reason', 'x']
    const another = /^not_in_review: The text has changed since it was shown/
    const named = ['--reports', before.reports[0].id]
    refused(await cli(app, 'review', 'dismiss', id, ...reason, ...named, '--seen', before.seen), another)
    refused(await cli(app, 'remove', id, 'scam', ...reason, '--seen', before.seen), another)
    const [now] = (await cli(app, 'review', 'reports')).out
    assert.deepEqual([before.seen, now.seen, now.fields.title], [id, edited.json.edit.id, 'Fine, under another title'])
    assert.equal((await cli(app, 'remove', id, 'scam', ...reason, '--seen', now.seen)).out[0].status, 'removed')
    await app.call('POST', `/v1/posts/${id}/appeal`, { key, body: { message: 'No.' } })
    const [appeal] = (await cli(app, 'review', 'appeals')).out
    assert.deepEqual([appeal.id, appeal.seen, appeal.fields.title], [id, now.seen, now.fields.title])
    for (const answer of [
      ['grant', id, '--publish'],
      ['grant', id],
      ['refuse', id],
    ])
      refused(await cli(app, 'review', ...answer, '--message', 'x', '--seen', id), another)
    const refusal = await cli(app, 'review', 'refuse', id, '--message', 'x', '--seen', appeal.seen)
    assert.equal(refusal.out[0].appeal.state, 'refused')
  })

  test('the text of a post cannot control the terminal that shows it', async t => {
    const app = await startApp(await fresh(), { overrides: { model } })
    t.after(() => app.close())
    const { key } = await app.account()
    await submit(app, key, 'Unsure \u0645\u202d')
    const { out: lines } = await commandOn(app, ['review', 'list'])
    assert.match(lines.join(), /\\u202d/)
    assert.doesNotMatch(lines.join(), /[\p{Cf}\p{Cc}]/u)
  })

  withOne('publishes and rejects posts in review; the policy says which categories have a penalty', async app => {
    const { key } = await app.account({ balance: 100_000_000 })
    const [good, vague, scam] = [await submit(app, key, 'A'), await submit(app, key, 'B'), await submit(app, key, 'C')]
    const published = await cli(app, 'review', 'publish', good)
    assert.deepEqual([published.status, published.out[0].id, published.out[0].status], [0, good, 'published'])
    const low = await cli(app, 'review', 'reject', vague, 'vague', '--reason', 'Says nothing.')
    const { statement, ...found } = low.out[0].rejection
    assert.equal(statement.decided_by, 'person')
    assert.deepEqual(found, { category: 'vague', reason: 'Says nothing.', penalized: false, amount: 0 })
    assert.equal(low.out[0].refunded, 1_000_000)
    const abuse = await cli(app, 'review', 'reject', scam, 'scam', '--reason', 'A trick.')
    assert.deepEqual(abuse.out[0].rejection, {
      statement: abuse.out[0].rejection.statement,
      category: 'scam',
      reason: 'A trick.',
      penalized: true,
      amount: 9_000_000,
    })
    assert.equal(abuse.out[0].balance, 100_000_000 - 2_000_000 - 9_000_000)
    refused(await cli(app, 'review', 'publish', good), /^not_in_review: The post is published/)
    refused(await cli(app, 'review', 'publish', 'p_0000000000000000'), /^not_found: /)
    assert.deepEqual((await cli(app, 'review', 'list')).out, [])
    const withdrawn = await submit(app, key, 'D')
    await app.call('POST', `/v1/posts/${withdrawn}/cancel`, { key })
    const [line] = (await cli(app, 'review', 'list')).out
    assert.deepEqual([line.id, line.withdrawn], [withdrawn, 'cancelled'])
    const dismissed = await cli(app, 'review', 'dismiss', withdrawn, '--reason', 'It is fine.')
    assert.deepEqual([dismissed.out[0].status, dismissed.out[0].refunded], ['cancelled', 1_000_000])
  })

  withOne(
    'rejects with a category that the policy has for the site; the error for any other names the nearest category and all of them',
    async app => {
      const { key } = await app.account()
      const id = await submit(app, key, 'A')
      const unknown = await cli(app, 'review', 'reject', id, 'scma', '--reason', 'x')
      refused(
        unknown,
        /^invalid: CATEGORY: "scma" is no category of the policy; did you mean "scam"\? It takes one of scam, phishing, /,
      )
      refused(
        await cli(app, 'review', 'reject', id, '__proto__', '--reason', 'x'),
        /^invalid: CATEGORY: .*It takes one of scam/,
      )
      const elsewhere = app.platform.policy.categories.find(category => !category.sites.includes('events'))
      if (elsewhere)
        refused(
          await cli(app, 'remove', id, elsewhere.id, '--reason', 'x'),
          new RegExp(`^invalid: CATEGORY: "${elsewhere.id}" does not apply to events`),
        )
      refused(await cli(app, 'review', 'reject', id, 'scam', '--reason', ''), /^invalid: --reason/)
      assert.equal((await cli(app, 'review', 'reject', id, 'scam')).status, 1)
      assert.equal(await statusOf(app, key, id), 'review')
    },
  )

  withOne('removes a published post, with the penalty of the policy', async app => {
    const { key } = await app.account({ balance: 50_000_000 })
    const id = await submit(app, key, 'Fine')
    const removed = await cli(app, 'remove', id, 'scam', '--reason', 'It was a trick.')
    assert.deepEqual([removed.status, removed.out[0].status, removed.out[0].balance], [0, 'removed', 40_000_000])
    assert.equal((await app.call('GET', `/v1/posts/${id}`)).status, 410)
    refused(await cli(app, 'remove', id, 'scam', '--reason', 'again'), /^not_in_review: The post is removed/)
    refused(await cli(app, 'remove', 'p_0000000000000000', 'scam', '--reason', 'x'), /^not_found: /)
  })

  withOne(
    'grants appeals: a published post gets the penalty back, a post that stays out gets penalty and price back',
    async app => {
      const { key } = await app.account({ balance: 50_000_000 })
      const wronged = await submit(app, key, 'Abuse')
      const granted = await cli(app, 'review', 'grant', wronged, '--message', 'It was satire.', '--publish')
      assert.deepEqual(
        [granted.out[0].status, granted.out[0].refunded, granted.out[0].balance],
        ['published', 9_000_000, 49_000_000],
      )
      const removed = await submit(app, key, 'Fine')
      await cli(app, 'remove', removed, 'scam', '--reason', 'x')
      const out = await cli(app, 'review', 'grant', removed, '--message', 'A mistake.')
      assert.deepEqual([out.out[0].status, out.out[0].balance], ['removed', 49_000_000])
      const account = await app.call('GET', '/v1/account', { key })
      assert.equal(account.json.strikes, 0)
      const waiting = await submit(app, key, 'Unsure')
      refused(await cli(app, 'review', 'grant', waiting, '--message', 'x'), /^not_in_review: The post is review/)
      refused(await cli(app, 'review', 'grant', waiting, '--message', ' '), /^invalid: --message/)
    },
  )

  test('the audit prints its breaches on one line and ends with exit status 1', async t => {
    const app = await startApp(await fresh(), { overrides: { model } })
    // Without `app.close`, which audits the books that this test has broken.
    t.after(() => app.app.close())
    const { accountId } = await app.account({ balance: 5_000_000 })
    const connection = app.platform.dialect.open(app.databaseUrl, 'write')
    await connection.db.updateTable('accounts').set({ balance: 1 }).where('id', '=', accountId).execute()
    await connection.close()
    const { status, out, err } = await cli(app, 'audit')
    assert.equal(status, 1)
    assert.equal(out.length, 1)
    assert.equal(out[0].ok, false)
    assert.deepEqual(out[0].breaches, [
      { rule: 'balance-is-sum-of-ledger', subject: accountId, detail: 'balance 1, its rows sum to 5000000' },
    ])
    assert.deepEqual(err, ['audit_failed: 1 breach of an invariant'])
  })
})

describe('the command line', () => {
  const nowhere = (fail: unknown = new Error('not to be opened')) => ({
    out: [] as string[],
    err: [] as string[],
    open: async (): Promise<never> => {
      throw fail
    },
  })
  const run = async (argv: string[], fail?: unknown) => {
    const { out, err, open } = nowhere(fail)
    let served = false
    const host: CliHost = {
      open,
      serve: async () => {
        served = true
      },
      migrate: async () => ['0001-first-schema', '0002-more'],
      own: { origin: 'http://events.test', metricsToken: null },
      terminal: false,
      settingsInForce: () => [],
      examine: async () => {},
      settings: '  PORT=8787',
      databaseUrl: 'nowhere:',
      dataDir: 'nowhere',
      contentDir: 'nowhere',
      backups: null,
      sites: [{ id: 'events', baseUrl: 'http://events.test' }],
      out: line => out.push(line),
      err: line => err.push(line),
      stdin: Readable.from([]),
    }
    const status = await runCli(argv, host, [addSeedCommand])
    return { status, out, err, served }
  }

  test('the command line serve --help lists the environment variables', async () => {
    const { status, out } = await run(['serve', '--help'])
    assert.equal(status, 0)
    assert.match(out.join('\n'), /Environment variables:\n {2}PORT=8787$/)
  })

  test('migrate names the applied migrations', async () => {
    const { status, out } = await run(['migrate'])
    assert.deepEqual({ status, out }, { status: 0, out: ['{"applied":["0001-first-schema","0002-more"]}'] })
  })

  test('the command line serve starts the service', async () => {
    assert.deepEqual(await run(['serve']), { status: 0, out: [], err: [], served: true })
  })

  test('help is printed on standard output with exit status 0, and says that seed skips moderation', async () => {
    const { status, out, err } = await run(['seed', '--help'])
    assert.deepEqual({ status, err }, { status: 0, err: [] })
    assert.match(out.join('\n'), /Moderation is skipped/)
  })

  test('an unknown command, a missing argument and an unknown option end with status 1 and a message', async () => {
    for (const [argv, message] of [
      [['credti'], /unknown command 'credti'.*credit/s],
      [['credit', 'alice', '--note', 'x'], /missing required argument 'micros'/],
      [['audit', '--fast'], /unknown option '--fast'/],
      [['audit', 'all'], /too many arguments/],
      [['review', 'delete', 'p_1'], /unknown command 'delete'/],
      [['seed'], /--posts/],
      [['restore'], /missing required argument 'backup'/],
      [['backup'], /^invalid: BACKUP_TO is not set: name a file to write/],
      [[], /Usage: handbill/],
    ] as const) {
      const { status, out, err } = await run([...argv])
      assert.deepEqual({ argv, status, out }, { argv, status: 1, out: [] })
      assert.match(err.join('\n'), message)
    }
  })

  test('seed accepts only a whole number of posts', async () => {
    for (const wrong of ['0', '-1', '1.5', '1e3', 'many', '99999999999'])
      assert.match(
        (await run(['seed', '--posts', wrong])).err.join('\n'),
        /^invalid: --posts: got ".*"; it takes a whole number/,
      )
  })

  test('a failure is printed as one line with its code', async () => {
    const broken = Object.assign(new Error('connect ECONNREFUSED\n  at somewhere'), { code: 'ECONNREFUSED' })
    assert.deepEqual((await run(['audit'], broken)).err, ['ECONNREFUSED: connect ECONNREFUSED at somewhere'])
    const many = new AggregateError([new Error('connect ECONNREFUSED ::1')])
    assert.deepEqual((await run(['audit'], many)).err, ['internal: connect ECONNREFUSED ::1'])
  })
})

test('openapi prints the document of a site without a database', async () => {
  const out: string[] = []
  const err: string[] = []
  const print = (...argv: string[]) =>
    runCli(argv, {
      open: async () => assert.fail('the database was opened'),
      serve: async () => {},
      migrate: async () => [],
      own: { origin: 'http://events.test', metricsToken: null },
      terminal: false,
      settingsInForce: () => [],
      examine: async () => {},
      settings: '',
      databaseUrl: 'nowhere:',
      dataDir: 'nowhere',
      contentDir: 'nowhere',
      backups: null,
      sites: [
        { id: 'stories', baseUrl: 'http://stories.test' },
        { id: 'events', baseUrl: 'http://events.test' },
      ],
      out: line => out.push(line),
      err: line => err.push(line),
      stdin: Readable.from([]),
    })
  assert.equal(await print('openapi'), 0)
  assert.match(out[0] ?? '', /^openapi: 3\.1\.1\n[\s\S]*url: http:\/\/stories\.test\n/)
  assert.equal(await print('openapi', '--site', 'events', '--format', 'json'), 0)
  assert.equal(JSON.parse(out[1] ?? '').servers[0].url, 'http://events.test')
  assert.equal(await print('openapi', '--site', 'messages'), 1)
  assert.match(err.join(), /messages.*stories, events/)
})
