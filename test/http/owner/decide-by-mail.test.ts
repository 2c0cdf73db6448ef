// Deciding on a text by the link of the mail alone: one page, no sign-in, only the texts of the link, only by who may approve.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { headingOf, textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import { tokenToDecide } from '../../../src/usecases/posts/decide-by-mail.ts'
import * as mailWorker from '../../../src/workers/mail.ts'
import * as sweep from '../../../src/workers/sweep.ts'
import { eventBody, type TestAccount, type TestApp, withApp, withPresentation } from '../../harness.ts'
import { setKeyLimits } from '../../kit/key-controls.ts'
import { ask, sessionIn } from './owner-site.ts'

const path = '/account/decide'

/** An account whose key asks first. */
async function careful(app: TestApp, options: Parameters<TestApp['account']>[0] = {}) {
  const owner = await app.account(options)
  await setKeyLimits(app, owner, { ask_first: true, name: 'careful agent' })
  return owner
}

const send = async (app: TestApp, { key }: TestAccount, title: string) => {
  const { status, json } = await app.call('POST', '/v1/posts', { key, body: eventBody({ title }) })
  assert.equal(status, 202)
  return json.id as string
}

const fieldsOn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, k, v]) => [k, v]),
  )
const open = (app: TestApp, token: string) => ask(app, 'GET', `${path}?t=${token}`)
const answer = (app: TestApp, fields: object) => ask(app, 'POST', path, { fields: fields as Record<string, string> })
const tokenFor = (app: TestApp, { accountId, email }: Pick<TestAccount, 'accountId' | 'email'>) =>
  tokenToDecide(app.platform, accountId, email)
const stateOf = async (app: TestApp, { key }: TestAccount, id: string) =>
  (await app.call('GET', `/v1/posts/${id}`, { key })).json.status

