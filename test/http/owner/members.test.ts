// Several people in one account: roles, invitations, the activity, and changes of address and handle.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { headingOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import { accountAreas, memberRoles, rolesFor } from '../../../src/contract/members.ts'
import { ownersRoutes } from '../../../src/http/owner/register-owner.ts'
import * as mailWorker from '../../../src/workers/mail.ts'
import { eventBody, mailsTo, type TestAccount, type TestApp, withApp } from '../../harness.ts'
import { openedSession } from '../../kit/key-controls.ts'
import { linkIn } from './member-links.ts'
import { ask, sessionIn } from './owner-site.ts'

let people = 0

/** Invites a new address to an account and accepts; returns a session of the member. */
async function joined(app: TestApp, owner: TestAccount, role: string) {
  const email = `member${people++}.${process.pid}@example.org`
  const session = await sessionIn(app, owner, 'email')
  assert.equal((await session.post('/account/members/invite', { email, role })).status, 303)
  const t = await linkIn(app, email, 'invitation')
  const accepted = await Promise.all([1, 2].map(() => ask(app, 'POST', '/account/invitation', { fields: { t } })))
  assert.deepEqual(accepted.map(({ status }) => status).sort(), [200, 410], 'an invitation works once')
  const browser = 'b'.repeat(32)
  await app.platform.act('askSignIn', { email, browser, baseUrl: 'http://events.test', ip: email, known: false })
  const token = await linkIn(app, email, 'sign-in/open')
  const opening = { as: 'owner', browser, browserName: 'A test', replaces: null } as const
  const opened = await app.platform.act('signInByLink', { token, ...opening })
  assert.ok(typeof opened !== 'string')
  const cookie = `handbill-account=${opened.value}`
  const csrf = app.platform.links.csrf(opened.value)
  return {
    email,
    cookie,
    get: (path: string) => ask(app, 'GET', path, { cookie }),
    post: (path: string, fields = {}) => ask(app, 'POST', path, { cookie, fields: { csrf, ...fields } }),
  }
}

