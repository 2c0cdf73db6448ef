// In whose language a mail is: the owner's choice, the browser in which the owner signed in, the page of a stranger.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import PostalMime from 'postal-mime'
import { dayMs } from '../../src/contract/spans.ts'
import { acceptedLanguage } from '../../src/domain/languages/accepted.ts'
import { mailsTo, onPresentation, type TestAccount } from '../harness.ts'
import { linkIn } from '../http/owner/member-links.ts'
import { ask, sessionIn } from '../http/owner/owner-site.ts'
import { type PublishingSites, startPublishingSites } from '../http/pages/published.ts'
import { dismissOpen } from '../kit/dismiss-reports.ts'
import { smtpServer } from '../kit/smtp-server.ts'

test('a language is found by weight, by its first part, and never among those that nobody speaks', () => {
  const tags = ['de', 'en', 'es', 'fr', 'pt-PT']
  for (const [header, language] of [
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['nl, fr;q=0.4, es;q=0.5', 'es'],
    ['pt-BR', 'pt-PT'],
    ['EN-us', 'en'],
    ['de;q=0, fr', 'fr'],
    ['fr;q=wrong, es', 'es'],
    ['*', null],
    ['', null],
    ['nl', null],
    [undefined, null],
    [`${'nl,'.repeat(1000)}de`, null],
  ] as const)
    assert.equal(acceptedLanguage(header, tags), language, header)
})

