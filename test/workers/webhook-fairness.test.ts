// Nobody delays the webhooks of others: not with new endpoints, tests, deletions or many endpoints at one host.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import { dayMs } from '../../src/contract/spans.ts'
import type { Room } from '../../src/domain/delivery/turns.ts'
import { audit } from '../../src/store/audit/audit.ts'
import type { ClaimedDelivery } from '../../src/store/delivery/turns.ts'
import { onEveryDatabase, startApp, type TestAccount, type TestApp } from '../harness.ts'
import { endProbation, queueTests } from '../kit/webhook-receiver.ts'

const second = 1_000
const all: Room = {
  limit: limits.webhookAttemptsAtOnce,
  failing: limits.webhookAttemptsFailingAtOnce,
  guest: limits.webhookAttemptsGuestsAtOnce,
  probation: limits.webhookAttemptsProbationAtOnce,
}
type Held = ClaimedDelivery & { token: string }

onEveryDatabase('turns at webhooks', ({ fresh }) => {
  let app: TestApp
  before(async () => {
    app = await startApp(await fresh())
  })
  after(() => app.close())

  let urls = 0
  const freshUrl = () => `https://r${urls++}.example.org/hook`
  const register = ({ key }: TestAccount, url = freshUrl()) => app.call('POST', '/v1/webhooks', { key, body: { url } })
  const endpoint = async (owner: TestAccount, url?: string) => {
    const answer = await register(owner, url)
    assert.equal(answer.status, 201, answer.text)
    return answer.json.id as string
  }
  const test = ({ key }: TestAccount, id: string) => app.call('POST', `/v1/webhooks/${id}/test`, { key })
  const patch = ({ key }: TestAccount, id: string, body: object) =>
    app.call('PATCH', `/v1/webhooks/${id}`, { key, body })
  const remove = ({ key }: TestAccount, id: string) => app.call('DELETE', `/v1/webhooks/${id}`, { key })
  const row = (id: string) =>
    app.platform.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const claim = async (room: Partial<Room> = {}): Promise<Held[]> => {
    const { token, deliveries } = await app.platform.act('takeDeliveries', { ...all, ...room })
    return deliveries.map(delivery => ({ ...delivery, token }))
  }
  const settle = ({ seq, url, token, webhook_id: webhookId }: Held, outcome: 'delivered' | 'failed' | 'interrupted') =>
    app.platform.act('settleDelivery', {
      ...{
        seq,
        url,
        webhookId,
        token,
        outcome,
        status: outcome === 'delivered' ? 200 : outcome === 'failed' ? 500 : null,
      },
      ...{ latencyMs: 1, error: outcome === 'failed' ? 'x' : null, retryAfterMs: null },
    })
  const settleAll = async (held: readonly Held[], outcome: Parameters<typeof settle>[1] = 'interrupted') => {
    for (const one of held) await settle(one, outcome)
  }
  const owners = (n: number) => Promise.all(Array.from({ length: n }, () => app.account()))
  /** Ends due deliveries, so that the next test claims only its own. */
  const clear = async (held: readonly Held[] = []) => {
    await settleAll(held)
    for (;;) {
      const left = await claim({ failing: 64, guest: 64, probation: 64 })
      if (left.length === 0) return
      await settleAll(left, 'delivered')
    }
  }
  const refusedUntilMidnight = ({ status, json, headers }: Awaited<ReturnType<typeof register>>) => {
    assert.deepEqual([status, json.code], [429, 'rate_limited'])
    assert.equal(Number(headers.get('retry-after')), Math.ceil((dayMs - (app.clock.now() % dayMs)) / second))
  }

  it('an endpoint has one attempt at a time until its first 2xx, two from then on, and one again while it fails or after a change of URL', async () => {
    const [owner] = (await owners(1)) as [TestAccount]
    const id = await endpoint(owner)
    await queueTests(app, id, 20)
    const widths: number[] = []
    const round = async (outcome: 'delivered' | 'failed') => {
      const held = [...(await claim()), ...(await claim())]
      widths.push(held.length)
      await settleAll(held, outcome)
    }
    for (const outcome of ['failed', 'delivered', 'delivered', 'failed', 'failed', 'delivered'] as const)
      await round(outcome)
    assert.deepEqual(widths, [1, 1, 2, 2, 1, 1])
    await patch(owner, id, { url: 'https://moved.example.org/' })
    for (const outcome of ['delivered', 'delivered'] as const) await round(outcome)
    assert.deepEqual(widths.slice(6), [1, 2])
    await clear()
  })

  it('a hundred new endpoints that never answer share eight places, and a proven endpoint is served in the next claim', async () => {
    const honest = (await owners(1))[0]!
    const proven = await endpoint(honest)
    await endProbation(app, proven)
    const hung: Held[] = []
    for (const owner of await owners(20))
      for (let i = 0; i < limits.webhooksPerAccount; i++) await test(owner, await endpoint(owner))
    hung.push(...(await claim()))
    assert.equal(hung.length, limits.webhookAttemptsProbationAtOnce)
    for (let turn = 0; turn < 5; turn++) {
      await test(honest, proven)
      const [served, ...others] = await claim({ probation: 0 })
      assert.deepEqual([served?.webhook_id, others.length], [proven, 0], `turn ${turn}`)
      await settle(served as Held, 'delivered')
    }
    await clear(hung)
  })

  it('many accounts without money share four places in turn, and a paid account that registers last is served in the next claim', async () => {
    const crowd = await Promise.all(Array.from({ length: 20 }, () => app.account({ balance: 0 })))
    for (const owner of crowd) for (let i = 0; i < 3; i++) await test(owner, await endpoint(owner))
    const hung = await claim()
    assert.deepEqual(
      [hung.length, new Set(hung.map(({ account_id }) => account_id)).size],
      [limits.webhookAttemptsGuestsAtOnce, limits.webhookAttemptsGuestsAtOnce],
    )
    const honest = (await owners(1))[0]!
    const id = await endpoint(honest)
    await test(honest, id)
    const served = await claim({ guest: 0 })
    assert.deepEqual(
      served.map(({ webhook_id }) => webhook_id),
      [id],
    )
    await clear([...hung, ...served])
  })

  it('a new endpoint comes before failed endpoints on probation, and after earlier new endpoints', async () => {
    const many = await owners(12)
    const failed = await Promise.all(many.slice(0, 10).map(owner => endpoint(owner)))
    for (const [i, id] of failed.entries()) await test(many[i]!, id)
    for (let held = await claim(); held.length > 0; held = await claim()) await settleAll(held, 'failed')
    const [early, late] = [await endpoint(many[10]!), await endpoint(many[11]!)]
    await test(many[11]!, late)
    await test(many[10]!, early)
    app.clock.advance(6 * second)
    const order: string[] = []
    for (let i = 0; i < 3; i++) {
      const [one] = await claim({ limit: 1 })
      order.push(one!.webhook_id)
      await settle(one!, 'delivered')
    }
    assert.deepEqual(order.slice(0, 2), [early, late].sort())
    assert.ok(failed.includes(order[2]!))
    await clear()
  })

  it('an account has six attempts under way; deleting endpoints and registering others frees none before it ends', async () => {
    const [owner] = (await owners(1)) as [TestAccount]
    const register5 = async () => {
      const ids: string[] = []
      for (let i = 0; i < limits.webhooksPerAccount; i++) ids.push(await endpoint(owner))
      await endProbation(app, ...ids)
      for (const id of ids) await queueTests(app, id, 3)
      return ids
    }
    const first = await register5()
    const held = await claim()
    assert.equal(held.length, limits.webhookAttemptsPerAccount)
    for (const id of first) assert.equal((await remove(owner, id)).status, 200)
    await register5()
    assert.deepEqual(await claim(), [])
    const { breaches } = await audit(app.platform.db, app.platform.dialect, app.clock.now())
    assert.deepEqual(breaches, [])
    await settle(held[0]!, 'failed')
    assert.equal((await claim()).length, 1)
    app.clock.advance(limits.webhookLeaseMs + 1)
    assert.equal(
      (await claim()).length,
      limits.webhookAttemptsPerAccount,
      'a dead process occupies its places no longer than the lease',
    )
    app.clock.advance(limits.webhookLeaseMs + 1)
    await clear()
  })

  it('a host has a limited number of attempts, even for a hundred accounts, and a later endpoint at another host is served at once', async () => {
    const crowd = await owners(100)
    const crowded: string[] = []
    for (const [i, owner] of crowd.entries()) crowded.push(await endpoint(owner, `https://crowded.example.org/${i}`))
    await endProbation(app, ...crowded)
    for (const [i, id] of crowded.entries()) await test(crowd[i]!, id)
    app.clock.advance(second)
    const honest = (await owners(1))[0]!
    const alone = await endpoint(honest)
    await endProbation(app, alone)
    await test(honest, alone)
    const held = await claim()
    assert.deepEqual(
      [held.length, held.filter(({ webhook_id }) => webhook_id === alone).length],
      [limits.webhookAttemptsPerHost + 1, 1],
    )
    assert.deepEqual(await claim(), [], 'the host has no free place')
    const seen = new Set(held.map(({ webhook_id }) => webhook_id))
    await settleAll(held, 'delivered')
    for (let next = await claim(); next.length > 0; next = await claim()) {
      for (const { webhook_id } of next) seen.add(webhook_id)
      await settleAll(next, 'delivered')
    }
    assert.equal(seen.size, crowd.length + 1, 'every account had a turn')
  })

  it('two claims at once on two nodes stay within the limits of one', async t => {
    const other = await startApp(app.databaseUrl, { clock: app.clock })
    t.after(() => other.close())
    const [owner] = (await owners(1)) as [TestAccount]
    for (let i = 0; i < limits.webhooksPerAccount; i++) {
      const id = await endpoint(owner)
      await endProbation(app, id)
      await queueTests(app, id, 10)
    }
    for (let round = 0; round < 5; round++) {
      const claims = [app, other, app, other].map(({ platform }) => platform.act('takeDeliveries', all))
      const taken = (await Promise.all(claims)).flatMap(({ token, deliveries }) =>
        deliveries.map(delivery => ({ ...delivery, token })),
      )
      assert.equal(taken.length, limits.webhookAttemptsPerAccount)
      assert.equal(new Set(taken.map(({ seq }) => seq)).size, taken.length)
      await settleAll(taken, 'delivered')
    }
    await clear()
  })

  it('an account has 20 tests a day, or 3 before its address is verified, then 429 with the time until midnight', async () => {
    const owner = await app.account()
    const stranger = await app.account({ verified: false, balance: 0 })
    for (const [account, most] of [
      [owner, limits.webhookTestsPerDay],
      [stranger, limits.webhookTestsUnverifiedPerDay],
    ] as const) {
      const ids = [await endpoint(account), await endpoint(account)]
      const answers = await Promise.all(Array.from({ length: most + 5 }, (_, i) => test(account, ids[i % 2]!)))
      assert.equal(answers.filter(({ status }) => status === 202).length, most)
      refusedUntilMidnight(await test(account, ids[0]!))
      const sent = (await app.call('GET', `/v1/webhooks/${ids[0]}/deliveries`, { key: account.key })).json.items[0]
      refusedUntilMidnight(
        await app.call('POST', `/v1/webhooks/${ids[0]}/deliveries/${sent.id}/retry`, { key: account.key }),
      )
      if (account === stranger) {
        await app.platform.act('verifyEmail', { accountId: stranger.accountId, email: null })
        assert.equal((await test(stranger, ids[0]!)).status, 202)
      }
      await clear()
    }
    app.clock.advance(dayMs)
    const { items } = (await app.call('GET', '/v1/webhooks', { key: owner.key })).json
    assert.equal((await test(owner, items[0].id)).status, 202)
    await clear()
  })

  it('an owner can send deliveries again 100 times a day', async () => {
    const owner = await app.account()
    const id = await endpoint(owner)
    const writing = app.platform.dialect.open(app.databaseUrl, 'write')
    await writing.db
      .insertInto('webhook_deliveries')
      .values({
        ...{
          webhook_id: id,
          message_id: 'msg_00000000000000000100',
          type: 'post.published',
          payload: '{}',
          state: 'failed',
        },
        ...{ created_at: app.clock.now(), due_at: app.clock.now(), failures: 11 },
      })
      .execute()
    await writing.close()
    const retry = () =>
      app.call('POST', `/v1/webhooks/${id}/deliveries/msg_00000000000000000100/retry`, { key: owner.key })
    for (let i = 0; i < limits.webhookRetriesPerDay; i++) assert.equal((await retry()).status, 202)
    refusedUntilMidnight(await retry())
    await clear()
  })

  it('an owner can register 20 endpoints a day, deleted ones included, and refused registrations do not count', async () => {
    const owner = await app.account()
    const kept: string[] = []
    for (let i = 0; i < limits.webhooksPerAccount; i++) kept.push(await endpoint(owner))
    for (let i = 0; i < 10; i++) assert.equal((await register(owner)).json.code, 'too_many_webhooks')
    for (let i = limits.webhooksPerAccount; i < limits.webhooksCreatedPerDay; i++) {
      await remove(owner, kept.pop()!)
      kept.push(await endpoint(owner))
    }
    await remove(owner, kept.pop()!)
    refusedUntilMidnight(await register(owner))
    app.clock.advance(dayMs)
    await endpoint(owner)
  })

  it('the failures of an endpoint are cleared by a 2xx or a new URL, not by an empty change or by turning it off and on', async () => {
    const owner = await app.account()
    const id = await endpoint(owner)
    const { url, events } = (await app.call('GET', '/v1/webhooks', { key: owner.key })).json.items[0]
    await endProbation(app, id)
    await test(owner, id)
    await settleAll(await claim(), 'failed')
    const failedAt = app.clock.now()
    app.clock.advance(60 * second)
    for (const body of [{ url }, { events }, { active: true }, { url, events, active: true }]) {
      await patch(owner, id, body)
      assert.equal((await row(id)).failing_since, failedAt, JSON.stringify(body))
    }
    await patch(owner, id, { active: false })
    app.clock.advance(3_600 * second)
    await patch(owner, id, { active: true })
    assert.equal(
      (await row(id)).failing_since,
      failedAt + 3_600 * second,
      'the time while the endpoint is off does not count',
    )
    await patch(owner, id, { url: `${url}&again` })
    const moved = await row(id)
    assert.deepEqual([moved.failing_since, moved.proven_at], [null, null])
  })

  it('the result of an attempt at an old URL does not count for the new URL', async () => {
    const owner = await app.account()
    for (const outcome of ['delivered', 'failed'] as const) {
      const id = await endpoint(owner)
      await test(owner, id)
      const held = await claim()
      assert.equal(held.length, 1)
      await patch(owner, id, { url: 'https://elsewhere.example.org/' })
      assert.equal(await settle(held[0]!, outcome), true)
      const { proven_at, failing_since, host } = await row(id)
      assert.deepEqual([proven_at, failing_since, host], [null, null, 'elsewhere.example.org'])
    }
    app.clock.advance(60 * second)
    await clear()
  })
})
