// Passkeys: added in a session from the inbox, and enough to sign in; each answer works once, in the browser and on the host that asked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headingOf, textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import {
  mailsTo,
  onPresentation,
  startApp,
  type TestAccount,
  type TestApp,
  testClock,
  withApp,
  withPresentation,
} from '../../harness.ts'
import { noBrowser as skip, startBrowser } from '../../kit/browser.ts'
import { openedSession } from '../../kit/key-controls.ts'
import { type Lies, softPasskey } from '../../kit/soft-passkey.ts'
import { ask, sessionIn } from './owner-site.ts'

const [host, sibling] = ['events.localhost', 'messages.localhost']
const origin = `http://${host}`
const env = { SITES: `events=${origin},messages=http://${sibling}` }

const optionsIn = (html: string) =>
  JSON.parse((/data-options="([^"]*)"/.exec(html)?.[1] ?? 'null').replaceAll('&quot;', '"').replaceAll('&amp;', '&'))

/** A session from the inbox on the first site. */
async function signedIn(app: TestApp, owner: TestAccount) {
  const { value, csrf } = await sessionIn(app, owner, 'email')
  const cookie = `handbill-account=${value}`
  return {
    get: (path: string) => app.call('GET', path, { host, headers: { cookie } }),
    post: (path: string, fields: Record<string, string>) => post(app, path, { csrf, ...fields }, cookie),
  }
}

