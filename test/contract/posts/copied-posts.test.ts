// Near-duplicates go to a person when they copy another account or come one after the other. A weekly meeting does not.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { hostOf, type TestAccount, withSites } from '../../harness.ts'

const day = 86_400_000
const host = hostOf('messages')

const text =
  'The footbridge at the old mill is open again since this morning, and the tram stops there as usual. Thanks to everybody who took the long way round for three weeks, and to the crew who worked through the rain on number 0.'
/** The text with another number: a near-duplicate of every other such text. */
const copy = (number: number) => ({ text: text.replace('number 0', `number ${number}`), topics: ['town'] })
/** A text that is no near-duplicate of the others. */
const another = (number: number) => ({
  text: `The library lends out sewing machines from Monday on, ${number} weeks each, and a short introduction is part of it.`,
  topics: ['town'],
})

withSites('copies across accounts', app => {
  const edit = async ({ key }: TestAccount, id: string, body: unknown): Promise<string> => {
    const { status, json, text } = await app().call('PATCH', `/v1/posts/${id}`, { host, key, body })
    assert.equal(status, 202, text)
    return json.edit.id
  }
  /** The flags and the status of a text once it is decided. */
  const decided = async (id: string) => {
    await app().moderate()
    const { status, verdict } = await app()
      .platform.db.selectFrom('revisions')
      .select(['status', 'verdict'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { flags = [] } = JSON.parse(verdict ?? '{}') as { flags?: string[] }
    return { status, flags }
  }
  const posted = new Map<string, TestAccount>()
  const post = async (account: TestAccount, body: unknown): Promise<string> => {
    const { status, json, text } = await app().call('POST', '/v1/posts', { host, key: account.key, body })
    assert.equal(status, 202, text)
    posted.set(json.id, account)
    return json.id
  }

  // Each test begins without live posts.
  afterEach(async () => {
    for (const [id, { key }] of posted)
      assert.equal((await app().call('DELETE', `/v1/posts/${id}`, { host, key })).status, 200)
    posted.clear()
  })

  test('a near-duplicate of another account’s post goes to a person; a near-duplicate of the author’s own post does not', async () => {
    const [author, copier] = [await app().account(), await app().account()]
    assert.deepEqual(await decided(await post(author, copy(1))), { status: 'published', flags: [] })
    app().clock.advance(2 * day)
    assert.deepEqual(await decided(await post(copier, copy(2))), {
      status: 'review',
      flags: ['copy_of_another_account', 'near_duplicate'],
    })
    app().clock.advance(2 * day)
    assert.deepEqual(await decided(await post(author, copy(3))), { status: 'published', flags: ['near_duplicate'] })
    assert.deepEqual(
      (await decided(await post(copier, copy(4)))).status,
      'review',
      'an earlier copy does not make the copier an author',
    )
  })

  test('the announcement of a weekly meeting is published every week', async () => {
    const author = await app().account()
    for (let week = 1; week <= 4; week++) {
      assert.equal((await decided(await post(author, copy(week)))).status, 'published', `week ${week}`)
      app().clock.advance(7 * day)
    }
  })

  test('the third near-duplicate within a day goes to a person; a day later another one is published', async () => {
    const author = await app().account()
    assert.equal((await decided(await post(author, copy(1)))).status, 'published')
    app().clock.advance(60_000)
    assert.deepEqual(await decided(await post(author, copy(2))), { status: 'published', flags: ['near_duplicate'] })
    app().clock.advance(60_000)
    assert.deepEqual(await decided(await post(author, copy(3))), {
      status: 'review',
      flags: ['near_duplicate', 'several_near_duplicates'],
    })
    app().clock.advance(day + 1)
    assert.equal((await decided(await post(author, copy(4)))).status, 'published')
  })

  test('only the first of near-duplicates from many accounts is published, even when all come in one batch', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => app().account()))
    const ids: string[] = []
    for (const [i, account] of accounts.entries()) ids.push(await post(account, copy(i + 1)))
    const states = []
    for (const id of ids) states.push((await decided(id)).status)
    assert.deepEqual(states, ['published', 'review', 'review', 'review', 'review', 'review'])
  })

  test('a post that is edited into a near-duplicate goes to a person; an author’s small change of the copied post does not', async () => {
    const [author, copier] = [await app().account(), await app().account()]
    const harmless = await post(copier, another(2))
    const first = await post(author, copy(1))
    assert.equal((await decided(first)).status, 'published')
    app().clock.advance(2 * day)
    const copied = await decided(await edit(copier, harmless, copy(2)))
    assert.deepEqual(copied, { status: 'review', flags: ['copy_of_another_account', 'near_duplicate'] })
    assert.equal((await decided(await post(copier, copy(3)))).status, 'review')
    const mended = await decided(await edit(author, first, copy(9)))
    assert.deepEqual(mended, { status: 'published', flags: ['near_duplicate'] })
  })

  test('a dry run has the flags of a near-duplicate and says that a review is likely', async () => {
    const [author, copier] = [await app().account(), await app().account()]
    await decided(await post(author, copy(1)))
    const dryRun = async ({ key }: TestAccount) =>
      (await app().call('POST', '/v1/posts?dry_run=true', { host, key, body: copy(2) })).json
    const { flags, flag_meanings, review } = await dryRun(copier)
    assert.deepEqual(flags, ['copy_of_another_account', 'near_duplicate'])
    assert.match(flag_meanings.copy_of_another_account, /another account/)
    assert.equal(review.likely, true)
    const own = await dryRun(author)
    assert.deepEqual([own.flags, own.review.likely], [['near_duplicate'], false])
  })
})
