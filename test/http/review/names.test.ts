// Handles and names: refused or put before a person at sign-up, reported by readers, kept or reset by a reviewer.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { headingOf, textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import { nameSeen } from '../../../src/domain/review/name-findings.ts'
import { accountById } from '../../../src/store/accounts/accounts.ts'
import { nameCheck } from '../../../src/store/accounts/names.ts'
import { judgeChange } from '../../../src/usecases/accounts/judge-name.ts'
import { addEntries, checkedEntry, type GivenEntry } from '../../../src/usecases/review/list-entries.ts'
import { reviewQueue } from '../../../src/usecases/review/queue.ts'
import * as listsWorker from '../../../src/workers/lists.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { eventBody, mailsTo, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { ask } from '../owner/owner-site.ts'
import { ann, bob, reviewers, reviewing } from './review-site.ts'

onEveryDatabase('handles and names', ({ fresh }) => {
  let app: TestApp
  let author: TestAccount
  let anns: Awaited<ReturnType<typeof reviewing>>
  let bobs: typeof anns

  before(async () => {
    app = await startApp(await fresh(), { env: { ...reviewers, OPERATOR_NAME: 'Acme Boards' } })
    author = await app.account()
    anns = await reviewing(app, ann)
    bobs = await reviewing(app, bob)
  })
  after(() => app.close())

  let n = 0
  const signUp = (handle: string | undefined, name = 'Ada Example') => {
    const body = { name, email: `names${n++}@example.org`, accept_terms: true, ...(handle !== undefined && { handle }) }
    return app.call('POST', '/v1/accounts', { body })
  }
  const report = (handle: string, body: object) => app.call('POST', `/v1/handles/${handle}/reports`, { body })
  const item = (id: string) => `/review/items/name/${id}`
  const queued = async () => (await reviewQueue(app.platform)).items.filter(({ kind }) => kind === 'name')
  const seenAt = async (id: string) => {
    const { db } = app.platform
    const [check, account] = await Promise.all([nameCheck(db, id), accountById(db, id)])
    return check && account ? nameSeen(check, account) : ''
  }
  const decide = async (id: string, fields: Record<string, string>, by = anns) => {
    return by.post(item(id), { reason: '', seen: await seenAt(id), ...fields })
  }
  const due = async () => {
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }

  it('sign-up refuses names that pose or abuse, says what is wrong, and makes a neutral handle from a name that poses', async () => {
    for (const handle of ['handbill_team', 'acme_boards', 'adm1n', 'google', 'buycoke', 'killallimmigrants']) {
      const refused = await signUp(handle)
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid'], handle)
      assert.match(refused.json.errors[0], /^\/handle: is refused as [\w-]+: .*Choose another, or leave it out/)
    }
    assert.match((await signUp('ada_first', 'Kill all Jews')).json.errors[0], /^\/name: is refused as hate: /)
    const company = await signUp(undefined, 'Google')
    assert.equal(company.status, 201, company.text)
    assert.match(company.json.handle, /^agent_[a-z0-9]{8}$/)
    assert.equal((await signUp('jazz_club_graz')).json.handle, 'jazz_club_graz')
    assert.deepEqual(await queued(), [], 'none of these waits for a person')
  })

  it('the lists hold for handles and names, at sign-up and at a change: an entry refuses, has a person look, or only counts', async () => {
    const add = async (given: Omit<GivenEntry, 'category'>) => {
      const entries = [checkedEntry(app.platform, { category: 'scam', ...given })]
      const [seq] = await addEntries(app.platform, { entries, actor: 'operator' })
      return `LIST-${seq}`
    }
    const refuses = await add({ kind: 'phrase', value: 'golden goose', action: 'refuse' })
    const holds = await add({ kind: 'domain', value: 'silver-swan.example', action: 'hold' })
    await add({ kind: 'phrase', value: 'bronzebear', action: 'refuse' })
    const tried = await add({ kind: 'phrase', value: 'iron ibex', action: 'refuse', shadow: true })
    for (const handle of ['golden_goose', 'the_golden_goose', 'bronze_bear']) {
      const refused = await signUp(handle)
      assert.equal(refused.status, 400, handle)
      assert.match(refused.json.errors[0], /^\/handle: is refused as scam: It has something of a list .*\(LIST-\d+\)/)
    }
    const named = await signUp('ada_second', 'Golden G00se')
    assert.ok(
      named.json.errors[0].includes(
        `/name: is refused as scam: It has something of a list of this platform (${refuses})`,
      ),
    )
    assert.equal((await signUp('golden_hen')).status, 201)
    assert.equal((await signUp('iron_ibex')).status, 201)
    assert.deepEqual(await queued(), [])
    const held = await signUp('ada_third', 'silver-swan.example')
    assert.equal(held.status, 201)
    const [waiting] = await queued()
    assert.deepEqual([waiting?.subject, waiting?.categories], [held.json.account_id, ['scam']])
    const page = await anns.get(item(held.json.account_id))
    assert.match(
      textOf(page.html),
      new RegExp(`name: scam at sign-up It has something of a list of this platform \\(${holds}\\)`),
    )
    const found = judgeChange(app.platform, 'events', { member: 'handle', text: 'golden_goose' })
    await assert.rejects(found, /is refused as scam/)
    await listsWorker.runOnce(app.platform)
    const { hits } = await app.platform.db
      .selectFrom('list_entries')
      .select('hits')
      .where('seq', '=', Number(tried.slice('LIST-'.length)))
      .executeTakeFirstOrThrow()
    assert.equal(hits, 1, 'an entry that is tried out counts')
    await decide(held.json.account_id, { action: 'keep-name' })
    await due()
  })

  it('a handle in doubt is accepted and put before a person, who keeps it', async () => {
    const made = await signUp('peer_support_graz')
    assert.equal(made.status, 201, made.text)
    const id = made.json.account_id as string
    const [waiting] = await queued()
    assert.deepEqual(
      [waiting?.subject, waiting?.categories, waiting?.handle, waiting?.excerpt],
      [id, ['impersonation'], 'peer_support_graz', '@peer_support_graz (Ada Example)'],
    )
    assert.match(
      textOf((await anns.get('/review?kind=name')).html),
      /Names of accounts 1 .*Name of an account: @peer_support/,
    )
    const page = await anns.get(item(id))
    assert.equal(headingOf(page.html), 'Name of an account')
    assert.match(
      textOf(page.html),
      /Ada Example \(not public\).*handle: impersonation.*a word in it by which platforms speak/,
    )
    assert.match(textOf(page.html), /a neutral handle, no penalty, no strike/)
    assert.equal((await decide(id, { action: 'publish' })).status, 400, 'it is no text')
    assert.equal((await decide(id, { action: 'keep-name' })).status, 303)
    await due()
    assert.deepEqual(await queued(), [])
    assert.match(textOf((await bobs.get(item(id))).html), /The handle was kept by ann@example.org at 2026/)
  })

  it('a report of a handle goes to a person once, and one that says nothing new after a decision is only counted', async () => {
    assert.equal((await report('nobody_has_it', { reason: 'hate' })).status, 404)
    assert.equal((await report('deleted', { reason: 'hate' })).status, 404)
    assert.equal((await report(author.handle, { reason: 'ugly' })).status, 400)
    const said = { reason: 'impersonation', details: 'It poses as our library.' }
    for (const counted of [undefined, undefined])
      assert.equal((await report(author.handle, said)).json.counted, counted)
    const check = await nameCheck(app.platform.db, author.accountId)
    assert.equal(check?.reports, 1, 'the repeated report is no second one')
    await anns.get(item(author.accountId))
    const before = await seenAt(author.accountId)
    await report(author.handle, { reason: 'impersonation', details: 'Now it has our logo too.' })
    assert.equal((await decide(author.accountId, { action: 'keep-name', seen: before })).status, 409)
    await anns.get(item(author.accountId))
    assert.equal((await decide(author.accountId, { action: 'keep-name' })).status, 303)
    await due()
    assert.equal((await report(author.handle, { reason: 'impersonation' })).json.counted, true)
    assert.deepEqual(await queued(), [])
    assert.equal((await report(author.handle, { reason: 'violence-threat' })).json.counted, undefined)
    assert.equal((await queued()).length, 1, 'a grave reason is always read')
  })

  it('a reset gives account and public posts a neutral handle, mails the owner, and keeps the old handle from everybody', async () => {
    const { handle: was, accountId, key } = author
    const post = (await app.call('POST', '/v1/posts', { key, body: eventBody() })).json.id as string
    await app.moderate()
    await anns.get(item(accountId))
    const reason = 'The library asked us.'
    assert.equal((await decide(accountId, { action: 'reset-name', category: 'nonsense' })).status, 400)
    assert.equal((await decide(accountId, { action: 'reset-name', category: 'impersonation', reason })).status, 303)
    await due()
    const account = (await app.call('GET', '/v1/account', { key })).json
    assert.match(account.handle, /^agent_[a-z0-9]{8}$/)
    assert.deepEqual([account.strikes, account.status], [0, 'active'])
    const shown = (await app.call('GET', `/v1/posts/${post}`)).json
    assert.equal(shown.author.handle, account.handle)
    assert.ok(!JSON.stringify(shown).includes(was))
    assert.ok(!(await app.call('GET', '/v1/posts')).text.includes(`"${was}"`))
    assert.equal((await ask(app, 'GET', `/by/${was}/`)).status, 404)
    assert.equal((await signUp(was)).json.code, 'handle_taken')
    const told = (await mailsTo(app, author)).find(({ subject }) => subject === `The handle @${was} was taken away`)
    assert.match(told?.body ?? '', new RegExp(`now\\s+@${account.handle}.*${reason}`, 's'))
    const [entry] = await app.platform.db
      .selectFrom('decision_log')
      .selectAll()
      .where('subject', '=', accountId)
      .where('action', '=', 'reset-name')
      .execute()
    assert.deepEqual([entry?.decider, entry?.actor, entry?.category], ['person', ann, 'impersonation'])
    assert.match(textOf((await anns.get('/review/decisions?what=names')).html), /reset name as impersonation/)
  })

  it('an owner who takes other names takes no report away, and a person decides on no names but those that were shown', async () => {
    const { accountId, handle } = await app.account()
    await report(handle, { reason: 'impersonation', details: 'It poses as our library.' })
    const shown = await seenAt(accountId)
    const found = {
      site: 'events',
      findings: [{ member: 'handle', category: 'hate', what: 'It is in doubt.' }],
    } as const
    const other = `other_${process.pid}`
    await app.platform.act('changeHandle', { accountId, handle: other, found })
    await anns.get(item(accountId))
    assert.equal((await decide(accountId, { action: 'reset-name', category: 'hate', seen: shown })).status, 409)
    const page = textOf((await anns.get(item(accountId))).html)
    for (const words of [`@${other}`, 'It is in doubt.', 'It poses as our library.'])
      assert.ok(page.includes(words), words)
    assert.equal((await decide(accountId, { action: 'keep-name' })).status, 303)
    await due()
  })

  it('readers report a handle from the page of its author, without a script', async () => {
    const { handle } = await app.account()
    const list = await ask(app, 'GET', `/by/${handle}/`)
    assert.match(list.html, new RegExp(`<a href="/by/${handle}/report" rel="nofollow">Report this handle</a>`))
    assert.equal(headingOf((await ask(app, 'GET', `/by/${handle}/report`)).html), `Report the handle @${handle}`)
    const send = (fields: Record<string, string>, headers = {}) =>
      ask(app, 'POST', `/by/${handle}/report`, { fields, headers })
    assert.equal((await send({ reason: '', details: 'x' })).status, 400)
    assert.equal((await send({ reason: 'hate' }, { 'sec-fetch-site': 'cross-site' })).status, 403)
    assert.deepEqual(await queued(), [])
    const sent = await send({ reason: 'hate', details: 'A slur of our town.' })
    assert.deepEqual([sent.status, headingOf(sent.html)], [200, 'Your report was received'])
    assert.equal((await queued()).length, 1)
    assert.equal((await ask(app, 'GET', '/by/No!/report')).status, 404)
  })
})
