// Attacks on every route of the owner's pages, with an account link, from a foreign page and from another account: none succeeds.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import PostalMime from 'postal-mime'
import { headingOf } from '../../../demo/demo-browser.ts'
import { formsAlone, ownersRoutes } from '../../../src/http/owner/register-owner.ts'
import {
  eventBody,
  onPresentation,
  startApp,
  type TestAccount,
  type TestApp,
  withApp,
  withPresentation,
} from '../../harness.ts'
import { keyIdOf, setKeyLimits } from '../../kit/key-controls.ts'
import { smtpServer } from '../../kit/smtp-server.ts'
import { ask, routesBelow, sessionIn } from './owner-site.ts'

/** Routes without a session. The token of a mail or the cookie of a browser says what they are for. */
const withoutSession = [
  'GET /account/hand-over/give',
  'GET /account/hand-over/take',
  'GET /account/verify',
  'POST /account/verify',
  'GET /account/refuse-sender',
  'POST /account/refuse-sender',
  'GET /account/keep',
  'POST /account/keep',
  'GET /account/not-me',
  'POST /account/not-me',
  'GET /account/decide',
  'POST /account/decide',
  'GET /account/invitation',
  'POST /account/invitation',
  'GET /account/new-address',
  'POST /account/new-address',
  'GET /account/old-address',
  'POST /account/old-address',
  'GET /account/sign-in',
  'POST /account/sign-in',
  'GET /account/sign-in/code',
  'POST /account/sign-in/code',
  'GET /account/sign-in/passkey',
  'POST /account/sign-in/passkey',
  'GET /account/sign-in/open',
  'POST /account/sign-in/open',
]

/** What contract.md §11 allows a session from an account link, and the routes that open and end sessions. */
const ofAgents = [
  'GET /account',
  'GET /account/confirm',
  'GET /account/paid',
  'POST /account/address',
  'POST /account/confirm',
  'POST /account/sign-in/mine',
  'POST /account/sign-out',
  'POST /account/switch',
  'POST /account/top-up',
  'POST /account/verification',
]

const named = ({ method, path }: (typeof ownersRoutes)[number]) => `${method} ${path}`
const addressOf = (path: string) => path.replace(':id', 'p_00000000000000000000')

/** Every row of an account except the traces of reading. If the result is unchanged, nothing was done. */
async function everything({ platform: { db } }: TestApp, { accountId, email }: TestAccount) {
  const of = (table: 'api_keys' | 'ledger' | 'payments' | 'webhooks' | 'sessions' | 'sign_ins' | 'revisions') =>
    db.selectFrom(table).selectAll().where('account_id', '=', accountId).execute()
  return JSON.stringify([
    await db.selectFrom('accounts').selectAll().where('id', '=', accountId).execute(),
    await Promise.all(
      (['api_keys', 'ledger', 'payments', 'webhooks', 'sessions', 'sign_ins', 'revisions'] as const).map(of),
    ),
    await db.selectFrom('mail').selectAll().where('recipient', '=', email).orderBy('id').execute(),
  ])
}

/** Fields with which each form would do something, for the account that owns these things. */
const fieldsFor = (things: Record<string, string>): Record<string, string> => ({
  ...{
    name: 'x',
    sites: 'events',
    threshold: '1',
    amount: '10000000',
    enabled: 'yes',
    session: 'all',
    answer: 'refuse',
    message: 'Look again.',
  },
  ...{ card: '4242424242424242', nonce: 'n'.repeat(32), email: 'other@example.org' },
  ...things,
})

async function thingsOf(app: TestApp, owner: TestAccount) {
  const { key } = owner
  const keyId = await setKeyLimits(app, owner, { ask_first: true })
  const { json: post } = await app.call('POST', '/v1/posts', { key, body: eventBody() })
  const webhook = (await app.call('POST', '/v1/webhooks', { key, body: { url: 'https://agent.example/' } })).json.id
  const delivery = (await app.call('POST', `/v1/webhooks/${webhook}/test`, { key })).json.delivery_id
  const formKey = `attack ${owner.accountId}`
  const started = {
    accountId: owner.accountId,
    site: 'events',
    amountMicros: 10_000_000,
    formKey,
    method: 'asks',
  } as const
  const { id: payment, news } = await app.platform.act('startPayment', started)
  await app.platform.act('settlePayment', { id: payment, news, found: { state: 'authenticate' } })
  return { key: keyId, text: post.id, webhook, delivery, payment }
}

