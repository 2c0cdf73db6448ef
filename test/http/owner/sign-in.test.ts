// Signing in by mail: only the inbox opens the account, once, in the browser that requested the link. An observer learns nothing.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { headingOf, textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import { signInCode } from '../../../src/domain/accounts/sign-in-code.ts'
import { sha256 } from '../../../src/domain/ids.ts'
import * as mailWorker from '../../../src/workers/mail.ts'
import { runAction } from '../../../src/writer/run-action.ts'
import { type TestAccount, type TestApp, withApp } from '../../harness.ts'
import { signInTokens } from '../../kit/key-controls.ts'
import { ask, base, newBrowser, sessionIn } from './owner-site.ts'

const linkTo = (token: string) => `${base}/account/sign-in/open?t=${token}`
const signIns = (app: TestApp) => app.platform.db.selectFrom('sign_ins').selectAll().execute()
const sessionsOf = (app: TestApp, { accountId }: TestAccount) =>
  app.platform.db.selectFrom('sessions').selectAll().where('account_id', '=', accountId).execute()

/** A browser that has requested a link, and the token of the link. */
async function asked(app: TestApp, owner: TestAccount) {
  const browser = newBrowser(app)
  const before = await signInTokens(app, owner.email)
  const form = await browser.open(`${base}/account/sign-in`)
  const sent = await browser.submit(form, '/account/sign-in', { email: owner.email.toUpperCase() })
  assert.equal(sent.url, `${base}/account/sign-in/code`)
  const token = (await signInTokens(app, owner.email)).find(each => !before.includes(each)) ?? ''
  return { browser, sent, token }
}

