// Suspension and ban are separate: neither undoes the other, in any order, and an appeal lifts only the ban.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { limits } from '../../../src/contract/limits.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import type { ActionInput, ActionName } from '../../../src/writer/registry.ts'
import { runAction } from '../../../src/writer/run-action.ts'
import { eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'

const rounds = 25
const price = 1_000_000
const balance = 100_000_000
const by = { actor: 'operator', reason: 'a test' }
const scam = { action: 'remove', category: 'scam', penalized: true, publication: null } as const

onEveryDatabase('an account', ({ kind, fresh }) => {
  let app: TestApp
  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle } })
  })
  after(() => app.close())

  let titles = 0
  const post = async ({ key }: TestAccount, word: string) => {
    const body = eventBody({ title: `${word} evening of paper and paint, number ${titles++}` })
    const { json } = await app.call('POST', '/v1/posts', { key, body })
    await app.moderate()
    return json.id as string
  }
  const struck = async (strikes: number) => {
    const owner = await app.account({ balance })
    const abuse = []
    for (let i = 0; i < strikes; i++) abuse.push(await post(owner, 'ABUSE'))
    return { owner, abuse }
  }
  const accountOf = async ({ key }: TestAccount) => (await app.call('GET', '/v1/account', { key })).json
  const statusOf = async (owner: TestAccount) => (await accountOf(owner)).status
  const suspend = ({ handle }: TestAccount, suspended: boolean) =>
    app.platform.act('setSuspended', { handle, suspended, ...by })
  const appeal = (revisionId: string, publish = false) =>
    decideText(app.platform, { revisionId, action: 'appeal', publish, ...by })

  /**
   * Makes an account with a suspension and two strikes, with functions for its third strike and for the end of its suspension.
   */
  const onTheBrink = async () => {
    const { owner } = await struck(limits.strikesToBan - 1)
    const revisionId = await post(owner, 'Fine')
    await suspend(owner, true)
    const strike = ['decideByPerson', { revisionId, ...by, ...scam }] as const
    const unsuspend = ['setSuspended', { handle: owner.handle, suspended: false, ...by }] as const
    return { owner, strike, unsuspend }
  }
  const banned = async (owner: TestAccount) => {
    assert.equal(await statusOf(owner), 'banned')
    const again = { name: 'Again', email: owner.email.toUpperCase(), ip: owner.handle }
    await assert.rejects(app.platform.act('createAccount', again), { code: 'banned' })
  }

  test(`an account is banned when its third strike and the end of its suspension come at once, in each of ${rounds} rounds`, async () => {
    for (let round = 0; round < rounds; round++) {
      const { owner, strike, unsuspend } = await onTheBrink()
      const both = [() => app.platform.act(...strike), () => app.platform.act(...unsuspend)]
      if (round % 2 === 0) both.reverse()
      await Promise.all(both.map(each => each()))
      await banned(owner)
    }
  })

  if (kind === 'PostgreSQL')
    for (const strikeFirst of [true, false])
      test(`an account is banned when ${strikeFirst ? 'the unsuspension waits for the strike' : 'the strike waits for the unsuspension'} to commit, in each of ${rounds} rounds`, async t => {
        const { platform } = app
        const holder = platform.dialect.open(app.databaseUrl, 'write')
        t.after(() => holder.close())
        const run = <N extends ActionName>(db: typeof platform.db, name: N, input: ActionInput<N>) =>
          runAction(db, platform.dialect, platform.facts, {
            ...{ name, input },
            call: { now: app.clock.now(), seed: randomBytes(24).toString('hex') },
          })
        const somebodyWaits = async () => {
          const waiting = sql<{ n: number }>`select count(*) as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`
          while (Number((await waiting.execute(platform.db)).rows[0]?.n) === 0);
        }
        for (let round = 0; round < rounds; round++) {
          const { owner, strike, unsuspend } = await onTheBrink()
          let second: Promise<unknown> | undefined
          await holder.transaction(async db => {
            await (strikeFirst ? run(db, ...strike) : run(db, ...unsuspend))
            second = strikeFirst ? platform.act(...unsuspend) : platform.act(...strike)
            await somebodyWaits()
          })
          await second
          await banned(owner)
        }
      })

  test('an account that was suspended, then banned, then pardoned is suspended again; every answer has the current standing', async () => {
    const { owner, abuse } = await struck(limits.strikesToBan - 1)
    const third = await post(owner, 'Fine')
    assert.deepEqual(await suspend(owner, true), { account_id: owner.accountId, status: 'suspended' })
    await decideText(app.platform, { revisionId: third, ...by, ...scam } as never)
    await banned(owner)
    assert.equal((await suspend(owner, true)).status, 'banned')
    await appeal(abuse[0]!)
    assert.equal(await statusOf(owner), 'suspended')
    assert.equal((await suspend(owner, false)).status, 'active')
  })

  test('an account whose suspension ends during a ban is active after the pardon; unsuspending does not lift a ban', async () => {
    const { owner, abuse } = await struck(limits.strikesToBan)
    await banned(owner)
    await assert.rejects(suspend(owner, false), { code: 'invalid' })
    assert.equal((await suspend(owner, true)).status, 'banned')
    assert.equal((await suspend(owner, false)).status, 'banned')
    await appeal(abuse[1]!)
    assert.equal(await statusOf(owner), 'active')
  })

  test('an account that deleted a rejected post gets money and strike back by an appeal, once, and the post stays deleted', async () => {
    const { owner, abuse } = await struck(1)
    const [id] = abuse as [string]
    await app.call('DELETE', `/v1/posts/${id}`, { key: owner.key })
    assert.deepEqual([(await accountOf(owner)).balance, (await accountOf(owner)).strikes], [balance - 10 * price, 1])
    await assert.rejects(appeal(id, true), { code: 'not_in_review', message: /deleted is not published again/ })
    for (const refunded of [10 * price, 0]) {
      const answer = await appeal(id)
      assert.deepEqual([answer.status, answer.refunded], ['deleted', refunded])
      assert.deepEqual([(await accountOf(owner)).balance, (await accountOf(owner)).strikes], [balance, 0])
    }
    assert.equal((await app.call('GET', `/v1/posts/${id}`)).status, 404)
    const events = (await app.call('GET', '/v1/outcomes', { key: owner.key })).json.items
    assert.deepEqual(
      events.map(({ type }: { type: string }) => type),
      ['post.rejected', 'post.deleted'],
    )
  })

  test('an account gets nothing back for a post that it deleted without a rejection, or that an appeal had published', async () => {
    const owner = await app.account({ balance })
    const fine = await post(owner, 'Fine')
    const pardoned = await post(owner, 'ABUSE')
    await appeal(pardoned, true)
    for (const id of [fine, pardoned]) {
      await app.call('DELETE', `/v1/posts/${id}`, { key: owner.key })
      await assert.rejects(appeal(id), { code: 'not_in_review' })
    }
    assert.equal((await accountOf(owner)).balance, balance - 2 * price)
  })
})