withPresentation('every page and form of the account', app => {
  it('every page and form of the account is listed as needing a session, or as needing none', () => {
    const redirects = formsAlone(ownersRoutes).map(path => `GET ${path}`)
    const known = [...ownersRoutes.map(named), ...redirects, ...withoutSession]
    const mounted = ['/account', '/oauth'].flatMap(path => routesBelow(app(), path))
    assert.deepEqual(mounted.sort(), [...new Set(known)].sort())
    assert.deepEqual(
      ownersRoutes
        .filter(({ grade }) => grade === 'agent')
        .map(named)
        .sort(),
      ofAgents,
    )
  })

  it('a page or form that only the owner may use shows and does nothing with an account link', async () => {
    const owner = await app().account()
    const things = await thingsOf(app(), owner)
    const agent = await sessionIn(app(), owner, 'agent')
    const before = await everything(app(), owner)
    for (const route of ownersRoutes.filter(({ grade }) => grade === 'email')) {
      const path = route.path.replace(':id', route.path.includes('webhooks') ? things.webhook : things.text)
      const answer = route.method === 'GET' ? await agent.get(path) : await agent.post(path, fieldsFor(things))
      assert.deepEqual([answer.status, headingOf(answer.html)], [403, 'A link from the inbox is needed'], named(route))
      for (const thing of Object.values(things)) assert.ok(!answer.html.includes(thing), named(route))
    }
    const front = await agent.get('/account')
    for (const thing of [things.key, things.text, things.webhook]) assert.ok(!front.html.includes(thing))
    assert.equal(await everything(app(), owner), before)
  })

  it('every page and form of the account needs a session', async () => {
    for (const { method, path } of ownersRoutes)
      for (const cookie of ['', 'handbill-account=abc.def', `handbill-account=os_${'0'.repeat(32)}`]) {
        const answer = await ask(app(), method, addressOf(path), { cookie, ...(method === 'POST' && { fields: {} }) })
        // The page of consent is for the browser that an app has sent there, whoever is signed in.
        const signIn = method === 'GET' && cookie === '' && path !== '/oauth/consent/:uid'
        assert.equal(answer.status, signIn ? (path === '/account' ? 200 : 303) : 410, `${method} ${path} ${cookie}`)
        if (signIn && path === '/account') assert.equal(headingOf(answer.html), 'Sign in to your account')
        else if (signIn) assert.equal(answer.headers.get('location'), '/account')
      }
  })

  it('no page and form of the account can be framed or cached, and none sends a Referer', async () => {
    const session = await sessionIn(app(), await app().account(), 'email')
    for (const { method, path } of ownersRoutes) {
      const { headers } = await ask(app(), method, addressOf(path), {
        cookie: session.cookie,
        ...(method === 'POST' && { fields: {} }),
      })
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path)
      assert.match(headers.get('content-security-policy') ?? '', /form-action 'self'/, path)
      assert.equal(headers.get('cache-control'), 'no-store', path)
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
      assert.equal(headers.get('access-control-allow-origin'), null, path)
    }
  })
})

withPresentation('every form of the account', app => {
  it('a form of the account is accepted only from our own pages: with the token of this session, and from this origin', async () => {
    const owner = await app().account()
    const things = await thingsOf(app(), owner)
    const [session, other] = [await sessionIn(app(), owner, 'email'), await sessionIn(app(), owner, 'email')]
    const stranger = await sessionIn(app(), await app().account(), 'email')
    const before = await everything(app(), owner)
    const { csrf } = session
    const attempts: [string, Record<string, string>][] = [
      ['', {}],
      [`${csrf.slice(0, -1)}${csrf.endsWith('A') ? 'B' : 'A'}`, {}],
      [other.csrf, {}],
      [stranger.csrf, {}],
      [csrf, { 'sec-fetch-site': 'cross-site' }],
      [csrf, { 'sec-fetch-site': 'same-site' }],
      [csrf, { origin: 'http://evil.test' }],
      [csrf, { origin: 'https://events.test' }],
    ]
    for (const route of ownersRoutes.filter(({ method }) => method === 'POST'))
      for (const [token, headers] of attempts) {
        const answer = await session.post(route.path, { ...fieldsFor(things), csrf: token }, headers)
        assert.equal(answer.status, 403, `${named(route)} ${JSON.stringify(headers)}`)
        assert.match(answer.html, /The form was not sent from here/)
      }
    assert.equal(await everything(app(), owner), before)
  })

  it('a form of the account redirects only to our own pages, whatever its fields are', async () => {
    const owner = await app().account()
    const evil = ['//evil.test/', 'https://evil.test/', '/\\evil.test', 'x\r\nLocation: https://evil.test/']
    for (const route of ownersRoutes.filter(({ method, path }) => method === 'POST' && !/sign-out|export/.test(path)))
      for (const value of evil) {
        const session = await sessionIn(app(), owner, 'agent')
        const things = {
          webhook: value,
          delivery: value,
          key: value,
          text: value,
          payment: value,
          session: value,
          t: value,
        }
        const { location } = await session.post(route.path, { ...fieldsFor(things), next: value, return: value })
        assert.match(location ?? '/account', /^\/account(\/|$)/, named(route))
      }
    const mine = await sessionIn(app(), owner, 'email')
    for (const value of evil) {
      const answer = await mine.post('/account/webhooks/retry', { webhook: value, delivery: value })
      assert.deepEqual([answer.status, answer.location], [404, null])
    }
  })
})

