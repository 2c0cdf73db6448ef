// The store of lists: what leaves them and when, counts of topics and places, the sitemap; the promise of each function, on every
// database. search.test.ts has lists and search themselves.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SiteId } from '../../src/contract/sites/site-ids.ts'
import { indexTags, type ListingRow } from '../../src/domain/posts/publication.ts'
import { documentOf } from '../../src/domain/text/search-text.ts'
import { erasePerson } from '../../src/store/database/tables.ts'
import { forgetOccurrences, removeExpired } from '../../src/store/lists/expiry.ts'
import { hiddenEvents, hiddenPosts } from '../../src/store/lists/hidden-posts.ts'
import { publicPost, publicPosts } from '../../src/store/lists/public-post.ts'
import { listedInRange, listedRanges } from '../../src/store/lists/sitemap.ts'
import { addTagChanges, countTags, mostUsedTags, noteTags } from '../../src/store/lists/tag-counts.ts'
import { addPublished } from '../../src/store/lists/writes.ts'
import { hidePost } from '../../src/store/posts/posts.ts'
import { now, withStore } from './rows.ts'

withStore('the store of lists', store => {
  const list = async (site: SiteId, change: Partial<ListingRow> = {}) => {
    const { db, dialect, account, post } = store()
    const id = await post({ account: await account(), site })
    const row: ListingRow = {
      ...{ post_id: id, site, starts_at: null, expires_at: null, changed_at: now, area: null, tags: [], place: null },
      ...{ public_json: '{}', times: [], price: null },
      ...change,
    }
    const document = documentOf({ title: 't', topics: [], body: 'b' }, indexTags(row.tags, row.place))
    const [seq = 0] = await addPublished(db, dialect, [{ row, document }])
    return { id, seq }
  }

  test('the store removes expired posts from their moment on, a number of them at a time, and occurrences that are over', async () => {
    const { db, dialect } = store()
    const times = [{ startsAt: now, endsAt: now + 5, days: { from: 0, to: 0 } }]
    for (const after of [10, 10, 11]) await list('events', { expires_at: now + after, times })
    await list('events', { times })
    const remove = (at: number, limit: number) => removeExpired(db, dialect, at, limit)
    assert.deepEqual(
      [await remove(now + 9, 9), await remove(now + 10, 1), await remove(now + 10, 9), await remove(now + 10, 9)],
      [0, 1, 1, 0],
    )
    const left = async () => (await db.selectFrom('occurrences').select('listing_seq').execute()).length
    assert.equal(await left(), 2, 'occurrences leave with their posts')
    await forgetOccurrences(db, now + 4)
    assert.equal(await left(), 2)
    await forgetOccurrences(db, now + 5)
    assert.equal(await left(), 0)
  })

  test('the store pages the hidden posts of a site, newest first, also those that were hidden at one moment', async () => {
    const { db, account, post } = store()
    const owner = await account()
    const hide = async (site: SiteId, hidden_at: number) => {
      const id = await post({ account: owner, site, text: { fields: `{"n":${hidden_at - now}}` } })
      await hidePost(db, id, { live_fingerprint: null, version: 3, hidden_at })
      return id
    }
    const [a, b, c, d] = [
      await hide('stories', now),
      await hide('stories', now + 5),
      await hide('stories', now + 5),
      await hide('stories', now + 5),
    ]
    await hide('messages', now)
    await post({ account: owner, site: 'stories' })
    const pages: string[][] = []
    let after: { hiddenAt: number; seq: number } | null = null
    do {
      const page = await hiddenPosts(db, { site: 'stories', after, limit: 2 })
      pages.push(page.map(({ id }) => id))
      after = page.at(-1) ?? null
    } while (after)
    assert.deepEqual(pages, [[d, c], [b, a], []])
    const since = async (at: number) =>
      (await hiddenEvents(db, { site: 'stories', since: at, limit: 9 })).map(({ id, version }) => [id, version])
    assert.deepEqual(
      await since(now),
      [d, c, b].map(id => [id, 3]),
    )
    await erasePerson(db, { id: owner, emailKey: '', now })
    assert.deepEqual(await since(0), [], 'an erased text has nothing to cancel')
    assert.equal((await hiddenPosts(db, { site: 'stories', after: null, limit: 9 })).length, 4)
  })

  test('the store reads the public part of a post, and which of several posts are public', async () => {
    const { db, account, post } = store()
    const owner = await account()
    const published = { public_json: '{"a":1}', published_at: now, version: 2 }
    const id = await post({ account: owner, post: published })
    const waiting = await post({ account: owner })
    const found = await publicPost(db, id)
    assert.deepEqual(found, {
      ...{ json: '{"a":1}', everPublished: true, site: 'events', keyId: `key of ${owner}`, version: 2, event: null },
    })
    assert.deepEqual(
      [(await publicPost(db, waiting))?.everPublished, await publicPost(db, 'p_none')],
      [false, undefined],
    )
    const several = await publicPosts(db, [id, waiting, 'p_none'])
    assert.deepEqual(several, [{ id, json: '{"a":1}', version: 2, event: null }])
    assert.deepEqual(await publicPosts(db, []), [])
    await hidePost(db, id, { live_fingerprint: null, version: 3, hidden_at: now })
    const hidden = await publicPost(db, id)
    assert.deepEqual([hidden?.json, hidden?.everPublished], [null, true])
  })

  test('the store keeps a post in its range of the sitemap, and names the ranges that have posts', async () => {
    const { db } = store()
    const posts = [await list('messages'), await list('messages', { expires_at: now + 5 }), await list('messages')]
    const size = 2
    const ranges = [...new Set(posts.map(({ seq }) => Math.floor(seq / size)))]
    assert.deepEqual(await listedRanges(db, 'messages', size), ranges)
    assert.deepEqual(await listedRanges(db, 'classifieds', size), [])
    const inRanges = async (at: number) => {
      const each = ranges.map(range => listedInRange(db, { site: 'messages', range, size, now: at }))
      return (await Promise.all(each)).flat().map(({ post_id }) => post_id)
    }
    const ids = posts.map(({ id }) => id)
    assert.deepEqual(await inRanges(now + 4), ids)
    assert.deepEqual(await inRanges(now + 5), [ids[0], ids[2]])
  })

  test('the store counts the posts of each tag exactly, with changes that are not added up yet and sweeps at once', async () => {
    const { db, atOnce } = store()
    const tagged = (posts: 1 | -1, ...names: string[]) => ({
      ...{ site: 'classifieds' as const, area: null, posts, tags: names.map(name => `topic=${name}`) },
    })
    const most = async (limit = 9) =>
      (await mostUsedTags(db, { site: 'classifieds', kind: 'topic' }, limit)).map(({ name, posts }) => [name, posts])
    await countTags(db, [tagged(1, 'art'), tagged(1, 'art', 'music')])
    await noteTags(db, [tagged(1, 'music')])
    await noteTags(db, [tagged(1, 'music'), tagged(1, 'dance')])
    await noteTags(db, [tagged(-1, 'dance')])
    await noteTags(db, [tagged(1, 'jazz'), tagged(-1, 'jazz')])
    const expected = [
      ['music', 3],
      ['art', 2],
    ]
    assert.deepEqual([await most(), await most(1)], [expected, expected.slice(0, 1)])
    await noteTags(db, [tagged(-1, 'music'), tagged(-1, 'music'), tagged(-1, 'music')])
    assert.deepEqual(await most(1), [['art', 2]], 'a tag that falls makes room for the next one')
    await noteTags(db, [tagged(1, 'music'), tagged(1, 'music'), tagged(1, 'music')])
    const changes = async () => (await db.selectFrom('tag_changes').select('seq').execute()).length
    const before = await changes()
    const added = await atOnce(3, tx => addTagChanges(tx, 2))
    assert.equal(
      added.reduce((sum, n) => sum + n, 0),
      before - (await changes()),
      'each change is added once',
    )
    while ((await addTagChanges(db, 2)) > 0);
    assert.deepEqual([await most(), await most(1)], [expected, expected.slice(0, 1)])
    assert.deepEqual(await mostUsedTags(db, { site: 'stories', kind: 'topic' }, 9), [])
  })

  test('the store counts places within the place around them', async () => {
    const { db } = store()
    const tags = ['country=FR', 'state=FR-IDF', 'city=2988507']
    await countTags(db, [{ site: 'stories', area: 'FR-IDF', posts: 1, tags }])
    const within = (kind: 'state' | 'city', place: string) =>
      mostUsedTags(db, { site: 'stories', kind, within: place }, 9)
    assert.deepEqual(await within('state', 'FR'), [{ name: 'FR-IDF', within: 'FR', posts: 1 }])
    assert.deepEqual(await within('city', 'FR-IDF'), [{ name: '2988507', within: 'FR-IDF', posts: 1 }])
    assert.deepEqual(await within('city', 'FR-ARA'), [])
  })
})
