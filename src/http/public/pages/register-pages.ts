// Mounts the page of a post with its image, the pages of problems and transparency, and the assets.
import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../../contract/problems/problem.ts'
import { type ProblemCode, problems } from '../../../contract/problems/problems.ts'
import { type SiteId, siteIds } from '../../../contract/sites/site-ids.ts'
import { type PlaceWords, siteRow } from '../../../contract/sites.ts'
import { countryName, subdivisionName } from '../../../domain/places/countries.ts'
import { ofPost } from '../../../domain/posts/subjects.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Document, Draft } from '../../../usecases/documents.ts'
import { postToReadNext, publicPost } from '../../../usecases/lists/public-posts.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { checkedOf } from '../../../usecases/review/public-log.ts'
import { logHeadView, transparency } from '../../../usecases/review/transparency.ts'
import { registerBrowserFiles } from '../discovery/register-browser-files.ts'
import { fontFiles } from '../kit/faces-of-type.ts'
import { createImages, drawUnlessSame, type Images } from '../kit/images.ts'
import { languageOffer } from '../kit/language-offer.ts'
import { privateHtmlHeaders } from '../kit/layout.ts'
import { type Mounted, mountPage } from '../kit/mount-page.ts'
import { nearScript } from '../kit/near-script.ts'
import { type ShownPost, shownPost } from '../kit/post-words.ts'
import { readersTime } from '../kit/readers-time.ts'
import { iconOf, stylesheets } from '../kit/stylesheet.ts'
import { chainScript } from '../log/checked-line.ts'
import { savedAssets } from '../saved/saved-scripts.ts'
import { postMarkdown } from './post-markdown.ts'
import {
  missingPageHtml,
  noSitePageHtml,
  postPageHtml,
  unknownAddressPageHtml,
  wrongParametersPageHtml,
} from './post-page.ts'
import { problemPageHtml, problemPageJson, problemPageMarkdown } from './problem-page.ts'
import { problemsJson, problemsMarkdown, problemsPageHtml } from './problems-page.ts'
import { shareImageSvg } from './share-image.ts'
import { transparencyMarkdown, transparencyPageHtml } from './transparency-page.ts'

/** The extension is that of this file: .ts in the sources, .js when compiled. */
const imageThread = new URL(`../kit/image-thread${extname(import.meta.filename)}`, import.meta.url)

type ProblemRequest = FastifyRequest<{ Params: { code: string } }>

function codeIn({ code }: { code: string }): ProblemCode {
  if (!Object.hasOwn(problems, code)) throw new Problem('not_found', 'There is no problem of this code.')
  return code as ProblemCode
}

type PostRequest = FastifyRequest<{ Params: { id: string } }>

/**
 * Mounts `/p/:id`, `/problems/`, `/problems/:code` and `/transparency/`, each with its Markdown twin, `/p/:id.png`, `/assets/*` and what
 * browsers ask for by themselves (contract.md §17). The edge has set the site.
 */
export function registerPages(app: FastifyInstance, platform: Platform): void {
  const mounted = { app, platform, instead: insteadOf }
  mountPosts(mounted)
  const images = createImages(imageThread)
  app.addHook('onClose', () => images.close())
  mountShareImages(app, platform, images)
  registerBrowserFiles(app, platform, images)
  mountProblems(mounted)
  mountTransparency(mounted)
  mountAssets(app, platform)
}

/** Whether the posts of a site are read one after the other. */
const isRead = (id: SiteId) => siteRow(id).face.density === 'reading'

function mountPosts(mounted: Mounted): void {
  const { platform } = mounted
  mountPage(mounted, '/p/:id', ({ site, params }: PostRequest) => ({
    key: `p ${params.id}`,
    // A page that leads to another post is made again with every publication of its site.
    of: [...ofPost(params.id), ...(isRead(site.id) ? [site.id] : [])],
    async make() {
      const { json, event } = await publicPost(platform, site.id, params.id)
      const post = shownPost(json)
      const place = await placeOf(platform, post)
      const checked = await checkedOf(platform, post.id)
      const now = platform.now()
      const next = isRead(site.id) ? await postToReadNext(platform, site.id, post.id) : null
      return {
        html: () =>
          postPageHtml(site, post, { place, event, now, next: next === null ? null : shownPost(next), checked }),
        markdown: () => postMarkdown(site, post, now),
      }
    },
  }))
}

