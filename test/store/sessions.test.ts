// The store of sessions and sign-in links: the promise of each function, on every database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateAccount } from '../../src/store/accounts/accounts.ts'
import * as sessions from '../../src/store/accounts/sessions.ts'
import { now, withStore } from './rows.ts'

withStore('the store of sessions', store => {
  let made = 0
  const session = (of: { account_id: string } | { reviewer: string }, change: Partial<sessions.SessionRow> = {}) => {
    const id = `ses_${String(made++).padStart(3, '0')}`
    const row = { id, account_id: null, reviewer: null, hash: `hash of ${id}`, browser: 'b', created_at: now }
    return { ...row, expires_at: now + 10, link_made_at: null, handed_from: null, member_id: null, ...of, ...change }
  }
  const open = async (of: Parameters<typeof session>[0], change: Partial<sessions.SessionRow> = {}) => {
    const row = session(of, change)
    await sessions.insertSession(store().db, row)
    return row
  }
  const link = (browser: string, change: Partial<sessions.SignInRow> = {}) => {
    const id = `sgn_${made++}`
    return { id, browser, token: `token of ${id}`, code: 'c', created_at: now, expires_at: now + 10, ...change }
  }
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

  test('the store finds a session by its hash, and lists the open ones of an account, newest first', async () => {
    const { db, account } = store()
    const owner = await account()
    const old = await open({ account_id: owner })
    const young = await open({ account_id: owner }, { created_at: now + 1, expires_at: now + 20 })
    await open({ account_id: await account() })
    await open({ reviewer: 'ann@example.org' })
    assert.deepEqual(await sessions.sessionByHash(db, old.hash), old)
    assert.equal(await sessions.sessionByHash(db, 'no hash'), undefined)
    assert.deepEqual(ids(await sessions.sessionsOf(db, owner, now + 9)), [young.id, old.id])
    assert.deepEqual(ids(await sessions.sessionsOf(db, owner, now + 10)), [young.id])
    await assert.rejects(open({ account_id: owner }, { hash: old.hash }), /unique/i)
    await assert.rejects(open({ account_id: owner, reviewer: 'both@example.org' }), /check/i)
  })

  test('the store ends a session only for its own account or reviewer', async () => {
    const { db, account } = store()
    const [owner, other] = [await account(), await account()]
    const ofOwner = await open({ account_id: owner })
    const ofReviewer = await open({ reviewer: 'ann@example.org' })
    const end = ({ id }: sessions.SessionRow, account_id: string | null, reviewer: string | null) =>
      sessions.deleteSession(db, { id, account_id, reviewer })
    const isOpen = async ({ hash }: sessions.SessionRow) => (await sessions.sessionByHash(db, hash)) !== undefined
    await end(ofOwner, other, null)
    await end(ofOwner, null, 'ann@example.org')
    await end(ofReviewer, owner, null)
    await end(ofReviewer, null, 'bob@example.org')
    assert.deepEqual([await isOpen(ofOwner), await isOpen(ofReviewer)], [true, true])
    await end(ofOwner, owner, null)
    await end(ofReviewer, null, 'ann@example.org')
    assert.deepEqual([await isOpen(ofOwner), await isOpen(ofReviewer)], [false, false])
  })

  test('the store ends one session of an account, or all of them with its links', async () => {
    const { db, account } = store()
    const [owner, other] = [await account(), await account()]
    for (const id of [owner, other]) await updateAccount(db, id, { email_verified: 1 })
    const [one] = [
      await open({ account_id: owner }),
      await open({ account_id: owner }),
      await open({ account_id: other }),
    ]
    const asked = link('browser of all')
    await sessions.insertSignIn(db, `${owner}@example.org`, asked)
    assert.equal(await sessions.deleteSessions(db, other, { id: one.id }), 0)
    assert.equal(await sessions.deleteSessions(db, owner, { id: one.id }), 1)
    assert.ok(await sessions.signInByToken(db, asked.token, now), 'one session takes no link with it')
    assert.equal(await sessions.deleteSessions(db, owner), 1)
    assert.equal(await sessions.signInByToken(db, asked.token, now), undefined)
    assert.equal((await sessions.sessionsOf(db, other, now)).length, 1)
  })

  test('the store keeps a link for the account that has verified the address, else for nobody', async () => {
    const { db, account } = store()
    const owner = await account()
    const asked = async (emailKey: string) => {
      const row = link('browser of links')
      await sessions.insertSignIn(db, emailKey, row)
      return sessions.signInByToken(db, row.token, now)
    }
    assert.equal((await asked(`${owner}@example.org`))?.account_id, null, 'the address is not verified')
    await updateAccount(db, owner, { email_verified: 1 })
    const found = await asked(`${owner}@example.org`)
    assert.deepEqual([found?.account_id, found?.reviewer, found?.tries], [owner, null, 0])
    assert.equal((await asked('nobody@example.org'))?.account_id, null)
    for (const reviewer of ['ann@example.org', null]) {
      const row = link('browser of reviewers')
      await sessions.insertReviewersSignIn(db, reviewer, row)
      assert.equal((await sessions.signInByToken(db, row.token, now))?.reviewer, reviewer)
    }
  })

  test('the store lets one of several requests use a link, until it expires', async () => {
    const { db, atOnce } = store()
    const row = link('browser of one')
    await sessions.insertSignIn(db, 'nobody@example.org', row)
    assert.ok(await sessions.signInByToken(db, row.token, now + 9))
    assert.equal(await sessions.signInByToken(db, row.token, now + 10), undefined)
    const taken = await atOnce(4, tx => sessions.takeSignIn(tx, row.id))
    assert.equal(taken.filter(Boolean).length, 1)
    assert.equal(await sessions.signInByToken(db, row.token, now), undefined)
  })

  test('the store counts each try of a code on every link of the browser, also of tries at once, and allows no more', async () => {
    const { db, atOnce } = store()
    const [one, two] = [link('guesser'), link('guesser', { expires_at: now + 5 })]
    for (const row of [one, two, link('another browser')]) await sessions.insertSignIn(db, 'x', row)
    assert.equal(await sessions.openSignIns(db, 'guesser', now, 3), 2)
    const tried = await atOnce(5, tx => sessions.tryCode(tx, 'guesser', now, 3))
    assert.deepEqual(tried.map(links => links.length).sort(), [0, 0, 2, 2, 2])
    assert.deepEqual(tried.flatMap(links => links.map(({ tries }) => tries)).sort(), [1, 1, 2, 2, 3, 3])
    assert.equal(await sessions.openSignIns(db, 'guesser', now, 3), 0)
    assert.deepEqual(ids(await sessions.tryCode(db, 'guesser', now + 5, 4)), [one.id], 'the other link has expired')
  })

  test('the store deletes sessions and links at the time of their expiry', async () => {
    const { db, account } = store()
    const ends = await open({ account_id: await account() }, { expires_at: now + 1_000 })
    const asked = link('old browser', { expires_at: now + 1_000 })
    await sessions.insertSignIn(db, 'x', asked)
    const left = async () => [
      await sessions.sessionByHash(db, ends.hash).then(Boolean),
      await sessions.signInByToken(db, asked.token, now).then(Boolean),
    ]
    await sessions.forgetSessions(db, now + 999)
    assert.deepEqual(await left(), [true, true])
    await sessions.forgetSessions(db, now + 1_000)
    assert.deepEqual(await left(), [false, false])
  })
})
