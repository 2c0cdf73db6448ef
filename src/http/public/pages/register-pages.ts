// Mounts the public pages of a site: the list, a post, and the files they are dressed in.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../../contract/problem.ts'
import type { SiteContext } from '../../../contract/site-context.ts'
import type { PlaceWords } from '../../../contract/sites.ts'
import { countryName, subdivisionName } from '../../../domain/countries.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Document, Draft } from '../../../usecases/documents.ts'
import { publicPost } from '../../../usecases/lists/public-posts.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { latestPosts, listAsked } from '../kit/latest.ts'
import { htmlHeaders, privateHtmlHeaders } from '../kit/layout.ts'
import { type ShownPost, shownPost } from '../kit/post-words.ts'
import { favicon, stylesheet } from '../kit/stylesheet.ts'
import { listPageHtml } from './list-page.ts'
import { misaskedPageHtml, missingPageHtml, noSitePageHtml, nowherePageHtml, postPageHtml } from './post-page.ts'
import { problemsJson, problemsPageHtml } from './problems-page.ts'

type PostRequest = FastifyRequest<{ Params: { id: string } }>

/** Mounts `/`, `/p/:id`, `/problems/` and `/assets/*` (contract.md §17). The site of the request is known before these run. */
export function registerPages(app: FastifyInstance, platform: Platform): void {
  const { documents } = platform

  app.get('/', (request, reply) => {
    const { site } = request
    return sendPage(request, reply, async () => {
      const asked = listAsked('page', site.id, request.query)
      return documents.get(`${site.id} page ${asked.key}`, async () => {
        const latest = await latestPosts(platform, site, asked)
        return page(listPageHtml(site, latest, { first: asked.after === null, now: platform.now() }))
      })
    })
  })

  app.get('/p/:id', (request: PostRequest, reply) => {
    const { site, params } = request
    return sendPage(request, reply, () =>
      documents.get(`${site.id} p ${params.id}`, async () => {
        const { json, event } = await publicPost(platform, site.id, params.id)
        const post = shownPost(json)
        const place = await placeOf(platform, post)
        return page(postPageHtml(site, post, { place, event, now: platform.now() }))
      }),
    )
  })

  app.get('/problems/', (request, reply) => {
    const { site } = request
    return sendDocument(
      request,
      reply,
      documents.lasting(`${site.id} problems`, () => page(problemsPageHtml(site))),
    )
  })
  app.get('/problems', async (_request, reply) => reply.redirect('/problems/', 308))
  app.get('/problems.json', (request, reply) => {
    const { site } = request
    const list = documents.lasting(`${site.id} problems.json`, () =>
      file(problemsJson(site), 'application/json; charset=utf-8'),
    )
    return sendDocument(request, reply, list)
  })

  const assets = new Map([stylesheet, favicon].map(asset => [asset.path, asset]))
  app.get('/assets/*', (request, reply) => {
    const asset = assets.get(request.url.split('?', 1)[0]!)
    if (!asset) throw new Problem('not_found', 'There is no such file.')
    const document = documents.lasting(asset.path, () => {
      const { body, headers } = file(asset.body, asset.contentType)
      return { body, headers: { ...headers, 'cache-control': 'public, max-age=31536000, immutable' }, dated: true }
    })
    return sendDocument(request, reply, document)
  })
}

/** The page in place of one at an address where nothing is, or at a host that is no site. */
export function sendNothingPage({ facts }: Platform, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { site } = request
  return reply
    .code(404)
    .headers(privateHtmlHeaders)
    .send(site ? nowherePageHtml(site) : noSitePageHtml(facts.sites))
}

const page = (body: string): Draft => ({ body, headers: htmlHeaders, dated: true })

function file(body: string, contentType: string): Draft {
  return { body, headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff' }, dated: true }
}

/** Sends a page; where there is none, or none for such parameters, a page that says so, with the status of the problem. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, load: () => Document | Promise<Document>) {
  try {
    return await sendDocument(request, reply, await load())
  } catch (error) {
    const body = error instanceof Problem && insteadOf(request.site, error)
    if (!body) throw error
    const headers = { ...htmlHeaders, 'cache-control': 'public, max-age=0, must-revalidate' }
    return reply.code(error.status).headers(headers).send(body)
  }
}

function insteadOf(site: SiteContext, { status, extras }: Problem): string | null {
  if (status === 404 || status === 410) return missingPageHtml(site, status)
  return status === 400 ? misaskedPageHtml(site, extras.errors ?? []) : null
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
