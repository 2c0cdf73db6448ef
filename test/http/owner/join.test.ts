// Opening an account on a page: the mailbox proves the address, an observer learns nothing, and the way leads on to the page that was wanted.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { headingOf, textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import { sha256 } from '../../../src/domain/ids.ts'
import { emailKey } from '../../../src/store/accounts/accounts.ts'
import { askToJoin } from '../../../src/usecases/accounts/join.ts'
import { mailsTo, type TestApp, withApp, withPresentation } from '../../harness.ts'
import { ask, base, newBrowser, routesBelow, sessionIn } from './owner-site.ts'

let people = 0
const newPerson = () => ({ name: `Ada Reader ${++people}`, email: `reader${people}.${process.pid}@example.org` })

type Browser = ReturnType<typeof newBrowser>
type Person = { name: string; email: string; handle?: string }

/** Fills in the form in a browser, a moment after the last one: mails have an order. */
async function fill(app: TestApp, browser: Browser, person: Person, address = '/join') {
  app.clock.advance(1)
  const form = await browser.open(`${base}${address}`)
  return browser.submit(form, '/join', person)
}

/** The address in the newest mail to somebody that matches. */
async function linkTo(app: TestApp, email: string, path = '/join/open'): Promise<string> {
  const bodies = (await mailsTo(app, { email })).map(({ body }) => body)
  return bodies.flatMap(body => new RegExp(`${base}${path}\\?t=\\S+`).exec(body)?.[0] ?? []).at(-1) ?? ''
}

const accountsOf = ({ platform }: TestApp, email: string) =>
  platform.db.selectFrom('accounts').selectAll().where('email_key', '=', emailKey(email)).execute()
const codeOn = (html: string) => /<p class="code"[^>]*>([^<]+)</.exec(html)?.[1] ?? ''
const csrfOn = (html: string) => /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? ''

