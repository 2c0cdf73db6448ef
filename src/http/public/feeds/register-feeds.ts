// Mounts the feeds of a site and the JSON of one post.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../../contract/problem.ts'
import type { SiteContext } from '../../../contract/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import { publicPost, publicPosts } from '../../../usecases/lists/public-posts.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { type Latest, latestPosts, listAsked } from '../kit/latest.ts'
import { calendar } from './calendar.ts'
import { jsonFeed } from './json-feed.ts'
import { rssFeed } from './rss-feed.ts'

type PostRequest = FastifyRequest<{ Params: { id: string } }>
type Format = (site: SiteContext, latest: Latest, now: number) => string | Promise<string>

const formats: Record<string, { contentType: string; format: Format }> = {
  '/index.json': { contentType: 'application/feed+json; charset=utf-8', format: jsonFeed },
  '/feed.xml': { contentType: 'application/rss+xml; charset=utf-8', format: rssFeed },
}
const calendarType = 'text/calendar; charset=utf-8'

/** Mounts `/index.json`, `/feed.xml`, `/calendar.ics`, `/p/:id.json` and `/p/:id.ics` (contract.md §17). The site of the request is known before these run. */
export function registerFeeds(app: FastifyInstance, platform: Platform): void {
  const { documents } = platform

  for (const [path, { contentType, format }] of Object.entries(formats)) {
    app.get(path, async (request, reply) => {
      const { site } = request
      const asked = listAsked('feed', site.id, request.query)
      const feed = await documents.get(`${site.id} ${path} ${asked.key}`, async () =>
        dataDraft(contentType, await format(site, await latestPosts(platform, site, asked), platform.now())),
      )
      return sendDocument(request, reply, feed)
    })
  }

  app.get('/calendar.ics', async (request, reply) => {
    const { site } = request
    refuseTimeless(site)
    const asked = listAsked('calendar', site.id, request.query)
    const document = await documents.get(`${site.id} calendar ${asked.key}`, async () => {
      const { posts } = await latestPosts(platform, site, asked)
      const ids = posts.map(post => post.id)
      return dataDraft(calendarType, calendar(site, await publicPosts(platform, site.id, ids)))
    })
    return sendDocument(request, reply, document)
  })

  app.get('/p/:id.ics', async (request: PostRequest, reply) => {
    const { site, params } = request
    refuseTimeless(site)
    const document = await documents.get(`${site.id} ics ${params.id}`, async () => {
      return dataDraft(calendarType, calendar(site, [await publicPost(platform, site.id, params.id)]))
    })
    return sendDocument(request, reply, document)
  })

  app.get('/p/:id.json', async (request: PostRequest, reply) => {
    const { site, params } = request
    const document = await documents.get(`${site.id} json ${params.id}`, async () => {
      const { json } = await publicPost(platform, site.id, params.id)
      return dataDraft('application/json; charset=utf-8', json)
    })
    return sendDocument(request, reply, document)
  })
}

function refuseTimeless(site: SiteContext): void {
  if (!siteRow(site.id).timed) throw new Problem('not_found', 'This site has no calendar: its posts have no times.')
}

function dataDraft(contentType: string, body: string) {
  return { body, headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff' }, dated: true }
}
