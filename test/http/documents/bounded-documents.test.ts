// Documents of the longest posts: their entries and bytes are bounded, and other requests are answered while one is made.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import type { SiteContext } from '../../../src/contract/sites/site-context.ts'
import { siteRow } from '../../../src/contract/sites.ts'
import { readMonth } from '../../../src/domain/times/months.ts'
import { jsonFeed } from '../../../src/http/public/feeds/json-feed.ts'
import { rssFeed } from '../../../src/http/public/feeds/rss-feed.ts'
import { readListQuery } from '../../../src/http/public/kit/latest.ts'
import { shownPost } from '../../../src/http/public/kit/post-words.ts'
import { englishRow } from '../../../src/http/public/kit/spoken.ts'
import { listPageHtml } from '../../../src/http/public/pages/list-page.ts'
import { monthPageHtml } from '../../../src/http/public/pages/month-page.ts'
import { entriesOf } from '../../../src/http/public/pages/post-markdown.ts'
import type { PostWithHistory } from '../../../src/usecases/lists/public-posts.ts'
import { allPosts } from '../../../src/usecases/lists/site-lists.ts'
import { hostOf } from '../../harness.ts'
import { presentPublishingSites } from '../pages/published.ts'

const words = (name: string, length: number) => {
  let text = ''
  for (let i = 0; text.length < length - 20; i++) text += `${i % 40 === 39 ? '\n\n' : ' '}${name}${i}`
  return text.trim()
}
/** Times of a weekly series, of as many occurrences as an event can have. */
const weekly = Array.from({ length: siteRow('events').timed!.seriesMax }, (_, week) => {
  const day = new Date(Date.UTC(2027, 2, 6 + 7 * week)).toISOString().slice(0, 10)
  return { starts_at: `${day}T14:00:00Z`, ends_at: `${day}T16:00:00Z` }
})
const series = { timezone: 'UTC', starts_at: undefined, ends_at: undefined, occurrences: weekly }

/** The result of some work, and how often the event loop turned meanwhile. */
async function turnsDuring<T>(work: () => Promise<T>): Promise<{ made: T; turns: number }> {
  let turns = 0
  let running = true
  const turn = () => {
    turns++
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  const made = await work()
  running = false
  return { made, turns }
}

const entriesIn = (calendar: string) => calendar.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)

presentPublishingSites('documents of the longest posts', app => {
  const events: SiteContext = { id: 'events', baseUrl: 'http://events.test' }
  const stories: SiteContext = { id: 'stories', baseUrl: 'http://stories.test' }
  const longest = { events: '', stories: '' }
  const now = () => app().clock.now()
  /** The longest post of a site under other ids, and with another text if one is given. */
  const copies = (site: 'events' | 'stories', count: number, body?: string): PostWithHistory[] =>
    Array.from({ length: count }, (_, i) => {
      const post = JSON.parse(longest[site])
      const json = JSON.stringify({ ...post, ...(body !== undefined && { body }) })
      const id = `${post.id.slice(0, -4)}${String(i).padStart(4, '0')}`
      return { json: json.replaceAll(post.id, id), version: 1, event: null }
    })
  const shown = (...of: Parameters<typeof copies>) => copies(...of).map(({ json }) => shownPost(json))

  before(async () => {
    for (let i = 0; i < 10; i++)
      await app().publish('events', {
        ...series,
        body: words(`pier${i}x`, 4_900),
        location: { country: 'FR' },
        topics: ['art'],
      })
    const [event] = (await app().call('GET', '/v1/posts', { host: hostOf('events') })).json.items
    longest.events = JSON.stringify(event)
    const id = await app().publish('stories', { body: words('wavewavewave', 24_900) })
    longest.stories = (await app().call('GET', `/p/${id}.json`, { host: hostOf('stories') })).text
  })

  test('every calendar of a list has at most 500 occurrences and 1 MB, the soonest first', async () => {
    const { handle } = app().author
    for (const list of ['/', '/topics/art/', '/in/', '/topics/', '/in/FR/', `/by/${handle}/`]) {
      const { status, text } = await app().call('GET', `${list}calendar.ics`, { host: hostOf('events') })
      assert.equal(status, 200, list)
      const starts = entriesIn(text).map(entry => /DTSTART[^:]*:(\w+)/.exec(entry)![1]!)
      assert.equal(starts.length, limits.calendarEntries, list)
      assert.deepEqual(starts, starts.toSorted())
      assert.equal(starts[0]!.slice(0, 8), '20270306')
      assert.ok(Buffer.byteLength(text) <= limits.calendarBytes, `${text.length} bytes`)
    }
  })

  test('the loop turns between two posts of every list, feed and month, and no feed grows past what is kept', async () => {
    const context = { now: now(), hub: null }
    const latest = { posts: shown('stories', limits.pageMax, '&'.repeat(25_000)), self: '', next: null }
    const feed = { title: 'x', home: stories.baseUrl, self: '', next: null, posts: latest.posts }
    const ahead = shown('events', limits.pageMax)
    const month = readMonth('2027-03')!
    const asked = readListQuery('page', { site: 'stories', list: allPosts, now: now() }, {})
    const options = { first: true, now: now(), groups: [], asked, facets: null }
    const works: Record<string, () => Promise<unknown>> = {
      'JSON Feed': () => jsonFeed(stories, feed, context),
      RSS: () => rssFeed(stories, feed, context),
      page: () => listPageHtml(stories, allPosts, latest, options),
      twin: () => entriesOf(englishRow({ id: 'stories' }), latest.posts, now()),
      month: () => monthPageHtml(events, allPosts, month, { posts: ahead, whole: true }, now()),
      'twin of a month': () => entriesOf(englishRow({ id: 'events' }), ahead, now()),
    }
    for (const [name, work] of Object.entries(works)) {
      const { made, turns } = await turnsDuring(work)
      assert.ok(turns >= limits.pageMax - 1, `${name}: ${turns} turns`)
      assert.ok(Buffer.byteLength(String(made)) < 5_000_000, `${name}: ${String(made).length} characters`)
    }
  })
})