withPresentation('deciding by the link of a mail', app => {
  it('the mail about a text leads to a page with the text, its price and its agent; its buttons decide without a session', async () => {
    const owner = await careful(app())
    const id = await send(app(), owner, 'Evening of the mailed link')
    const sent: { to: string; text: string; html: string }[] = []
    const mailer = {
      ...app().platform.mailer,
      send: async (mail: (typeof sent)[number]) => ({ where: String(sent.push(mail)) }),
    }
    while ((await mailWorker.runOnce({ ...app().platform, mailer })) > 0);
    const mail = sent.find(({ to, text }) => to === owner.email && text.includes(path))
    const token = new RegExp(`${path}\\?t=([\\w.-]+)`).exec(mail?.text ?? '')?.[1] ?? ''
    assert.ok(mail?.html.includes(token))
    assert.doesNotMatch(mail?.text ?? '', /Evening of the mailed link|WHEN-SENT/)
    for (const method of ['HEAD', 'GET', 'GET']) {
      const page = await ask(app(), method, `${path}?t=${token}`)
      assert.deepEqual([page.status, page.headers.getSetCookie()], [200, []])
    }
    assert.equal(await stateOf(app(), owner, id), 'awaiting_owner', 'opening it decides nothing')
    const page = await open(app(), token)
    assert.match(textOf(page.html), /Evening of the mailed link A new event, \$1\.00\. From the key careful agent/)
    assert.match(textOf(page.html), /Saturday 6 March 2027|6 March 2027/)
    assert.doesNotMatch(page.html, /<script/)
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
    const done = await answer(app(), { ...fieldsOn(page.html), answer: 'approve' })
    assert.equal(done.status, 303)
    assert.doesNotMatch(done.headers.getSetCookie().join(), /handbill-account/)
    assert.equal(await stateOf(app(), owner, id), 'queued')
    await app().moderate()
    const after = await open(app(), token)
    assert.deepEqual([after.status, headingOf(after.html)], [200, 'Approved'])
    assert.match(textOf(after.html), /Evening of the mailed link/)
    const session = await sessionIn(app(), owner, 'email')
    const activity = textOf((await session.get('/account/activity')).html)
    assert.match(activity, new RegExp(`${owner.email} approved the text ${id}`))
  })

  it('a link names the texts that waited when its mail was sent, and shows what became of each', async () => {
    const owner = await careful(app())
    const ids = [await send(app(), owner, 'First of two'), await send(app(), owner, 'Second of two')] as const
    const token = await tokenFor(app(), owner)
    const later = await send(app(), owner, 'Later than the mail')
    const page = await open(app(), token)
    assert.match(textOf(page.html), /2 texts wait.*First of two/)
    assert.doesNotMatch(page.html, /Later than the mail/)
    const fields = fieldsOn(page.html)
    assert.equal((await answer(app(), { ...fields, text: later, answer: 'approve' })).status, 303)
    assert.equal((await answer(app(), { ...fields, text: later, answer: 'refuse' })).status, 303)
    assert.equal(await stateOf(app(), owner, later), 'awaiting_owner')
    await answer(app(), { ...fields, answer: 'refuse', reason: 'Not this one.' })
    const next = await open(app(), token)
    assert.match(textOf(next.html), /A text waits.*Second of two/)
    await app().call('DELETE', `/v1/posts/${ids[1]}`, { key: owner.key })
    const end = await open(app(), token)
    assert.match(
      textOf(end.html),
      /Nothing of this waits any more.*First of two Refused\..*Second of two Taken back\..*1 more waits/,
    )
    assert.deepEqual(
      [await stateOf(app(), owner, ids[0]), await stateOf(app(), owner, later)],
      ['cancelled', 'awaiting_owner'],
    )
  })

  it('what was decided elsewhere, changed, is too dear or too old has a page of its own, and nothing is charged', async () => {
    const owner = await careful(app(), { balance: 0 })
    const id = await send(app(), owner, 'Too dear for now')
    const token = await tokenFor(app(), owner)
    const page = await open(app(), token)
    assert.match(textOf(page.html), /The balance is \$0\.00, and that is too little\. Top up first/)
    const poor = await answer(app(), { ...fieldsOn(page.html), answer: 'approve' })
    assert.equal(poor.status, 402)
    assert.match(
      textOf(poor.html),
      /Not approved, and nothing was charged\..*Top up, then approve it\..*Too dear for now/,
    )
    await app().platform.act('creditAccount', {
      handle: owner.handle,
      actor: 't',
      reason: 't',
      amountMicros: 5_000_000,
    })
    const other = await answer(app(), { ...fieldsOn(page.html), seen: 'another text', answer: 'approve' })
    assert.deepEqual([other.status, /Look at it once more/.test(textOf(other.html))], [409, true])
    const long = await answer(app(), { ...fieldsOn(page.html), reason: 'x'.repeat(501), answer: 'refuse' })
    assert.equal(long.status, 400)
    assert.equal(await stateOf(app(), owner, id), 'awaiting_owner')
    const old = await tokenFor(app(), owner)
    app().clock.advance(limits.approvalMs)
    await sweep.runOnce(app().platform)
    assert.equal(headingOf((await open(app(), await tokenFor(app(), owner))).html), 'Nothing of this waits any more')
    const over = await open(app(), old)
    assert.deepEqual([over.status, headingOf(over.html)], [410, 'This link has expired'])
    assert.equal((await answer(app(), { ...fieldsOn(page.html), answer: 'approve' })).status, 410)
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).json.balance, 5_000_000)
  })

  it('a text that was dropped, or decided by another, says so on the page of its link', async () => {
    const owner = await careful(app())
    const dropped = await send(app(), owner, 'Nobody looked at it')
    app().clock.advance(1_000)
    await send(app(), owner, 'A moment later')
    app().clock.advance(limits.approvalMs - 1_000)
    const token = await tokenFor(app(), owner)
    await sweep.runOnce(app().platform)
    assert.equal(await stateOf(app(), owner, dropped), 'cancelled')
    await app().platform.act('refuseText', {
      accountId: owner.accountId,
      revisionId: await waitingId(app(), owner),
      reason: null,
    })
    const page = await open(app(), token)
    assert.match(
      textOf(page.html),
      /Nobody looked at it Dropped\. Nobody decided on it within 7 days\..*A moment later Refused\./,
    )
  })

  it('the link ends with the right of its reader to approve, and works for no other account, address or link', async () => {
    const [owner, thief] = [await careful(app()), await careful(app())]
    const id = await send(app(), owner, 'Whose link is it')
    const theirs = await send(app(), thief, 'Of another account')
    const [mine, other] = [await tokenFor(app(), owner), await tokenFor(app(), thief)]
    const fields = fieldsOn((await open(app(), mine)).html)
    // With the token of another account, a text of this one is not found.
    assert.equal((await answer(app(), { ...fields, t: other, answer: 'approve' })).status, 303)
    // A form of another site, a changed token, and links of other kinds.
    const cross = { 'sec-fetch-site': 'cross-site' }
    assert.equal(
      (
        await ask(app(), 'POST', path, {
          fields: { ...fields, answer: 'approve' } as Record<string, string>,
          headers: cross,
        })
      ).status,
      403,
    )
    const { links, now } = app().platform
    const person = { member: null, address: owner.email }
    const forged = links.sign(
      { account: owner.accountId, grade: 'decide', person: { member: null, address: thief.email }, texts: [id] },
      now(),
    )
    const foreign = links.sign({ account: owner.accountId, grade: 'decide', person, texts: [theirs] }, now())
    const wrong: [string, number][] = [
      [`${mine.slice(0, -2)}xx`, 400],
      ['', 400],
      [links.sign({ account: owner.accountId, grade: 'not-me' }, now()), 400],
      [links.sign({ account: owner.accountId, grade: 'agent' }, now()), 400],
      [forged, 403],
    ]
    for (const [token, status] of wrong) {
      assert.equal((await open(app(), token)).status, status)
      assert.equal((await answer(app(), { ...fields, t: token, answer: 'approve' })).status, status)
    }
    assert.doesNotMatch((await open(app(), foreign)).html, /Of another account/)
    assert.equal((await answer(app(), { ...fields, t: foreign, text: theirs, answer: 'approve' })).status, 303)
    for (const grade of ['not-me', 'keep'] as const)
      assert.equal((await ask(app(), 'GET', `/account/${grade}?t=${mine}`)).status, 400)
    assert.equal((await ask(app(), 'GET', `/account?t=${mine}`)).status, 400)
    assert.deepEqual(
      [await stateOf(app(), owner, id), await stateOf(app(), thief, theirs)],
      ['awaiting_owner', 'awaiting_owner'],
    )
  })
})

