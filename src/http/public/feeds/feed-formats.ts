// The formats of feeds, with their media types.
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { type Feed, type FeedContext, jsonFeed } from './json-feed.ts'
import { rssFeed } from './rss-feed.ts'

type Format = {
  contentType: string
  format: (site: SiteContext, feed: Feed, context: FeedContext) => Promise<string>
}

export const feedFormats: Record<'json' | 'rss', Format> = {
  json: { contentType: 'application/feed+json; charset=utf-8', format: jsonFeed },
  rss: { contentType: 'application/rss+xml; charset=utf-8', format: rssFeed },
}
