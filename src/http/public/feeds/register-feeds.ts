// Mounts the feeds of a site and the JSON of one post.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../../contract/problem.ts'
import { siteRow } from '../../../contract/sites.ts'
import type { SiteContext } from '../../../edge/site-context.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { type Latest, latestPosts, positionIn, publicText } from '../kit/latest.ts'
import { pageCache, sendDocument } from '../kit/page-cache.ts'
import { shownPost } from '../kit/post-words.ts'
import { calendar } from './calendar.ts'
import { jsonFeed } from './json-feed.ts'
import { rssFeed } from './rss-feed.ts'

type FeedRequest = FastifyRequest<{ Querystring: { after?: string } }>
type PostRequest = FastifyRequest<{ Params: { id: string } }>
type Format = (site: SiteContext, latest: Latest, now: number) => string

const formats: Record<string, { contentType: string; format: Format }> = {
  '/index.json': { contentType: 'application/feed+json; charset=utf-8', format: jsonFeed },
  '/feed.xml': { contentType: 'application/rss+xml; charset=utf-8', format: rssFeed },
}

/** Mounts `/index.json`, `/feed.xml`, `/calendar.ics`, `/p/:id.json` and `/p/:id.ics` (contract.md §17). The site of the request is known before these run. */
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

  const calendarHeaders = dataHeaders('text/calendar; charset=utf-8')
  app.get('/calendar.ics', async (request: FeedRequest, reply) => {
    const { site } = request
    refuseTimeless(site)
    const document = await cache.get(`${site.id} calendar`, async () =>
      calendar(site, (await latestPosts(platform, site.id, null)).posts),
    )
    return sendDocument(request, reply, document, calendarHeaders)
  })

  app.get('/p/:id.ics', async (request: PostRequest, reply) => {
    const { site, params } = request
    refuseTimeless(site)
    const document = await cache.get(`${site.id} ics ${params.id}`, async () =>
      calendar(site, [shownPost(await publicText(platform, site.id, params.id))]),
    )
    return sendDocument(request, reply, document, calendarHeaders)
  })

  app.get('/p/:id.json', async (request: PostRequest, reply) => {
    const { site, params } = request
    const post = await cache.get(`${site.id} json ${params.id}`, () => publicText(platform, site.id, params.id))
    return sendDocument(request, reply, post, dataHeaders('application/json; charset=utf-8'))
  })
}

function refuseTimeless(site: SiteContext): void {
  if (!siteRow(site.id).timed) throw new Problem('not_found', 'This site has no calendar: its posts have no times.')
}

function dataHeaders(contentType: string): Record<string, string> {
  return { 'content-type': contentType, 'x-content-type-options': 'nosniff' }
}
