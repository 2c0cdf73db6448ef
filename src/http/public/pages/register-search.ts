// Mounts the search page for readers: not counted as a search, but so many a minute for an address (contract.md §17).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TProperties, Type } from 'typebox'
import { limits } from '../../../contract/limits.ts'
import { dateOrders, filterQuery } from '../../../contract/operations/filters.ts'
import { invalid, type Problem } from '../../../contract/problems/problem.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import type { SiteId } from '../../../contract/sites/site-ids.ts'
import { perSite, type SiteRow, siteRow } from '../../../contract/sites.ts'
import type { MessageKey } from '../../../domain/languages/tongue.ts'
import { withAddresses } from '../../../domain/posts/addresses.ts'
import { queryShape } from '../../../domain/shape.ts'
import { storableText } from '../../../domain/text/text.ts'
import { callerAddress } from '../../../edge/caller-address.ts'
import { readerRate } from '../../../edge/reader-rate.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import { inTime } from '../../../usecases/deadline.ts'
import type { Draft } from '../../../usecases/documents.ts'
import { authorsSince } from '../../../usecases/lists/authors.ts'
import { followedQuery } from '../../../usecases/lists/followed-search.ts'
import { nearestShown, nearestWithPosts } from '../../../usecases/lists/near-places.ts'
import { readerSearch } from '../../../usecases/lists/reader-search.ts'
import { type MeantPlace, readSearchForm, type SearchForm } from '../../../usecases/lists/search-form.ts'
import { problemOf } from '../../../usecases/outage.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { cardsOf } from '../kit/cards.ts'
import { marksOf } from '../kit/found-words.ts'
import { trackerParameter } from '../kit/latest.ts'
import { draftOf, formAsked, problemMarkdown, queryOf, twinOf } from '../kit/mount-page.ts'
import { shownPost } from '../kit/post-words.ts'
import { englishRow, type PageSite, rowIn, type SpokenRow } from '../kit/spoken.ts'
import { entriesOf } from './post-markdown.ts'
import { wrongParametersPageHtml } from './post-page.ts'
import { refusalHtml } from './report-page.ts'
import { searchMarkdown, searchPageHtml, searchPath } from './search-page.ts'

/** Mounts `/search`. The edge has set the site. */
export function registerSearch(app: FastifyInstance, platform: Platform): void {
  const { documents } = platform

  const take = readerRate(platform.now, limits.readerSearchesPerMinute)
  // A search is work, so HEAD must not run one.
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { site } = request
    const now = platform.now()
    const kind = formAsked(request)
    const row = kind === 'html' ? rowIn(site) : englishRow(site)
    const at = { baseUrl: site.baseUrl, path: searchPath, query: queryOf(request) }
    const { form, faults } = readForm(site.id, request.query)
    try {
      if (faults.length > 0) throw invalid(faults)
      if (Object.keys(form).length === 0) {
        const page = documents.lasting(`${site.id} search ${kind} ${row.tongue.tag}`, () => {
          const text = kind === 'html' ? searchPageHtml(site, {}) : searchMarkdown(site, {})
          return draftOf(kind, text, { ...at, query: '' })
        })
        return await sendDocument(request, reply, page)
      }
      take(callerAddress(request))
      const results = await inTime(platform.times.answerMs, () => runSearch(platform, site, form))
      const { posts, since, ...about } = results
      const marks = form.q === undefined ? undefined : marksOf(form.q)
      const text =
        kind === 'html'
          ? searchPageHtml(site, form, {
              found: { ...about, shown: await cardsOf(row, posts, now, { marks, since }) },
            })
          : searchMarkdown(site, form, { found: { ...about, shown: await entriesOf(row, posts, now) } })
      return send(reply, 200, draftOf(kind, text, at))
    } catch (error) {
      const fields = { request_id: request.id, route: request.routeOptions.url }
      const problem = problemOf(platform, error, fields, 'a request failed')
      const page = kind === 'html' ? refusedPage(site, form, problem) : problemMarkdown(problem)
      return send(reply, problem.status, draftOf(kind, page, at), problem.extras.headers)
    }
  }
  for (const path of [searchPath, twinOf(searchPath)]) app.get(path, { exposeHeadRoute: false }, answer)
}