withApp('a link to sign in', app => {
  it('a link to sign in opens the account in the browser that requested it, for 12 hours', async () => {
    const owner = await app().account()
    const { browser, token } = await asked(app(), owner)
    const page = await browser.open(linkTo(token))
    assert.match(textOf(page.html), new RegExp(`Sign in as @${owner.handle}`))
    const entered = await browser.submit(page, '/account/sign-in/open')
    assert.equal(entered.url, `${base}/account`)
    assert.match(textOf(entered.html), /Ledger Payments Keys .*You are signed in\./)
    const [session] = await sessionsOf(app(), owner)
    assert.equal(session?.expires_at, app().clock.now() + limits.emailSessionMs)
    app().clock.advance(limits.emailSessionMs - 1)
    assert.equal((await browser.open(`${base}/account/keys`)).status, 200)
    app().clock.advance(1)
    assert.equal((await browser.open(`${base}/account/keys`)).status, 410)
  })

  it('a link to sign in works once, even if it is used twice at the same time', async () => {
    const owner = await app().account()
    const { browser, token } = await asked(app(), owner)
    const page = await browser.open(linkTo(token))
    const cookie = browser.cookies(base)
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
    const use = () => ask(app(), 'POST', '/account/sign-in/open', { cookie, fields: { csrf, t: token } })
    const answers = await Promise.all([use(), use(), use()])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 410, 410])
    assert.equal((await use()).status, 410)
    assert.equal((await sessionsOf(app(), owner)).length, 1)
    assert.match(headingOf((await browser.open(linkTo(token))).html), /This link is over/)
  })

  it('a link to sign in expires after 30 minutes, and its page mails a new one', async () => {
    const owner = await app().account()
    const { browser, token } = await asked(app(), owner)
    const page = await browser.open(linkTo(token))
    app().clock.advance(limits.signInLinkMs)
    assert.equal((await browser.submit(page, '/account/sign-in/open')).status, 410)
    const over = await browser.open(linkTo(token))
    assert.deepEqual([over.status, headingOf(over.html)], [410, 'This link is over'])
    const again = await browser.submit(over, '/account/sign-in', { email: owner.email })
    assert.equal(headingOf(again.html), 'Look into your mail')
    assert.equal((await signInTokens(app(), owner.email)).length, 2)
    assert.deepEqual(await sessionsOf(app(), owner), [])
  })

  it('a link to sign in is not used up by opening it: another browser gets a code and no button', async () => {
    const owner = await app().account()
    const { browser, token } = await asked(app(), owner)
    const before = await signIns(app())
    for (const method of ['GET', 'HEAD', 'GET'])
      for (const cookie of ['', browser.cookies(base)]) {
        const answer = await ask(app(), method, linkTo(token).replace(base, ''), { cookie })
        assert.equal(answer.status, 200)
        assert.doesNotMatch(answer.headers.getSetCookie().join(), /handbill-account/)
      }
    const scanner = newBrowser(app())
    const seen = await scanner.open(linkTo(token))
    assert.doesNotMatch(seen.html, /<form|<button|<script/)
    // Not even with a forged form: the CSRF token of the scanner's own browser, and the token of the link.
    const form = await scanner.open(`${base}/account/sign-in`)
    const csrf = /name="csrf" value="([^"]+)"/.exec(form.html)?.[1] ?? ''
    const forged = await ask(app(), 'POST', '/account/sign-in/open', {
      cookie: scanner.cookies(base),
      fields: { csrf, t: token },
    })
    assert.equal(forged.status, 403)
    assert.deepEqual(await signIns(app()), before)
    assert.deepEqual(await sessionsOf(app(), owner), [])
  })

  it('a link to sign in shows other browsers a code that opens the account in the requesting browser, however it is typed', async () => {
    const owner = await app().account()
    const { browser, sent, token } = await asked(app(), owner)
    const code = /<p class="code"[^>]*>([^<]+)</.exec((await newBrowser(app()).open(linkTo(token))).html)?.[1] ?? ''
    assert.match(code, /^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    const typed = ` ${code.toLowerCase().replace('-', ' ')}`
    const entered = await browser.submit(sent, '/account/sign-in/code', { code: typed })
    assert.match(textOf(entered.html), /You are signed in/)
    assert.equal((await newBrowser(app()).open(linkTo(token))).status, 410)
  })

  it('the code to sign in cannot be guessed: five tries for each link, even at once, and only in its own browser', async () => {
    const owner = await app().account()
    const { browser, sent, token } = await asked(app(), owner)
    const other = await asked(app(), owner)
    const code = signInCode(token)
    assert.equal((await other.browser.submit(other.sent, '/account/sign-in/code', { code })).status, 400)
    const cookie = browser.cookies(base)
    const csrf = /name="csrf" value="([^"]+)"/.exec(sent.html)?.[1] ?? ''
    const guess = (text: string) =>
      ask(app(), 'POST', '/account/sign-in/code', { cookie, fields: { csrf, code: text } })
    const wrong = await Promise.all(Array.from({ length: limits.signInCodeTries * 2 }, () => guess('22222222')))
    assert.equal(wrong.filter(({ status }) => status === 400).length, limits.signInCodeTries)
    assert.equal(wrong.filter(({ status }) => status === 410).length, limits.signInCodeTries)
    assert.equal((await guess(code)).status, 410)
    assert.deepEqual(await sessionsOf(app(), owner), [])
  })

  it('no link to sign in exists for an unverified address, whatever code is typed', async () => {
    const nobody = { ...(await app().account({ verified: false })), email: `nobody.${process.pid}@example.org` }
    const { browser, sent, token } = await asked(app(), nobody)
    assert.equal(token, '')
    for (const code of ['', 'null', '2222-2222'])
      assert.equal((await browser.submit(sent, '/account/sign-in/code', { code })).status, 400)
    assert.equal((await browser.open(linkTo(''))).status, 410)
  })

  it('a link to sign in gives the browser a new session, and ends the session that it replaces', async () => {
    const [owner, thief] = [await app().account(), await app().account()]
    const theirs = await sessionIn(app(), thief, 'email')
    const planted = [theirs.value, `os_${'A'.repeat(32)}`, (await sessionIn(app(), thief, 'agent')).value]
    for (const value of planted) {
      const { browser, token } = await asked(app(), owner)
      const form = await browser.open(linkTo(token))
      const csrf = /name="csrf" value="([^"]+)"/.exec(form.html)?.[1] ?? ''
      const entered = await ask(app(), 'POST', '/account/sign-in/open', {
        cookie: `${browser.cookies(base)}; handbill-account=${value}`,
        fields: { csrf, t: token },
      })
      const [, fresh = ''] = /handbill-account=([^;]+)/.exec(entered.headers.getSetCookie().join()) ?? []
      assert.match(fresh, /^os_\w{32}$/)
      assert.ok(!planted.includes(fresh))
      const seen = await ask(app(), 'GET', '/account/keys', { cookie: `handbill-account=${value}` })
      assert.ok(!seen.html.includes(`@${owner.handle}`), 'a planted session shows nothing of the owner')
    }
    assert.equal((await theirs.get('/account/keys')).status, 200, 'the session’s real owner keeps it')

    const first = await sessionIn(app(), owner, 'email')
    const { browser, token } = await asked(app(), owner)
    const form = await browser.open(linkTo(token))
    const csrf = /name="csrf" value="([^"]+)"/.exec(form.html)?.[1] ?? ''
    const cookie = `${browser.cookies(base)}; ${first.cookie}`
    assert.equal(
      (await ask(app(), 'POST', '/account/sign-in/open', { cookie, fields: { csrf, t: token } })).status,
      303,
    )
    assert.equal((await first.get('/account/keys')).status, 410)
  })

  it('a link to sign in is stored only as hashes, and deleted after its expiry', async () => {
    const owner = await app().account()
    const { browser, token } = await asked(app(), owner)
    const stored = JSON.stringify(await signIns(app()))
    const known = /handbill-browser=([^;]+)/.exec(browser.cookies(base))?.[1] ?? 'none'
    for (const secret of [token, signInCode(token), known]) assert.ok(!stored.includes(secret))
    assert.ok(stored.includes(sha256(known)))
    const { value } = await sessionIn(app(), owner, 'email')
    assert.ok(!JSON.stringify(await sessionsOf(app(), owner)).includes(value))
    app().clock.advance(limits.emailSessionMs)
    await app().platform.act('sweep', { limit: 10 })
    assert.deepEqual([await signIns(app()), await sessionsOf(app(), owner)], [[], []])
  })
})

