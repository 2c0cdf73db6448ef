// The terms that an owner accepts before a top-up: with version and time, asked again when they change, and never in the way of what is paid.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { textOf } from '../../../demo/demo-browser.ts'
import { termsVersion } from '../../../src/usecases/accounts/terms.ts'
import { type TestAccount, type TestApp, withPresentation } from '../../harness.ts'
import { sessionIn } from './owner-site.ts'

const pays = { amount: '10000000', card: '4242424242424242' }
const box = /<input type="checkbox" name="terms" value="([0-9a-f]{64})" required/

const accepted = ({ platform }: TestApp, { accountId }: TestAccount) =>
  platform.db.selectFrom('accepted_terms').selectAll().where('account_id', '=', accountId).execute()

async function balanceOf(app: TestApp, { key }: TestAccount): Promise<number> {
  return (await app.call('GET', '/v1/account', { key })).json.balance
}

/** Gives the operator's terms another text, as a start with another file would. Returns the function that takes it back. */
function changeTerms({ platform }: TestApp): () => void {
  const before = platform.texts
  Object.assign(platform, { texts: { ...before, texts: { ...before.texts, terms: '# Terms\n\nOther ones.' } } })
  return () => Object.assign(platform, { texts: before })
}

withPresentation('the terms on the page of the account', app => {
  it('a top-up needs the terms ticked once, keeps what was typed without the tick, and stores version, time and session', async () => {
    const owner = await app().account({ balance: 0 })
    const agent = await sessionIn(app(), owner, 'agent')
    const { html } = await agent.get('/account')
    assert.match(textOf(html), /Abuse costs 10 times the price and a strike; 3 strikes end the account/)
    const version = box.exec(html)![1]!
    assert.equal(version, termsVersion(app().platform))
    for (const [terms, words] of [
      [undefined, /Tick this to accept the terms\. Nothing was charged/],
      ['f'.repeat(64), /The terms have changed/],
    ] as const) {
      const sent = { ...pays, amount: 'other', other: '12.50', nonce: 'n'.repeat(20), ...(terms && { terms }) }
      const refused = await agent.post('/account/top-up', sent)
      assert.equal(refused.status, 400)
      assert.match(textOf(refused.html), words)
      assert.match(
        refused.html,
        /name="terms" value="[0-9a-f]{64}" required aria-invalid="true" aria-describedby="terms-error"/,
      )
      assert.match(refused.html, /value="12\.50"/)
    }
    const noCard = await agent.post('/account/top-up', { ...pays, card: 'x', nonce: 'n'.repeat(20), terms: version })
    assert.match(noCard.html, /name="terms" value="[0-9a-f]{64}" required checked/, 'a tick is kept as typed')
    assert.deepEqual(await accepted(app(), owner), [])
    const payments = app().platform.db.selectFrom('payments').selectAll().where('account_id', '=', owner.accountId)
    assert.deepEqual(await payments.execute(), [])

    const now = app().clock.now()
    assert.equal((await agent.post('/account/top-up', { ...pays, nonce: 'n'.repeat(20), terms: version })).status, 303)
    assert.equal(await balanceOf(app(), owner), 10_000_000)
    assert.deepEqual(await accepted(app(), owner), [
      { account_id: owner.accountId, version, session: 'agent', accepted_at: now },
    ])
    assert.doesNotMatch((await agent.get('/account')).html, box)
    assert.equal((await agent.post('/account/top-up', { ...pays, nonce: 'm'.repeat(20) })).status, 303)
    assert.equal((await accepted(app(), owner)).length, 1)

    const session = await sessionIn(app(), owner, 'email')
    const settings = textOf((await session.get('/account/settings')).html)
    assert.match(settings, new RegExp(`Current version ${version.slice(0, 8)} , with an account link of an agent`))
    const document = JSON.parse((await session.post('/account/export')).html)
    assert.deepEqual(document.terms, [
      { version, session: 'agent', accepted_at: new Date(now).toISOString().replace('.000', '') },
    ])
  })

  it('terms that have changed are asked for before the next top-up, and stop neither a payment under way nor a post', async t => {
    const owner = await app().account({ balance: 0 })
    const session = await sessionIn(app(), owner, 'email')
    const version = termsVersion(app().platform)
    const asks = { ...pays, card: '4000 0025 0000 3155', nonce: 'a'.repeat(20), terms: version }
    const led = await session.post('/account/top-up', asks)
    const payment = new URL(led.location!, 'http://x').searchParams.get('payment')!
    t.after(changeTerms(app()))
    assert.match(textOf((await session.get('/account/settings')).html), /They have changed since: you are asked/)
    assert.equal((await session.post('/account/confirm', { payment, answer: 'yes' })).status, 303)
    assert.equal(await balanceOf(app(), owner), 10_000_000)
    const recharge = { enabled: 'yes', threshold: '5', amount: '10000000', per_day: '2', per_month: '10' }
    const { keys } = JSON.parse((await session.post('/account/export')).html)
    assert.equal(
      (await session.post('/account/auto-recharge', { ...recharge, [`unbounded-${keys[0].id}`]: 'yes' })).status,
      303,
    )
    const stale = await session.post('/account/top-up', { ...pays, nonce: 'b'.repeat(20), terms: version })
    assert.equal(stale.status, 400)
    assert.match(textOf(stale.html), /The terms have changed\. Read them, and tick this again/)
    const terms = box.exec(stale.html)![1]!
    assert.notEqual(terms, version)
    assert.equal((await session.post('/account/top-up', { ...pays, nonce: 'b'.repeat(20), terms })).status, 303)
    assert.deepEqual((await accepted(app(), owner)).map(row => row.version).sort(), [terms, version].sort())
    assert.equal(await balanceOf(app(), owner), 20_000_000)
  })
})
