// The owner's cockpit: what the agents spend and how long the balance lasts, and the posts by agent, state and site.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { textOf } from '../../../demo/demo-browser.ts'
import { existingAccount } from '../../../src/usecases/accounts/account-view.ts'
import { spendingOf } from '../../../src/usecases/accounts/spending.ts'
import {
  eventBody,
  hostOf,
  messageBody,
  type TestAccount,
  withApp,
  withPresentation,
  withSites,
} from '../../harness.ts'
import { keyIdOf } from '../../kit/key-controls.ts'
import { secondKey } from '../../kit/second-key.ts'
import { sessionIn } from './owner-site.ts'

const price = 1_000_000
const day = 86_400_000

withApp('what the agents spend', app => {
  const spending = async (accountId: string) =>
    spendingOf(app().platform, await existingAccount(app().platform, accountId))

  it('the spending is counted by day and agent, and the pace says until when the balance lasts', async () => {
    const [owner, other] = [await app().account({ balance: 20 * price }), await app().account({ balance: 20 * price })]
    const second = await secondKey(app(), owner.accountId)
    const post = (key: string) => app().call('POST', '/v1/posts', { key, body: eventBody() })
    assert.deepEqual((await spending(owner.accountId)).lastsUntil, null, 'nothing is spent yet')
    for (const key of [owner.key, owner.key, second, other.key]) assert.equal((await post(key)).status, 202)
    app().clock.advance(day)
    await post(owner.key)
    const { days, aDay, lastsUntil } = await spending(owner.accountId)
    assert.equal(days.length, 14)
    assert.deepEqual(days.at(-2), {
      day: '2026-11-21',
      spent: 3 * price,
      keys: [
        { name: 'first key', spent: 2 * price },
        { name: 'second key', spent: price },
      ],
    })
    assert.deepEqual([days.at(-1)?.day, days.at(-1)?.spent], ['2026-11-22', price])
    assert.ok(days.slice(0, -2).every(({ spent }) => spent === 0))
    // 4 posts in the two days since the first: 2 a day, and 16 are left.
    assert.deepEqual([aDay, lastsUntil], [2 * price, '2026-11-30'])
    app().clock.advance(7 * day)
    assert.deepEqual((await spending(owner.accountId)).aDay, 0, 'what was spent before the last week is no pace')
  })
})

withPresentation('the front page of the account', app => {
  it('the front page shows the spending with a table, in a session from the inbox alone', async () => {
    const owner = await app().account({ balance: 20 * price })
    await app().call('POST', '/v1/posts', { key: owner.key, body: eventBody() })
    const byMail = textOf((await (await sessionIn(app(), owner, 'email')).get('/account')).html)
    assert.match(
      byMail,
      /\$1\.00 spent today \(UTC\); about \$1\.00 a day lately: at this pace the balance lasts until 10 December 2026\./,
    )
    assert.match(byMail, /Spending by day and agent Day \(UTC\) Agent Spent 21 November 2026 first key \$1\.00/)
    const byAgent = textOf((await (await sessionIn(app(), owner, 'agent')).get('/account')).html)
    assert.doesNotMatch(byAgent, /spent today|Spending by day/)
  })
})

withSites('the list of posts of the owner', app => {
  const opened = async (owner: TestAccount, path: string) => {
    const { cookie } = await sessionIn(app(), owner, 'email')
    return (await app().call('GET', path, { host: 'events.test', headers: { cookie } })).text
  }
  const listed = async (owner: TestAccount, query: string) =>
    [...(await opened(owner, `/account/posts${query}`)).matchAll(/"\/account\/posts\/(p_\w+)"/g)].map(([, id]) => id)

  it('the list is filtered by agent, state and site, together too, and its next page keeps the filter', async () => {
    const owner = await app().account({ balance: 200 * price })
    const first = await keyIdOf(app(), owner)
    const second = await secondKey(app(), owner.accountId)
    const post = async (key: string, site: 'events' | 'messages', body: object) =>
      (await app().call('POST', '/v1/posts', { key, host: hostOf(site), body })).json.id as string
    const event = await post(owner.key, 'events', eventBody())
    const message = await post(owner.key, 'messages', messageBody())
    const byOther = await post(second, 'messages', messageBody())
    await app().moderate()
    const waits = await post(owner.key, 'events', eventBody())
    const all = [waits, byOther, message, event]
    assert.deepEqual(await listed(owner, ''), all)
    assert.deepEqual(await listed(owner, `?key=${first}`), [waits, message, event])
    assert.deepEqual(await listed(owner, '?state=waiting'), [waits])
    assert.deepEqual(await listed(owner, '?site=messages'), [byOther, message])
    assert.deepEqual(await listed(owner, `?key=${first}&state=published&site=messages`), [message])
    assert.deepEqual(await listed(owner, '?state=refused'), [])
    assert.deepEqual(
      await listed(owner, '?state=nothing&site=nowhere&key=key_0'),
      all,
      'an unknown value selects nothing',
    )
    const stranger = await app().account()
    assert.deepEqual(await listed(stranger, `?key=${first}`), [], 'a key of another account selects nothing of it')
    for (let i = 0; i < 20; i++) await post(owner.key, 'messages', messageBody())
    const page = await opened(owner, `/account/posts?key=${first}&site=messages`)
    const next = /href="([^"]+)" rel="next"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    assert.match(next, new RegExp(`^/account/posts\\?key=${first}&site=messages&before=p_`))
    assert.deepEqual(await listed(owner, next.slice('/account/posts'.length)), [message])
  })
})