withApp('a request for a link to sign in', app => {
  const sending = (email: string) => ({ email, browser: 'b'.repeat(32), baseUrl: base, ip: email, known: false })

  it('a request for a link to sign in gets the same answer whether or not the address has an account', async () => {
    const owner = await app().account()
    const unverified = await app().account({ verified: false })
    const answers: string[] = []
    for (const email of [owner.email, unverified.email, `nobody.${process.pid}@example.net`]) {
      const browser = newBrowser(app())
      const form = await browser.open(`${base}/account/sign-in`)
      const csrf = /name="csrf" value="([^"]+)"/.exec(form.html)?.[1] ?? ''
      const fields = { email, csrf }
      const sent = await ask(app(), 'POST', '/account/sign-in', { cookie: browser.cookies(base), fields })
      const page = await browser.open(`${base}/account/sign-in/code`)
      const headers = [...sent.headers.keys()].filter(name => name !== 'date').sort()
      answers.push(JSON.stringify([sent.status, sent.html, sent.location, headers, textOf(page.html)]))
    }
    assert.equal(new Set(answers).size, 1, answers.join('\n'))
    assert.equal((await signInTokens(app(), owner.email)).length, 1)
    assert.equal((await signInTokens(app(), unverified.email)).length, 0)
  })

  it('a request for a link to sign in runs the same statements whether or not the address has an account', async () => {
    const owner = await app().account()
    const { platform, databaseUrl } = app()
    const writing = platform.dialect.open(databaseUrl, 'write')
    const workFor = async (email: string) => {
      const statements: string[] = []
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => {
          statements.push(node.kind)
          return node
        },
        transformResult: async ({ result }) => {
          statements.push('a result')
          return result
        },
      }
      const call = { now: platform.now(), seed: sha256(email) }
      const message = { name: 'askSignIn', call, input: sending(email) } as const
      const { signals } = await runAction(writing.db.withPlugin(plugin), platform.dialect, platform.facts, message)
      return { statements, signals }
    }
    // The first request prepares statements and caches.
    await workFor('first@example.org')
    const [known, unknown] = [await workFor(owner.email), await workFor(`no.${owner.email}`)]
    await writing.close()
    assert.ok(known.statements.length > 4)
    assert.deepEqual(known, unknown)
  })

  it('a stranger who asks for links all day keeps the owner out of nothing: past the number no mail is sent, and other networks have their own', async () => {
    const owner = await app().account()
    const ask = (ip: string, known = false) => app().platform.act('askSignIn', { ...sending(owner.email), ip, known })
    const mails = async () => (await signInTokens(app(), owner.email)).length
    for (let i = 0; i < limits.signInsPerAddressPerDay + 3; i++) await ask('192.0.2.7')
    assert.equal(await mails(), limits.signInsPerAddressPerDay)
    await ask('198.51.100.1')
    assert.equal(await mails(), limits.signInsPerAddressPerDay + 1, 'the owner asks from another network')
    const agent = await sessionIn(app(), owner, 'agent')
    assert.equal((await agent.post('/account/sign-in/mine')).location, '/account/sign-in/code')
    assert.equal(await mails(), limits.signInsPerAddressPerDay + 2)
    for (let i = 0; i < 80; i++) await ask(`203.0.113.${i}`)
    assert.equal(await mails(), limits.signInMailsPerAddressPerDay, 'all networks together fill no inbox')
    await ask('203.0.113.90', true)
    assert.equal(await mails(), limits.signInMailsPerAddressPerDay + 1, 'a browser that has signed in before is exempt')
  })

  it('a browser that has signed in is known at its next sign-in, as the same address alone', async () => {
    const owner = await app().account()
    const browser = newBrowser(app())
    const form = await browser.open(`${base}/account/sign-in`)
    await browser.submit(form, '/account/sign-in', { email: owner.email })
    const [token] = await signInTokens(app(), owner.email)
    const page = await browser.open(`${base}/account/sign-in/open?t=${token}`)
    await browser.submit(page, '/account/sign-in/open')
    const counts = async (scope: 'sign-in-known' | 'sign-in-to') =>
      (await app().platform.db.selectFrom('counters').selectAll().where('scope', '=', scope).execute()).length
    const [known, others] = [await counts('sign-in-known'), await counts('sign-in-to')]
    const again = await browser.open(`${base}/account/sign-in`)
    await browser.submit(again, '/account/sign-in', { email: owner.email })
    assert.deepEqual([await counts('sign-in-known'), await counts('sign-in-to')], [known + 1, others])
    await browser.submit(again, '/account/sign-in', { email: `other.${owner.email}` })
    assert.deepEqual([await counts('sign-in-known'), await counts('sign-in-to')], [known + 1, others + 1])
  })

  it('a mail about a sign-in or a key has a link that ends all keys and sessions, by its button alone', async () => {
    const owner = await app().account({ balance: 5_000_000 })
    const other = await app().account()
    await app().platform.act('askSignIn', { ...sending(owner.email), ip: '192.0.2.44' })
    const session = await sessionIn(app(), owner, 'email')
    const sent: { to: string; text: string }[] = []
    const mailer = {
      ...app().platform.mailer,
      send: async (mail: { to: string; text: string }) => ({ where: String(sent.push(mail)) }),
    }
    while ((await mailWorker.runOnce({ ...app().platform, mailer })) > 0);
    const mail = sent.find(({ to, text }) => to === owner.email && /Sign in/.test(text))
    const path = /\/account\/not-me\?t=[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? ''
    const shown = await ask(app(), 'GET', path)
    assert.match(
      textOf(shown.html),
      new RegExp(`every key, every passkey and every session of the account @${owner.handle}`),
    )
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).status, 200, 'opening it ends nothing')
    const token = path.slice(path.indexOf('=') + 1)
    const elsewhere = { 'sec-fetch-site': 'cross-site' }
    assert.equal(
      (await ask(app(), 'POST', '/account/not-me', { fields: { t: token }, headers: elsewhere })).status,
      403,
    )
    const done = await ask(app(), 'POST', '/account/not-me', { fields: { t: token } })
    assert.equal(done.status, 200)
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).status, 401)
    assert.equal((await app().call('GET', '/v1/account', { key: other.key })).status, 200)
    assert.notEqual((await session.get('/account/keys')).status, 200)
    assert.equal((await ask(app(), 'GET', '/account/not-me?t=x')).status, 400)
    app().clock.advance(limits.notMeLinkMs)
    assert.match(textOf((await ask(app(), 'GET', path)).html), /This link has expired/)
  })

  it('links to sign in are limited for each IP address', async () => {
    const browser = newBrowser(app())
    const form = await browser.open(`${base}/account/sign-in`)
    let last = 0
    for (let i = 0; i <= limits.signInsPerIpPerDay; i++)
      last = (await browser.submit(form, '/account/sign-in', { email: `ip${i}@example.org` })).status
    assert.equal(last, 429)
  })

  it('a request for a link to sign in accepts only an address, so that no header gets into a mail', async () => {
    const owner = await app().account()
    app().clock.advance(24 * 3_600_000)
    const browser = newBrowser(app())
    const form = await browser.open(`${base}/account/sign-in`)
    for (const email of [
      `${owner.email}\r\nBcc: victim@example.org`,
      `${owner.email}, victim@example.org`,
      `<${owner.email}>`,
      '',
    ]) {
      const refused = await browser.submit(form, '/account/sign-in', { email })
      assert.equal(refused.status, 400, email)
      assert.match(textOf(refused.html), /not an e-mail address/)
    }
    assert.deepEqual(await signInTokens(app(), owner.email), [])
  })

  it('a request for a link to sign in is accepted only from our own forms', async () => {
    const owner = await app().account()
    const { browser, sent, token } = await asked(app(), owner)
    const cookie = browser.cookies(base)
    const csrf = /name="csrf" value="([^"]+)"/.exec(sent.html)?.[1] ?? ''
    const stranger = await asked(app(), owner)
    const theirs = /name="csrf" value="([^"]+)"/.exec(stranger.sent.html)?.[1] ?? ''
    const before = await signIns(app())
    const forms: [string, Record<string, string>][] = [
      ['/account/sign-in', { email: owner.email }],
      ['/account/sign-in/code', { code: signInCode(token) }],
      ['/account/sign-in/open', { t: token }],
    ]
    for (const [path, fields] of forms)
      for (const [token, headers, cookies] of [
        ['', {}, cookie],
        [theirs, {}, cookie],
        [csrf, {}, ''],
        [csrf, { 'sec-fetch-site': 'cross-site' }, cookie],
        [csrf, { 'sec-fetch-site': 'same-site' }, cookie],
        [csrf, { origin: 'http://evil.test' }, cookie],
      ] as const) {
        const answer = await ask(app(), 'POST', path, { cookie: cookies, fields: { ...fields, csrf: token }, headers })
        assert.equal(answer.status, 403, path)
        assert.equal(answer.headers.get('set-cookie'), null)
      }
    assert.deepEqual(await signIns(app()), before)
  })
})

