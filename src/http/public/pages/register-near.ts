// Mounts what finds the place of a reader: the page of a name, the guess from a time zone or a point, and the choice that is kept.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { limits } from '../../../contract/limits.ts'
import { invalid, Problem } from '../../../contract/problems/problem.ts'
import { homePath, nearPath, nearPlacePath } from '../../../domain/posts/list-paths.ts'
import { queryShape } from '../../../domain/shape.ts'
import { placeCookie } from '../../../edge/place-cookie.ts'
import { citiesCalled, placeAt, placeOfZone } from '../../../usecases/lists/near-places.ts'
import { mostUsedCountries } from '../../../usecases/lists/site-lists.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { field, isFromHere } from '../../private/forms.ts'
import { sendPrivatePage } from '../kit/drawn-offer.ts'
import { withoutTrackers } from '../kit/latest.ts'
import { privateHtmlHeaders } from '../kit/layout.ts'
import { type Mounted, mountPage } from '../kit/mount-page.ts'
import { nearPageHtml } from './near-page.ts'
import { linksMarkdown } from './post-markdown.ts'
import { wrongParametersPageHtml } from './post-page.ts'
import { foreignHtml } from './report-page.ts'

const countriesShown = 60

const nameQuery = queryShape(
  Type.Object(
    { q: Type.Optional(Type.String({ minLength: 1, maxLength: limits.placeQueryCodePoints })) },
    { additionalProperties: false },
  ),
)

/** A point has at most two decimals, so that few addresses are kept by caches. */
const degrees = Type.Optional(Type.String({ pattern: '^-?\\d{1,3}(\\.\\d{1,2})?$' }))
const guessQuery = queryShape(
  Type.Object(
    { zone: Type.Optional(Type.String({ maxLength: 60 })), lat: degrees, lon: degrees },
    { additionalProperties: false },
  ),
)

type Guess = { zone?: string; lat?: string; lon?: string }

/** Mounts `/near/` with its Markdown twin, and `/near/guess`. The edge has set the site. */
export function registerNear(app: FastifyInstance, platform: Platform): void {
  const mounted: Mounted = {
    app,
    platform,
    instead: ({ site }, { status, extras }) =>
      status === 400 ? wrongParametersPageHtml(site, extras.errors ?? []) : null,
  }
  mountPage(mounted, nearPath, ({ site, query }) => {
    const asked = withoutTrackers(query) as { q?: string }
    refuse(nameQuery(asked))
    const { q } = asked
    return {
      key: `near ${q ?? ''}`,
      query: q === undefined ? '' : `?${new URLSearchParams({ q })}`,
      async make() {
        const [found, countries] = await Promise.all([
          q === undefined ? [] : citiesCalled(platform, site.id, q),
          mostUsedCountries(platform, site.id, countriesShown),
        ])
        const links = found.map(({ label, location, posts }) => ({
          ...{ name: label, path: nearPlacePath(location.city?.geonames_id ?? 0), posts },
          country: location.country,
        }))
        return {
          html: () => nearPageHtml(site, { q, found: links, countries }),
          markdown: () => linksMarkdown(site, 'Places', q === undefined ? countries : links),
        }
      },
    }
  })
  app.get('/near/guess', async (request, reply) => {
    const query = request.query as Guess
    refuse(guessQuery(query))
    const place = await guessed(platform, query)
    if (!place) throw new Problem('not_found', 'No place is known there.')
    return reply
      .header('cache-control', 'public, max-age=86400')
      .redirect(request.site.tongue.prefix + nearPlacePath(place.geonamesId), 302)
  })
}

function guessed(platform: Platform, { zone, lat, lon }: Guess) {
  if (
    (zone === undefined) !== (lat !== undefined && lon !== undefined) ||
    (zone !== undefined && (lat ?? lon) !== undefined)
  )
    throw invalid(['/zone: takes a time zone, or lat and lon in its place'])
  if (zone !== undefined) return placeOfZone(platform, zone)
  const point = { lat: Number(lat), lon: Number(lon) }
  if (Math.abs(point.lat) > 90 || Math.abs(point.lon) > 180) throw invalid(['/lat: lies outside the globe'])
  return placeAt(platform, point)
}

function refuse(faults: string[]): void {
  if (faults.length > 0) throw invalid(faults)
}

/** Mounts the form that keeps a place for the home page, or forgets it. Form bodies have to be parsed already. */
export function registerPlaceChoice(app: FastifyInstance, { places }: Platform): void {
  app.post(nearPath, async (request: FastifyRequest, reply) => {
    const { site } = request
    if (!isFromHere(request)) return sendPrivatePage(request, reply, 403, foreignHtml(site))
    const given = field(request, 'place')
    const place = /^\d{1,9}$/.test(given) ? await places.byId(Number(given)) : undefined
    return reply
      .headers(privateHtmlHeaders)
      .header('set-cookie', placeCookie(site.baseUrl, place?.geonamesId ?? null))
      .redirect(site.tongue.prefix + homePath, 303)
  })
}
