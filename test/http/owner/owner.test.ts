// The owner's pages: only the owner's own browser moves money or verifies an address, once, and hostile text does no harm.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import PostalMime from 'postal-mime'
import { type Browser, type BrowserPage, openBrowser, textOf } from '../../../demo/demo-browser.ts'
import { prices } from '../../../src/contract/prices.ts'
import { latestMovements } from '../../../src/store/money/ledger.ts'
import { freshDatabase } from '../../databases.ts'
import { mailsTo, startApp, type TestApp, testClock, withApp, withPresentation } from '../../harness.ts'
import { assertAccessible, complaintsOf, noBrowser, startBrowser } from '../../kit/browser.ts'
import { banOrSuspend } from '../../kit/standing.ts'

/** A link to the account in the text of a page; the header of every page has one too. */

const base = 'http://events.test'
const hour = 3_600_000
const declinedCard = '4000 0000 0000 0002'

/** A browser in which the host of the site leads to the test's app. */
function browserOf(app: TestApp, site = base): Browser {
  return openBrowser({ send: (url, init) => fetch(url.replace(site, app.origin), init), log: () => {} })
}

function linkOf(app: TestApp, accountId: string): string {
  return app.platform.links.accountUrl(base, accountId, app.platform.now())
}

/** A new account whose owner has the account page open. */
async function ownerOf(app: TestApp, options: Parameters<TestApp['account']>[0] = { balance: 0, verified: false }) {
  const account = await app.account(options)
  const browser = browserOf(app)
  const page = await browser.open(linkOf(app, account.accountId))
  assert.equal(page.status, 200)
  return { ...account, browser, page }
}

function movements(app: TestApp, accountId: string) {
  return latestMovements(app.platform.db, accountId, 100)
}

async function accountRow(app: TestApp, id: string) {
  return app.platform.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function verificationLink(app: TestApp, email: string): Promise<string> {
  const [mail] = await mailsTo(app, { email })
  const link = /^http\S+$/m.exec(mail?.body ?? '')?.[0]
  assert.ok(link, 'the mail has a link on a line of its own')
  return link
}

/** The value of a hidden field of the form with this action. */
function hidden(page: BrowserPage, action: string, name: string): string {
  const form = page.html.slice(page.html.indexOf(`action="${action}"`))
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? ''
}

function cookieHeader(browser: Browser): string {
  return browser.cookies(base)
}

/** Sends a form with these cookies. */
function post(app: TestApp, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(app.origin + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields), headers })
}

function assertPrivatePage(headers: Headers) {
  assertPrivate(headers)
  assert.match(headers.get('content-type') ?? '', /^text\/html/)
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
}

function assertPrivate(headers: Headers) {
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.equal(headers.get('cache-control'), 'no-store')
}

