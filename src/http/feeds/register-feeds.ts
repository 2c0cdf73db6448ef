// Mounts the feeds of a site and the JSON of one post.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Platform } from '../../actions/platform.ts'
import { type Latest, latestPosts, positionIn, publicText } from '../pages/latest.ts'
import { pageCache, sendDocument } from '../pages/page-cache.ts'
import type { SiteContext } from '../site-context.ts'
import { jsonFeed } from './json-feed.ts'
import { rssFeed } from './rss-feed.ts'

type FeedRequest = FastifyRequest<{ Querystring: { after?: string } }>
type PostRequest = FastifyRequest<{ Params: { id: string } }>
type Format = (site: SiteContext, latest: Latest, now: number) => string

const formats: Record<string, { contentType: string; format: Format }> = {
  '/index.json': { contentType: 'application/feed+json; charset=utf-8', format: jsonFeed },
  '/feed.xml': { contentType: 'application/rss+xml; charset=utf-8', format: rssFeed },
}

/** Mounts `/index.json`, `/feed.xml` and `/p/:id.json` (contract.md §17). The site of the request is known before these run. */
export function registerFeeds(app: FastifyInstance, platform: Platform): void {
  const cache = pageCache(platform)

  for (const [path, { contentType, format }] of Object.entries(formats)) {
    app.get(path, async (request: FeedRequest, reply) => {
      const { site, query } = request
      const after = positionIn(query.after)
      const feed = await cache.get(`${site.id} ${path} ${query.after ?? ''}`, async () =>
        format(site, await latestPosts(platform, site.id, after), platform.now()),
      )
      return sendDocument(request, reply, feed, dataHeaders(contentType))
    })
  }

  app.get('/p/:id.json', async (request: PostRequest, reply) => {
    const { site, params } = request
    const post = await cache.get(`${site.id} p ${params.id}`, () => publicText(platform, site.id, params.id))
    return sendDocument(request, reply, post, dataHeaders('application/json; charset=utf-8'))
  })
}

function dataHeaders(contentType: string): Record<string, string> {
  return { 'content-type': contentType, 'x-content-type-options': 'nosniff' }
}
