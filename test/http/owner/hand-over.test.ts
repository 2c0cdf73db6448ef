// One session for all sites: a site without a session asks the others, and gets it by a code that works once, in one browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { siteIds } from '../../../src/contract/sites/site-ids.ts'
import { type Answer, hostOf, type TestAccount, type TestApp, withPresentation, withSites } from '../../harness.ts'
import { sessionIn } from './owner-site.ts'

/** A browser with its cookies by host, as a browser keeps them. */
function browserOn(app: TestApp) {
  const jar = new Map<string, Map<string, string>>()
  const cookiesOf = (host: string) => {
    const known = jar.get(host) ?? new Map<string, string>()
    jar.set(host, known)
    return known
  }
  const open = async (address: string): Promise<Answer & { location: string | null }> => {
    const { host, pathname, search } = new URL(address)
    const cookie = [...cookiesOf(host)].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.call('GET', pathname + search, { host, headers: cookie === '' ? {} : { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(set)) cookiesOf(host).delete(name)
      else cookiesOf(host).set(name, value)
      assert.doesNotMatch(set, /domain=/i, 'no cookie is readable by a sibling host')
      assert.match(set, /HttpOnly/i)
    }
    return { ...answer, location: answer.headers.get('location') }
  }
  return {
    cookiesOf,
    open,
    /** Follows redirects, and returns the last answer with every address on the way. */
    async follow(address: string) {
      const way = [address]
      for (;;) {
        const answer = await open(way.at(-1) as string)
        if (answer.location === null) return { ...answer, way }
        assert.ok(way.length < 20, `no end: ${way.join(' → ')}`)
        way.push(new URL(answer.location, way.at(-1)).href)
      }
    },
  }
}

const at = (site: (typeof siteIds)[number], path: string) => `http://${hostOf(site)}${path}`

withSites('one session for all sites', app => {
  /** A browser in which an owner has signed in on a site. */
  const signedIn = async (owner: TestAccount, site: (typeof siteIds)[number] = 'events') => {
    const browser = browserOn(app())
    browser.cookiesOf(hostOf(site)).set('handbill-account', (await sessionIn(app(), owner, 'email')).value)
    return browser
  }

  test('a page of the account opens on every site after one sign-in, and leads to the page that was wanted', async () => {
    const owner = await app().account()
    for (const from of siteIds)
      for (const to of siteIds.filter(id => id !== from)) {
        const browser = await signedIn(owner, from)
        const keys = await browser.follow(at(to, '/account/keys'))
        assert.equal(keys.status, 200, keys.way.join(' → '))
        assert.equal(keys.way.at(-1), at(to, '/account/keys'))
        assert.match(keys.text, new RegExp(`signed in as @${owner.handle}`))
        assert.equal((await browser.open(at(to, '/account'))).status, 200, 'no second hand-over is needed')
      }
  })

  test('signing in from /login leads on to the page that was wanted, also by the session of another site', async () => {
    const owner = await app().account()
    const browser = await signedIn(owner, 'events')
    const end = await browser.follow(at('stories', '/login?next=/account/keys'))
    assert.equal(end.way.at(-1), at('stories', '/account/keys'))
    assert.ok(end.way.some(address => address.startsWith(at('events', '/account/hand-over/give'))))
  })

  test('without a session anywhere the form to sign in is shown, also in a browser that keeps no cookie', async () => {
    const browser = browserOn(app())
    const end = await browser.follow(at('stories', '/account/posts'))
    assert.deepEqual([end.status, end.way.at(-1)], [200, at('stories', '/account')])
    assert.match(end.text, /Sign in to your account/)
    let address = at('stories', '/account')
    for (let i = 0; i < 10; i++) {
      const { host, pathname, search } = new URL(address)
      const answer = await app().call('GET', pathname + search, { host })
      const next = answer.headers.get('location')
      if (next === null) {
        assert.match(answer.text, /Sign in to your account/)
        return
      }
      address = new URL(next, address).href
    }
    assert.fail('a browser without cookies is redirected for ever')
  })

  test('a code works once, for a minute, on the site and in the browser that asked; nothing else opens a session', async () => {
    const owner = await app().account()
    const browser = await signedIn(owner)
    const asked = async () => {
      browser.cookiesOf(hostOf('messages')).clear()
      let address = at('messages', '/account')
      for (;;) {
        const { location } = await browser.open(address)
        address = new URL(location ?? '', address).href
        if (new URL(address).searchParams.has('code')) return address
      }
    }
    const opens = async (of: ReturnType<typeof browserOn>, address: string) => {
      await of.open(address)
      return of.cookiesOf(new URL(address).host).has('handbill-account')
    }
    const stolen = await asked()
    assert.equal(await opens(browserOn(app()), stolen), false, 'another browser has no such state')
    const planted = browserOn(app())
    planted.cookiesOf(hostOf('messages')).set('handbill-handing', 'A'.repeat(32))
    assert.equal(await opens(planted, stolen), false, 'another state')
    const otherSite = stolen.replace(hostOf('messages'), hostOf('stories'))
    assert.equal(await opens(browser, otherSite), false, 'another site')
    assert.equal(await opens(browser, stolen), true)
    const cookie = browser.cookiesOf(hostOf('messages')).get('handbill-account')
    browser.cookiesOf(hostOf('messages')).delete('handbill-account')
    browser.cookiesOf(hostOf('messages')).set('handbill-handing', new URL(stolen).searchParams.get('state') ?? '')
    assert.equal(await opens(browser, stolen), false, 'a replay')
    assert.ok(cookie)
    const late = await asked()
    app().clock.advance(limits.handOverMs)
    assert.equal(await opens(browser, late), false, 'after a minute')
    const early = await asked()
    await app().platform.act('endSessions', { accountId: owner.accountId, sessionId: null })
    assert.equal(await opens(browser, early), false, 'after the owner has signed out')
  })

  test('a session from an account link of an agent is not handed over', async () => {
    const owner = await app().account()
    const browser = browserOn(app())
    browser.cookiesOf(hostOf('events')).set('handbill-account', (await sessionIn(app(), owner, 'agent')).value)
    assert.match((await browser.follow(at('messages', '/account'))).text, /Sign in to your account/)
  })

  test('signing out on one site ends the session on every site, and no session of another browser', async () => {
    const owner = await app().account()
    const [browser, other] = [await signedIn(owner), await signedIn(owner)]
    for (const site of ['messages', 'stories'] as const) await browser.follow(at(site, '/account'))
    const value = browser.cookiesOf(hostOf('messages')).get('handbill-account') ?? ''
    const answer = await app().call('POST', '/account/sign-out', {
      host: hostOf('messages'),
      headers: { cookie: `handbill-account=${value}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrf: app().platform.links.csrf(value) }).toString(),
    })
    assert.equal(answer.status, 303)
    for (const site of ['events', 'stories'] as const)
      assert.doesNotMatch((await browser.follow(at(site, '/account'))).text, /signed in as/, site)
    assert.match((await other.follow(at('messages', '/account'))).text, /signed in as/)
    const listed = await other.follow(at('messages', '/account/settings'))
    assert.equal((listed.text.match(/Sign out there/g) ?? []).length, 1, 'a session on several sites is listed once')
    assert.match(listed.text, /This one/)
  })

  test('a hand-over leads to no other host, and to no page but those of the account', async () => {
    const owner = await app().account()
    const browser = await signedIn(owner)
    const state = 'B'.repeat(32)
    for (const to of ['evil', 'events', 'https://evil.example', '//evil.example', '']) {
      const { location } = await browser.open(
        at('events', `/account/hand-over/give?${new URLSearchParams({ to, state })}`),
      )
      assert.equal(location, '/account', to)
    }
    for (const wanted of [
      'https://evil.example/',
      '//evil.example',
      '/account/../p/x',
      '/p/p_1',
      '/account?x=//evil',
    ]) {
      const browser = await signedIn(owner)
      browser.cookiesOf(hostOf('messages')).set('handbill-wanted', encodeURIComponent(wanted))
      const { way } = await browser.follow(at('messages', '/account'))
      assert.equal(way.at(-1), at('messages', '/account'), wanted)
    }
  })
})

withPresentation('signing in on a platform with one site', app => {
  test('a platform with one site asks no other, and signing in leads to the page that was wanted', async () => {
    const answer = await app().call('GET', '/account/keys', {})
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/account'])
    assert.match(answer.headers.getSetCookie().join(), /handbill-wanted=\/account\/keys;/)
  })

  test('verifying the address signs in, in the browser that has the account link open, and nowhere else', async () => {
    const verify = async (headers: Record<string, string>, owner: TestAccount) => {
      const token = app().platform.links.sign(
        { account: owner.accountId, grade: 'verify', email: owner.email },
        app().clock.now(),
      )
      return app().call('POST', '/account/verify', {
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ t: token }).toString(),
      })
    }
    const [owner, other] = [await app().account({ verified: false }), await app().account({ verified: false })]
    const { cookie } = await sessionIn(app(), owner, 'agent')
    const elsewhere = await verify({ cookie }, other)
    assert.doesNotMatch(elsewhere.headers.getSetCookie().join(), /handbill-account=os_/, 'the link of another account')
    const here = await verify({ cookie }, owner)
    assert.deepEqual([here.status, here.headers.get('location')], [303, '/account'])
    const session = /handbill-account=(os_\w+)/.exec(here.headers.getSetCookie().join())?.[1] ?? ''
    const page = await app().call('GET', '/account/keys', { headers: { cookie: `handbill-account=${session}` } })
    assert.equal(page.status, 200, 'a session from the inbox')
    const again = await verify({ cookie }, owner)
    assert.doesNotMatch(again.headers.getSetCookie().join(), /handbill-account=os_/, 'the link signs in once')
  })
})