withApp('the account link', app => {
  it('the account link moves from the address into a cookie that lasts as long as the link', async () => {
    const { accountId } = await app().account()
    const link = linkOf(app(), accountId)
    app().clock.advance(600_000)
    const entered = await app().call('GET', link.replace(base, ''))
    assert.equal(entered.status, 303)
    assert.equal(entered.headers.get('location'), '/account')
    assertPrivate(entered.headers)
    const [cookie = ''] = entered.headers.getSetCookie()
    assert.match(cookie, /^handbill-account=[\w.-]+; Max-Age=3000; Path=\/; HttpOnly; SameSite=Lax$/)
    const page = await app().call('GET', '/account', { headers: { cookie: cookie.split(';')[0]! } })
    assert.equal(page.status, 200)
    assertPrivatePage(page.headers)
  })

  it('the account link shows the account, with money to the cent and exactly', async () => {
    const { page, handle, email } = await ownerOf(app(), { balance: 12_345_678, card: false })
    const text = textOf(page.html)
    assert.match(text, new RegExp(`@${handle}`))
    assert.ok(text.includes(`${email} , verified`))
    assert.match(text, /Balance \$12\.34 \(exactly \$12\.345678\)/)
    assert.match(text, /Strikes 0 of 3/)
    assert.match(text, /Card none/)
    assert.match(text, /Is a key lost or stolen\? Sign in with a link from your mail/)
    assert.equal(page.url, `${base}/account`)
    assert.match(page.html, /<meta name="robots" content="noindex">/)
  })

  it('an account link that is altered, of another kind, or given twice is refused', async () => {
    const { accountId, email } = await app().account()
    const token = app().platform.links.sign({ account: accountId, grade: 'agent' }, app().platform.now())
    const verify = app().platform.links.sign({ account: accountId, grade: 'verify', email }, app().platform.now())
    const [body = '', signature = ''] = token.split('.')
    const other = Buffer.from(JSON.stringify({ account: 'acct_0000000000000000', grade: 'agent', exp: 9e9 })).toString(
      'base64url',
    )
    const wrong = [
      `${other}.${signature}`,
      `${body}.${signature.slice(0, -1)}é`,
      `${token}.x`,
      body,
      '',
      verify,
      'é',
      '%00',
    ]
    for (const t of wrong) {
      const answer = await app().call('GET', `/account?t=${encodeURIComponent(t)}`)
      assert.equal(answer.status, 400, t)
      assert.equal(answer.headers.get('set-cookie'), null)
      assert.match(answer.text, /This link does not work/)
      assertPrivatePage(answer.headers)
    }
    assert.equal((await app().call('GET', `/account?t=${token}&t=${token}`)).status, 400)
  })

  it('the account link expires after an hour, in the address and in the cookie, and the page says how to get a new one', async () => {
    const { browser, accountId } = await ownerOf(app())
    const link = linkOf(app(), accountId)
    app().clock.advance(hour)
    for (const url of [link, `${base}/account`]) {
      const page = await browser.open(url)
      assert.equal(page.status, 410)
      assert.match(textOf(page.html), /This link has expired .*Ask your agent for a new one/)
      assert.doesNotMatch(page.headers.get('set-cookie') ?? '', /handbill-account/)
    }
    const answer = await post(app(), '/account/top-up', { csrf: 'x' }, { cookie: cookieHeader(browser) })
    assert.equal(answer.status, 410)
  })

  it('without a session the account page asks to sign in, other pages and /login lead there, and forms answer 410', async () => {
    const page = await app().call('GET', '/account')
    assert.equal(page.status, 200)
    assertPrivatePage(page.headers)
    assert.match(page.text, /<h1>Sign in to your account<\/h1>/)
    assert.match(page.text, /<form method="post" action="\/account\/sign-in">/)
    for (const path of ['/login', '/account/keys', '/account/settings']) {
      const { status, headers } = await app().call('GET', path)
      assert.deepEqual([status, headers.get('location')], [303, '/account'], path)
    }
    for (const [method, path] of [
      ['POST', '/account/top-up'],
      ['POST', '/account/verification'],
    ] as const)
      assert.equal((await app().call(method, path)).status, 410)
    const forged = await app().call('GET', '/account', { headers: { cookie: 'handbill-account=abc.def' } })
    assert.equal(forged.status, 410)
  })

  it('an account link for another account than the open one requires a confirmation: opening it changes nothing', async () => {
    const { browser, handle } = await ownerOf(app())
    const stranger = await app().account({ balance: 0, verified: false })
    const link = linkOf(app(), stranger.accountId)
    const before = cookieHeader(browser)
    for (const method of ['GET', 'HEAD'])
      assert.deepEqual(
        (await app().call(method, link.replace(base, ''), { headers: { cookie: before } })).headers.getSetCookie(),
        [],
      )
    const asked = await browser.open(link)
    assert.equal(asked.status, 200)
    assertPrivatePage(asked.headers)
    assert.match(textOf(asked.html), new RegExp(`opens the account @${stranger.handle}.*account @${handle} is open`))
    assert.equal(cookieHeader(browser), before)
    const fields = { csrf: hidden(asked, '/account/switch', 'csrf'), t: hidden(asked, '/account/switch', 't') }
    const foreign: [Record<string, string>, Record<string, string>][] = [
      [{ ...fields, csrf: '' }, {}],
      [fields, { 'sec-fetch-site': 'cross-site' }],
      [fields, { origin: 'http://evil.test' }],
    ]
    for (const [form, headers] of foreign) {
      const refused = await post(app(), '/account/switch', form, { cookie: before, ...headers })
      assert.deepEqual([refused.status, refused.headers.getSetCookie()], [403, []])
    }
    assert.match(textOf((await browser.open(`${base}/account`)).html), new RegExp(`@${handle}`))
    const switched = await browser.submit(asked, '/account/switch')
    assert.equal(switched.url, `${base}/account`)
    assert.match(textOf(switched.html), new RegExp(`@${stranger.handle}`))
    const again = await browser.open(linkOf(app(), stranger.accountId))
    assert.equal(again.url, `${base}/account`, 'a link to the account that is open opens it')
    assert.equal(
      (await post(app(), '/account/switch', fields)).status,
      410,
      'without a session no confirmation is needed',
    )
    const wrong = {
      csrf: hidden(await browser.open(link.replace(/t=.*/, `t=${fields.t}`)), '/account/top-up', 'csrf'),
      t: 'x',
    }
    assert.equal((await post(app(), '/account/switch', wrong, { cookie: cookieHeader(browser) })).status, 400)
  })

  it('the account page says so when the account is banned or suspended', async () => {
    const suspended = await ownerOf(app())
    await app().platform.act('setSuspended', {
      handle: suspended.handle,
      suspended: true,
      actor: 'test',
      reason: 'test',
    })
    const { accountId, email } = suspended
    const token = app().platform.links.sign({ account: accountId, grade: 'verify', email }, app().platform.now())
    const asked = await suspended.browser.open(`${base}/account/verify?t=${token}`)
    const verified = await suspended.browser.submit(asked, '/account/verify')
    for (const { html } of [await suspended.browser.open(`${base}/account`), verified]) {
      const text = textOf(html)
      assert.match(text, /This account is suspended/)
      assert.doesNotMatch(text, /your agents can post|Next, top up/)
    }
    const banned = await ownerOf(app())
    await banOrSuspend(app(), { accountId: banned.accountId }, 'banned')
    const page = await banned.browser.open(`${base}/account`)
    assert.match(textOf(page.html), /This account is banned/)
    assert.doesNotMatch(page.html, /action="\/account\/(top-up|verification|address)"/)
    const refused = await banned.browser.submit(banned.page, '/account/top-up')
    assert.equal(refused.status, 403)
    assert.match(textOf(refused.html), /The account is banned/)
    assert.equal((await banned.browser.submit(banned.page, '/account/verification')).status, 403)
    assert.deepEqual(await movements(app(), banned.accountId), [])
    assert.deepEqual(await mailsTo(app(), banned), [])
  })
})

