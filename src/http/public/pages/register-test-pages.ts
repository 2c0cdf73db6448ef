// Mounts the pages of test accounts: the list of an account's posts, and each public one. Only the address opens them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { idInPath } from '../../../contract/ids.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { testMode } from '../../../contract/test-mode.ts'
import { span } from '../../../contract/words.ts'
import { publicPost } from '../../../usecases/lists/public-posts.ts'
import { type TestPost, testPosts } from '../../../usecases/lists/test-posts.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { siteInWorld } from '../../../usecases/test-mode.ts'
import { html } from '../kit/html.ts'
import { layout, privateHtmlHeaders } from '../kit/layout.ts'
import { shownPost } from '../kit/post-words.ts'
import { rowIn } from '../kit/spoken.ts'
import { missingPageHtml, postPageHtml, testNotice } from './post-page.ts'
import { placeOf } from './register-pages.ts'

type InWorld = FastifyRequest<{ Params: { world: string; id: string; '*': string } }>

/** Mounts `/test/:world/` and `/test/:world/p/:id`. Any other path below leads to the same path of the site. */
export function registerTestPages(app: FastifyInstance, platform: Platform): void {
  const page = async (request: InWorld, reply: FastifyReply, made: (world: Platform) => Promise<string>) => {
    try {
      const { world: id } = request.params
      const world = idInPath.test(id) ? await platform.testWorlds?.byId(id) : undefined
      if (!world) throw new Problem('not_found', 'There is no such test account.')
      const text = await made(world)
      return reply.headers(headers).send(text)
    } catch (error) {
      if (!(error instanceof Problem) || (error.status !== 404 && error.status !== 410)) throw error
      return reply.code(error.status).headers(headers).send(missingPageHtml(request.site, error.status))
    }
  }
  app.get('/test/:world', async (request: InWorld, reply) =>
    reply.redirect(`/test/${encodeURIComponent(request.params.world.toWellFormed())}/`, 308),
  )
  app.get('/test/:world/', (request: InWorld, reply) =>
    page(request, reply, async world => {
      const site = siteInWorld(world, request.site)
      return listHtml(site, await testPosts(world, site.id))
    }),
  )
  app.get('/test/:world/p/:id', (request: InWorld, reply) =>
    page(request, reply, async world => {
      const site = siteInWorld(world, request.site)
      const { json, event } = await publicPost(world, site.id, request.params.id)
      const post = shownPost(json)
      return postPageHtml(site, post, { place: await placeOf(world, post), event, now: world.now(), test: true })
    }),
  )
  // Addresses of the site in answers to test keys begin with that of the world.
  app.get('/test/:world/*', async (request: InWorld, reply) => {
    const path = request.url.slice(request.url.indexOf('/', '/test/'.length))
    if (path.startsWith('//')) throw new Problem('not_found', 'There is no such page.')
    return reply.headers(headers).redirect(path, 307)
  })
}

const headers = { ...privateHtmlHeaders, 'x-robots-tag': 'noindex' }

function listHtml(site: SiteContext, posts: readonly TestPost[]): string {
  const { nouns } = siteRow(site.id)
  return layout({
    title: `Test ${nouns}`,
    site,
    noindex: true,
    body: html`<h1>Test ${nouns}</h1>
${testNotice(rowIn(site))}${posts.length === 0 && html`<p>Nothing has been posted yet.</p>`}<ul>
${posts.map(
  ({
    id,
    title,
    status,
  }) => html`<li>${status === 'published' ? html`<a href="p/${id}"><bdi>${title}</bdi></a>` : html`<bdi>${title}</bdi>`}, ${status.replaceAll('_', ' ')}</li>
`,
)}</ul>
<p class="small">The account moves on for ${span(testMode.awakeMs)} after each request, and when its clock is advanced.</p>`,
  })
}