withPresentation('opening an account on a page', app => {
  it('an account opens with the link of the mail, without a key, signed in, with its terms accepted, and its owner makes a key', async () => {
    const person = { ...newPerson(), handle: '@Ada_Opens' }
    const browser = newBrowser(app())
    const sent = await fill(app(), browser, person)
    assert.deepEqual([sent.url, headingOf(sent.html)], [`${base}/join/sent`, 'Look into your mail'])
    assert.deepEqual(await accountsOf(app(), person.email), [], 'nothing exists before the mailbox has answered')
    const page = await browser.open(await linkTo(app(), person.email))
    assert.match(textOf(page.html), /Open your account .*@ada_opens/)
    const entered = await browser.submit(page, '/join/open')
    assert.equal(entered.url, `${base}/account`)
    assert.match(textOf(entered.html), /Your account is open, and you are signed in\..*Connect an agent/)
    assert.doesNotMatch(textOf(entered.html), /Your agents can post/)
    const [account] = await accountsOf(app(), person.email)
    assert.deepEqual([account?.handle, account?.email_verified, account?.name], ['ada_opens', 1, person.name])
    const { db } = app().platform
    const of = (table: 'api_keys' | 'accepted_terms') =>
      db
        .selectFrom(table)
        .selectAll()
        .where('account_id', '=', account?.id ?? '')
        .execute()
    assert.deepEqual(await of('api_keys'), [])
    assert.equal((await of('accepted_terms')).length, 1)
    assert.doesNotMatch(entered.html, /name="terms"/, 'the top-up asks for nothing that was accepted')
    const keys = await browser.open(`${base}/account/keys`)
    const made = await browser.submit(keys, '/account/keys', { name: 'first', sites: 'events' })
    const key = /<code>(ak_[^<]+)</.exec(made.html)?.[1] ?? ''
    assert.equal((await app().call('GET', '/v1/account', { key })).json.account_id, account?.id)
  })

  it('the code of the link, typed where the form was sent, opens the account and leads on to the page that was wanted', async () => {
    const person = newPerson()
    const browser = newBrowser(app())
    const sent = await fill(app(), browser, person, '/join?next=/account/keys')
    const elsewhere = await newBrowser(app()).open(await linkTo(app(), person.email))
    assert.doesNotMatch(elsewhere.html, /<form|<button|<script/)
    assert.equal((await browser.submit(sent, '/join/code', { code: '2222-2222' })).status, 400)
    const entered = await browser.submit(sent, '/join/code', { code: codeOn(elsewhere.html).toLowerCase() })
    assert.equal(entered.url, `${base}/account/keys`)
    assert.equal((await accountsOf(app(), person.email)).length, 1)
    assert.equal((await browser.open(await linkTo(app(), person.email))).status, 410)
  })

  it('the page and its work are the same for a new address, one with an account, one that moved, and a banned one; the mails differ', async () => {
    const { now, dialect } = app().platform
    const { db, close } = dialect.open(app().databaseUrl, 'write')
    const owner = await app().account()
    const [banned, moved, fresh] = [newPerson(), newPerson(), newPerson()]
    await db
      .insertInto('bans')
      .values({ kind: 'email', hash: sha256(emailKey(banned.email)), account_id: owner.accountId, created_at: 0 })
      .execute()
    await db
      .insertInto('address_holds')
      .values({ account_id: owner.accountId, email_key: moved.email, until: now() + 1_000 })
      .execute()
    const seen: string[] = []
    const subjects: Record<string, string | undefined> = {}
    for (const { name, email } of [fresh, { name: 'Ada', email: owner.email }, moved, banned]) {
      const browser = newBrowser(app())
      const sent = await fill(app(), browser, { name, email })
      seen.push(`${sent.status} ${sent.url} ${textOf(sent.html)} ${browser.cookies(base).replace(/=[^;]*/g, '')}`)
      subjects[email] = (await mailsTo(app(), { email })).at(-1)?.subject
    }
    assert.equal(new Set(seen).size, 1, seen.join('\n'))
    assert.deepEqual(Object.values(subjects), [
      'Open your account on Events',
      'You have an account already',
      'No account can be opened with this address',
      'No account can be opened with this address',
    ])
    assert.deepEqual([...(await accountsOf(app(), moved.email)), ...(await accountsOf(app(), banned.email))], [])
    // The audit finds a ban without its strikes.
    await db.deleteFrom('bans').execute()
    await close()
  })

  it('the mail is in the language of the browser that asks; that of an account in the language of its owner', async () => {
    const owner = await app().account()
    await app().platform.act('changeLanguage', { accountId: owner.accountId, language: 'es' })
    const subjectIn = async (email: string, language: string) => {
      const browser = newBrowser(app(), { 'accept-language': language })
      await fill(app(), browser, { name: 'Ada', email })
      const mail = (await mailsTo(app(), { email })).at(-1)
      return [mail?.subject, mail?.language]
    }
    assert.deepEqual(await subjectIn(newPerson().email, 'fr-CH, en;q=0.5'), [
      'Ouvrez votre compte sur Événements',
      'fr',
    ])
    assert.deepEqual(await subjectIn(newPerson().email, 'sv'), ['Open your account on Events', 'en'])
    assert.deepEqual(await subjectIn(owner.email, 'fr'), ['Ya tiene una cuenta', 'es'])
  })

  it('an address with an account gets a link to sign in: by the link or its code, on to the page that was wanted', async () => {
    const owner = await app().account()
    const person = { name: 'Somebody', email: owner.email.toUpperCase() }
    const linked = newBrowser(app())
    await fill(app(), linked, person, '/join?next=/account/ledger')
    const page = await linked.open(await linkTo(app(), owner.email, '/account/sign-in/open'))
    assert.match(textOf(page.html), new RegExp(`Sign in as @${owner.handle}`))
    assert.equal((await linked.submit(page, '/account/sign-in/open')).url, `${base}/account/ledger`)
    const typed = newBrowser(app())
    const sent = await fill(app(), typed, person, '/join?next=/account/ledger')
    const link = await linkTo(app(), owner.email, '/account/sign-in/open')
    const code = codeOn((await newBrowser(app()).open(link)).html)
    assert.equal((await typed.submit(sent, '/join/code', { code })).url, `${base}/account/ledger`)
    assert.equal((await accountsOf(app(), owner.email)).length, 1)
  })

  it('signing in and signing up lead on to own pages alone, wherever the address comes from', async () => {
    const owner = await app().account()
    const mine = await sessionIn(app(), owner, 'email')
    const evil = [
      ...[
        '//evil.test/',
        'https://evil.test/account',
        '/\\evil.test',
        '/account/../..//evil.test',
        '/account?x=1',
        '/account/keys/',
      ],
      ...[
        '/oauth/consent/',
        '/oauth/consent/a/b',
        '/oauth/authorize',
        '/p/x',
        '/account\n',
        '/%2Fevil.test',
        'javascript:alert(1)',
      ],
    ]
    for (const path of ['/join', '/login'])
      for (const next of evil) {
        const address = `${path}?next=${encodeURIComponent(next)}`
        const { headers } = await ask(app(), 'GET', address)
        assert.doesNotMatch(headers.getSetCookie().join(), /handbill-wanted/, next)
        assert.equal((await mine.get(address)).location, '/account', next)
      }
    for (const next of ['/account/keys', '/oauth/consent/Ab_1-2']) {
      for (const path of ['/join', '/login']) {
        const { headers } = await ask(app(), 'GET', `${path}?next=${next}`)
        assert.match(headers.getSetCookie().join(), new RegExp(`handbill-wanted=${next};`))
        assert.equal((await mine.get(`${path}?next=${next}`)).location, next)
      }
      const forged = { cookie: `handbill-wanted=${encodeURIComponent('//evil.test/')}` }
      assert.equal((await ask(app(), 'GET', '/login', forged)).location, '/account')
    }
    const browser = newBrowser(app())
    await browser.open(`${base}/login?next=/account/keys`)
    const form = await browser.open(`${base}/account`)
    assert.match(form.html, /href="\/join"/)
    assert.match((await browser.open(`${base}/join`)).html, /href="\/login"/)
    app().clock.advance(1)
    const sent = await browser.submit(form, '/account/sign-in', { email: owner.email })
    assert.equal(headingOf(sent.html), 'Look into your mail')
    const page = await browser.open(await linkTo(app(), owner.email, '/account/sign-in/open'))
    assert.equal((await browser.submit(page, '/account/sign-in/open')).url, `${base}/account/keys`)
  })

  it('a person of several accounts chooses one before the page that was wanted', async () => {
    const [own, other] = [await app().account(), await app().account()]
    const { platform } = app()
    const invited = { accountId: other.accountId, email: own.email, role: 'manager', baseUrl: base } as const
    await platform.act('inviteMember', invited)
    const [token] = (await mailsTo(app(), own)).flatMap(({ body }) => /invitation\?t=(\w+)/.exec(body)?.[1] ?? [])
    await platform.act('acceptInvitation', { token: token ?? '' })
    const browser = newBrowser(app())
    await fill(app(), browser, { name: 'Ada', email: own.email }, '/join?next=/account/posts')
    const page = await browser.open(await linkTo(app(), own.email, '/account/sign-in/open'))
    const choice = await browser.submit(page, '/account/sign-in/open')
    assert.equal(choice.url, `${base}/account/choose`)
    const chosen = await browser.submit(choice, '/account/choose', { account: other.accountId })
    assert.equal(chosen.url, `${base}/account/posts`)
    assert.match(textOf(chosen.html), new RegExp(`signed in as @${other.handle}`))
  })

  it('a form with a fault says which, keeps what was typed, counts no sign-up, and mails nobody', async () => {
    const taken = (await app().account()).handle
    const browser = newBrowser(app())
    const { db } = app().platform
    const signUps = () => db.selectFrom('counters').selectAll().where('scope', '=', 'signup-ip').execute()
    const before = await signUps()
    const person = newPerson()
    const wrong: [Record<string, string>, RegExp][] = [
      [{ name: ' ' }, /A name has 1 to 100 characters\./],
      [{ name: 'x'.repeat(101) }, /A name has 1 to 100 characters\./],
      [{ email: 'nobody' }, /This is not an e-mail address\./],
      [{ email: 'a@b.example\r\nBcc: c@d.example' }, /This is not an e-mail address\./],
      [{ handle: 'No Spaces' }, /A handle is 3 to 24 of a-z, 0-9 and underscore\./],
      [{ terms: 'yes' }, /The terms have changed/],
    ]
    for (const [change, words] of wrong) {
      const answer = await fill(app(), browser, { ...person, ...change })
      assert.equal(answer.status, 400)
      assert.match(textOf(answer.html), words)
      assert.match(answer.html, /aria-invalid="true"/)
      if (!change.email) assert.ok(answer.html.includes(`value="${person.email}"`))
    }
    assert.deepEqual(await signUps(), before)
    const same = await fill(app(), browser, { ...person, handle: taken })
    assert.match(textOf(same.html), new RegExp(`@${taken} is taken\\. @${taken}_2 is free\\.`))
    assert.ok(same.html.includes(`value="${taken}_2"`))
    const posing = await fill(app(), browser, { ...person, handle: 'handbill_support' })
    assert.deepEqual([posing.status, /It is refused as /.test(textOf(posing.html))], [400, true], textOf(posing.html))
    assert.deepEqual(await mailsTo(app(), person), [])
  })

  it('sign-ups on the page and over the API count together by address of the network', async () => {
    const { platform } = app()
    const ip = '203.0.113.77'
    for (let i = 0; i < limits.signupsPerIpPerDay; i++) await platform.act('countSignUp', { ip })
    const site = { id: 'events', baseUrl: base } as const
    const from = { site, browser: 'b'.repeat(32), ip, known: false, nonce: 'n', language: null }
    const signUp = { ...newPerson(), handle: null, terms: 'x' }
    await assert.rejects(askToJoin(platform, signUp, from), { code: 'rate_limited' })
    assert.deepEqual(await mailsTo(app(), signUp), [])
  })

  it('an address gets at most the daily number of mails from a network, whatever form asks; then the newest link lives on', async () => {
    const person = newPerson()
    const ip = `net-${process.pid}`
    const site = { id: 'events', baseUrl: base } as const
    const asked = { email: person.email, browser: 'b'.repeat(32), ip, known: false, language: null }
    const { platform } = app()
    for (let i = 0; i < limits.signInsPerAddressPerDay; i++)
      await (i % 2 === 0
        ? platform.act('askToJoin', { ...asked, site, token: `t${i}` })
        : platform.act('askSignIn', { ...asked, baseUrl: base }))
    const before = (await mailsTo(app(), person)).length
    await platform.act('askToJoin', { ...asked, site, token: 'one too many' })
    const mails = await mailsTo(app(), person)
    assert.deepEqual([before, mails.length], [limits.signInsPerAddressPerDay / 2, before])
  })

  it('a form from elsewhere, without the cookie of its browser, or with the token of another browser does nothing', async () => {
    const person = newPerson()
    const [mine, theirs] = [newBrowser(app()), newBrowser(app())]
    const page = await mine.open(`${base}/join`)
    const fields = {
      ...person,
      terms: /name="terms" value="(\w+)"/.exec(page.html)?.[1] ?? '',
      csrf: csrfOn(page.html),
    }
    const cookie = mine.cookies(base)
    const foreign = csrfOn((await theirs.open(`${base}/join`)).html)
    const answers = [
      await ask(app(), 'POST', '/join', { fields }),
      await ask(app(), 'POST', '/join', { cookie, fields: { ...fields, csrf: foreign } }),
      await ask(app(), 'POST', '/join', { cookie, fields, headers: { 'sec-fetch-site': 'cross-site' } }),
      await ask(app(), 'POST', '/join', { cookie, fields, headers: { origin: 'http://evil.test' } }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403, 403, 403],
    )
    assert.deepEqual(await mailsTo(app(), person), [])
    assert.equal((await ask(app(), 'POST', '/join', { cookie, fields })).location, '/join/sent')
    // The link, taken from the mailbox by another browser that forges the form: the mailbox alone is not enough, nor is the browser.
    const token = new URL(await linkTo(app(), person.email)).searchParams.get('t') ?? ''
    const forged = await ask(app(), 'POST', '/join/open', {
      cookie: theirs.cookies(base),
      fields: { t: token, csrf: foreign },
    })
    assert.equal(forged.status, 403)
    // A cookie of another sign-up, which names another address, does not go with the code.
    const other = newPerson()
    await fill(app(), theirs, other)
    const code = codeOn((await newBrowser(app()).open(await linkTo(app(), person.email))).html)
    const [own] = /handbill-browser=[^;]+/.exec(mine.cookies(base)) ?? ['']
    const [swapped] = /handbill-joining=[^;]+/.exec(theirs.cookies(base)) ?? ['']
    const csrf = fields.csrf
    const mixed = await ask(app(), 'POST', '/join/code', { cookie: `${own}; ${swapped}`, fields: { code, csrf } })
    assert.equal(mixed.status, 400)
    assert.deepEqual([...(await accountsOf(app(), person.email)), ...(await accountsOf(app(), other.email))], [])
  })

  it('every page of joining is private: not stored, not framed, without a referrer', async () => {
    for (const route of routesBelow(app(), '/join')) {
      const [method = '', path = ''] = route.split(' ')
      const { headers } = await ask(app(), method, path, method === 'POST' ? { fields: {} } : {})
      assert.equal(headers.get('cache-control'), 'no-store', route)
      assert.equal(headers.get('referrer-policy'), 'no-referrer', route)
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, route)
    }
    assert.equal(routesBelow(app(), '/join').length, 7)
  })

  it('a link to open an account is over after 30 minutes; a link of another kind opens none', async () => {
    const person = newPerson()
    const browser = newBrowser(app())
    await fill(app(), browser, person)
    const link = await linkTo(app(), person.email)
    const page = await browser.open(link)
    const account = app().platform.links.sign({ account: 'acct_x', grade: 'agent' }, app().platform.now())
    assert.equal((await browser.open(`${base}/join/open?t=${account}`)).status, 400)
    app().clock.advance(limits.signInLinkMs)
    assert.deepEqual([(await browser.submit(page, '/join/open')).status, (await browser.open(link)).status], [410, 410])
    assert.deepEqual(await accountsOf(app(), person.email), [])
  })
})