describe('the account link on https', () => {
  it('the account link on https is stored in a cookie that only this host over TLS can set or get', async () => {
    const app = await startApp(await freshDatabase('SQLite'), { env: { SITES: 'events=https://events.test' } })
    try {
      const { accountId } = await app.account()
      const link = app.platform.links.accountUrl('https://events.test', accountId, app.platform.now())
      const entered = await app.call('GET', link.replace('https://events.test', ''))
      assert.match(
        entered.headers.getSetCookie()[0] ?? '',
        /^__Host-handbill-account=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
    } finally {
      await app.close()
    }
  })
})

withPresentation('forms of the account page', app => {
  it('forms of the account page are accepted only from our own pages, and otherwise do nothing', async () => {
    const { browser, page, accountId, email } = await ownerOf(app())
    const stranger = await ownerOf(app())
    const cookie = cookieHeader(browser)
    const csrf = hidden(page, '/account/top-up', 'csrf')
    const fields = {
      csrf,
      nonce: hidden(page, '/account/top-up', 'nonce'),
      terms: hidden(page, '/account/top-up', 'terms'),
      amount: '10000000',
      card: '4242424242424242',
    }
    const foreign: [string, Record<string, string>, Record<string, string>][] = [
      ['no token', { ...fields, csrf: '' }, {}],
      ['a wrong token', { ...fields, csrf: `${csrf.slice(0, -1)}${csrf.endsWith('A') ? 'B' : 'A'}` }, {}],
      ['a token of another session', { ...fields, csrf: hidden(stranger.page, '/account/top-up', 'csrf') }, {}],
      ['a token that is not ASCII', { ...fields, csrf: 'é'.repeat(csrf.length) }, {}],
      ['another site', fields, { 'sec-fetch-site': 'cross-site' }],
      ['a sibling of our host', fields, { 'sec-fetch-site': 'same-site' }],
      ['another origin', fields, { origin: 'http://evil.test' }],
      ['our host on another scheme', fields, { origin: 'https://events.test' }],
    ]
    for (const [what, form, headers] of foreign) {
      for (const path of ['/account/top-up', '/account/verification']) {
        const answer = await post(app(), path, form, { cookie, ...headers })
        assert.equal(answer.status, 403, what)
        assert.match(await answer.text(), /The form was not sent from here/)
      }
    }
    assert.deepEqual(await movements(app(), accountId), [])
    assert.deepEqual(await mailsTo(app(), { email }), [])
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: base }, { origin: 'null' }, {}] as Record<
      string,
      string
    >[]) {
      const answer = await post(
        app(),
        '/account/top-up',
        { ...fields, nonce: crypto.randomUUID() },
        { cookie, ...headers },
      )
      assert.equal(answer.status, 303)
    }
    assert.equal((await movements(app(), accountId)).length, 4)
  })

  it('forms of the account page answer malformed or long bodies and other methods with a page', async () => {
    const { browser } = await ownerOf(app())
    const cookie = cookieHeader(browser)
    const plain = await app().call('POST', '/account/top-up', {
      body: 'x',
      headers: { cookie, 'content-type': 'text/plain' },
    })
    assert.equal(plain.status, 415)
    const long = await post(app(), '/account/top-up', { csrf: 'x'.repeat(100_000) }, { cookie })
    assert.equal(long.status, 413)
    for (const { headers } of [plain, long]) assertPrivatePage(headers)
    for (const path of ['/account/top-up', '/account/verification'])
      assert.equal((await app().call('GET', path)).headers.get('location'), '/account')
  })
})

