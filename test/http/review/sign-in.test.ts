// Signing in to the console: only reviewers, by a mailed link, in the browser that requested it. An observer learns nothing.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { headingOf, textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import { reviewersLink } from '../../../src/usecases/accounts/sessions.ts'
import * as mailWorker from '../../../src/workers/mail.ts'
import { freshDatabase } from '../../databases.ts'
import { startApp, type TestApp, testClock, withPresentation } from '../../harness.ts'
import { ask, base, newBrowser, sessionIn } from '../owner/owner-site.ts'
import { ann, bob, consoleTokens, reviewers, reviewing } from './review-site.ts'

const linkTo = (token: string) => `${base}/review/sign-in/open?t=${token}`

/** A browser that has requested a link, and the token of the link. */
async function asked(app: TestApp, email: string) {
  const browser = newBrowser(app)
  const before = await consoleTokens(app, email)
  const form = await browser.open(`${base}/review/sign-in`)
  const sent = await browser.submit(form, '/review/sign-in', { email: email.toUpperCase() })
  assert.equal(sent.url, `${base}/review/sign-in/code`)
  const token = (await consoleTokens(app, email)).find(each => !before.includes(each)) ?? ''
  return { browser, sent, token }
}

withPresentation(
  'a link to the console',
  app => {
    it('a link to the console opens it in the browser that requested it, for 12 hours, once', async () => {
      const { browser, token } = await asked(app(), ann)
      const page = await browser.open(linkTo(token))
      assert.match(textOf(page.html), new RegExp(`Sign in as ${ann}`))
      const cookie = browser.cookies(base)
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
      const entered = await browser.submit(page, '/review/sign-in/open')
      assert.deepEqual([entered.url, headingOf(entered.html)], [`${base}/review`, 'Review queue'])
      assert.match(textOf(entered.html), /You are signed in\./)
      const again = await ask(app(), 'POST', '/review/sign-in/open', { cookie, fields: { csrf, t: token } })
      assert.equal(again.status, 410)
      app().clock.advance(limits.emailSessionMs - 1)
      assert.equal((await browser.open(`${base}/review`)).url, `${base}/review`)
      app().clock.advance(1)
      assert.equal((await browser.open(`${base}/review`)).url, `${base}/review/sign-in`)
    })

    it('a link to the console expires after 30 minutes', async () => {
      const { browser, token } = await asked(app(), ann)
      app().clock.advance(limits.signInLinkMs)
      const over = await browser.open(linkTo(token))
      assert.deepEqual([over.status, headingOf(over.html)], [410, 'This link is over'])
    })

    it('a link to the console is not used up by opening it: another browser sees only a code, which works in the requesting browser', async () => {
      const { browser, sent, token } = await asked(app(), ann)
      const scanner = newBrowser(app())
      for (let i = 0; i < 2; i++) {
        const seen = await scanner.open(linkTo(token))
        assert.doesNotMatch(seen.html, /<form|<button|<script/)
        assert.equal((await ask(app(), 'HEAD', `/review/sign-in/open?t=${token}`)).status, 200)
      }
      const form = await scanner.open(`${base}/review/sign-in`)
      const csrf = /name="csrf" value="([^"]+)"/.exec(form.html)?.[1] ?? ''
      const fields = { csrf, t: token }
      const forged = await ask(app(), 'POST', '/review/sign-in/open', { cookie: scanner.cookies(base), fields })
      assert.equal(forged.status, 403)
      const code = /<p class="code"[^>]*>([^<]+)</.exec((await scanner.open(linkTo(token))).html)?.[1] ?? ''
      const entered = await browser.submit(sent, '/review/sign-in/code', { code: code.toLowerCase() })
      assert.equal(headingOf(entered.html), 'Review queue')
    })

    it('the mail with a link to the console has a link that ends all sessions of the reviewer, by its button alone', async () => {
      const { browser, token } = await asked(app(), ann)
      const page = await browser.open(linkTo(token))
      await browser.submit(page, '/review/sign-in/open')
      const others = await asked(app(), bob)
      await others.browser.submit(await others.browser.open(linkTo(others.token)), '/review/sign-in/open')
      const unused = await asked(app(), ann)
      const sent: { to: string; text: string }[] = []
      const send = async (mail: { to: string; text: string }) => ({ where: String(sent.push(mail)) })
      const mailer = { ...app().platform.mailer, send }
      while ((await mailWorker.runOnce({ ...app().platform, mailer })) > 0);
      const mail = sent.findLast(({ to }) => to === ann)
      const path = /\/review\/not-me\?t=[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? ''
      assert.match(textOf((await ask(app(), 'GET', path)).html), new RegExp(`every session of ${ann}`))
      assert.equal((await browser.open(`${base}/review`)).url, `${base}/review`, 'opening it ends nothing')
      const fields = { t: path.slice(path.indexOf('=') + 1) }
      const elsewhere = { 'sec-fetch-site': 'cross-site' }
      assert.equal((await ask(app(), 'POST', '/review/not-me', { fields, headers: elsewhere })).status, 403)
      assert.equal((await ask(app(), 'POST', '/account/not-me', { fields })).status, 400, 'it is no link of an owner')
      const done = await ask(app(), 'POST', '/review/not-me', { fields })
      assert.equal(headingOf(done.html), 'All sessions have ended')
      assert.equal((await browser.open(`${base}/review`)).url, `${base}/review/sign-in`)
      assert.equal((await unused.browser.open(linkTo(unused.token))).status, 410)
      assert.equal((await others.browser.open(`${base}/review`)).url, `${base}/review`, 'another reviewer stays')
      assert.equal((await ask(app(), 'GET', '/review/not-me?t=x')).status, 400)
      app().clock.advance(limits.notMeLinkMs)
      assert.equal(headingOf((await ask(app(), 'GET', path)).html), 'This link has expired')
    })

    it('a link to the console is mailed only to reviewers, and the answer is the same for everybody', async () => {
      const owner = await app().account()
      const answers = []
      for (const email of [ann, owner.email, 'nobody@example.org']) {
        const { sent } = await asked(app(), email)
        answers.push([sent.status, headingOf(sent.html), textOf(sent.html)])
        assert.equal((await consoleTokens(app(), email)).length > 0, email === ann)
      }
      assert.deepEqual(answers[1], answers[0])
      assert.deepEqual(answers[2], answers[0])
    })

    it('a reviewer’s link opens no account, and an owner’s link no console; neither accepts the session of the other', async () => {
      const owner = await app().account()
      const { browser, token } = await asked(app(), bob)
      // Both sites know the browser by the same name, as after an attack with planted cookies.
      const known = /handbill-review-browser=([\w-]+)/.exec(browser.cookies(base))?.[1] ?? ''
      const cookie = `handbill-browser=${known}; handbill-review-browser=${known}`
      const csrf = app().platform.links.csrf(known)
      const there = await ask(app(), 'POST', '/account/sign-in/open', { cookie, fields: { csrf, t: token } })
      assert.equal(there.status, 410)
      const asking = { email: owner.email, browser: known, baseUrl: base, ip: '192.0.2.1', known: false }
      await app().platform.act('askSignIn', asking)
      const mails = await app()
        .platform.db.selectFrom('mail')
        .select('body')
        .where('recipient', '=', owner.email)
        .execute()
      const theirs = mails.flatMap(({ body }) => /sign-in\/open\?t=(\w+)/.exec(body)?.[1] ?? []).at(-1) ?? ''
      assert.notEqual(theirs, '')
      const here = await ask(app(), 'POST', '/review/sign-in/open', { cookie, fields: { csrf, t: theirs } })
      assert.equal(here.status, 410)

      const session = await sessionIn(app(), owner, 'email')
      const agent = await sessionIn(app(), owner, 'agent')
      for (const { value } of [session, agent]) {
        const answer = await ask(app(), 'GET', '/review', { cookie: `handbill-review=${value}` })
        assert.deepEqual([answer.status, answer.location], [303, '/review/sign-in'])
      }
      const reviewer = await reviewing(app(), bob)
      assert.equal((await ask(app(), 'GET', '/account', { cookie: `handbill-account=${reviewer.value}` })).status, 410)
      const link = { headers: { 'x-account-link': reviewer.value } }
      assert.equal((await app().call('GET', '/v1/manage/keys', link)).status, 410)
    })

    it('a link from the operator opens the console in any browser, once, only for one of REVIEWERS, and is logged', async () => {
      const { platform } = app()
      const asked = { email: ann.toUpperCase(), actor: 'operator' }
      const made = await reviewersLink(platform, asked)
      assert.deepEqual(
        [made.reviewer, made.role, made.link.split('?')[0]],
        [ann, 'reviewer', `${base}/review/sign-in/open`],
      )
      assert.equal(Date.parse(made.expires_at), app().clock.now() + limits.signInLinkMs)
      const [browser, other] = [newBrowser(app()), newBrowser(app())]
      const page = await browser.open(made.link)
      assert.match(textOf(page.html), new RegExp(`Sign in as ${ann}`))
      const theirs = await other.open(made.link)
      assert.equal(headingOf((await browser.submit(page, '/review/sign-in/open')).html), 'Review queue')
      assert.equal((await other.submit(theirs, '/review/sign-in/open')).status, 410)
      await assert.rejects(reviewersLink(platform, { ...asked, email: 'eve@example.org' }), { code: 'not_found' })
      const late = await reviewersLink(platform, asked)
      app().clock.advance(limits.signInLinkMs)
      assert.equal((await other.open(late.link)).status, 410)
      const entries = await platform.db
        .selectFrom('decision_log')
        .select(['actor', 'subject'])
        .where('action', '=', 'reviewer-link')
        .execute()
      assert.deepEqual(entries, Array(2).fill({ actor: 'operator', subject: ann }))
    })

    it('a session of the console is useless after signing out', async () => {
      const reviewer = await reviewing(app(), ann)
      assert.equal((await reviewer.get('/review')).status, 200)
      assert.equal((await reviewer.post('/review/sign-out')).location, '/review/sign-in')
      assert.equal((await reviewer.get('/review')).location, '/review/sign-in')
    })
  },
  reviewers,
)

it('a reviewer who is removed from REVIEWERS loses access at once, in every open session', async () => {
  const [database, clock] = [await freshDatabase('SQLite'), testClock()]
  const before = await startApp(database, { env: reviewers, clock })
  const { cookie } = await reviewing(before, ann)
  assert.equal((await ask(before, 'GET', '/review', { cookie })).status, 200)
  await before.close()
  const after = await startApp(database, { env: { REVIEWERS: bob }, clock })
  assert.equal((await ask(after, 'GET', '/review', { cookie })).location, '/review/sign-in')
  await after.close()
})