withApp('the people of an account', app => {
  it('each role opens the pages of its areas and no other, and a removed person is out at once', async () => {
    const paths = accountAreas.flatMap(({ paths }) => paths)
    assert.equal(new Set(paths).size, paths.length)
    for (const { path } of ownersRoutes) assert.ok(paths.includes(path), `${path} has an area`)
    const owner = await app().account()
    for (const role of memberRoles) {
      const member = await joined(app(), owner, role)
      // These end the session or the account.
      const ends = ['/account/members/leave', '/account/sign-out', '/account/sessions/end', '/account/delete']
      for (const { method, path } of ownersRoutes.filter(each => !ends.includes(each.path))) {
        const at = path.replace(':id', 'p_00000000000000000000')
        const answer = method === 'GET' ? await member.get(at) : await member.post(at)
        const refused = headingOf(answer.html) === 'Your role does not allow this'
        assert.equal(refused, !rolesFor(path).includes(role), `${role} ${method} ${path}: ${answer.status}`)
      }
      const managed = await app().call('GET', '/v1/manage/keys', { headers: { cookie: member.cookie } })
      assert.equal(managed.status, role === 'bookkeeper' ? 403 : 200)
      const { id } = await app()
        .platform.db.selectFrom('members')
        .select('id')
        .where('email', '=', member.email)
        .executeTakeFirstOrThrow()
      const session = await sessionIn(app(), owner, 'email')
      assert.equal((await session.post('/account/members/remove', { member: id })).status, 303)
      assert.equal((await member.get('/account')).status, 410)
      const log = await session.get('/account/activity')
      for (const entry of [`invited ${member.email} as ${role}`, 'joined the account', `removed ${member.email}`])
        assert.ok(log.html.includes(entry), entry)
    }
  })

  it('an address moves once both mailboxes confirm, and the old one takes it back with what was added since', async () => {
    const owner = await app().account()
    const other = await app().account()
    app().clock.advance(1_000)
    const to = `new.${owner.email}`
    for (const account of [owner, other]) {
      const session = await sessionIn(app(), account, 'email')
      assert.equal((await session.post('/account/profile/address', { email: to })).status, 303)
    }
    const confirm = (t: string) => ask(app(), 'POST', '/account/new-address', { fields: { t } })
    const links = async ({ email }: TestAccount) => linkIn(app(), email, 'new-address')
    const toNew = (await mailsTo(app(), { email: to })).map(({ body }) => /new-address\?t=(\w+)/.exec(body)?.[1] ?? '')
    const all = await Promise.all([...(await Promise.all([owner, other].map(links))), ...toNew].map(confirm))
    assert.equal(all.filter(({ status }) => status === 409).length, 1, 'one of two accounts gets an address')
    const { db } = app().platform
    const verified = db.selectFrom('accounts').select(['id', 'email']).where('email_key', '=', to.toLowerCase())
    const [winner, ...more] = await verified.where('email_verified', '=', 1).execute()
    assert.equal(more.length, 0)
    const moved = [owner, other].find(({ accountId }) => accountId === winner?.id) as TestAccount
    const signUp = { name: 'Eve', email: moved.email, accept_terms: true }
    assert.equal((await app().call('POST', '/v1/accounts', { body: signUp })).json.code, 'email_taken')
    const since = await openedSession(app(), moved)
    app().clock.advance(1)
    const limitsOfKey = { daily_budget: null, monthly_budget: null, post_limit: null, sites: null, ask_first: false }
    const { apiKey } = await app().platform.act('createKey', { accountId: moved.accountId, name: 'x', ...limitsOfKey })
    const t = await linkIn(app(), moved.email, 'old-address')
    assert.equal((await ask(app(), 'POST', '/account/old-address', { fields: { t } })).status, 200)
    const cookie = `handbill-account=${since.value}`
    assert.equal((await ask(app(), 'GET', '/account', { cookie })).status, 410)
    assert.equal((await app().call('GET', '/v1/account', { key: apiKey })).status, 401)
    assert.equal((await app().call('GET', '/v1/account', { key: moved.key })).status, 200)
    assert.equal((await ask(app(), 'POST', '/account/old-address', { fields: { t } })).status, 410)
  })

  it('whoever was signed in with the old address of an account is out, and reaches no other account of the new person', async () => {
    const [moving, other] = [await app().account(), await app().account()]
    const guest = await joined(app(), other, 'owner')
    const before = await sessionIn(app(), moving, 'email')
    app().clock.advance(1_000)
    assert.equal((await before.post('/account/profile/address', { email: guest.email })).status, 303)
    for (const email of [moving.email, guest.email]) {
      const t = await linkIn(app(), email, 'new-address')
      assert.equal((await ask(app(), 'POST', '/account/new-address', { fields: { t } })).status, 200)
    }
    assert.equal((await before.get('/account')).status, 410)
    assert.notEqual((await before.post('/account/choose', { account: other.accountId })).status, 303)
    assert.equal((await guest.get('/account')).status, 200, 'the session of the person of the address goes on')
    assert.ok((await guest.get('/account/choose')).html.includes(`@${moving.handle}`))
  })

  it('a handle changes once a month, its posts and its page follow, and nobody else gets the former one', async () => {
    const owner = await app().account()
    const { json: post } = await app().call('POST', '/v1/posts', { key: owner.key, body: eventBody() })
    await app().moderate()
    const session = await sessionIn(app(), owner, 'email')
    const handle = `moved_${process.pid}`
    assert.equal((await session.post('/account/profile/handle', { handle })).status, 303)
    assert.equal((await app().call('GET', `/v1/posts/${post.id}`)).json.author.handle, handle)
    const old = await app().call('GET', `/by/${owner.handle}/`)
    assert.deepEqual([old.status, old.headers.get('location')], [308, `/by/${handle}/`])
    assert.equal((await session.post('/account/profile/handle', { handle: owner.handle })).status, 429)
    const signUp = { name: 'Eve', email: `eve.${owner.email}`, handle: owner.handle, accept_terms: true }
    assert.equal((await app().call('POST', '/v1/accounts', { body: signUp })).json.code, 'handle_taken')
  })

  it('links that are too old or of another kind do nothing, and an account opens for its people alone', async () => {
    const [owner, second, stranger] = [await app().account(), await app().account(), await app().account()]
    const send = (path: string, t: string) => ask(app(), 'POST', `/account/${path}`, { fields: { t } })
    const session = await sessionIn(app(), owner, 'email')
    const late = `late${people++}.${process.pid}@example.org`
    await session.post('/account/members/invite', { email: late, role: 'owner' })
    await session.post('/account/profile/address', { email: `to.${late}` })
    const invitation = await linkIn(app(), late, 'invitation')
    const change = await linkIn(app(), owner.email, 'new-address')
    // No link opens what another kind of link is for.
    for (const [path, t] of [
      ['invitation', change],
      ['new-address', invitation],
      ['old-address', change],
      ['old-address', invitation],
    ] as const)
      assert.equal((await send(path, t)).status, 410, path)
    const member = await joined(app(), owner, 'manager')
    // The newest mail is found by its time.
    app().clock.advance(1_000)
    const again = await sessionIn(app(), second, 'email')
    await again.post('/account/members/invite', { email: member.email, role: 'owner' })
    assert.equal((await send('invitation', await linkIn(app(), member.email, 'invitation'))).status, 200)

    const choose = (account: string) => member.post('/account/choose', { account })
    const shown = (await member.get('/account/choose')).html
    assert.ok(shown.includes(owner.accountId) && shown.includes(second.accountId))
    assert.ok(!shown.includes(stranger.accountId))
    for (const foreign of [stranger.accountId, '', 'acct_00000000000000000000'])
      assert.equal((await choose(foreign)).status, 404, foreign)
    assert.ok((await member.get('/account')).html.includes(`@${owner.handle}`), 'the session stays')
    const chosen = await choose(second.accountId)
    assert.equal(chosen.status, 303)
    const cookie = /handbill-account=[^;]+/.exec(chosen.headers.get('set-cookie') ?? '')?.[0] ?? ''
    assert.ok((await ask(app(), 'GET', '/account', { cookie })).html.includes(`@${second.handle}`))
    assert.equal((await ask(app(), 'GET', '/account/members', { cookie })).status, 200, 'an owner there')
    assert.equal((await member.get('/account')).status, 410, 'the session before has ended')

    app().clock.advance(limits.invitationMs)
    assert.equal((await send('invitation', invitation)).status, 410)
    assert.equal((await send('new-address', change)).status, 410)
    const { db } = app().platform
    const stays = await db.selectFrom('accounts').select('email').where('id', '=', owner.accountId).execute()
    assert.deepEqual(stays, [{ email: owner.email }])
    assert.equal((await db.selectFrom('members').select('id').where('email', '=', late).execute()).length, 0)
  })

  it('"This was not me" of a member ends the sessions of that member alone', async () => {
    const owner = await app().account()
    const [one, other] = [await joined(app(), owner, 'manager'), await joined(app(), owner, 'bookkeeper')]
    const session = await sessionIn(app(), owner, 'email')
    const sent: { to: string; text: string }[] = []
    const send = async (mail: { to: string; text: string }) => ({ where: String(sent.push(mail)) })
    const { platform } = app()
    while ((await mailWorker.runOnce({ ...platform, mailer: { ...platform.mailer, send } })) > 0);
    const mail = sent.find(({ to, text }) => to === one.email && text.includes('not-me'))
    const t = /\/account\/not-me\?t=([\w.-]+)/.exec(mail?.text ?? '')?.[1]
    assert.ok(t)
    assert.equal((await ask(app(), 'POST', '/account/not-me', { fields: { t } })).status, 200)
    const statuses = [one, other, session].map(async each => (await each.get('/account')).status)
    assert.deepEqual(await Promise.all(statuses), [410, 200, 200])
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).status, 200)
  })

  it('a manager makes keys by the API, a bookkeeper does not, and neither gets more by it', async () => {
    const owner = await app().account()
    const [manager, bookkeeper] = [await joined(app(), owner, 'manager'), await joined(app(), owner, 'bookkeeper')]
    const make = ({ cookie }: { cookie: string }) =>
      app().call('POST', '/v1/manage/keys', { headers: { cookie, origin: 'http://events.test' }, body: { name: 'x' } })
    assert.equal((await make(manager)).status, 201)
    const refused = await make(bookkeeper)
    assert.deepEqual([refused.status, refused.json.code], [403, 'role_required'])
    for (const path of ['/account/members/invite', '/account/delete', '/account/profile/address', '/account/passkeys'])
      assert.equal((await manager.post(path, { email: 'eve@example.org', role: 'owner' })).status, 403, path)
  })

  it('one of two new handles is taken, a handle that poses is refused, and a raised role goes back', async () => {
    const owner = await app().account()
    const { db } = app().platform
    const member = await joined(app(), owner, 'bookkeeper')
    const session = await sessionIn(app(), owner, 'email')
    for (const [path, given] of [
      ['handle', { handle: 'handbill_support' }],
      ['name', { name: 'Kill all the jews' }],
    ] as const)
      assert.equal((await session.post(`/account/profile/${path}`, given)).status, 400, path)
    app().clock.advance(1_000)
    const handles = [1, 2].map(n => session.post('/account/profile/handle', { handle: `race${n}_${process.pid}` }))
    assert.deepEqual((await Promise.all(handles)).map(({ status }) => status).sort(), [303, 429])

    const to = `next.${owner.email}`
    await session.post('/account/profile/address', { email: to })
    for (const email of [owner.email, to]) {
      const t = await linkIn(app(), email, 'new-address')
      assert.equal((await ask(app(), 'POST', '/account/new-address', { fields: { t } })).status, 200)
    }
    const [{ id }] = (await db.selectFrom('members').select('id').where('email', '=', member.email).execute()) as [
      { id: string },
    ]
    const anew = await sessionIn(app(), owner, 'email')
    for (const role of ['manager', 'owner']) {
      app().clock.advance(1_000)
      assert.equal((await anew.post('/account/members/role', { member: id, role })).status, 303)
    }
    const t = await linkIn(app(), owner.email, 'old-address')
    assert.equal((await ask(app(), 'POST', '/account/old-address', { fields: { t } })).status, 200)
    assert.deepEqual(
      (await Promise.all([anew, member].map(each => each.get('/account')))).map(({ status }) => status),
      [410, 410],
    )
    const after = await db.selectFrom('members').select('role').where('id', '=', id).execute()
    assert.deepEqual(after, [{ role: 'bookkeeper' }])
  })
})