withApp('the top-up', app => {
  it('a top-up is booked, confirmed once, and saves the card', async () => {
    const { browser, page, accountId } = await ownerOf(app())
    assert.match(textOf(page.html), /Sandbox: no money moves/)
    const after = await browser.submit(page, '/account/top-up', { amount: '20000000' })
    assert.equal(after.url, `${base}/account`)
    const text = textOf(after.html)
    assert.match(text, /\$20\.00 were added to your balance/)
    assert.match(text, /Balance \$20\.00 Top up What needs you now/)
    assert.match(text, /Card on file/)
    assert.doesNotMatch((await browser.open(`${base}/account`)).html, /were added/)
    const [row, ...rest] = await movements(app(), accountId)
    assert.deepEqual(rest, [])
    assert.deepEqual([row?.type, row?.amount, row?.balance_after], ['topup', 20_000_000, 20_000_000])
    assert.match(row?.reference ?? '', /^sandbox_pay_[0-9A-Za-z]{20}$/)
  })

  it('a top-up is booked once, however often and concurrently one form is sent', async () => {
    const { browser, page, accountId } = await ownerOf(app())
    const fields = {
      csrf: hidden(page, '/account/top-up', 'csrf'),
      nonce: hidden(page, '/account/top-up', 'nonce'),
      terms: hidden(page, '/account/top-up', 'terms'),
      amount: '10000000',
      card: '4242 4242 4242 4242',
    }
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post(app(), '/account/top-up', fields, { cookie: cookieHeader(browser) })),
    )
    assert.deepEqual(new Set(answers.map(answer => answer.status)), new Set([303]))
    const notices = answers.map(answer => /handbill-notice=([\w-]+)/.exec(answer.headers.getSetCookie().join())?.[1])
    assert.equal(notices.filter(notice => notice === 'topped-up-10000000').length, 1)
    const again = await browser.submit(page, '/account/top-up', { amount: '50000000' })
    assert.match(textOf(again.html), /This top-up was already booked\. Nothing was charged again\./)
    assert.equal((await movements(app(), accountId)).length, 1)
    assert.equal((await accountRow(app(), accountId)).balance, 10_000_000)
  })

  it('a top-up that the provider announces many times at once is booked once, and every call is told that it is paid', async () => {
    const { accountId } = await app().account({ balance: 0 })
    const { platform } = app()
    const start = {
      accountId,
      site: 'events',
      amountMicros: 10_000_000,
      formKey: `same_${accountId}`,
      method: 'pays',
    } as const
    const payment = await platform.act('startPayment', start)
    const found = await platform.payments.charge(payment, 'away')
    const settle = () => platform.act('settlePayment', { id: payment.id, news: 0, found })
    const settled = await Promise.all(Array.from({ length: 20 }, settle))
    assert.equal(settled.filter(answer => answer.booked).length, 1)
    assert.deepEqual(new Set(settled.map(answer => answer.state)), new Set(['paid']))
    assert.equal((await movements(app(), accountId)).length, 1)
    assert.equal((await accountRow(app(), accountId)).balance, 10_000_000)
  })

  it('the top-up of one owner is not blocked by the nonce of another', async () => {
    const one = await ownerOf(app())
    const other = await ownerOf(app())
    const nonce = hidden(one.page, '/account/top-up', 'nonce')
    await one.browser.submit(one.page, '/account/top-up', { nonce })
    await other.browser.submit(other.page, '/account/top-up', { nonce })
    for (const { accountId } of [one, other]) assert.equal((await accountRow(app(), accountId)).balance, 10_000_000)
  })

  it('a declined top-up says why, a malformed one says what is wrong, and nothing is booked', async () => {
    const { browser, page, accountId } = await ownerOf(app())
    const cases: [Record<string, string>, number, RegExp][] = [
      [{ card: declinedCard }, 402, /The card was declined\. Nothing was charged\./],
      [{ card: '4000 0000 0000 9995' }, 402, /There is not enough money on the card\. Nothing was charged\./],
      [{ card: '4000000000000069' }, 402, /The card has expired\. Nothing was charged\./],
      [{ card: '5555 5555 5555 4444' }, 400, /This is not a test card\./],
      [{ card: '"><script>alert(1)</script>' }, 400, /This is not a test card\./],
      [{ card: '' }, 400, /This is not a test card\./],
      [{ amount: '10000001' }, 400, /Choose one of these amounts\./],
      [{ amount: '-10000000' }, 400, /Choose one of these amounts\./],
      [{ amount: '1e7' }, 400, /Choose one of these amounts\./],
      [{ amount: '' }, 400, /Choose one of these amounts\./],
      [{ nonce: '' }, 400, /The form was not complete\./],
      [{ nonce: 'x'.repeat(1000) }, 400, /The form was not complete\./],
    ]
    for (const [values, status, words] of cases) {
      const answer = await browser.submit(page, '/account/top-up', values)
      assert.equal(answer.status, status, JSON.stringify(values))
      assert.match(textOf(answer.html), words)
      assert.doesNotMatch(answer.html, /<script|5555/)
    }
    assert.deepEqual(await movements(app(), accountId), [])
    assert.equal((await accountRow(app(), accountId)).card_on_file, 0)
    const retried = await browser.submit(
      await browser.submit(page, '/account/top-up', { card: declinedCard }),
      '/account/top-up',
    )
    assert.match(textOf(retried.html), /\$10\.00 were added/)
  })

  it('the account page offers exactly the top-ups of the price list', async () => {
    const { page } = await ownerOf(app())
    const offered = [...page.html.matchAll(/name="amount" value="(\d+)"/g)].map(match => Number(match[1]))
    assert.deepEqual(offered, prices.topupsMicros)
  })

  it('a top-up is refused after fifty in a day', async () => {
    const { browser, page, accountId } = await ownerOf(app())
    const start = {
      accountId,
      site: 'events',
      amountMicros: 10_000_000,
      formKey: `same_${accountId}`,
      method: 'pays',
    } as const
    for (let i = 0; i < 50; i++) await app().platform.act('startPayment', start)
    const refused = await browser.submit(page, '/account/top-up')
    assert.equal(refused.status, 429)
    assert.match(textOf(refused.html), /Enough for today/)
    assert.deepEqual(await movements(app(), accountId), [])
  })

  it('a top-up that a failing provider leaves open can be repeated as the same payment', async () => {
    const { browser, page, accountId } = await ownerOf(app())
    const { platform } = app()
    const { payments } = platform
    const ids: string[] = []
    const working = payments.charge
    payments.charge = async (payment, presence) => {
      ids.push(payment.id)
      if (ids.length === 1) throw new Error('secret words of the provider')
      return working(payment, presence)
    }
    try {
      const failed = await browser.submit(page, '/account/top-up')
      assert.equal(failed.status, 502)
      assert.doesNotMatch(failed.html, /secret words/)
      assert.match(textOf((await browser.submit(page, '/account/top-up')).html), /were added/)
    } finally {
      payments.charge = working
    }
    assert.equal(new Set(ids).size, 1)
    assert.equal((await movements(app(), accountId)).length, 1)
  })
})