async function runSearch(platform: Platform, site: SiteContext, form: SearchForm) {
  const { query, place, others } = await readSearchForm(platform, form)
  const { items, next, meant } = await readerSearch(platform, site.id, query, form.after)
  const posts = await mapWithPauses(items, item => shownPost(withAddresses(item, site.baseUrl)))
  const [since, followed] = [await authorsSince(platform, posts), followedQuery(platform, site.id, query)]
  const nearest = posts.length === 0 && place ? await nearestTo(platform, site, place) : []
  return { posts, place, nearest, others, next, meant, since, followed }
}

/** The nearest places with posts around the city of a search. */
async function nearestTo(platform: Platform, site: SiteContext, { location: { city } }: MeantPlace) {
  const place = city && (await platform.places.byId(city.geonames_id))
  return place ? nearestWithPosts(platform, site.id, place, nearestShown) : []
}

/** The filled fields of the form, and their faults. */
function readForm(site: SiteId, query: unknown): { form: SearchForm; faults: string[] } {
  const { value, errors } = storableText(query)
  const given = Object.entries(value as SearchForm).filter(
    ([name, text]) => text !== '' && !trackerParameter.test(name),
  )
  const form = Object.fromEntries(given)
  return { form, faults: [...errors, ...shapeOf(site)(form)] }
}

const shapeOf = perSite(row => queryShape(Type.Object(fieldsOf(row), { additionalProperties: false })))

/** The fields of the form. Codes and the id of a city come from links alone. */
function fieldsOf(row: SiteRow): TProperties {
  const { country, state } = filterQuery(row)
  const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
  const day = Type.Optional(Type.String({ format: 'date' }))
  return {
    ...{ q: text(limits.searchQueryCodePoints), topic: text(limits.placeQueryCodePoints) },
    ...{
      place: text(limits.placeQueryCodePoints),
      country,
      state,
      city: text(limits.placeQueryCodePoints),
      ...dateOrders(row),
      after: text(200),
    },
    ...(row.timed && { from: day, to: day }),
  }
}

/** The page of a refused search: the form with the faults, or the time at which searching works again. */
function refusedPage(site: PageSite, form: SearchForm, problem: Problem): string {
  const { code, extras } = problem
  const row = rowIn(site)
  const { say } = row
  if (code === 'invalid') {
    const errors = extras.errors ?? []
    // A parameter that the form does not have, or that was sent twice.
    const strange = Object.entries(form).some(
      ([name, text]) => !(name in fieldsOf(siteRow(site.id))) || typeof text !== 'string',
    )
    if (strange) return wrongParametersPageHtml(site, errors)
    return searchPageHtml(site, form, { errors: errors.map(error => faultWords(row, error)) })
  }
  if (code !== 'rate_limited') return refusalHtml(site, say('search.failed'), [say('search.failed-told')])
  return refusalHtml(site, say('search.rest'), [
    say('search.rest-told', { count: limits.readerSearchesPerMinute }),
    say('search.rest-browse'),
  ])
}

const faults: Readonly<Record<string, MessageKey>> = {
  q: 'search.fault.q',
  topic: 'search.fault.topic',
  place: 'search.fault.place',
  country: 'search.fault.country',
  state: 'search.fault.state',
  city: 'search.fault.city',
  from: 'search.fault.from',
  to: 'search.fault.to',
  order: 'search.fault.order',
  on_to: 'search.fault.on_to',
  cursor: 'search.fault.cursor',
}

function faultWords({ say }: SpokenRow, error: string): string {
  const key = faults[/^\/(\w+)/.exec(error)?.[1] ?? '']
  return key ? say(key, { count: limits.searchTerms }) : error
}

function send(reply: FastifyReply, status: number, page: Draft, headers: Record<string, string> = {}): FastifyReply {
  // A search belongs to one person.
  return reply
    .code(status)
    .headers({ ...page.headers, vary: 'Accept', 'cache-control': 'private, no-cache', ...headers })
    .send(page.body)
}