const post = (app: TestApp, path: string, fields: Record<string, string>, cookie: string) =>
  app.call('POST', path, {
    host,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

/** A browser that has the form to sign in open. */
async function signInPage(app: TestApp) {
  const page = await app.call('GET', '/account/sign-in', { host })
  const browser = /handbill-browser=([\w-]+)/.exec(page.headers.getSetCookie().join())?.[1] ?? ''
  const csrf = app.platform.links.csrf(browser)
  const send = (answer: string) =>
    post(app, '/account/sign-in/passkey', { csrf, answer }, `handbill-browser=${browser}`)
  return { page, send, options: optionsIn(page.text) as { challenge: string } }
}

const sessionOf = ({ headers }: { headers: Headers }) =>
  /handbill-account=(os_\w+)/.exec(headers.getSetCookie().join())?.[1] ?? null

withApp(
  'passkeys of owners',
  app => {
    const added = async (owner: TestAccount, name = 'Laptop', lies: Lies = {}) => {
      const passkey = softPasskey(origin)
      const session = await signedIn(app(), owner)
      const options = optionsIn((await session.get('/account/passkeys')).text)
      const answer = await session.post('/account/passkeys', { name, answer: passkey.create(options, lies) })
      return { passkey, session, options, answer }
    }

    test('a passkey signs its owner in as a mail does, on every site, after a mail about it with a way to undo it', async () => {
      const owner = await app().account()
      const { passkey, session, options, answer } = await added(owner)
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/account/passkeys'])
      assert.equal(options.rp.id, host)
      assert.match(textOf((await session.get('/account/passkeys')).text), /Laptop Added .* Not used yet/)
      const mail = (await mailsTo(app(), owner)).find(({ subject }) => /A passkey of @.* was added/.test(subject))
      assert.match(mail?.body ?? '', /"Laptop".*account\/not-me\?t=/s)
      const { page, send, options: asked } = await signInPage(app())
      assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self'/)
      const opened = await send(passkey.get(asked))
      const value = sessionOf(opened)
      assert.deepEqual([opened.status, opened.headers.get('location')], [303, '/account'], textOf(opened.text))
      const keys = await app().call('GET', '/account/keys', { host, headers: { cookie: `handbill-account=${value}` } })
      assert.equal(keys.status, 200, 'a session as from the inbox')
      const elsewhere = await app().call('GET', '/account/sign-in', { host: sibling })
      assert.match(elsewhere.text, /href="http:\/\/events\.localhost\/account\/sign-in\?for=messages"/)
      const exported = await session.post('/account/export', {})
      assert.match(exported.text, /"name":"Laptop","host":"events\.localhost"/)
      assert.doesNotMatch(exported.text, /public_key/)
    })

    test('who came from another site to sign in goes back there, and to no address that is none of a site', async () => {
      const { passkey } = await added(await app().account())
      for (const [site, back] of [
        ['messages', `http://${sibling}/account`],
        ['//evil.test', '/account'],
      ] as const) {
        const page = await app().call('GET', `/account/sign-in?for=${encodeURIComponent(site)}`, { host })
        const cookie = page.headers
          .getSetCookie()
          .map(set => set.split(';', 1)[0])
          .join('; ')
        const browser = /handbill-browser=([\w-]+)/.exec(cookie)?.[1] ?? ''
        const fields = { csrf: app().platform.links.csrf(browser), answer: passkey.get(optionsIn(page.text)) }
        const opened = await post(app(), '/account/sign-in/passkey', fields, cookie)
        const on = /refresh" content="0; url=([^"]+)/.exec(opened.text)?.[1]
        assert.equal(on ?? opened.headers.get('location'), back)
      }
    })

    test('an answer opens nothing a second time, in another browser, too late, or for another origin, host or account', async () => {
      const [owner, other] = [await app().account(), await app().account()]
      const { passkey } = await added(owner)
      const refused = async (
        answer: { status: number; headers: Headers; text: string },
        status: number,
        why: string,
      ) => {
        assert.equal(answer.status, status, why)
        assert.equal(sessionOf(answer), null, why)
        assert.equal(headingOf(answer.text), 'Sign in to your account', why)
      }
      const once = await signInPage(app())
      const used = passkey.get(once.options)
      assert.equal((await once.send(used)).status, 303)
      await refused(await once.send(used), 410, 'a replay')
      await refused(await once.send(passkey.get(once.options)), 410, 'a challenge that was answered')
      const [here, there] = [await signInPage(app()), await signInPage(app())]
      await refused(await there.send(passkey.get(here.options)), 410, 'the challenge of another browser')
      const lies: [string, Lies][] = [
        ['another origin', { origin: `http://${sibling}` }],
        ['another port', { origin: `${origin}:81` }],
        ['another host', { host: sibling }],
        ['a parent of the host', { host: 'localhost' }],
        ['another account', { userHandle: Buffer.from(other.accountId).toString('base64url') }],
        ['nobody verified', { flags: 1 }],
      ]
      for (const [why, lie] of lies) {
        const { send, options } = await signInPage(app())
        await refused(await send(passkey.get(options, lie)), 400, why)
      }
      const unknown = await signInPage(app())
      await refused(await unknown.send(softPasskey(origin).get(unknown.options)), 400, 'a passkey of nobody')
      for (const rubbish of ['', 'null', '[]', '{"id":"x","response":{"clientDataJSON":"e30"}}', '{'])
        await refused(await unknown.send(rubbish), 400, rubbish)
      const made = await signInPage(app())
      await refused(await made.send(passkey.get(made.options, { challenge: 'AAAA' })), 410, 'a challenge of nobody')
      const late = await signInPage(app())
      app().clock.advance(limits.passkeyChallengeMs)
      await refused(await late.send(passkey.get(late.options)), 410, 'too late')
      const foreign = await post(app(), '/account/sign-in/passkey', { csrf: 'x', answer: '' }, 'handbill-browser=x')
      assert.equal(foreign.status, 403)
    })

    test('a passkey whose counter does not grow has a copy: it ends, and its owner is told', async () => {
      const owner = await app().account()
      const { passkey } = await added(owner)
      const signIn = async (lies: Lies = {}) => {
        const { send, options } = await signInPage(app())
        return (await send(passkey.get(options, lies))).status
      }
      assert.equal(await signIn({ counter: 9 }), 303)
      assert.equal(await signIn({ counter: 9 }), 400)
      assert.equal(await signIn({ counter: 10 }), 400, 'it has ended')
      assert.ok((await mailsTo(app(), owner)).some(({ subject }) => /A passkey of @.* was ended/.test(subject)))
    })

    test('a passkey is added by its own session, origin and challenge alone, and once', async () => {
      const [owner, other] = [await app().account(), await app().account()]
      for (const lie of [{ origin: 'https://evil.test' }, { host: 'evil.test' }, { flags: 65 }])
        assert.equal((await added(owner, 'x', lie)).answer.status, 400, JSON.stringify(lie))
      assert.equal((await added(owner, '  ')).answer.status, 400, 'a name is needed')
      const { passkey, options, session } = await added(owner)
      const again = await session.post('/account/passkeys', { name: 'x', answer: passkey.create(options) })
      assert.equal(again.status, 410, 'a challenge that was answered')
      const stranger = await signedIn(app(), other)
      const next = optionsIn((await session.get('/account/passkeys')).text)
      assert.equal(next.excludeCredentials.length, 1)
      const taken = await stranger.post('/account/passkeys', { name: 'x', answer: softPasskey(origin).create(next) })
      assert.equal(taken.status, 410, 'the challenge of another session')
      const own = optionsIn((await stranger.get('/account/passkeys')).text)
      const known = await stranger.post('/account/passkeys', { name: 'x', answer: passkey.create(own) })
      assert.equal(known.status, 409, 'the credential of another account')
    })

    test('the owner names and removes passkeys; "this was not me" and the erasure end all of them', async () => {
      const [owner, stranger] = [await app().account(), await app().account()]
      const { passkey, session } = await added(owner)
      const [row] = await app()
        .platform.db.selectFrom('passkeys')
        .selectAll()
        .where('account_id', '=', owner.accountId)
        .execute()
      const fields = { passkey: row?.id ?? '', name: 'Phone' }
      for (const path of ['/account/passkeys/rename', '/account/passkeys/remove'])
        assert.equal((await (await signedIn(app(), stranger)).post(path, fields)).status, 404, 'of another account')
      assert.equal((await session.post('/account/passkeys/rename', fields)).status, 303)
      assert.match(textOf((await session.get('/account/passkeys')).text), /Phone Added/)
      assert.equal((await session.post('/account/passkeys/remove', fields)).status, 303)
      const removed = await signInPage(app())
      assert.equal((await removed.send(passkey.get(removed.options))).status, 400)
      const next = await added(owner)
      await app().platform.act('endEverything', { accountId: owner.accountId })
      const ended = await signInPage(app())
      assert.equal((await ended.send(next.passkey.get(ended.options))).status, 400)
    })

    test('a network has a number of answers a day, an account a number of passkeys', async () => {
      const owner = await app().account()
      for (let n = 0; n < limits.passkeysPerAccount; n++)
        await app().platform.act('addPasskey', {
          ...{ accountId: owner.accountId, credentialId: `c${n} ${owner.accountId}`, publicKey: 'x', counter: 0 },
          ...{ host, transports: [], name: `n${n}` },
        })
      assert.match((await (await signedIn(app(), owner)).get('/account/passkeys')).text, /Remove one to add another/)
      const { page, send } = await signInPage(app())
      assert.match(page.text, /Sign in with a passkey/)
      const tries = { ip: '127.0.0.1', challenge: null }
      await assert.rejects(async () => {
        for (let n = 0; n <= limits.passkeyTriesPerIpPerDay; n++) await app().platform.act('takeChallenge', tries)
      })
      assert.equal((await send('')).status, 429)
      app().clock.advance(86_400_000)
    })
  },
  env,
)

withPresentation('passkeys on a host that can have none', app => {
  test('without https and a name of its own a site offers no passkey', async () => {
    assert.doesNotMatch((await ask(app(), 'GET', '/account/sign-in')).html, /passkey/)
    const session = await sessionIn(app(), await app().account(), 'email')
    assert.match((await session.get('/account/passkeys')).html, /this one has none/)
    assert.doesNotMatch((await session.get('/account')).html, /passkey/)
  })
})

onPresentation('passkeys in a browser', ({ fresh }) => {
  test('an owner adds a passkey in Chromium, signs in with it on both sites, and removes it', {
    skip,
    timeout: 300_000,
  }, async t => {
    const app = await startApp(await fresh(), { env, clock: testClock(Date.now()) })
    t.after(() => app.close())
    const owner = await app.account()
    const toApp = `MAP *.localhost 127.0.0.1:${new URL(app.origin).port}`
    const browser = await startBrowser(undefined, [`--host-resolver-rules=${toApp}`])
    t.after(() => browser.close())
    const context = await browser.newContext()
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const authenticator = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
    const options = { ...authenticator, hasUserVerification: true, isUserVerified: true }
    await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
    const { value } = await openedSession(app, owner)
    await context.addCookies([{ name: 'handbill-account', value, url: origin }])
    await page.goto(`${origin}/account`)
    await page.getByRole('link', { name: 'add a passkey' }).click()
    await page.getByLabel('Name').fill('Laptop')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('status').filter({ hasText: 'The passkey was added' }).waitFor()
    if (process.env.HANDBILL_SCREENSHOTS)
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [360, 768, 1280]) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 800 })
          await page.screenshot({
            path: `${process.env.HANDBILL_SCREENSHOTS}/passkeys-${colorScheme}-${width}.png`,
            fullPage: true,
          })
        }
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.goto(`http://${sibling}/account`)
    await page.getByRole('link', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText(`signed in as @${owner.handle}`).waitFor()
    assert.equal(new URL(page.url()).host, sibling)
    await page.goto(`${origin}/account/passkeys`)
    await page.getByText('Used last').waitFor()
    await page.getByText('Rename or remove').click()
    await page.getByRole('button', { name: 'Remove this passkey' }).click()
    await page.getByRole('status').filter({ hasText: 'was removed' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.goto(`${origin}/account/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('does not open an account here').waitFor()
  })
})
