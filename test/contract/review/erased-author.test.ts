// A ban works after the erasure of the account: three scams are found when their author has gone (contract.md §4, §11).
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { sha256 } from '../../../src/domain/ids.ts'
import { audit } from '../../../src/store/audit/audit.ts'
import { backup } from '../../../src/store/database/backup.ts'
import { restore } from '../../../src/store/database/restore.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { topUp } from '../../kit/top-up.ts'

const fingerprint = 'card of a cheat'
const day = 24 * 3_600_000
const scam = { actor: 'ann', reason: 'A trap.', action: 'remove', category: 'phishing', penalized: true } as const

onEveryDatabase('a ban after an erasure', ({ fresh }) => {
  const start = async (t: { after(run: () => unknown): void }) => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    return app
  }
  const author = async (app: TestApp) => {
    const owner = await app.account()
    await topUp(app.platform, { accountId: owner.accountId, fingerprint })
    return owner
  }
  const publish = async (app: TestApp, { key }: TestAccount) => {
    const times = { starts_at: '2027-10-06T14:00:00+02:00', ends_at: '2027-10-06T16:00:00+02:00' }
    const { json } = await app.call('POST', '/v1/posts', { key, body: eventBody(times) })
    await app.moderate()
    return json.id as string
  }
  const erase = async (app: TestApp, { accountId }: TestAccount) => {
    const eraseAt = app.clock.now() + limits.deletionMs
    await app.platform.act('requestDeletion', { accountId, eraseAt, link: 'http://events.test/keep' })
    app.clock.advance(limits.deletionMs)
    await sweep(app)
  }
  const sweep = (app: TestApp) => app.platform.act('sweep', { limit: 500 })
  const signUp = async (app: TestApp, email: string) => {
    const body = { name: 'Again', email, accept_terms: true }
    const { status, json } = await app.call('POST', '/v1/accounts', { body })
    return status === 201 ? 'taken' : json.code
  }
  const pay = async (app: TestApp) => {
    const { accountId } = await app.account({ balance: 0 })
    await topUp(app.platform, { accountId, fingerprint })
    return (await app.platform.db.selectFrom('payments').select('state').where('account_id', '=', accountId).execute())
      .map(({ state }) => state)
      .join()
  }
  const rowsOf = async (app: TestApp, table: 'events' | 'bans' | 'erased_hashes', { accountId }: TestAccount) =>
    app.platform.db.selectFrom(table).selectAll().where('account_id', '=', accountId).execute()
  const breaches = async ({ platform, clock }: TestApp) =>
    // No worker of mails and payments runs here.
    (await audit(platform.db, platform.dialect, clock.now())).breaches.filter(
      ({ rule }) => !['mail-is-sent', 'provider-is-asked-about-a-payment'].includes(rule),
    )

  test('three published scams that are removed after the erasure ban the address and the card for 180 days, and the books stay whole', async t => {
    const app = await start(t)
    const owner = await author(app)
    const posts = [await publish(app, owner), await publish(app, owner), await publish(app, owner)]
    await erase(app, owner)
    assert.equal(await signUp(app, owner.email), 'taken', 'nobody knows of the scams yet')
    for (const revisionId of posts) {
      app.clock.advance(1_000)
      await decideText(app.platform, { ...scam, revisionId })
    }
    const last = app.clock.now()
    assert.equal(await signUp(app, owner.email.toUpperCase()), 'banned')
    assert.equal(await pay(app), 'returning')
    const banned = await rowsOf(app, 'bans', owner)
    assert.deepEqual(banned.map(({ hash }) => hash).sort(), [sha256(owner.email), sha256(fingerprint)].sort())
    assert.deepEqual(await rowsOf(app, 'events', owner), [])
    const penalties = app.platform.db.selectFrom('ledger').selectAll().where('account_id', '=', owner.accountId)
    assert.deepEqual(await penalties.where('type', '=', 'penalty').execute(), [])
    assert.deepEqual(await breaches(app), [])

    const folder = mkdtempSync(join(tmpdir(), 'handbill-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'copy.db')
    await backup(app.databaseUrl, app.platform.dialect, file)
    await restore(await fresh(), app.platform.dialect, file, { replace: false, now: app.clock.now() })

    app.clock.advance(last + limits.bannedHashesKeptMs - 1 - app.clock.now())
    await sweep(app)
    assert.equal(await signUp(app, owner.email), 'banned')
    app.clock.advance(1)
    await sweep(app)
    assert.equal(await signUp(app, `second.${owner.email}`), 'taken')
    assert.equal(await signUp(app, owner.email), 'taken')
    assert.deepEqual(await breaches(app), [])
  })

  test('hashes are kept 180 days, and only of accounts that are banned, have strikes or have public posts', async t => {
    const app = await start(t)
    const [clean, deleted, live, struck] = [await author(app), await author(app), await author(app), await author(app)]
    for (const owner of [deleted, struck]) {
      const id = await publish(app, owner)
      if (owner === struck) await decideText(app.platform, { ...scam, revisionId: id })
      else await app.call('DELETE', `/v1/posts/${id}`, { key: owner.key })
    }
    await publish(app, live)
    for (const owner of [clean, deleted, live, struck]) await erase(app, owner)
    const kept = async () =>
      Promise.all([clean, deleted, live, struck].map(async owner => (await rowsOf(app, 'erased_hashes', owner)).length))
    assert.deepEqual(await kept(), [0, 0, 2, 2])
    app.clock.advance(limits.bannedHashesKeptMs - 8 * day)
    await sweep(app)
    assert.deepEqual(await kept(), [0, 0, 2, 2])
    app.clock.advance(8 * day)
    await sweep(app)
    assert.deepEqual(await kept(), [0, 0, 0, 0])
    assert.deepEqual(await breaches(app), [])
  })

  test('an account whose address is gone puts no hash of nothing on the ban list', async t => {
    const app = await start(t)
    const owner = await author(app)
    const posts = [await publish(app, owner), await publish(app, owner), await publish(app, owner)]
    await erase(app, owner)
    app.clock.advance(limits.bannedHashesKeptMs)
    await sweep(app)
    for (const revisionId of posts) await decideText(app.platform, { ...scam, revisionId })
    assert.deepEqual(await rowsOf(app, 'bans', owner), [])
    assert.deepEqual(await breaches(app), [])
  })
})
