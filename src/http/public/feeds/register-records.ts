// Mounts the files for crawlers and keepers of copies: the sitemap, and the lists of removed posts.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../../contract/problems/problem.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import { tombstones } from '../../../usecases/lists/hidden-posts.ts'
import { sitemapFiles, sitemapLanguages, sitemapLists, sitemapPosts } from '../../../usecases/lists/sitemap.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { dataDraft } from './data-draft.ts'
import { sitemapFile, sitemapIndex } from './sitemap.ts'
import { tombstoneFormats, tombstonesAfter } from './tombstones.ts'

/** Mounts `/sitemap.xml`, its files, `/removed.json` and `/removed.xml` (contract.md §17). The edge has set the site. */
export function registerRecords(app: FastifyInstance, platform: Platform): void {
  const { documents } = platform

  for (const [path, { contentType, format }] of Object.entries(tombstoneFormats))
    app.get(path, async (request, reply) => {
      const { site } = request
      const after = tombstonesAfter(request.query)
      const document = await documents.get(`${site.id} ${path} ${after?.hiddenAt}.${after?.seq}`, async () =>
        dataDraft(contentType, format(site, await tombstones(platform, site.id, after), after)),
      )
      return sendDocument(request, reply, document)
    })

  const sitemap = (path: string, make: (site: SiteContext, range: number) => Promise<string>) =>
    app.get(path, async (request: FastifyRequest<{ Params: { range?: string } }>, reply) => {
      const { site, params } = request
      const range = params.range === undefined ? 0 : Number(params.range)
      const document = await documents.get(`${site.id} ${path} ${range}`, async () =>
        dataDraft('application/xml; charset=utf-8', await make(site, range)),
      )
      return sendDocument(request, reply, document)
    })
  sitemap('/sitemap.xml', async ({ id }) => sitemapIndex(await sitemapFiles(platform, id)))
  sitemap('/sitemap-lists.xml', async ({ id }) => sitemapFile(await sitemapLists(platform, id)))
  sitemap('/sitemap-languages.xml', async ({ id }) => sitemapFile(await sitemapLanguages(platform, id)))
  sitemap('/sitemap-posts-:range(^\\d{1,9}$).xml', async ({ id }, range) => {
    const posts = await sitemapPosts(platform, id, range)
    if (posts.length === 0) throw new Problem('not_found', 'The sitemap has no such file.')
    return sitemapFile(posts)
  })
}