withApp('signing out', app => {
  it('signing out ends the session for good, even for copies of its cookie', async () => {
    const owner = await app().account()
    const session = await sessionIn(app(), owner, 'email')
    const out = await session.post('/account/sign-out')
    assert.equal(out.location, '/account/sign-in')
    assert.match(out.headers.getSetCookie().join(), /handbill-account=;.*Expires=Thu, 01 Jan 1970/)
    assert.equal((await session.get('/account')).status, 410)
    const { cookie, value } = session
    assert.equal((await app().call('GET', '/v1/manage/keys', { headers: { cookie } })).status, 401)
    assert.equal((await app().call('GET', '/v1/manage/keys', { headers: { 'x-account-link': value } })).status, 410)
  })

  it('signing out everywhere ends every session and every unused link, and the owner gets a mail', async () => {
    const owner = await app().account()
    const sessions = [await sessionIn(app(), owner, 'email'), await sessionIn(app(), owner, 'email')]
    const { browser, token } = await asked(app(), owner)
    const other = await sessionIn(app(), await app().account(), 'email')
    assert.match((await sessions[0]!.get('/account/settings')).html, /A test/)
    assert.equal((await sessions[0]!.post('/account/sessions/end', { session: 'all' })).location, '/account/sign-in')
    for (const session of sessions) assert.equal((await session.get('/account')).status, 410)
    assert.equal((await browser.open(linkTo(token))).status, 410)
    assert.equal((await other.get('/account/keys')).status, 200)
    const mails = await app().platform.db.selectFrom('mail').selectAll().where('recipient', '=', owner.email).execute()
    assert.ok(mails.some(({ subject }) => subject === `The sessions of @${owner.handle} were ended`))
  })

  it('an owner who ends another session keeps this session open', async () => {
    const owner = await app().account()
    const [kept, ended] = [await sessionIn(app(), owner, 'email'), await sessionIn(app(), owner, 'email')]
    const row = (await sessionsOf(app(), owner)).find(({ hash }) => hash === sha256(ended.value))
    assert.equal((await kept.post('/account/sessions/end', { session: row?.id ?? '' })).location, '/account/settings')
    assert.deepEqual([(await kept.get('/account')).status, (await ended.get('/account')).status], [200, 410])
  })
})