withPresentation('verification', app => {
  it('the owner requests a verification, which sends one mail with the account, the action and the expiry', async () => {
    const { browser, page, handle, email } = await ownerOf(app())
    const asked = await browser.submit(page, '/account/verification')
    assert.match(textOf(asked.html), /The mail is on its way/)
    await app().sendMail()
    const file = readdirSync(join(app().folder, 'outbox'))
      .map(name => readFileSync(join(app().folder, 'outbox', name)))
      .find(eml => eml.includes(email))
    assert.ok(file)
    const mail = await PostalMime.parse(file)
    assert.deepEqual(
      mail.to?.map(to => to.address),
      [email],
    )
    assert.equal(mail.subject, `Verify your e-mail address for @${handle} on Events`)
    assert.match(mail.text ?? '', new RegExp(`The account @${handle} on Events`))
    assert.match(mail.text ?? '', /valid for 24 hours, until \d+ November 2026 at \d\d:\d\d UTC/)
    assert.match(mail.text ?? '', /^http:\/\/events\.test\/account\/verify\?t=[\w.-]+$/m)
    assert.match(mail.text ?? '', /ignore this mail/)
  })

  it('the verification requires a button even in the browser that has the account open', async () => {
    const { browser, page, email, accountId } = await ownerOf(app())
    await browser.submit(page, '/account/verification')
    const opened = await browser.open(await verificationLink(app(), email))
    assert.equal(opened.status, 200)
    assertPrivatePage(opened.headers)
    assert.equal((await accountRow(app(), accountId)).email_verified, 0)
    const verified = await browser.submit(opened, '/account/verify')
    assert.match(textOf(verified.html), /Your address is verified, and you are signed in\. .* Add a card and top up/)
    assert.equal((await accountRow(app(), accountId)).email_verified, 1)
    const csrf = hidden(verified, '/account/top-up', 'csrf')
    const asked = await post(app(), '/account/verification', { csrf }, { cookie: cookieHeader(browser) })
    assert.equal(asked.status, 303)
    assert.equal((await mailsTo(app(), { email })).length, 1)
  })

  it('the verification requires a button in any other browser, because mail scanners open links', async () => {
    const { browser, page, email, accountId, handle } = await ownerOf(app())
    const stranger = await ownerOf(app())
    await browser.submit(page, '/account/verification')
    const link = await verificationLink(app(), email)
    const other = browserOf(app())
    for (const scanner of [other, stranger.browser]) {
      const seen = await scanner.open(link)
      assert.equal(seen.status, 200)
      assert.match(
        textOf(seen.html),
        new RegExp(`Verify your e-mail address Account @${handle} Name Owner \\d+ E-mail address ${email}`),
      )
    }
    const path = link.replace(base, '')
    const cookie = cookieHeader(browser)
    assert.equal((await app().call('HEAD', path, { headers: { cookie } })).status, 200)
    for (const purpose of ['prefetch', 'prefetch;prerender', ''])
      assert.equal((await app().call('GET', path, { headers: { cookie, 'sec-purpose': purpose } })).status, 200)
    assert.equal((await accountRow(app(), accountId)).email_verified, 0)

    const t = hidden(await other.open(link), '/account/verify', 't')
    assert.equal((await post(app(), '/account/verify', { t }, { 'sec-fetch-site': 'cross-site' })).status, 403)
    assert.equal((await accountRow(app(), accountId)).email_verified, 0)

    const verified = await other.submit(await other.open(link), '/account/verify')
    assert.equal(verified.status, 200)
    assert.match(textOf(verified.html), /Your e-mail address is verified/)
    assert.doesNotMatch(verified.html, /<main[\s\S]*href="\/account"[\s\S]*<\/main>/)
    assert.equal((await accountRow(app(), accountId)).email_verified, 1)
    assert.match(textOf((await other.open(link)).html), /Your e-mail address is verified/)
  })

  it('a verification link that has expired, is of another kind, or is for a former address is refused', async () => {
    const { browser, page, email, accountId } = await ownerOf(app())
    await browser.submit(page, '/account/verification')
    const link = await verificationLink(app(), email)
    const { links } = app().platform
    const agentToken = links.sign({ account: accountId, grade: 'agent' }, app().platform.now())
    assert.equal((await browser.open(`${base}/account/verify?t=${agentToken}`)).status, 400)
    assert.equal((await browser.open(`${base}/account/verify`)).status, 400)
    assert.equal((await post(app(), '/account/verify', { t: agentToken })).status, 400)
    const past = links.sign({ account: accountId, grade: 'verify', email: 'past@example.org' }, app().platform.now())
    const changed = await browser.open(`${base}/account/verify?t=${past}`)
    assert.equal(changed.status, 410)
    assert.match(textOf(changed.html), /The address has changed/)
    await post(app(), '/account/verify', { t: past })
    const nobody = links.sign({ account: 'acct_0000000000000000', grade: 'verify', email }, app().platform.now())
    assert.equal((await browser.open(`${base}/account/verify?t=${nobody}`)).status, 404)
    app().clock.advance(24 * hour)
    const expired = await browser.open(link)
    assert.equal(expired.status, 410)
    assert.match(textOf(expired.html), /The link in the mail works for 24 hours/)
    assert.equal((await post(app(), '/account/verify', { t: link.split('t=')[1]! })).status, 410)
    assert.equal((await accountRow(app(), accountId)).email_verified, 0)
  })

  it('an owner gets ten mails for verification a day at most', async () => {
    const { browser, page, email } = await ownerOf(app())
    for (let i = 0; i < 10; i++) assert.equal((await browser.submit(page, '/account/verification')).status, 200)
    const refused = await browser.submit(page, '/account/verification')
    assert.equal(refused.status, 429)
    assert.match(textOf(refused.html), /10 mails were sent today; look into the spam folder/)
    assert.equal((await mailsTo(app(), { email })).length, 10)
  })
})