function mountShareImages(app: FastifyInstance, platform: Platform, images: Images): void {
  app.get('/p/:id.png', async (request: PostRequest, reply) => {
    const { site, params } = request
    const drawn = async (before?: Document) => {
      const { json } = await publicPost(platform, site.id, params.id)
      const svg = shareImageSvg(site, shownPost(json), platform.now())
      return drawUnlessSame(svg, before, async () => file(await images.draw(svg), 'image/png'))
    }
    const document = await platform.documents.get(`${site.id} png ${params.id}`, drawn, ofPost(params.id))
    return sendDocument(request, reply, document)
  })
}

function mountProblems(mounted: Mounted): void {
  const { app, platform } = mounted
  mountPage(mounted, '/problems/', ({ site }) => ({
    key: 'problems',
    lasting: () => ({ html: () => problemsPageHtml(site), markdown: problemsMarkdown }),
  }))
  mountPage(
    { ...mounted, instead: ({ site }) => unknownAddressPageHtml(site) },
    '/problems/:code',
    ({ site, params }: ProblemRequest) => {
      const code = codeIn(params)
      const priced = platform.site(site.id)
      return {
        key: `problem ${code}`,
        lasting: () => ({
          html: () => problemPageHtml(site, priced, code),
          markdown: () => problemPageMarkdown(site, priced, code),
        }),
      }
    },
    ({ site, params }: ProblemRequest) => {
      const code = codeIn(params)
      return platform.documents.lasting(`${site.id} json problem ${code}`, () => ({
        ...file(problemPageJson(site, platform.site(site.id), code), 'application/json; charset=utf-8'),
        vary: 'Accept',
      }))
    },
  )
  app.get('/problems.json', (request, reply) => {
    const { site } = request
    const list = platform.documents.lasting(`${site.id} problems.json`, () =>
      file(problemsJson(site), 'application/json; charset=utf-8'),
    )
    return sendDocument(request, reply, list)
  })
}

function mountTransparency(mounted: Mounted): void {
  const { app, platform } = mounted
  mountPage(mounted, '/transparency/', ({ site }) => ({
    key: 'transparency',
    async make() {
      const [months, head] = [await transparency(platform), await logHeadView(platform)]
      return {
        html: () => transparencyPageHtml(site, months, head),
        markdown: () => transparencyMarkdown(site, months, head),
      }
    },
  }))
  const numbers = (path: string, made: () => Promise<object>) =>
    app.get(path, async (request, reply) => {
      const draft = async () => file(`${JSON.stringify(await made())}\n`, 'application/json; charset=utf-8')
      return sendDocument(request, reply, await platform.documents.get(path, draft))
    })
  numbers('/transparency/index.json', async () => ({
    months: await transparency(platform),
    log: await logHeadView(platform),
  }))
  numbers('/transparency/log.json', () => logHeadView(platform))
}

function mountAssets(app: FastifyInstance, platform: Platform): void {
  const assets = new Map(
    [
      ...[...stylesheets(), ...fontFiles, readersTime, nearScript, languageOffer, chainScript],
      ...[...savedAssets, ...siteIds.map(iconOf)],
    ].map(asset => [asset.path, asset]),
  )
  app.get('/assets/*', (request, reply) => {
    const asset = assets.get(request.url.split('?', 1)[0]!)
    if (!asset) throw new Problem('not_found', 'There is no such file.')
    const document = platform.documents.lasting(asset.path, () => {
      const { body, headers } = file(asset.body, asset.contentType)
      const policy = asset.policy && { 'content-security-policy': asset.policy }
      return {
        body,
        headers: { ...headers, ...policy, 'cache-control': 'public, max-age=31536000, immutable' },
        dated: true,
      }
    })
    return sendDocument(request, reply, document)
  })
}

/** Answers an unknown address, or a host that is not a site, with a page. */
export function sendNothingPage({ facts }: Platform, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { site } = request
  return reply
    .code(404)
    .headers(privateHtmlHeaders)
    .send(site ? unknownAddressPageHtml(site) : noSitePageHtml(facts.sites))
}

function file(body: string | Buffer, contentType: string): Draft {
  return { body, headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff' }, dated: true }
}

/** The page for a missing post or for wrong parameters; null for other problems. */
function insteadOf({ site }: FastifyRequest, { status, extras }: Problem): string | null {
  if (status === 404 || status === 410) return missingPageHtml(site, status)
  return status === 400 ? wrongParametersPageHtml(site, extras.errors ?? []) : null
}

/** The names and the point of the place of a post. */
export async function placeOf(platform: Platform, { location }: ShownPost): Promise<PlaceWords> {
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
