// Attacks on every route of the console without a session, role, token or claim: none succeeds, and the log has them all.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { headingOf } from '../../../demo/demo-browser.ts'
import { reviewRoutes } from '../../../src/http/review/register-review.ts'
import { onPresentation, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'
import { ask, routesBelow, sessionIn } from '../owner/owner-site.ts'
import { ann, bob, reviewers, reviewing, submitted } from './review-site.ts'

/** Routes without a session: signing in, and the files of the console. */
const withoutSession = ['/sign-in', '/sign-in/code', '/sign-in/open', '/not-me'].flatMap(path => [
  `GET /review${path}`,
  `POST /review${path}`,
])

/** What contract.md §12 reserves for leads. */
const ofLeads = [
  'GET /review/lists',
  'POST /review/accounts/credit',
  'POST /review/accounts/suspend',
  'POST /review/accounts/unsuspend',
  'POST /review/lists',
  'POST /review/lists/enforce',
  'POST /review/lists/remove',
]

const named = ({ method, path }: (typeof reviewRoutes)[number]) => `${method} ${path}`
const forms = reviewRoutes.filter(({ method }) => method === 'POST')

onPresentation('every page and form of the console', ({ fresh }) => {
  let app: TestApp
  let author: TestAccount
  let id: string
  const lines: Record<string, unknown>[] = []
  const log = {
    debug() {},
    info() {},
    warn: (fields: object, message: string) => void lines.push({ ...fields, message }),
    error() {},
  }

  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env: reviewers, log })
    author = await app.account({ balance: 500_000_000 })
    id = await submitted(app, author, 'REVIEW')
  })
  after(() => app.close())

  const addressOf = (path: string) => path.replace(':kind', 'text').replace(':id', id)
  /** Fields with which each form would do something. */
  const fields = () => ({
    ...{ action: 'reject', category: 'scam', reason: 'x', note: 'x', amount: '1' },
    ...{ handle: author.handle, item: `/review/items/text/${id}` },
  })
  /** Everything that a form of the console can change. */
  const everything = async () => {
    const { db } = app.platform
    const of = (table: 'revisions' | 'accounts' | 'ledger' | 'decision_log' | 'review_claims' | 'review_notes') =>
      db.selectFrom(table).selectAll().execute()
    return JSON.stringify([
      await Promise.all(
        (['revisions', 'accounts', 'ledger', 'decision_log', 'review_claims', 'review_notes'] as const).map(of),
      ),
      await db.selectFrom('pending_decisions').selectAll().execute(),
      await db.selectFrom('review_passes').selectAll().execute(),
    ])
  }
  const refusedSince = (from: number) => lines.slice(from).filter(({ message }) => message === 'the console refused')

  it('every page and form of the console is listed as needing a session and a role, or as needing none', () => {
    assert.deepEqual(routesBelow(app, '/review').sort(), [...reviewRoutes.map(named), ...withoutSession].sort())
    const leads = reviewRoutes.filter(({ role }) => role === 'lead').map(named)
    assert.deepEqual(leads.sort(), ofLeads)
  })

  it('every page and form of the console refuses no session, a forged one, an owner’s and an agent’s', async () => {
    const owner = await sessionIn(app, author, 'email')
    const agent = await sessionIn(app, author, 'agent')
    const cookies = ['', 'handbill-review=abc.def', `handbill-review=os_${'0'.repeat(32)}`]
    for (const { value, cookie } of [owner, agent]) cookies.push(cookie, `handbill-review=${value}`)
    const was = await everything()
    for (const route of reviewRoutes)
      for (const cookie of cookies) {
        const from = lines.length
        const csrf = app.platform.links.csrf(cookie.slice(cookie.indexOf('=') + 1))
        const sent = route.method === 'POST' ? { fields: { ...fields(), csrf } } : {}
        const answer = await ask(app, route.method, addressOf(route.path), { cookie, ...sent })
        if (route.method === 'GET') assert.deepEqual([answer.status, answer.location], [303, '/review/sign-in'])
        else {
          assert.deepEqual([answer.status, headingOf(answer.html)], [403, 'You are not signed in'], named(route))
          const [line] = refusedSince(from)
          assert.deepEqual([line?.route, line?.reviewer, line?.why], [route.path, null, 'no session'])
          assert.match(String(line?.request_id), /^req_/)
        }
      }
    for (const link of [`/review?t=${agent.value}`, `/review/sign-in/open?t=${agent.value}`]) {
      const answer = await ask(app, 'GET', link)
      assert.ok([303, 410].includes(answer.status), link)
      assert.doesNotMatch(answer.headers.getSetCookie().join(), /handbill-review=/)
    }
    assert.equal(await everything(), was)
  })

  it('a refusal logs the pattern of the route and ids, and no text of a stranger', async () => {
    const from = lines.length
    const canary = 'CANARY%0aTEXT'
    for (const path of [
      `/review/items/${canary}/${canary}`,
      `/review/items/text/${canary}x`,
      `/review/items/${canary}/${id}`,
    ])
      assert.equal((await ask(app, 'POST', path, { fields: fields() })).status, 403)
    const refused = refusedSince(from)
    assert.deepEqual(
      refused.map(({ route, kind, id }) => [route, kind, id]),
      [
        ['/review/items/:kind/:id', undefined, undefined],
        ['/review/items/:kind/:id', 'text', undefined],
        ['/review/items/:kind/:id', undefined, id],
      ],
    )
    assert.doesNotMatch(JSON.stringify(refused), /CANARY/)
  })

  it('a form for leads does nothing for a reviewer', async () => {
    const session = await reviewing(app, ann)
    const was = await everything()
    for (const route of reviewRoutes.filter(({ role }) => role === 'lead')) {
      const from = lines.length
      const path = addressOf(route.path)
      const answer = route.method === 'GET' ? await session.get(path) : await session.post(path, fields())
      assert.deepEqual([answer.status, headingOf(answer.html)], [403, 'This is for leads'], named(route))
      const [line] = refusedSince(from)
      assert.deepEqual([line?.route, line?.reviewer, line?.why], [route.path, ann, 'not a lead'])
    }
    assert.equal(await everything(), was)
  })

  it('the console accepts forms only from its own pages: with the token of this session, and from this origin', async () => {
    const session = await reviewing(app, bob)
    const [other, stranger] = [await reviewing(app, bob), await reviewing(app, ann)]
    const { csrf } = session
    const was = await everything()
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
    for (const route of forms)
      for (const [token, headers] of attempts) {
        const from = lines.length
        const answer = await session.post(addressOf(route.path), { ...fields(), csrf: token }, headers)
        assert.deepEqual(
          [answer.status, headingOf(answer.html)],
          [403, 'The form was not sent from here'],
          named(route),
        )
        const [line] = refusedSince(from)
        assert.deepEqual([line?.route, line?.reviewer], [route.path, bob])
      }
    assert.equal(await everything(), was)
  })

  it('nobody decides, skips or passes on an item that another reviewer has claimed, and the attempt is logged', async () => {
    const [anns, bobs] = [await reviewing(app, ann), await reviewing(app, bob)]
    assert.equal((await anns.get(addressOf('/review/items/:kind/:id'))).status, 200)
    const was = await everything()
    for (const action of ['publish', 'reject', 'skip', 'second_opinion']) {
      const from = lines.length
      const answer = await bobs.post(`/review/items/text/${id}`, { ...fields(), action })
      assert.equal(answer.status, 409, action)
      const [line] = refusedSince(from)
      assert.deepEqual([line?.reviewer, line?.kind, line?.id], [bob, 'text', id])
      assert.match(String(line?.why), /ann@example.org holds it until/)
    }
    await bobs.post(`/review/items/text/${id}/release`)
    assert.equal(await everything(), was, 'another reviewer cannot release the claim either')
  })

  it('the console redirects only to its own pages, echoes no unknown id, and cannot be framed or cached', async () => {
    const session = await reviewing(app, bob)
    for (const value of ['//evil.test/', 'https://evil.test/', '/\\evil.test', 'x\r\nLocation: https://evil.test/']) {
      const handle = (await app.account()).handle
      const sent = { ...fields(), handle, item: value, decision: value, next: value, return: value }
      for (const route of forms.filter(({ path }) => path.includes('accounts'))) {
        const { location } = await session.post(route.path, sent)
        assert.match(location ?? '/review', /^\/review$/, named(route))
      }
    }
    for (const path of ['text/p_none', 'nonsense/p_1', `text/${'x'.repeat(200)}`, 'text/..%2f..', 'appeal/apl_none'])
      assert.equal((await session.get(`/review/items/${path}`)).status, 404, path)
    for (const { method, path } of reviewRoutes.filter(({ path: each }) => !each.includes('sign-out'))) {
      const { headers } = await ask(app, method, addressOf(path), {
        cookie: session.cookie,
        ...(method === 'POST' && { fields: {} }),
      })
      const policy = headers.get('content-security-policy') ?? ''
      for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'self'"])
        assert.ok(policy.includes(rule), `${method} ${path}: ${rule}`)
      assert.equal(headers.get('cache-control'), 'no-store', path)
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path)
      assert.equal(headers.get('access-control-allow-origin'), null, path)
    }
  })
})