withApp('an address that several accounts have', app => {
  const claim = (accountId: string, email: string) => app().platform.act('verifyEmail', { accountId, email })

  it('an address belongs to the first account that verifies it; another account is told so, and verifies another address', async () => {
    const { email, accountId, handle } = await ownerOf(app())
    const squatter = await app().platform.act('createAccount', { name: 'Squatter', email })
    const theirs = browserOf(app())
    const asked = await theirs.submit(await theirs.open(linkOf(app(), squatter.accountId)), '/account/verification')
    assert.match(textOf(asked.html), /The mail is on its way/)
    const stale = await verificationLink(app(), email)
    assert.equal(await claim(accountId, email), true)

    const late = await theirs.open(stale)
    assert.equal(late.status, 410)
    assert.match(textOf(late.html), /Another account had the same address and verified it first\. Give another/)
    const page = await theirs.open(`${base}/account`)
    assert.match(textOf(page.html), /This account has no e-mail address\. Another account had .*E-mail address none/)
    const nowhere = await post(
      app(),
      '/account/verification',
      { csrf: hidden(page, '/account/address', 'csrf') },
      { cookie: cookieHeader(theirs) },
    )
    assert.equal(nowhere.status, 303)
    assert.deepEqual(await mailsTo(app(), { email: '' }), [])

    const cases: [string, number, RegExp][] = [
      ['no address', 400, /not an e-mail address/],
      ['a@example.com\r\nBcc: b@example.com', 400, /not an e-mail address/],
      [email.toUpperCase(), 409, /An account has verified this address already/],
    ]
    for (const [wrong, status, words] of cases) {
      const refused = await theirs.submit(page, '/account/address', { email: wrong })
      assert.equal(refused.status, status)
      assert.match(textOf(refused.html), words)
    }
    const own = `new.${email}`
    const changed = await theirs.submit(page, '/account/address', { email: own })
    assert.match(textOf(changed.html), /The mail is on its way/)
    const opened = await theirs.open(await verificationLink(app(), own))
    const verified = await theirs.submit(opened, '/account/verify')
    assert.match(textOf(verified.html), /Your address is verified/)
    const csrf = hidden(verified, '/account/top-up', 'csrf')
    const again = await post(
      app(),
      '/account/address',
      { csrf, email: `other.${email}` },
      { cookie: cookieHeader(theirs) },
    )
    assert.equal(again.status, 303)
    assert.deepEqual(
      [(await accountRow(app(), squatter.accountId)).email, (await accountRow(app(), accountId)).handle],
      [own, handle],
    )
  })

  it('the address of a banned account cannot be claimed', async () => {
    const banned = await app().account()
    await banOrSuspend(app(), banned, 'banned')
    const { browser, page } = await ownerOf(app())
    const refused = await browser.submit(page, '/account/address', { email: banned.email })
    assert.equal(refused.status, 403)
  })

  it('an owner can claim taken addresses ten times a day at most', async () => {
    const { browser, page, email } = await ownerOf(app())
    const taken = await app().account()
    for (let i = 0; i < 10; i++)
      assert.equal((await browser.submit(page, '/account/address', { email: taken.email })).status, 409)
    assert.equal((await browser.submit(page, '/account/address', { email: `x.${email}` })).status, 429)
  })

  it('an address is never verified by a link that was mailed to another address', async () => {
    const { email, accountId } = await ownerOf(app())
    const mail = { accountId, subject: 'x', body: 'a link for the address of somebody else', html: 'x' }
    assert.equal(
      await app().platform.act('requestVerification', { ...mail, email: `victim.${email}` }),
      'other-address',
    )
    assert.deepEqual(await mailsTo(app(), { email }), [])
  })

  it('an address gets twenty mails a day at most, except the first mail of an account that was made today', async () => {
    const email = `crowded.${process.pid}@example.org`
    const ask = async (accountId: string) =>
      app().platform.act('requestVerification', { accountId, email, subject: 'x', body: 'x', html: 'x' })
    const [one, two, owner] = await Promise.all(
      [1, 2, 3].map(n => app().platform.act('createAccount', { name: `Crowd ${n}`, email })),
    )
    for (const { accountId } of [one!, two!]) for (let i = 0; i < 10; i++) assert.equal(await ask(accountId), 'sent')
    assert.equal(await ask(owner!.accountId), 'sent')
    await assert.rejects(ask(owner!.accountId), { code: 'rate_limited' })
  })
})

