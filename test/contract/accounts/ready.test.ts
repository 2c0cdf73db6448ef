// The events of an account that becomes ready to post, and of money that comes in (contract.md §10).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TestApp, withApp } from '../../harness.ts'
import { topUp } from '../../kit/top-up.ts'

withApp('account.ready and account.topped_up', app => {
  let people = 0
  const stranger = async () => {
    const name = `Ready ${people++}`
    const email = `${name.replace(' ', '')}.${process.pid}@example.org`
    return app().platform.act('createAccount', { name, email })
  }
  const verify = (accountId: string) => app().platform.act('verifyEmail', { accountId, email: null })
  const operate = { actor: 'operator', reason: 'test' }
  const typesOf = async (key: string) => {
    const { json } = await app().call('GET', '/v1/outcomes?limit=50', { key })
    return json.items.map(({ type }: { type: string }) => type)
  }
  const dataOf = async (of: TestApp, key: string, type: string) =>
    (await of.call('GET', '/v1/outcomes?limit=50', { key })).json.items
      .filter((item: any) => item.type === type)
      .map(({ data }: any) => data)

  test('an account is ready once it is verified and has money, whichever comes last, and each top-up is told', async () => {
    const first = await stranger()
    await verify(first.accountId)
    assert.deepEqual(await typesOf(first.apiKey), [])
    await topUp(app().platform, { accountId: first.accountId })
    await topUp(app().platform, { accountId: first.accountId })
    assert.deepEqual(await typesOf(first.apiKey), ['account.topped_up', 'account.ready', 'account.topped_up'])
    assert.deepEqual(await dataOf(app(), first.apiKey, 'account.topped_up'), [
      { account_id: first.accountId, amount: 10_000_000, balance: 10_000_000, kind: 'topup' },
      { account_id: first.accountId, amount: 10_000_000, balance: 20_000_000, kind: 'topup' },
    ])
    assert.deepEqual(await dataOf(app(), first.apiKey, 'account.ready'), [
      { account_id: first.accountId, balance: 10_000_000 },
    ])

    const second = await stranger()
    await topUp(app().platform, { accountId: second.accountId })
    assert.deepEqual(await typesOf(second.apiKey), ['account.topped_up'])
    await verify(second.accountId)
    await verify(second.accountId)
    assert.deepEqual(await typesOf(second.apiKey), ['account.topped_up', 'account.ready'])
  })

  test('the end of a suspension and a credit make an account ready again; less than the price of a post does not', async () => {
    const { accountId, handle, apiKey } = await stranger()
    await verify(accountId)
    const credit = (amountMicros: number) => app().platform.act('creditAccount', { handle, ...operate, amountMicros })
    const { leastPriceMicros } = app().platform.facts
    await credit(leastPriceMicros - 1)
    assert.deepEqual(await typesOf(apiKey), [])
    await credit(1)
    assert.deepEqual(await typesOf(apiKey), ['account.ready'])
    for (const suspended of [true, false]) await app().platform.act('setSuspended', { handle, ...operate, suspended })
    assert.deepEqual(await typesOf(apiKey), ['account.ready', 'account.ready'])
    await credit(-1)
    await credit(1)
    assert.deepEqual(await typesOf(apiKey), ['account.ready', 'account.ready', 'account.ready'])
  })

  test('the events of an account go to its keys alone', async () => {
    const { accountId } = await stranger()
    const other = await app().account()
    await verify(accountId)
    await topUp(app().platform, { accountId })
    assert.deepEqual(await typesOf(other.key), [])
  })
})
