// Mounts the feeds and calendars of every list, and the JSON and the calendar of one post.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid, Problem } from '../../../contract/problems/problem.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { ofList, ofPost } from '../../../domain/posts/subjects.ts'
import { show } from '../../../domain/shape.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Draft } from '../../../usecases/documents.ts'
import { withdrawnEvents } from '../../../usecases/lists/hidden-posts.ts'
import { publicPost, publicPosts } from '../../../usecases/lists/public-posts.ts'
import type { SiteList } from '../../../usecases/lists/site-lists.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { type AskedList, type Latest, latestPosts, queryOf, readListQuery } from '../kit/latest.ts'
import { listsWithFeeds, mountAt, redirectTo } from '../kit/list-routes.ts'
import { listTitle } from '../kit/list-words.ts'
import { headline, shownPost } from '../kit/post-words.ts'
import { englishRow } from '../kit/spoken.ts'
import { listCalendar, postCalendar, timeCalendar } from './calendar.ts'
import { dataDraft } from './data-draft.ts'
import { feedFormats } from './feed-formats.ts'
import type { Feed } from './json-feed.ts'

type PostRequest = FastifyRequest<{ Params: { id: string } }>
const files = { 'index.json': feedFormats.json, 'feed.xml': feedFormats.rss }
const calendarType = 'text/calendar; charset=utf-8'

/**
 * Mounts `index.json`, `feed.xml` and `calendar.ics` of every list, `/p/:id.json`, `/p/:id.ics`
 * (contract.md §17). The edge has set the site.
 */
export function registerFeeds(app: FastifyInstance, platform: Platform): void {
  mountFeeds(app, platform)
  mountCalendars(app, platform)
  mountPosts(app, platform)
}

function mountFeeds(app: FastifyInstance, platform: Platform): void {
  for (const [file, { contentType, format }] of Object.entries(files))
    mountAt(app, platform, listsWithFeeds, file, async (request, reply, find) => {
      const { site } = request
      const list = await find()
      if ('movedTo' in list) return redirectTo(request, reply, list.movedTo + file)
      const asked = readListQuery('feed', { site: site.id, list, now: platform.now() }, request.query)
      const written = async () =>
        feedDraft(platform, `${site.baseUrl}${list.path}${file}${queryOf(asked)}`, {
          contentType,
          body: await format(site, feedOf(site, list, file, await latestPosts(platform, site, asked)), {
            now: platform.now(),
            hub: platform.hub,
          }),
        })
      const key = `${site.id} ${list.path}${file} ${asked.key}`
      const feed = await platform.documents.get(key, written, ofList(site.id, asked.filters))
      return sendDocument(request, reply, feed)
    })
}

function feedOf(site: SiteContext, list: SiteList, file: string, { posts, self, next }: Latest): Feed {
  const home = `${site.baseUrl}${list.path}`
  return {
    ...{ title: listTitle(englishRow(site), list), home, posts },
    ...{ self: `${home}${file}${self}`, next: next && `${home}${file}${next}` },
  }
}

function mountCalendars(app: FastifyInstance, platform: Platform): void {
  const file = 'calendar.ics'
  mountAt(app, platform, listsWithFeeds, file, async (request, reply, find) => {
    const { site } = request
    requireTimes(site)
    const list = await find()
    if ('movedTo' in list) return redirectTo(request, reply, list.movedTo + file)
    const asked = readListQuery('calendar', { site: site.id, list, now: platform.now() }, request.query)
    const written = () => calendarDraft(platform, site, list, asked)
    const key = `${site.id} ${list.path}${file} ${asked.key}`
    const document = await platform.documents.get(key, written, ofList(site.id, asked.filters))
    return sendDocument(request, reply, document)
  })
}

async function calendarDraft(platform: Platform, site: SiteContext, list: SiteList, asked: AskedList): Promise<Draft> {
  const { posts } = await latestPosts(platform, site, asked)
  const ids = posts.map(post => post.id)
  const [shown, withdrawn] = await Promise.all([
    publicPosts(platform, site.id, ids),
    withdrawnEvents(platform, site.id, asked.filters),
  ])
  const name = listTitle(englishRow(site), list)
  return dataDraft(calendarType, await listCalendar(site, { name, posts: shown, withdrawn, now: platform.now() }))
}

/** The calendar and the JSON of one post. */
function mountPosts(app: FastifyInstance, platform: Platform): void {
  app.get('/p/:id.ics', async (request: PostRequest, reply) => {
    const { site, params } = request
    requireTimes(site)
    const startsAt = startIn(request.query)
    const written = async () => dataDraft(calendarType, await calendarOf(platform, site, params.id, startsAt))
    const key = `${site.id} ics ${params.id} ${startsAt ?? ''}`
    const document = await platform.documents.get(key, written, ofPost(params.id))
    return sendDocument(request, reply, document)
  })

  app.get('/p/:id.json', async (request: PostRequest, reply) => {
    const { site, params } = request
    const document = await platform.documents.get(
      `${site.id} json ${params.id}`,
      async () => {
        const { json } = await publicPost(platform, site.id, params.id)
        return dataDraft('application/json; charset=utf-8', json)
      },
      ofPost(params.id),
    )
    return sendDocument(request, reply, document)
  })
}

/** The start by which a request asks for one time of a series, epoch ms. Other parameters select nothing. */
function startIn(query: unknown): number | undefined {
  const { date: text } = query as { date?: unknown }
  if (text === undefined) return undefined
  const start = typeof text === 'string' ? Date.parse(text) : Number.NaN
  if (Number.isNaN(start)) throw invalid([`/date: got ${show(text)}; it takes the start of a date of the post`])
  return start
}

async function calendarOf(platform: Platform, site: SiteContext, id: string, startsAt?: number): Promise<string> {
  const post = await publicPost(platform, site.id, id)
  const name = headline(englishRow(site), shownPost(post.json))
  if (startsAt === undefined) return postCalendar(site, name, post)
  const calendar = timeCalendar(site, name, post, startsAt)
  if (calendar === null) throw new Problem('not_found', `The post ${id} has no date that starts then.`)
  return calendar
}

function requireTimes(site: SiteContext): void {
  if (!englishRow(site).timed) throw new Problem('not_found', 'This site has no calendar: its posts have no times.')
}

/** A feed with links to its hub, if there is one, and to itself under the address that the hub has (WebSub §4). */
function feedDraft({ hub }: Platform, self: string, { contentType, body }: { contentType: string; body: string }) {
  const { headers, ...draft } = dataDraft(contentType, body)
  const links = hub !== null && { link: `<${hub}>; rel="hub", <${self}>; rel="self"` }
  return { ...draft, headers: { ...headers, ...links } }
}