withPresentation('hostile names', app => {
  const name = '<script>alert(1)</script>"\'&amp;\u202E\u200Bmoc\r\nBcc: victim@example.org http://evil.test/'

  it('hostile names are plain text on the pages and do not occur in the mail', async () => {
    const email = `hostile.${process.pid}@example.org`
    const { accountId } = await app().platform.act('createAccount', { name, email, handle: 'hostile' })
    const browser = browserOf(app())
    const page = await browser.open(linkOf(app(), accountId))
    await browser.submit(page, '/account/verification')
    const link = await verificationLink(app(), email)
    for (const { html } of [page, await browserOf(app()).open(link)]) {
      assert.match(
        html,
        /<bdi>&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#39;&amp;amp; moc Bcc: victim@example\.org http:\/\/evil\.test\/<\/bdi>/,
      )
      assert.doesNotMatch(html, /<script|\u202E|\u200B/)
    }
    const [mail] = await mailsTo(app(), { email })
    assert.doesNotMatch(`${mail?.subject}${mail?.body}`, /script|evil|victim/)
  })

  it('an unknown notice in a cookie is not shown, whatever its name is', async () => {
    const { browser } = await ownerOf(app())
    for (const notice of ['<b>x</b>', 'constructor', '__proto__', 'topped-up-1']) {
      const cookie = `${cookieHeader(browser)}; handbill-notice=${encodeURIComponent(notice)}`
      const page = await app().call('GET', '/account', { headers: { cookie } })
      assert.equal(page.status, 200)
      assert.doesNotMatch(page.text, /role="status"|<b>/)
    }
  })
})

