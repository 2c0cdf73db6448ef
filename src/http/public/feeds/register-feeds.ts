// Mounts the feeds and calendars of every list, the JSON and the calendar of one post, and what is told of those that are gone.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../../contract/problem.ts'
import type { SiteContext } from '../../../contract/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import { tombstones, withdrawnEvents } from '../../../usecases/lists/hidden-posts.ts'
import { publicPost, publicPosts } from '../../../usecases/lists/public-posts.ts'
import type { SiteList } from '../../../usecases/lists/site-lists.ts'
import { sitemapFiles, sitemapLists, sitemapPosts } from '../../../usecases/lists/sitemap.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { type Latest, latestPosts, listAsked } from '../kit/latest.ts'
import { fedLists, mountAt, redirectTo } from '../kit/list-routes.ts'
import { listTitle } from '../kit/list-words.ts'
import { headline, shownPost } from '../kit/post-words.ts'
import { calendar } from './calendar.ts'
import { jsonFeed } from './json-feed.ts'
import { rssFeed } from './rss-feed.ts'
import { sitemapFile, sitemapIndex } from './sitemap.ts'
import { tombstoneFormats, tombstonesAfter } from './tombstones.ts'

type PostRequest = FastifyRequest<{ Params: { id: string } }>
type Format = (site: SiteContext, list: SiteList, latest: Latest, now: number) => string | Promise<string>

const formats: Record<string, { contentType: string; format: Format }> = {
  'index.json': { contentType: 'application/feed+json; charset=utf-8', format: jsonFeed },
  'feed.xml': { contentType: 'application/rss+xml; charset=utf-8', format: rssFeed },
}
const calendarType = 'text/calendar; charset=utf-8'

/**
 * Mounts `index.json`, `feed.xml` and `calendar.ics` of every list, `/p/:id.json`, `/p/:id.ics`, `/removed.json`, `/removed.xml` and the
 * sitemap (contract.md §17). The site of the request is known before these run.
 */
export function registerFeeds(app: FastifyInstance, platform: Platform): void {
  const { documents } = platform

  for (const [file, { contentType, format }] of Object.entries(formats))
    mountAt(app, platform, fedLists, file, async (request, reply, find) => {
      const { site } = request
      const list = await find()
      if ('movedTo' in list) return redirectTo(request, reply, list.movedTo + file)
      const asked = listAsked('feed', site.id, list, request.query)
      const feed = await documents.get(`${site.id} ${list.path}${file} ${asked.key}`, async () =>
        dataDraft(contentType, await format(site, list, await latestPosts(platform, site, asked), platform.now())),
      )
      return sendDocument(request, reply, feed)
    })

  const file = 'calendar.ics'
  mountAt(app, platform, fedLists, file, async (request, reply, find) => {
    const { site } = request
    refuseTimeless(site)
    const list = await find()
    if ('movedTo' in list) return redirectTo(request, reply, list.movedTo + file)
    const asked = listAsked('calendar', site.id, list, request.query)
    const document = await documents.get(`${site.id} ${list.path}${file} ${asked.key}`, async () => {
      const { posts } = await latestPosts(platform, site, asked)
      const ids = posts.map(post => post.id)
      const [shown, withdrawn] = await Promise.all([
        publicPosts(platform, site.id, ids),
        withdrawnEvents(platform, site.id, asked.filters),
      ])
      return dataDraft(
        calendarType,
        calendar(site, { name: listTitle(siteRow(site.id), list), posts: shown, withdrawn }),
      )
    })
    return sendDocument(request, reply, document)
  })

  for (const [path, { contentType, format }] of Object.entries(tombstoneFormats))
    app.get(path, async (request, reply) => {
      const { site } = request
      const after = tombstonesAfter(request.query)
      const document = await documents.get(`${site.id} ${path} ${after?.hiddenAt}.${after?.seq}`, async () =>
        dataDraft(contentType, format(site, await tombstones(platform, site.id, after), after)),
      )
      return sendDocument(request, reply, document)
    })

  const sitemap = (path: string, make: (site: SiteContext, range: number) => Promise<string>) =>
    app.get(path, async (request: FastifyRequest<{ Params: { range?: string } }>, reply) => {
      const { site, params } = request
      const range = params.range === undefined ? 0 : Number(params.range)
      const document = await documents.get(`${site.id} ${path} ${range}`, async () =>
        dataDraft('application/xml; charset=utf-8', await make(site, range)),
      )
      return sendDocument(request, reply, document)
    })
  sitemap('/sitemap.xml', async ({ id }) => sitemapIndex(await sitemapFiles(platform, id)))
  sitemap('/sitemap-lists.xml', async ({ id }) => sitemapFile(await sitemapLists(platform, id)))
  sitemap('/sitemap-posts-:range(^\\d{1,9}$).xml', async ({ id }, range) => {
    const posts = await sitemapPosts(platform, id, range)
    if (posts.length === 0) throw new Problem('not_found', 'The sitemap has no such file.')
    return sitemapFile(posts)
  })

  app.get('/p/:id.ics', async (request: PostRequest, reply) => {
    const { site, params } = request
    refuseTimeless(site)
    const document = await documents.get(`${site.id} ics ${params.id}`, async () => {
      return dataDraft(calendarType, await postCalendar(platform, site, params.id))
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

async function postCalendar(platform: Platform, site: SiteContext, id: string): Promise<string> {
  const post = await publicPost(platform, site.id, id)
  return calendar(site, { name: headline(siteRow(site.id), shownPost(post.json)), posts: [post] })
}

function refuseTimeless(site: SiteContext): void {
  if (!siteRow(site.id).timed) throw new Problem('not_found', 'This site has no calendar: its posts have no times.')
}

function dataDraft(contentType: string, body: string) {
  return { body, headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff' }, dated: true }
}
