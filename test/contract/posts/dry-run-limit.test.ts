// The daily limit of dry runs, which applies only to accounts without money or without a verified address.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { utcDay } from '../../../src/domain/times/time.ts'
import { sharedTurn } from '../../../src/moderation/text-reader.ts'
import { counted } from '../../../src/store/accounts/counters.ts'
import { turnOf } from '../../../src/usecases/posts/read-text.ts'
import { eventBody, type TestAccount, withApp } from '../../harness.ts'

const most = limits.dryRunsPerAccountPerDay

withApp('dry runs', app => {
  const dryRun = ({ key }: TestAccount, body: object = eventBody(), path = '/v1/posts') =>
    app().call(path === '/v1/posts' ? 'POST' : 'PATCH', `${path}?dry_run=true`, { key, body })

  /** Counts dry runs of an account without making them. */
  const use = async ({ accountId }: TestAccount, times: number) => {
    await Promise.all(Array.from({ length: times }, () => app().platform.act('countDryRun', { accountId })))
  }
  const used = ({ accountId }: TestAccount) =>
    counted(app().platform.db, 'dry-run', accountId, utcDay(app().clock.now()))

  for (const [who, options] of [
    ['without money', { balance: 0 }],
    ['without a verified address', { verified: false }],
  ] as const)
    test(`dry runs of an account ${who} are limited to ${most} a UTC day; further ones get 429 rate_limited until 00:00 UTC and are not counted`, async () => {
      const account = await app().account(options)
      await use(account, most - 1)
      assert.equal((await dryRun(account)).status, 200)
      for (const body of [eventBody(), eventBody({ body: 'test test test' })]) {
        const refused = await dryRun(account, body)
        assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limited'])
        assert.equal(refused.headers.get('retry-after'), '43200')
      }
      assert.equal(await used(account), most)
      assert.equal((await dryRun(account, eventBody({ title: 7 }))).status, 400, 'errors of the body come first')
      assert.equal((await dryRun(await app().account(options))).status, 200, 'each account has its own limit')
      app().clock.advance(43_200_000)
      assert.equal((await dryRun(account)).status, 200)
      app().clock.advance(43_200_000)
    })

  test('dry runs are counted exactly when many come at once', async () => {
    const account = await app().account({ balance: 0 })
    await use(account, most - 3)
    const answers = await Promise.all(Array.from({ length: 20 }, () => dryRun(account)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 3)
    assert.equal(answers.filter(({ status }) => status === 429).length, 17)
  })

  test('dry runs of an account with money and a verified address have no limit and are not counted', async () => {
    const account = await app().account()
    for (let i = 0; i < most + 1; i++) assert.equal((await dryRun(account)).status, 200)
    assert.equal(await used(account), 0)
  })

  test('dry runs of edits count together with those of posts; the guards of the edited post come first', async () => {
    const account = await app().account({ balance: 1_000_000 })
    const { json } = await app().call('POST', '/v1/posts', { key: account.key, body: eventBody() })
    await app().moderate()
    await use(account, most)
    const edit = (id: string) => dryRun(account, { title: 'Another title of the evening' }, `/v1/posts/${id}`)
    assert.equal((await edit(json.id)).json.code, 'rate_limited')
    assert.equal((await edit('p_00000000000000000000')).json.code, 'not_found')
    const { platform } = app()
    await platform.act('creditAccount', { handle: account.handle, actor: 'test', reason: 'test', amountMicros: 1 })
    assert.equal((await edit(json.id)).status, 200, 'an account with money again has no limit')
  })

  test('dry runs of limited accounts share one turn of the text reader; every other account has its own turn', async () => {
    const turn = async (account: TestAccount) => turnOf(app().platform, account.accountId).of()
    assert.equal(await turn(await app().account({ balance: 0 })), sharedTurn)
    assert.equal(await turn(await app().account({ verified: false })), sharedTurn)
    const account = await app().account({ balance: 1 })
    assert.equal(await turn(account), account.accountId)
  })
})