withApp('the property of another account', app => {
  it('nothing of another account is ever found: no key, post, text, endpoint, delivery, payment, session or ledger row', async () => {
    const [owner, thief] = [await app().account(), await app().account()]
    const [things, own] = [await thingsOf(app(), owner), await thingsOf(app(), thief)]
    const theirs = await sessionIn(app(), owner, 'email')
    const { db } = app().platform
    const { id: session } = await db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', owner.accountId)
      .executeTakeFirstOrThrow()
    const { id: row } = await db
      .selectFrom('ledger')
      .select('id')
      .where('account_id', '=', owner.accountId)
      .executeTakeFirstOrThrow()
    const mine = await sessionIn(app(), thief, 'email')
    const before = await everything(app(), owner)
    const fields = fieldsFor(things)
    const tries: [string, Record<string, string> | null][] = [
      ['/account/keys/change', fields],
      ['/account/keys/revoke', fields],
      [`/account/posts/${things.text}`, null],
      [`/account/posts?before=${things.text}`, null],
      [`/account/ledger?before=${row}`, null],
      [`/account/webhooks/${things.webhook}`, null],
      ['/account/webhooks/retry', { webhook: things.webhook, delivery: things.delivery }],
      ['/account/webhooks/retry', { webhook: own.webhook, delivery: things.delivery }],
      [`/account/confirm?payment=${things.payment}`, null],
      ['/account/confirm', { payment: things.payment, answer: 'yes' }],
      ['/account/confirm', { payment: things.payment, answer: 'no' }],
      [`/account/paid?payment=${things.payment}`, null],
      ['/account/sessions/end', { session }],
      ['/account/appeals', { post: things.text, message: 'Give it back.' }],
    ]
    for (const [path, sent] of tries) {
      const answer = sent ? await mine.post(path, sent) : await mine.get(path)
      assert.equal(answer.status, 404, path)
    }
    // The answer does not say whether such a text waits: it is the answer for a text that was decided before.
    for (const answer of ['approve', 'refuse'])
      assert.equal((await mine.post('/account/approvals', { text: things.text, answer })).status, 303)
    for (const path of [
      '/account',
      '/account/posts',
      '/account/ledger',
      '/account/keys',
      '/account/webhooks',
      '/account/approvals',
    ]) {
      const { html } = await mine.get(path)
      for (const thing of [...Object.values(things), row, owner.handle])
        assert.ok(!html.includes(thing), `${path}: ${thing}`)
    }
    const csv = await mine.get('/account/ledger.csv')
    const all = await mine.post('/account/export')
    for (const thing of [...Object.values(things), row, session, owner.handle, owner.email])
      for (const { html } of [csv, all]) assert.ok(!html.includes(thing), thing)
    assert.equal(await everything(app(), owner), before)
    assert.equal((await theirs.get('/account/keys')).status, 200)
  })

  it('a session manages only the keys of its own account over the API', async () => {
    const [owner, thief] = [await app().account(), await app().account()]
    const id = await keyIdOf(app(), owner)
    const { value } = await sessionIn(app(), thief, 'email')
    for (const [method, body] of [
      ['PATCH', { name: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const headers = { 'x-account-link': value }
      assert.equal((await app().call(method, `/v1/manage/keys/${id}`, { headers, ...(body && { body }) })).status, 404)
    }
  })
})

onPresentation('names with line breaks in them', ({ fresh }) => {
  it('names with line breaks add no header to any mail about a change', async () => {
    const smtp = await smtpServer()
    const app = await startApp(await fresh(), { env: { MAIL_URL: smtp.url, MAIL_FROM: 'no-reply@events.test' } })
    try {
      const evil = 'x\r\nBcc: victim@example.org\r\n\r\nhttp://evil.test/'
      const email = `hostile.${process.pid}@example.org`
      const { accountId } = await app.platform.act('createAccount', { name: evil, email })
      await app.platform.act('verifyEmail', { accountId, email: null })
      const session = await sessionIn(app, { accountId }, 'email')
      await session.post('/account/keys', { name: evil, sites: 'events' })
      await app.platform.act('createKey', {
        accountId,
        name: evil,
        daily_budget: null,
        monthly_budget: null,
        post_limit: null,
        sites: null,
        ask_first: false,
      })
      await session.post('/account/warning', { threshold: '3' })
      await session.post('/account/sessions/end', { session: 'all' })
      await app.sendMail()
      assert.ok(smtp.received.length >= 4)
      for (const { raw, to } of smtp.received) {
        assert.deepEqual(to, [email])
        const mail = await PostalMime.parse(raw)
        assert.deepEqual([mail.bcc, mail.cc, mail.to?.map(({ address }) => address)], [undefined, undefined, [email]])
        assert.doesNotMatch(mail.subject ?? '', /[\r\n]|victim@|evil\./)
        assert.doesNotMatch(mail.text ?? '', /^(Bcc|http:\/\/evil)/m)
      }
    } finally {
      await app.close()
      await smtp.close()
    }
  })
})
