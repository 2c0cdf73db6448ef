// Posts that are decided together: what goes wrong with one of them changes nothing for the others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModerationModel } from '../../src/moderation/model.ts'
import * as moderation from '../../src/workers/moderation.ts'
import { type Answer, eventBody, onEveryDatabase, startApp } from '../harness.ts'

const price = 1_000_000
const balance = 100 * price

onEveryDatabase('posts that are decided together', ({ fresh }) => {
  /** An app whose model publishes, except for texts whose title names another outcome, and calls `whileJudged` for each text. */
  async function stage(whileJudged: (title: string) => Promise<unknown> = async () => {}) {
    const model: ModerationModel = {
      name: 'by title',
      state: async () => 'running',
      async decide({ title }) {
        await whileJudged(title ?? '')
        const outcome = (['review', 'reject'] as const).find(each => title?.includes(each)) ?? 'publish'
        const category = outcome === 'reject' ? 'gibberish' : null
        return { outcome, category, confidence: 0.95, reason: 'As the title says.' }
      },
    }
    const app = await startApp(await fresh(), { overrides: { model } })
    const accounts = [await app.account({ balance }), await app.account({ balance })]
    const post = async (who: number, title = 'An evening') => {
      const body = eventBody({ title: `${title} ${posted++}` })
      const { json, text } = await app.call('POST', '/v1/posts', { key: accounts[who]!.key, body })
      assert.ok(json.id, text)
      return json.id as string
    }
    let posted = 0
    const writing = app.platform.dialect.open(app.databaseUrl, 'write')
    const close = async () => {
      await writing.close()
      await app.close()
    }
    const statusesOf = async (ids: readonly string[]) => {
      const rows = await writing.db.selectFrom('revisions').select(['id', 'status']).where('id', 'in', ids).execute()
      return ids.map(id => rows.find(row => row.id === id)?.status)
    }
    const outcomesOf = async (who: number) => {
      const { json } = (await app.call('GET', '/v1/outcomes?limit=50', { key: accounts[who]!.key })) as Answer<{
        items: { type: string; data: { id: string } }[]
      }>
      return json.items.map(({ type, data }) => [type, data.id])
    }
    return { app, accounts, post, writing, close, statusesOf, outcomesOf }
  }

  test('each account gets the outcomes of its texts in their order, and lists have the posts in the order of turns', async t => {
    const { app, post, close, outcomesOf } = await stage()
    t.after(close)
    const [a1, a2, b1] = [await post(0), await post(0, 'A review'), await post(1)]
    const [a3, a4, b2] = [await post(0, 'A reject'), await post(0), await post(1)]
    await moderation.runOnce(app.platform)
    const kinds = { published: 'post.published', review: 'post.review', rejected: 'post.rejected' }
    assert.deepEqual(await outcomesOf(0), [
      [kinds.published, a1],
      [kinds.review, a2],
      [kinds.rejected, a3],
      [kinds.published, a4],
    ])
    assert.deepEqual(await outcomesOf(1), [
      [kinds.published, b1],
      [kinds.published, b2],
    ])
    const { json } = (await app.call('GET', '/v1/posts')) as Answer<{ items: { id: string }[] }>
    assert.deepEqual(
      json.items.map(({ id }) => id),
      [a4, b2, b1, a1],
    )
  })

  test('a text that cannot be recorded stops no other', async t => {
    const { app, post, writing, close, statusesOf, outcomesOf } = await stage()
    t.after(close)
    const [first, faulty, last] = [await post(0), await post(0), await post(0)]
    // A row that stands where the publication puts its own.
    const row = { post_id: faulty, site: 'events' as const, starts_at: 0, expires_at: null, changed_at: 0, area: null }
    const rest = { tags: '', headline: '', stemmed: '', x: null, y: null, z: null, currency: null, price: null }
    await writing.db
      .insertInto('listing')
      .values({ ...row, ...rest })
      .execute()
    await moderation.runOnce(app.platform)
    assert.deepEqual(await statusesOf([first, faulty, last]), ['published', 'queued', 'published'])
    assert.deepEqual(await outcomesOf(0), [
      ['post.published', first],
      ['post.published', last],
    ])
    await writing.db.deleteFrom('listing').where('post_id', '=', faulty).execute()
    app.clock.advance(61_000)
    await moderation.runOnce(app.platform)
    assert.deepEqual(await statusesOf([faulty]), ['published'])
  })

  test('texts that are cancelled or claimed again while they are judged keep that, and the others are published once', async t => {
    const ids: string[] = []
    let claimed = 0
    const { app, accounts, post, writing, close, statusesOf, outcomesOf } = await stage(async title => {
      if (title.startsWith('Cancelled')) await app.call('POST', `/v1/posts/${ids[1]}/cancel`, { key: accounts[0]!.key })
      if (title.startsWith('Claimed') && !claimed++)
        await writing.db
          .updateTable('revisions')
          .set({ lease_token: 'another' })
          .where('id', '=', ids[2] ?? '')
          .execute()
    })
    t.after(close)
    for (const title of ['First', 'Cancelled', 'Claimed', 'Last']) ids.push(await post(0, title))
    await moderation.runOnce(app.platform)
    assert.deepEqual(await statusesOf(ids), ['published', 'cancelled', 'queued', 'published'])
    assert.deepEqual(await outcomesOf(0), [
      ['post.cancelled', ids[1]],
      ['post.published', ids[0]],
      ['post.published', ids[3]],
    ])
    const { json } = await app.call('GET', '/v1/account', { key: accounts[0]!.key })
    assert.equal(json.balance, balance - 3 * price)
    await writing.db
      .updateTable('revisions')
      .set({ lease_token: null, lease_until: null })
      .where('id', '=', ids[2] ?? '')
      .execute()
    await moderation.runOnce(app.platform)
    assert.deepEqual(await statusesOf(ids), ['published', 'cancelled', 'published', 'published'])
  })

  test('an account hears of a text by its endpoint once, also when others of its texts are decided with it', async t => {
    const { app, accounts, post, writing, close } = await stage()
    t.after(close)
    const { key, accountId } = accounts[0]!
    const { status } = await app.call('POST', '/v1/webhooks', { key, body: { url: 'https://example.org/outcomes' } })
    assert.equal(status, 201)
    const ids = [await post(0), await post(1), await post(0)]
    await moderation.runOnce(app.platform)
    const sent = await writing.db
      .selectFrom('webhook_deliveries')
      .innerJoin('events', 'events.id', 'webhook_deliveries.message_id')
      .select(['events.post_id', 'events.account_id'])
      .orderBy('webhook_deliveries.seq')
      .execute()
    assert.deepEqual(
      sent.map(({ post_id, account_id }) => [post_id, account_id]),
      [ids[0], ids[2]].map(id => [id, accountId]),
    )
  })
})
