// The statements of lists, searches and the queue of reviewers, which are composed from filters: one of each kind is sent, so that it is among the committed ones
// (src/store/queries). What they find is tested in search.test.ts.
import { test } from 'node:test'
import type { ListQuery } from '../../src/contract/operations/posts.ts'
import { listPage } from '../../src/store/lists/list-pages.ts'
import { placeLookup } from '../../src/store/lists/places.ts'
import { nextItems, openQueue } from '../../src/store/review/queue.ts'
import { browsePosts } from '../../src/usecases/lists/browse-posts.ts'
import { listFilter } from '../../src/usecases/lists/list-filter.ts'
import { searchPage } from '../../src/usecases/lists/search-posts.ts'
import type { Platform } from '../../src/usecases/platform.ts'
import { recordComposed } from '../kit/queries/record.ts'
import { now, withStore } from './rows.ts'

const place = { country: 'DE', state: 'DE-BE' }
const days = { on_from: '2027-02-06', on_to: '2027-02-07' }
const week = { starts_after: '2027-02-01T00:00:00Z', starts_before: '2027-02-08T00:00:00Z' }
const filters: readonly ListQuery[] = [
  {},
  place,
  { topic: 'jazz' },
  { near: '52.52,13.405', within_km: 50 },
  days,
  week,
  { ...place, topic: 'jazz', ...days },
]

withStore('the statements of lists and searches', store => {
  const platform = () => {
    const { db, dialect } = store()
    return { db, dialect, now: () => now, places: placeLookup(db) } as unknown as Platform
  }

  test('lists are read in each order by each filter', () =>
    recordComposed(async () => {
      for (const filter of filters)
        for (const order of ['newest', 'soonest'] as const)
          await browsePosts(platform(), 'events', { ...filter, order })
      for (const order of ['cheapest', 'dearest'] as const)
        for (const filter of [{}, place])
          await browsePosts(platform(), 'classifieds', { ...filter, order, currency: 'EUR' })
    }))

  test('lists that many posts match are walked', () =>
    recordComposed(async () => {
      const { db, dialect } = store()
      const reach = { posts: 1, occurrences: 1, few: 0 }
      for (const query of filters)
        for (const order of ['newest', 'soonest'] as const) {
          const filter = await listFilter(platform(), 'events', query)
          await listPage(db, dialect, filter, { order, after: null, limit: 2 }, reach)
        }
    }))

  test('the queue of reviewers is read whole and for the next item', () =>
    recordComposed(async () => {
      const asked = { now, reviewer: 'r', limit: 2 }
      await openQueue(store().db, asked)
      await nextItems(store().db, { ...asked, own: true })
    }))

  test('searches are read in each order', () =>
    recordComposed(async () => {
      const asked = { q: 'jazz evening', ...place }
      await searchPage(platform(), 'events', asked, null)
      for (const order of ['newest', 'soonest'] as const)
        await searchPage(platform(), 'events', { ...asked, order }, null)
      await searchPage(platform(), 'classifieds', { q: 'chair', currency: 'EUR', order: 'cheapest' }, null)
    }))
})
