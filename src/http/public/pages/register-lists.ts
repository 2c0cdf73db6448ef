// Mounts the pages of lists: the home page, topics, places, and their months (contract.md §17).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { limits } from '../../../contract/limits.ts'
import { invalid, Problem } from '../../../contract/problems/problem.ts'
import type { SiteId } from '../../../contract/sites/site-ids.ts'
import { homePath, placePath, placesPath, topicsPath } from '../../../domain/posts/list-paths.ts'
import { ofList } from '../../../domain/posts/subjects.ts'
import { queryShape } from '../../../domain/shape.ts'
import { daysOfMonth } from '../../../domain/times/months.ts'
import { placeIn } from '../../../edge/place-cookie.ts'
import { areaMap } from '../../../usecases/lists/area-map.ts'
import { authorsSince, otherSitesOf } from '../../../usecases/lists/authors.ts'
import { facetsOf } from '../../../usecases/lists/facets.ts'
import { calendarMonth, monthPosts } from '../../../usecases/lists/month-posts.ts'
import { nearestShown, nearestWithPosts, placesCalled } from '../../../usecases/lists/near-places.ts'
import {
  type ListAddress,
  listAt,
  mostUsedCountries,
  mostUsedTopics,
  nearList,
  placesInside,
  type SiteList,
} from '../../../usecases/lists/site-lists.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { feedQueryOf, latestPosts, readListQuery, withoutTrackers } from '../kit/latest.ts'
import { homeHtmlHeaders, ownHomeHtmlHeaders } from '../kit/layout.ts'
import { postLists } from '../kit/list-routes.ts'
import { listTitle, type NamedLink } from '../kit/list-words.ts'
import { formAsked, type Mounted, mountPage, type PublicPage } from '../kit/mount-page.ts'
import { shownPost } from '../kit/post-words.ts'
import { englishRow, rowIn, type SpokenRow } from '../kit/spoken.ts'
import { followFile, followMarkdown, followPageHtml } from './follow-page.ts'
import { type Author, type LinkGroup, listPageHtml, placesPageHtml, topicsPageHtml } from './list-page.ts'
import { monthPageHtml, monthWords } from './month-page.ts'
import { entriesOf, linksMarkdown, postsMarkdown } from './post-markdown.ts'
import { unknownAddressPageHtml, wrongParametersPageHtml } from './post-page.ts'

/** How many topics or places a page links to: beside its posts, inside a place, and on the pages of all topics and places. */
const linksBeside = 12
const linksInside = 100
const linksOverall = 250

const noParameters = queryShape(Type.Object({}, { additionalProperties: false }))
const placeParameters = queryShape(
  Type.Object(
    { q: Type.Optional(Type.String({ minLength: 1, maxLength: limits.placeQueryCodePoints })) },
    { additionalProperties: false },
  ),
)

/** Mounts the pages, each with its Markdown twin. The edge has set the site. */
export function registerLists(app: FastifyInstance, platform: Platform): void {
  const mounted = { app, platform, instead: insteadOf }
  mountPostLists(mounted)
  mountOverviews(mounted)
  mountMonths(mounted)
  mountFollow(mounted)
}

function insteadOf({ site }: FastifyRequest, { status, extras }: Problem): string | null {
  if (status === 404) return unknownAddressPageHtml(site)
  return status === 400 ? wrongParametersPageHtml(site, extras.errors ?? []) : null
}

/** A page at `file` below a list, or the canonical path of that page. */
async function atList<T>(
  platform: Platform,
  { params }: FastifyRequest,
  file: string,
  page: (list: SiteList) => T,
): Promise<T | { movedTo: string }> {
  const list = await listAt(platform, params as ListAddress)
  return 'movedTo' in list ? { movedTo: list.movedTo + file } : page(list)
}

