// A sweep erases accounts only while the clock has moved on by itself: a node whose clock is ahead for a moment erases nobody.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import * as sweepWorker from '../../src/workers/sweep.ts'
import { onEveryDatabase, startApp, type TestApp } from '../harness.ts'

const day = 24 * 3_600_000

onEveryDatabase('the sweep', ({ fresh }) => {
  /** Lets the workers run for a time, as they do every few seconds. */
  const run = async (app: TestApp, forMs: number) => {
    for (let left = forMs; left > 0; left -= limits.clockStepMs / 2) {
      app.clock.advance(Math.min(left, limits.clockStepMs / 2))
      await sweepWorker.runOnce(app.platform)
    }
  }
  const deleting = async (app: TestApp) => {
    const { accountId } = await app.account()
    const eraseAt = app.clock.now() + limits.deletionMs
    await app.platform.act('requestDeletion', { accountId, eraseAt, link: 'http://events.test/keep' })
    return {
      eraseAt,
      async isErased() {
        const rows = app.platform.db.selectFrom('accounts').select('erased_at').where('id', '=', accountId)
        const payouts = app.platform.db.selectFrom('payouts').select('id').where('account_id', '=', accountId)
        const erased = (await rows.executeTakeFirstOrThrow()).erased_at !== null
        assert.equal((await payouts.execute()).length, erased ? 1 : 0)
        return erased
      },
    }
  }

  test('an account in its grace is not erased by a clock that is ten days ahead for a moment', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    await run(app, limits.clockSteadyMs)
    const { isErased } = await deleting(app)
    app.clock.advance(10 * day)
    for (let i = 0; i < 3; i++) await sweepWorker.runOnce(app.platform)
    await run(app, limits.clockSteadyMs - limits.clockStepMs)
    app.clock.advance(-10 * day)
    await run(app, 2 * limits.clockSteadyMs)
    assert.equal(await isErased(), false)
  })

  test('an account is erased once its time has come and the clock has moved on for an hour, also after the service was away', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    await run(app, limits.clockSteadyMs)
    const { isErased } = await deleting(app)
    app.clock.advance(limits.deletionMs + day)
    await sweepWorker.runOnce(app.platform)
    await run(app, limits.clockSteadyMs - 1)
    assert.equal(await isErased(), false)
    await run(app, 1)
    assert.equal(await isErased(), true)
  })
})
