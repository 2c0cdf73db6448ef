// The posts of a site as JSON Feed 1.1.

import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import { factLines } from '../kit/facts.ts'
import { announcedHeadline, authorPathOf, bodyOf, type ShownPost } from '../kit/post-words.ts'
import { englishRow } from '../kit/spoken.ts'

const aboutMembers = 'The members of the public post without a counterpart in JSON Feed.'

/** `now` in epoch milliseconds; `hub`: the WebSub hub that announces changes, null for none. */
export type FeedContext = { now: number; hub: string | null }

/** A page of posts as a feed: its title, and the addresses of its page for readers, of itself, and of the next page if there is one. */
export type Feed = { title: string; home: string; self: string; next: string | null; posts: readonly ShownPost[] }

/** A JSON Feed 1.1 document. Texts are plain text, never markup. Other requests are answered between two items. */
export async function jsonFeed(
  site: SiteContext,
  { title, home, self, next, posts }: Feed,
  { now, hub }: FeedContext,
): Promise<string> {
  const row = englishRow(site)
  const head = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: self,
    ...(next !== null && { next_url: next }),
    description: row.tagline,
    ...(hub !== null && { hubs: [{ type: 'WebSub', url: hub }] }),
  })
  const items = await mapWithPauses(posts, post => JSON.stringify(item(site, post, now)))
  return `${head.slice(0, -1)},"items":[${items.join(',')}]}`
}

function item(site: SiteContext, post: ShownPost, now: number): object {
  const row = englishRow(site)
  const title = row.text.title && announcedHeadline(row, post)
  const { id, url, author, topics, published_at, updated_at, language, [row.text.body]: _body, ...rest } = post
  const { title: _title, ...members } = rest
  const page = authorPathOf(post)
  return {
    id: url,
    url,
    ...(title && { title }),
    content_text: [...factLines(row, post, now), '', bodyOf(row, post)].join('\n').trim(),
    date_published: published_at,
    ...(updated_at && { date_modified: updated_at }),
    authors: [{ name: `@${author.handle}`, ...(page !== null && { url: `${site.baseUrl}${page}` }) }],
    tags: topics,
    ...(language !== undefined && { language }),
    _handbill: { about: aboutMembers, id, ...members },
  }
}