function mountPostLists(mounted: Mounted): void {
  const { platform } = mounted
  for (const address of postLists)
    mountPage(mounted, address, async request => {
      const chosen = address === homePath ? await chosenList(platform, request) : undefined
      if (chosen) return listPage(platform, request, chosen, true)
      return atList(platform, request, '', list => listPage(platform, request, list))
    })
}

/** The list around the place that a reader has chosen: on the home page itself, and not on its choices or its twin. */
async function chosenList({ places }: Platform, request: FastifyRequest): Promise<SiteList | undefined> {
  const id = placeIn(request.headers.cookie)
  const asked = Object.keys(withoutTrackers(request.query)).length > 0
  const place = id === undefined || asked || formAsked(request) !== 'html' ? undefined : await places.byId(id)
  return place && nearList(place)
}

/** The row of a site for the form that a request asks for: twins are in English. */
function rowFor(request: FastifyRequest): SpokenRow {
  return formAsked(request) === 'html' ? rowIn(request.site) : englishRow(request.site)
}

/** The page of a list; `own`: as the home page of a reader who has chosen its place. */
function listPage(platform: Platform, request: FastifyRequest, list: SiteList, own = false): PublicPage {
  const { site, query } = request
  const row = rowFor(request)
  const asked = readListQuery('page', { site: site.id, list, now: platform.now() }, own ? {} : query)
  const first = asked.after === null
  const isHome = list.about === null && asked.key === ''
  return {
    key: `page ${own ? 'own ' : ''}${list.path} ${asked.key}`,
    query: asked.key,
    of: ofList(site.id, asked.filters),
    async make() {
      const [latest, groups, facets] = await Promise.all([
        latestPosts(platform, site, asked),
        first ? groupsOf(platform, row, list) : [],
        first ? facetsOf(platform, site.id, { filters: asked.filters, zone: list.zone }) : null,
      ])
      const empty = first && latest.posts.length === 0
      const since = await authorsSince(platform, latest.posts)
      const author = first ? await authorOf(platform, site.id, list) : null
      const nearest = empty && list.city ? await nearestWithPosts(platform, site.id, list.city, nearestShown) : []
      const map = first && list.area !== null ? await areaMap(platform, site.id, list.area) : null
      const now = platform.now()
      const english = englishRow(site)
      const heading = first ? listTitle(english, list) : `More of ${listTitle(english, list)}`
      return {
        html: () =>
          listPageHtml(site, list, latest, { first, groups, now, asked, facets, nearest, own, since, author, map }),
        ...(own && { htmlHeaders: ownHomeHtmlHeaders }),
        ...(isHome && !own && { htmlHeaders: homeHtmlHeaders }),
        markdown: async () =>
          postsMarkdown(
            site,
            { entries: await entriesOf(english, latest.posts, now, asked.days), next: latest.next },
            { heading, path: list.path, groups },
          ),
      }
    },
  }
}

/** The author of a list of an author; null for any other list. */
async function authorOf(platform: Platform, site: SiteId, { filters, about }: SiteList): Promise<Author | null> {
  if (filters.author === undefined) return null
  const handle = about?.name.slice(1) ?? ''
  const [since, elsewhere] = await Promise.all([
    authorsSince(platform, [{ author: { handle } }]),
    otherSitesOf(platform, site, filters.author),
  ])
  return { since: since.get(handle) ?? null, elsewhere }
}

/** The pages of all topics and of all countries. */
function mountOverviews(mounted: Mounted): void {
  const { platform } = mounted
  mountPage(mounted, topicsPath, ({ site, query }) => {
    refuse(noParameters(withoutTrackers(query)))
    return {
      key: 'topics',
      async make() {
        const topics = await mostUsedTopics(platform, site.id, linksOverall)
        return { html: () => topicsPageHtml(site, topics), markdown: () => linksMarkdown(site, 'Topics', topics) }
      },
    }
  })

  mountPage(mounted, placesPath, ({ site, query }) => {
    const asked = withoutTrackers(query) as { q?: string }
    refuse(placeParameters(asked))
    const { q } = asked
    return {
      key: `places ${q ?? ''}`,
      query: q === undefined ? '' : `?${new URLSearchParams({ q })}`,
      async make() {
        const countries = await mostUsedCountries(platform, site.id, linksOverall)
        const search = q === undefined ? null : { q, found: await placesNamed(platform, site.id, q) }
        return {
          html: () => placesPageHtml(site, countries, search),
          markdown: () => linksMarkdown(site, 'Places', search?.found ?? countries),
        }
      },
    }
  })
}

