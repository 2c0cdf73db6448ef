// The queue of the moderation model is fair: accounts take turns, however many texts one of them sends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import type { ModerationModel } from '../../src/moderation/model.ts'
import { approve, waitingForOwner } from '../../src/usecases/posts/approvals.ts'
import { eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../harness.ts'
import { setKeyLimits } from '../kit/key-controls.ts'

onEveryDatabase('in the queue of the moderation model', ({ fresh }) => {
  /** An app with accounts that post this many texts, and a function that claims texts. `a2` is the second text of account a. */
  async function stage(model?: ModerationModel) {
    const app = await startApp(await fresh(), model && { overrides: { model } })
    const names = new Map<string, string>()
    const posted = new Map<TestAccount, number>()
    const account = () => app.account({ balance: 100_000_000 })
    const [a, b, c] = [await account(), await account(), await account()]
    const letters = new Map([a, b, c].map((who, i) => [who, 'abc'[i]]))
    const post = async (who: TestAccount, count: number, body: object = {}) => {
      for (let i = 0; i < count; i++) {
        const { json, text } = await app.call('POST', '/v1/posts', { key: who.key, body: { ...eventBody(), ...body } })
        assert.ok(json.id, text)
        const n = (posted.get(who) ?? 0) + 1
        posted.set(who, n)
        names.set(json.id, `${letters.get(who)}${n}`)
      }
    }
    const claim = async (limit: number) => {
      const { token, revisions } = await app.platform.act('takeQueued', { limit })
      return { token, revisions, claimed: revisions.map(({ id }) => names.get(id)).join(' ') }
    }
    return { app, a, b, c, post, claim }
  }
  const decideAll = async (
    { platform }: TestApp,
    { token, revisions }: { token: string; revisions: { id: string; post_id: string }[] },
  ) => {
    const fixed = { to: 'review', refused: null, verdict: { why: '' }, publication: null } as const
    const decisions = revisions.map(({ id, post_id }) => ({ revisionId: id, postId: post_id, ...fixed }))
    for (const decision of decisions)
      assert.deepEqual(await platform.act('recordVerdicts', { token, decisions: [decision] }), ['decided'])
  }

  test('a flood of one account does not delay the texts of others, and each account’s texts keep their order', async t => {
    const { app, a, b, c, post, claim } = await stage()
    t.after(() => app.close())
    await post(a, 12)
    await post(b, 3)
    await post(c, 1)
    assert.equal((await claim(3)).claimed, 'a1 b1 c1')
    assert.equal((await claim(4)).claimed, 'a2 b2 a3 b3')
    // An account that comes during the flood waits for no account that has had more turns.
    await post(c, 2)
    assert.equal((await claim(4)).claimed, 'c2 c3 a4 a5')
    assert.equal((await claim(100)).claimed, 'a6 a7 a8 a9 a10 a11 a12')
  })

  test('an account neither saves up unused turns nor loses turns for its decided texts', async t => {
    const { app, a, b, post, claim } = await stage()
    t.after(() => app.close())
    await post(a, 8)
    await decideAll(app, await claim(5))
    await post(b, 4)
    assert.equal((await claim(4)).claimed, 'a6 b1 a7 b2')
    await decideAll(app, await claim(100))
    app.clock.advance(limits.moderationLeaseMs + 1)
    await decideAll(app, await claim(100))
    await post(b, 1)
    await post(a, 2)
    await post(b, 1)
    assert.equal((await claim(100)).claimed, 'b5 a9 a10 b6')
  })

  test('an approved text takes the turn that a new text of its account would get, and does not count itself', async t => {
    const { app, a, b, post, claim } = await stage()
    t.after(() => app.close())
    await setKeyLimits(app, a, { ask_first: true })
    await post(a, 1)
    await post(b, 2)
    const [waiting] = (await waitingForOwner(app.platform, a.accountId)).texts
    assert.ok(waiting)
    const { id: revisionId, seen } = waiting
    assert.equal(await approve(app.platform, { accountId: a.accountId, revisionId, seen }), 'approved')
    await setKeyLimits(app, a, { ask_first: false })
    await post(a, 1)
    assert.equal((await claim(100)).claimed, 'a1 b1 b2 a2')
  })

  test('a text that overtakes an older near-duplicate makes the older text the near-duplicate', async t => {
    const told = new Map<string | null, boolean>()
    const { app, a, b, post, claim } = await stage({
      name: 'listening',
      state: async () => 'running',
      async decide({ title }, flags) {
        told.set(title, flags.includes('near_duplicate'))
        return { outcome: 'publish', category: null, confidence: 0.95, reason: 'Fine.' }
      },
    })
    t.after(() => app.close())
    const { body } = eventBody()
    await post(a, 1)
    await post(a, 1, { title: 'The older one', body })
    await post(b, 1, { title: 'The younger one', body: `${body} All welcome.` })
    const { claimed } = await claim(2)
    assert.equal(claimed, 'a1 b1')
    app.clock.advance(1_000)
    await app.moderate()
    assert.deepEqual([...told], [['The older one', true]])
  })
})