withApp('opening an account, at the same time', app => {
  it('a link opens one account even if it is used twice at once, and a verified address opens no second one', async () => {
    const person = newPerson()
    const [first, second] = [newBrowser(app()), newBrowser(app())]
    await fill(app(), first, { ...person, handle: `h${process.pid}` })
    const one = await first.open(await linkTo(app(), person.email))
    await fill(app(), second, { ...person, handle: `h${process.pid}` })
    const two = await second.open(await linkTo(app(), person.email))
    const use = (browser: Browser, html: string) =>
      ask(app(), 'POST', '/join/open', {
        cookie: browser.cookies(base),
        fields: { csrf: csrfOn(html), t: /name="t" value="([^"]+)"/.exec(html)?.[1] ?? '' },
      })
    const answers = await Promise.all([
      use(first, one.html),
      use(second, two.html),
      use(first, one.html),
      use(second, two.html),
    ])
    const statuses = answers.map(({ status }) => status).sort()
    assert.equal(statuses.filter(status => status === 303).length, 1, String(statuses))
    assert.ok(
      statuses.slice(1).every(status => status === 409 || status === 410),
      String(statuses),
    )
    assert.equal((await accountsOf(app(), person.email)).length, 1)
  })

  it('a handle that was taken while the mail was under way is replaced, and the page says so', async () => {
    const person = { ...newPerson(), handle: `mine${process.pid}` }
    const browser = newBrowser(app())
    await fill(app(), browser, person)
    await app().platform.act('createAccount', { name: 'Quick', email: 'quick@example.org', handle: person.handle })
    const page = await browser.open(await linkTo(app(), person.email))
    const entered = await browser.submit(page, '/join/open')
    assert.match(textOf(entered.html), /Somebody took the handle that you wanted/)
    const [account] = await accountsOf(app(), person.email)
    assert.ok(account && account.handle !== person.handle)
  })
})
