// REVIEW_FIRST_POSTS and TRUST_AFTER_POSTS: what the record of an author changes of a decision, and what it never changes.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { sha256 } from '../../../src/domain/ids.ts'
import type { ModerationModel } from '../../../src/moderation/model.ts'
import { addEntries, checkedEntry } from '../../../src/usecases/review/list-entries.ts'
import { jsonOf } from '../../cli/command-on.ts'
import { eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'

/** Publishes a text that begins with NEARLY for a trusted author alone. */
const easing: ModerationModel = {
  ...byTitle,
  easesForTrusted: true,
  async decide(post, flags, late, { trusted = false } = {}) {
    const nearly = post.title?.startsWith('NEARLY') && !trusted
    return nearly
      ? { outcome: 'review', category: 'scam', confidence: 0.4, reason: 'Perhaps.' }
      : byTitle.decide(post, flags, late)
  },
}

onEveryDatabase('the record of an author', ({ fresh }) => {
  let app: TestApp
  before(async () => {
    app = await startApp(await fresh(), {
      overrides: { model: easing },
      env: { REVIEW_FIRST_POSTS: '2', TRUST_AFTER_POSTS: '10' },
    })
  })
  after(() => app.close())

  const send = async ({ key }: TestAccount, title = 'Fine', path = '/v1/posts') => {
    const body = eventBody()
    return app.call('POST', path, { key, body: { ...body, title: `${title} ${body.title}` } })
  }
  const decided = async (author: TestAccount, title?: string) => {
    const { id } = (await send(author, title)).json
    await app.moderate()
    const { json } = await app.call('GET', `/v1/posts/${id}`, { key: author.key })
    const row = app.platform.db.selectFrom('revisions').select('verdict').where('id', '=', id)
    const { held, why } = JSON.parse((await row.executeTakeFirstOrThrow()).verdict!)
    return { id: id as string, status: json.status as string, held, why: why as string }
  }
  const rich = () => app.account({ balance: 500_000_000 })
  const publish = (id: string) => jsonOf(app, ['review', 'publish', id])
  /** An author with ten published posts. */
  const trusted = async () => {
    const author = await rich()
    for (let i = 0; i < 10; i++) {
      const { id, status } = await decided(author)
      if (status === 'review') await publish(id)
    }
    return author
  }

  test('the first posts of an account go to a person, its dry runs say so, and the next ones are published', async () => {
    const author = await rich()
    const dry = async () => (await send(author, 'Fine', '/v1/posts?dry_run=true')).json.review
    for (let i = 0; i < 2; i++) {
      const { likely, note } = await dry()
      assert.deepEqual([likely, /A person decides on it/.test(note)], [true, true])
      const { id, status, held, why } = await decided(author)
      assert.deepEqual([status, held], ['review', ['first posts']])
      assert.match(why, /^Held: first posts\. /)
      await publish(id)
    }
    assert.equal((await dry()).likely, false)
    assert.equal((await decided(author)).status, 'published')
  })

  test('texts sent at once are all first posts, and a rejection of the model stands', async () => {
    const author = await rich()
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await send(author)).json.id))
    assert.equal((await decided(author, 'ABUSE')).status, 'rejected')
    for (const id of ids)
      assert.equal((await app.call('GET', `/v1/posts/${id}`, { key: author.key })).json.status, 'review')
  })

  test('a long clean record passes what the model nearly passes, save for a share that a person sees, and the log says so', async () => {
    const [author, stranger] = [await trusted(), await rich()]
    for (let i = 0; i < 2; i++) await publish((await decided(stranger)).id)
    const expected = (id: string) => Number.parseInt(sha256(id).slice(0, 8), 16) % limits.trustSampled === 0
    for (let i = 0; i < 8; i++) {
      const { id, status, held, why } = await decided(author, 'NEARLY')
      const sampled = expected(id)
      assert.deepEqual([status, held], sampled ? ['review', ['sample of trusted']] : ['published', ['trusted']])
      assert.match(why, sampled ? /^Held: sample of trusted/ : /^Trusted: /)
      const log = app.platform.db.selectFrom('decision_log').select('reason').where('subject', '=', id)
      assert.equal((await log.executeTakeFirstOrThrow()).reason, why)
    }
    assert.equal((await decided(stranger, 'NEARLY')).status, 'review')
    assert.equal((await decided(author, 'REVIEW')).status, 'review')
  })

  test('a list holds the text of a trusted author, and a removed post ends trust for ninety days', async () => {
    const author = await trusted()
    const entry = checkedEntry(app.platform, { kind: 'phrase', value: 'NEARLY held', action: 'hold' })
    await addEntries(app.platform, { entries: [entry], actor: 'operator' })
    assert.deepEqual((await decided(author, 'NEARLY held')).held, ['listed'])
    const { id } = await decided(author)
    assert.equal((await jsonOf(app, ['remove', id, 'vague', '--reason', 'Says nothing.'])).status, 0)
    assert.equal((await decided(author, 'NEARLY')).status, 'review')
    app.clock.advance(limits.trustCleanMs + 1)
    const later = await decided(author, 'NEARLY')
    assert.ok(['trusted', 'sample of trusted'].includes(later.held?.[0]), later.why)
  })
})