onPresentation('the language of mails', ({ fresh }) => {
  let app: PublishingSites
  let smtp: Awaited<ReturnType<typeof smtpServer>>
  before(async () => {
    smtp = await smtpServer()
    // One site, which every host leads to.
    const env = { SITES: 'classifieds=http://events.test', MAIL_URL: smtp.url, MAIL_FROM: 'Post <post@events.test>' }
    app = await startPublishingSites(await fresh(), env)
  })
  after(async () => {
    await app?.close()
    await smtp?.close()
  })

  let people = 0
  const address = () => `reader${people++}.${process.pid}@example.org`
  const languageOf = async ({ accountId }: Pick<TestAccount, 'accountId'>) => {
    const accounts = app.platform.db.selectFrom('accounts').select('language').where('id', '=', accountId)
    return (await accounts.executeTakeFirstOrThrow()).language
  }
  const lastTo = async (email: string) => {
    const last = (await mailsTo(app, { email })).at(-1)
    app.clock.advance(1_000)
    return last
  }
  const signUp = (more: object) =>
    app.call('POST', '/v1/accounts', { body: { name: 'Ada', email: address(), accept_terms: true, ...more } })

  test('a sign-up can name the language; one that is not spoken is English, and what is no language is refused', async () => {
    const made = async (language: string) => {
      const { status, json } = await signUp({ language })
      assert.equal(status, 201)
      return { accountId: json.account_id as string }
    }
    const german = await made('de-AT')
    assert.equal(await languageOf(german), 'de')
    assert.equal(await languageOf(await made('sv')), null)
    assert.equal((await signUp({ language: 'not a language' })).status, 400)
    const session = await sessionIn(app, german, 'agent')
    await session.post('/account/verification', {}, { 'accept-language': 'fr' })
    const { recipient } = await app.platform.db
      .selectFrom('mail')
      .select('recipient')
      .where('account_id', '=', german.accountId)
      .executeTakeFirstOrThrow()
    assert.match((await lastTo(recipient))?.subject ?? '', /^Bestätigen Sie Ihre E-Mail-Adresse/)
    await app.sendMail()
    const sent = smtp.received.find(({ to }) => to.includes(recipient))
    const { headers } = await PostalMime.parse(sent!.raw)
    assert.equal(headers.find(({ key }) => key === 'content-language')?.value, 'de')
  })

  test('signing in on a page teaches the language of the browser once, and a member does not choose for the owner', async () => {
    const owner = await app.account()
    const signIn = async (email: string, language: string) => {
      const headers = { 'accept-language': language }
      const asked = { email, browser: 'b'.repeat(32), baseUrl: 'http://events.test', ip: email, known: false, language }
      app.clock.advance(1_000)
      await app.platform.act('askSignIn', asked)
      const t = await linkIn(app, email, 'sign-in/open')
      const cookie = `handbill-browser=${asked.browser}`
      const csrf = app.platform.links.csrf(asked.browser)
      const opened = await ask(app, 'POST', '/account/sign-in/open', { cookie, fields: { csrf, t }, headers })
      assert.equal(opened.status, 303)
    }
    const session = await sessionIn(app, owner, 'email')
    const email = address()
    await session.post('/account/members/invite', { email, role: 'manager' })
    await ask(app, 'POST', '/account/invitation', { fields: { t: await linkIn(app, email, 'invitation') } })
    await signIn(email, 'es')
    assert.equal(await languageOf(owner), null)
    await signIn(owner.email, 'fr')
    assert.equal(await languageOf(owner), 'fr')
    assert.equal((await mailsTo(app, owner)).at(-1)?.subject, 'Votre lien de connexion')
    await signIn(owner.email, 'es')
    assert.equal(await languageOf(owner), 'fr')
    app.clock.advance(1_000)
    await app.platform.act('setAutoRecharge', { accountId: owner.accountId, site: 'events', enabled: true })
    assert.match((await lastTo(owner.email))?.body ?? '', /La carte enregistrée|la carte enregistrée/)
  })

  test('an owner chooses the language on the account page, which the activity shows; an account link and a wrong one change nothing', async () => {
    const owner = await app.account()
    const session = await sessionIn(app, owner, 'email')
    const page = await session.get('/account/profile')
    assert.match(page.html, /<option value="en" lang="en" selected>English<\/option>/)
    assert.match(page.html, /<option value="de" lang="de">Deutsch<\/option>/)
    const link = await sessionIn(app, owner, 'agent')
    assert.equal((await link.post('/account/profile/language', { language: 'de' })).status, 403)
    for (const language of ['xx', '', 'de"><script>'])
      assert.equal((await session.post('/account/profile/language', { language })).status, 400)
    assert.equal(await languageOf(owner), null)
    assert.equal((await session.post('/account/profile/language', { language: 'de' })).status, 303)
    assert.equal(await languageOf(owner), 'de')
    const { html } = await session.get('/account/activity')
    assert.match(html, /changed the language of mails from en to de/)
    const by = { handle: owner.handle, actor: 'operator', reason: 'Words of a person, as they are.' }
    app.clock.advance(1_000)
    await app.platform.act('setSuspended', { ...by, suspended: true })
    const mail = await lastTo(owner.email)
    assert.equal(mail?.subject, `Das Konto @${owner.handle} ist gesperrt`)
    assert.match(mail?.body ?? '', /^> Words of a person, as they are\.$/m)
    assert.deepEqual([mail?.language, /<html lang="(\w+)"/.exec(mail?.html ?? '')?.[1]], ['de', 'de'])
  })

  test('a reporter is written to in the language of the page, days later too, and over the API in that of the request', async () => {
    const id = await app.publish('classifieds')
    const form = (path: string, email: string, headers = {}) =>
      app.app.http.inject({
        ...{ method: 'POST', url: `${path}/p/${id}/report` },
        payload: new URLSearchParams({ reason: 'other', email }).toString(),
        headers: {
          ...{ host: 'events.test', origin: 'http://events.test', ...headers },
          'content-type': 'application/x-www-form-urlencoded',
        },
      })
    const [german, english, spanish] = [address(), address(), address()]
    assert.ok((await form('/de', german)).statusCode < 400)
    assert.ok((await form('', english, { 'accept-language': 'de' })).statusCode < 400)
    const body = { post_id: id, reason: 'other', email: spanish }
    assert.equal((await app.call('POST', '/v1/reports', { body, headers: { 'accept-language': 'es-MX' } })).status, 202)
    assert.equal((await lastTo(german))?.subject, 'Ihre Meldung ist eingegangen')
    assert.equal((await lastTo(english))?.subject, 'Your report has arrived')
    assert.equal((await lastTo(spanish))?.subject, 'Su denuncia ha llegado')
    app.clock.advance(dayMs)
    await dismissOpen(app.platform, { actor: 'ann', reason: 'It stays.', postId: id })
    const decided = await lastTo(german)
    assert.equal(decided?.subject, 'Was aus Ihrer Meldung geworden ist')
    assert.match(decided?.body ?? '', /^> It stays\.$/m)
    assert.match((await lastTo(spanish))?.subject ?? '', /^El resultado/)
  })

  test('a reader of the relay gets code and answer in the language of the page, and the author the message in the own', async () => {
    const host = 'events.test'
    const id = await app.publish('classifieds')
    await app.platform.act('changeLanguage', { accountId: app.author.accountId, language: 'es' })
    const message = 'Is the desk still there? I could fetch it on Saturday morning.'
    const email = address()
    const post = (fields: Record<string, string>) =>
      app.app.http.inject({
        ...{ method: 'POST', url: `/fr/p/${id}/answer`, payload: new URLSearchParams(fields).toString() },
        headers: { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' },
      })
    await post({ message, email })
    const code = /^(\w{8}) est votre code pour Petites annonces$/.exec((await lastTo(email))?.subject ?? '')?.[1] ?? ''
    assert.equal((await post({ message, email, code })).statusCode, 200)
    assert.equal((await lastTo(app.author.email))?.subject, 'Una respuesta a su anuncio en Anuncios')
    const { json } = await app.call('GET', '/v1/relay/messages', { host, key: app.author.key })
    const reply = `/v1/relay/messages/${json.items[0].id}/reply`
    const body = { message: 'Yes, it is. Saturday at ten suits me well.' }
    assert.equal((await app.call('POST', reply, { host, key: app.author.key, body })).status, 200)
    assert.match((await lastTo(email))?.subject ?? '', /^Une réponse au sujet d’une annonce/)
    await app.platform.act('changeLanguage', { accountId: app.author.accountId, language: 'en' })
  })
})