function mountMonths(mounted: Mounted): void {
  const { platform } = mounted
  for (const address of postLists)
    for (const file of ['calendar/', 'calendar/:month/'])
      mountPage(mounted, address + file, request => {
        const { site, query, params } = request
        const { month: asked } = params as { month?: string }
        return atList(platform, request, asked === undefined ? 'calendar/' : `calendar/${asked}/`, list => {
          const row = englishRow(site)
          const month = row.timed && calendarMonth(asked, platform.now())
          if (!month) throw new Problem('not_found', 'There is no calendar of this month.')
          refuse(noParameters(withoutTrackers(query)))
          return {
            key: `month ${list.path} ${month.text}`,
            async make() {
              const { texts, whole } = await monthPosts(platform, site.id, list, month)
              const posts = await mapWithPauses(texts, shownPost)
              const now = platform.now()
              const heading = `${listTitle(row, list)}, ${monthWords(row, month)}`
              const path = `${list.path}calendar/${month.text}/`
              return {
                html: () => monthPageHtml(site, list, month, { posts, whole }, now),
                markdown: async () =>
                  postsMarkdown(
                    site,
                    { entries: await entriesOf(row, posts, now, daysOfMonth(month)), next: null },
                    { heading, path },
                  ),
              }
            },
          }
        })
      })
}

/** The pages on which readers take a list along, with the choices that its feeds take. */
function mountFollow(mounted: Mounted): void {
  const { platform } = mounted
  for (const address of postLists)
    mountPage(mounted, address + followFile, request =>
      atList(platform, request, followFile, list => {
        const { site, query } = request
        const asked = readListQuery('page', { site: site.id, list, now: platform.now() }, query)
        const own = feedQueryOf(asked)
        return {
          key: `follow ${list.path} ${own}`,
          query: own,
          of: [],
          make: () => ({
            html: () => followPageHtml(site, list, own),
            markdown: () => followMarkdown(site, list, own),
          }),
        }
      }),
    )
}

function refuse(faults: string[]): void {
  if (faults.length > 0) throw invalid(faults)
}

/** The groups of links beside the posts: topics and countries on the home page, states and cities on the page of a place. */
async function groupsOf(platform: Platform, row: SpokenRow, list: SiteList): Promise<LinkGroup[]> {
  const { id, say } = row
  if (list.about === null) {
    const [topics, countries] = await Promise.all([
      mostUsedTopics(platform, id, linksBeside),
      mostUsedCountries(platform, id, linksBeside),
    ])
    return [
      { heading: say('nav.topics'), links: topics, all: { name: say('list.all-topics'), path: topicsPath } },
      { heading: say('nav.places'), links: countries, all: { name: say('list.all-places'), path: placesPath } },
    ]
  }
  if (list.area === null) return []
  const { states, cities } = await placesInside(platform, id, list.area, linksInside)
  return [
    { heading: say('list.by-region'), links: states },
    { heading: say('list.by-city'), links: cities },
  ]
}

/** Links to the countries, states and cities of a name, and to cities whose name begins with it. */
async function placesNamed(platform: Platform, site: SiteId, q: string): Promise<NamedLink[]> {
  const found = await placesCalled(platform, site, q)
  return found.map(({ label, location, posts }) => ({
    ...{ name: label, path: placePath(location), posts },
    country: location.country,
  }))
}