describe('the owner’s pages in a real browser', { skip: noBrowser }, () => {
  it('the owner’s pages work by keyboard and pointer in a real browser, without axe-core violations', {
    timeout: 120_000,
  }, async () => {
    const app = await startApp(await freshDatabase('SQLite'), { clock: testClock(Date.now()) })
    const browser = await startBrowser(app)
    try {
      const { accountId, email } = await app.account({ balance: 0, verified: false })
      const context = await browser.newContext({ bypassCSP: false })
      const page = await context.newPage()
      const complaints = complaintsOf(page, base, [402, 410])
      const check = (name: string) => assertAccessible(page, name)
      await page.goto(linkOf(app, accountId))
      assert.equal(page.url(), `${base}/account`)
      await check('account')
      await page.getByRole('button', { name: 'Mail me the link' }).click()
      await page.getByRole('status').waitFor()
      await check('mail-sent')
      await page.getByLabel('$50.00').check()
      await page.getByLabel('I accept this penalty').press('Space')
      await page.getByLabel('Card number').fill(declinedCard)
      await page.getByLabel('Card number').press('Enter')
      await page.getByRole('alert').waitFor()
      await check('declined')
      assert.equal(await page.getByLabel('$50.00').isChecked(), true)
      await page.getByRole('button', { name: 'Top up' }).click()
      await page.getByText('$50.00 were added').waitFor()
      await check('topped-up')

      const stranger = await app.account({ balance: 0 })
      await page.goto(linkOf(app, stranger.accountId))
      await page.getByRole('button', { name: `Open @${stranger.handle}` }).waitFor()
      await check('switch')
      await page.getByRole('link', { name: 'Stay with' }).click()

      const inbox = await browser.newContext()
      const [mail] = await mailsTo(app, { email })
      const elsewhere = await inbox.newPage()
      await elsewhere.goto(/^http\S+$/m.exec(mail?.body ?? '')?.[0] ?? '')
      await elsewhere.getByRole('button', { name: 'Verify this address' }).waitFor()
      await page.goto(elsewhere.url())
      await check('verify')
      await elsewhere.getByRole('button', { name: 'Verify this address' }).click()
      await elsewhere.getByRole('heading', { name: 'Your e-mail address is verified' }).waitFor()
      assert.equal((await accountRow(app, accountId)).email_verified, 1)

      await page.goto(await verificationLink(app, email))
      await check('verified')
      await page.goto(linkOf(app, stranger.accountId))
      await page.getByRole('button', { name: `Open @${stranger.handle}` }).click()
      await page.getByText(`@${stranger.handle}`).waitFor()
      assert.equal(page.url(), `${base}/account`)
      await context.clearCookies()
      await page.goto(`${base}/account`)
      await check('expired')
      assert.deepEqual(complaints, [])
    } finally {
      await browser.close()
      await app.close()
    }
  })
})
