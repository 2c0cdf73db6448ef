// Mounts the pages of lists: the home page, topics, places, and their months (contract.md §17).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { limits } from '../../../contract/limits.ts'
import { invalid, Problem } from '../../../contract/problem.ts'
import { type SiteRow, siteRow } from '../../../contract/sites.ts'
import { capital } from '../../../contract/words.ts'
import { placePath, placesPath, topicsPath } from '../../../domain/list-paths.ts'
import { queryShape } from '../../../domain/shape.ts'
import { ofList } from '../../../domain/subjects.ts'
import { areasNamed, findPlaces } from '../../../usecases/find-places.ts'
import { calendarMonth, monthPosts } from '../../../usecases/lists/month-posts.ts'
import { mostUsedCountries, mostUsedTopics, placesInside, type SiteList } from '../../../usecases/lists/site-lists.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { latestPosts, listAsked, withoutTrackers } from '../kit/latest.ts'
import { type Answer, mountAt, postLists } from '../kit/list-routes.ts'
import { shownPost } from '../kit/post-words.ts'
import { page, sendPage } from '../kit/send-page.ts'
import { type LinkGroup, listPageHtml, placesPageHtml, topicsPageHtml } from './list-page.ts'
import { monthPageHtml } from './month-page.ts'
import { misaskedPageHtml, nowherePageHtml } from './post-page.ts'

/** Topics and places that a page has room for beside its posts, and on pages of their own. */
const linksBeside = 12
const linksInside = 100
const linksOverall = 250

const nothingAsked = queryShape(Type.Object({}, { additionalProperties: false }))
const placeAsked = queryShape(
  Type.Object(
    { q: Type.Optional(Type.String({ minLength: 1, maxLength: limits.placeQueryCodePoints })) },
    { additionalProperties: false },
  ),
)

/** Mounts the pages. The site of the request is known before these run. */
export function registerLists(app: FastifyInstance, platform: Platform): void {
  mountPostLists(app, platform)
  mountOverviews(app, platform)
  mountMonths(app, platform)
}

type Load = Parameters<typeof sendPage>[2]

function send(request: FastifyRequest, reply: FastifyReply, load: Load) {
  const { site } = request
  return sendPage(request, reply, load, ({ status, extras }) =>
    status === 404 ? nowherePageHtml(site) : status === 400 ? misaskedPageHtml(site, extras.errors ?? []) : null,
  )
}

/** Sends a page of a list at a file below it, or leads to where that is. */
function sendList(
  [request, reply, find]: Parameters<Answer>,
  file: string,
  load: (list: SiteList) => ReturnType<Load>,
) {
  return send(request, reply, async () => {
    const list = await find()
    return 'movedTo' in list ? { movedTo: list.movedTo + file } : load(list)
  })
}

function mountPostLists(app: FastifyInstance, platform: Platform): void {
  const { documents } = platform
  mountAt(app, platform, postLists, '', (...asking) =>
    sendList(asking, '', list => {
      const [{ site, query }] = asking
      const asked = listAsked('page', site.id, list, query)
      const first = asked.after === null
      const written = async () => {
        const [latest, groups] = await Promise.all([
          latestPosts(platform, site, asked),
          first ? groupsOf(platform, siteRow(site.id), list) : [],
        ])
        return page(listPageHtml(site, list, latest, { first, groups, now: platform.now() }))
      }
      return documents.get(`${site.id} page ${list.path} ${asked.key}`, written, ofList(site.id, asked.filters))
    }),
  )
}

/** The pages of all topics and of all countries. */
function mountOverviews(app: FastifyInstance, platform: Platform): void {
  const { documents } = platform
  mountAt(app, platform, [topicsPath], '', (request, reply) =>
    send(request, reply, () => {
      const { site } = request
      refuse(nothingAsked(withoutTrackers(request.query)))
      return documents.get(`${site.id} topics`, async () =>
        page(topicsPageHtml(site, await mostUsedTopics(platform, site.id, linksOverall))),
      )
    }),
  )

  mountAt(app, platform, [placesPath], '', (request, reply) =>
    send(request, reply, () => {
      const { site } = request
      const asked = withoutTrackers(request.query) as { q?: string }
      refuse(placeAsked(asked))
      const { q } = asked
      return documents.get(`${site.id} places ${q ?? ''}`, async () => {
        const countries = await mostUsedCountries(platform, site.id, linksOverall)
        return page(
          placesPageHtml(site, countries, q === undefined ? null : { q, found: await placesCalled(platform, q) }),
        )
      })
    }),
  )
}

function mountMonths(app: FastifyInstance, platform: Platform): void {
  const { documents } = platform
  for (const file of ['calendar/', 'calendar/:month/'])
    mountAt(app, platform, postLists, file, (...asking) => {
      const [{ site, query, params }] = asking
      const { month: asked } = params as { month?: string }
      return sendList(asking, asked === undefined ? 'calendar/' : `calendar/${asked}/`, list => {
        const now = platform.now()
        const month = siteRow(site.id).timed && calendarMonth(asked, now)
        if (!month) throw new Problem('not_found', 'There is no calendar of such a month.')
        refuse(nothingAsked(withoutTrackers(query)))
        return documents.get(`${site.id} month ${list.path} ${month.text}`, async () => {
          const { texts, whole } = await monthPosts(platform, site.id, list, month)
          return page(monthPageHtml(site, list, month, { posts: texts.map(shownPost), whole }, now))
        })
      })
    })
}

function refuse(faults: string[]): void {
  if (faults.length > 0) throw invalid(faults)
}

/** What a page links to beside its posts: the home page to topics and countries, a place to what lies in it. */
async function groupsOf(platform: Platform, row: SiteRow, list: SiteList): Promise<LinkGroup[]> {
  const { id, nouns } = row
  if (list.about === null) {
    const [topics, countries] = await Promise.all([
      mostUsedTopics(platform, id, linksBeside),
      mostUsedCountries(platform, id, linksBeside),
    ])
    return [
      { heading: 'Topics', links: topics, all: { name: 'All topics', path: topicsPath } },
      { heading: 'Places', links: countries, all: { name: 'All places, or find one by name', path: placesPath } },
    ]
  }
  if (list.area === null) return []
  const { states, cities } = await placesInside(platform, id, list.area, linksInside)
  return [
    { heading: `${capital(nouns)} by region`, links: states },
    { heading: `${capital(nouns)} by city`, links: cities },
  ]
}

/** Countries, states and cities of a name, or cities whose name begins so. */
async function placesCalled(platform: Platform, q: string) {
  const cities = await findPlaces(platform, { q })
  return [...areasNamed(q), ...cities].map(({ label, location }) => ({ label, path: placePath(location) }))
}
