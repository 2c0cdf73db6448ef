// Mounts the public pages of a site: the list, a post, and the files they are dressed in.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../../contract/problem.ts'
import type { PlaceWords } from '../../../contract/sites.ts'
import { countryName, subdivisionName } from '../../../domain/countries.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { latestPosts, positionIn, publicText } from '../kit/latest.ts'
import { htmlHeaders } from '../kit/layout.ts'
import { type Document, documentOf, pageCache, sendDocument } from '../kit/page-cache.ts'
import { type ShownPost, shownPost } from '../kit/post-words.ts'
import { favicon, stylesheet } from '../kit/stylesheet.ts'
import { listPageHtml } from './list-page.ts'
import { missingPageHtml, postPageHtml } from './post-page.ts'
import { problemsJson, problemsPageHtml } from './problems-page.ts'

type ListRequest = FastifyRequest<{ Querystring: { after?: string } }>
type PostRequest = FastifyRequest<{ Params: { id: string } }>

/** Mounts `/`, `/p/:id`, `/problems/` and `/assets/*` (contract.md §17). The site of the request is known before these run. */
export function registerPages(app: FastifyInstance, platform: Platform): void {
  const cache = pageCache(platform)

  app.get('/', async (request: ListRequest, reply) => {
    const { site, query } = request
    return sendPage(request, reply, async () => {
      const after = positionIn(query.after)
      return cache.get(`${site.id} ${query.after ?? ''}`, async () => {
        const latest = await latestPosts(platform, site.id, after)
        return listPageHtml(site, latest, { first: after === null, now: platform.now() })
      })
    })
  })

  app.get('/p/:id', async (request: PostRequest, reply) => {
    const { site, params } = request
    return sendPage(request, reply, () =>
      cache.get(`${site.id} p ${params.id}`, async () => {
        const post = shownPost(await publicText(platform, site.id, params.id))
        return postPageHtml(site, post, await placeOf(platform, post), platform.now())
      }),
    )
  })

  app.get('/problems/', async (request, reply) => {
    const { site } = request
    const page = await cache.get(`${site.id} problems`, async () => problemsPageHtml(site))
    return sendDocument(request, reply, page, htmlHeaders)
  })
  app.get('/problems', async (_request, reply) => reply.redirect('/problems/', 308))
  app.get('/problems.json', async (request, reply) => {
    const { site } = request
    const list = await cache.get(`${site.id} problems.json`, async () => problemsJson(site))
    return sendDocument(request, reply, list, {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
  })

  const assets = new Map(
    [stylesheet, favicon].map(({ path, contentType, body }) => [
      path,
      { contentType, document: documentOf(Buffer.from(body), platform.now()) },
    ]),
  )
  app.get('/assets/*', async (request, reply) => {
    const asset = assets.get(request.url.split('?', 1)[0]!)
    if (!asset) throw new Problem('not_found', 'There is no such file.')
    return sendDocument(request, reply, asset.document, {
      'content-type': asset.contentType,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })
}

/** Sends a page; where there is none, a page that says so, with the status of the problem. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, load: () => Promise<Document>) {
  try {
    return await sendDocument(request, reply, await load(), htmlHeaders)
  } catch (error) {
    if (!(error instanceof Problem) || (error.status !== 404 && error.status !== 410)) throw error
    reply.code(error.status).headers({ ...htmlHeaders, 'cache-control': 'public, max-age=0, must-revalidate' })
    return reply.send(missingPageHtml(request.site, error.status))
  }
}

async function placeOf(platform: Platform, { location }: ShownPost): Promise<PlaceWords> {
  if (!location) return {}
  const { country, state, city } = location
  const place = city && (await platform.places.byId(city.geonames_id))
  const region = state && subdivisionName(state)
  return {
    country: countryName(country),
    ...(region && { region }),
    ...(city && { locality: city.name }),
    ...(place && { lat: place.lat, lon: place.lon }),
  }
}
