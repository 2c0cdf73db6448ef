// Mounts lists and posts for frames on pages of others, and the oEmbed answers that name them (contract.md §17).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { invalid, Problem } from '../../../contract/problems/problem.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { ofList, ofPost } from '../../../domain/posts/subjects.ts'
import { queryShape } from '../../../domain/shape.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import { publicPost } from '../../../usecases/lists/public-posts.ts'
import { type ListAddress, listAt } from '../../../usecases/lists/site-lists.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { dataDraft } from '../feeds/data-draft.ts'
import { latestPosts, readListQuery } from '../kit/latest.ts'
import { postLists, redirectTo } from '../kit/list-routes.ts'
import { listTitle } from '../kit/list-words.ts'
import { announcedHeadline, shownPost } from '../kit/post-words.ts'
import { englishRow, tongueOf } from '../kit/spoken.ts'
import { type Embedded, embeddedListHtml, embeddedPostHtml, embedHeaders, oEmbedJson } from './embed-page.ts'

/** Mounts `/embed/…` of every list and post, and `/oembed`. The edge has set the site. */
export function registerEmbeds(app: FastifyInstance, platform: Platform): void {
  mountEmbeds(app, platform)
  mountOEmbed(app, platform)
}

function mountEmbeds(app: FastifyInstance, platform: Platform): void {
  const { documents } = platform
  for (const address of postLists)
    app.get(`/embed${address}`, async (request, reply) => {
      const { site, query } = request
      const list = await listAt(platform, request.params as ListAddress)
      if ('movedTo' in list) return redirectTo(request, reply, `${tongueOf(site).prefix}/embed${list.movedTo}`)
      const asked = readListQuery('page', { site: site.id, list, now: platform.now() }, query)
      const made = async () => {
        const { posts } = await latestPosts(platform, site, asked)
        return { body: embeddedListHtml(site, list, posts, platform.now()), headers: embedHeaders, dated: true }
      }
      const key = `${site.id} ${tongueOf(site).tag} embed ${list.path} ${asked.key}`
      return sendDocument(request, reply, await documents.get(key, made, ofList(site.id, asked.filters)))
    })
  app.get('/embed/p/:id', async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const { site, params } = request
    const made = async () => {
      const { json } = await publicPost(platform, site.id, params.id)
      return { body: embeddedPostHtml(site, shownPost(json), platform.now()), headers: embedHeaders, dated: true }
    }
    const key = `${site.id} ${tongueOf(site).tag} embed p ${params.id}`
    return sendDocument(request, reply, await documents.get(key, made, ofPost(params.id)))
  })
}

const number = Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,4}$' }))
const oEmbedQuery = queryShape(
  Type.Object(
    {
      url: Type.String({ maxLength: 500 }),
      format: Type.Optional(Type.Enum(['json'])),
      ...{ maxwidth: number, maxheight: number },
    },
    { additionalProperties: false },
  ),
)

type OEmbedQuery = { url: string; maxwidth?: string; maxheight?: string }

function mountOEmbed(app: FastifyInstance, platform: Platform): void {
  app.get('/oembed', async (request, reply) => {
    const { site } = request
    const faults = oEmbedQuery(request.query)
    if (faults.length > 0) throw invalid(faults)
    const { url, maxwidth, maxheight } = request.query as OEmbedQuery
    const embedded = await embeddedAt(platform, site, url)
    const most = { width: Number(maxwidth ?? Infinity), height: Number(maxheight ?? Infinity) }
    const draft = async () => dataDraft('application/json; charset=utf-8', oEmbedJson(site, embedded, most))
    const key = `${site.id} oembed ${embedded.path} ${maxwidth} ${maxheight}`
    const { post } = embedded
    return sendDocument(request, reply, await platform.documents.get(key, draft, post && ofPost(post.id)))
  })
}

const listPath =
  /^\/(?:topics\/(?<topic>[^/]+)\/|by\/(?<handle>[^/]+)\/|near\/(?<around>[^/]+)\/|in\/(?<country>[^/]+)\/(?:(?<state>[^/]+)\/(?:(?<city>[^/]+)\/)?)?)?$/

/** What an address of a page of a site shows. Throws `not_found` for one that cannot be embedded. */
async function embeddedAt(platform: Platform, site: SiteContext, url: string): Promise<Embedded> {
  const path = pathIn(platform, site, url)
  const row = englishRow(site)
  const [, id] = /^\/p\/([^/.]+)$/.exec(path) ?? []
  if (id !== undefined) {
    const post = shownPost((await publicPost(platform, site.id, id)).json)
    return { title: announcedHeadline(row, post), path, kind: 'post', post }
  }
  const found = listPath.exec(path)
  if (!found) throw new Problem('not_found', 'There is no post and no list of this site at the url.')
  const parts = Object.entries(found.groups ?? {}).filter(([, part]) => part !== undefined)
  const { state, ...others }: ListAddress = Object.fromEntries(parts)
  // Without a city behind it, the second part of a place may be a state or a city.
  const second = state === undefined ? {} : others.city === undefined ? { area: state } : { state }
  const list = await listAt(platform, { ...others, ...second })
  if ('movedTo' in list) return embeddedAt(platform, site, site.baseUrl + list.movedTo)
  return { title: listTitle(row, list), path: list.path, kind: 'list' }
}

/** The path of an address of a site, without its language and its query. Throws `not_found` for an address elsewhere. */
function pathIn({ languages }: Platform, { baseUrl }: SiteContext, url: string): string {
  if (!url.startsWith(`${baseUrl}/`)) throw new Problem('not_found', 'The url is none of this site.')
  const path = url.slice(baseUrl.length).split(/[?#]/, 1)[0]!
  return languages.withoutLanguage(path)
}