withApp('deciding by the link of a mail, at the same time and by members', app => {
  it('a text is bought once however often and by whomever its link is used', async () => {
    const owner = await careful(app(), { balance: 5_000_000 })
    await send(app(), owner, 'Bought once')
    const token = await tokenFor(app(), owner)
    const fields = { ...fieldsOn((await open(app(), token)).html), answer: 'approve' }
    await Promise.all([1, 2, 3, 4].map(() => answer(app(), fields)))
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).json.balance, 4_000_000)
    assert.equal((await answer(app(), fields)).status, 303)
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).json.balance, 4_000_000)
  })

  it('managers decide by their own link until their role or their seat is gone; bookkeepers get none that works', async () => {
    const owner = await careful(app())
    const email = `manager.${process.pid}@example.org`
    await app().platform.act('inviteMember', {
      accountId: owner.accountId,
      email,
      role: 'manager',
      baseUrl: 'http://events.test',
    } as never)
    const { db } = app().platform
    const invited = await db.selectFrom('mail').select('body').where('recipient', '=', email).executeTakeFirstOrThrow()
    await app().platform.act('acceptInvitation', { token: /invitation\?t=(\w+)/.exec(invited.body)?.[1] ?? '' })
    const { id: memberId } = await db
      .selectFrom('members')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const text = await send(app(), owner, 'For the manager')
    const token = await tokenToDecide(app().platform, owner.accountId, email)
    const page = await open(app(), token)
    assert.equal(page.status, 200)
    const fields = { ...fieldsOn(page.html), answer: 'approve' }
    const of = { accountId: owner.accountId, memberId }
    await app().platform.act('changeMember', { ...of, role: 'bookkeeper' })
    assert.deepEqual([(await open(app(), token)).status, (await answer(app(), fields)).status], [403, 403])
    await app().platform.act('changeMember', { ...of, role: 'manager' })
    await answer(app(), { ...fields, answer: 'refuse' })
    assert.equal(await stateOf(app(), owner, text), 'cancelled')
    const next = await send(app(), owner, 'After the manager has left')
    const last = await tokenToDecide(app().platform, owner.accountId, email)
    await app().platform.act('removeMember', { ...of, leaves: false })
    assert.equal((await open(app(), last)).status, 403)
    assert.equal(await stateOf(app(), owner, next), 'awaiting_owner')
  })
})

async function waitingId({ platform: { db } }: TestApp, { accountId }: TestAccount): Promise<string> {
  const row = await db
    .selectFrom('revisions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'awaiting_owner')
    .executeTakeFirstOrThrow()
  return row.id
}
