// Mounts the files that browsers ask for by themselves: the description of the search, the manifest and the icons.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Draft } from '../../../usecases/documents.ts'
import type { Platform } from '../../../usecases/platform.ts'
import type { Images } from '../kit/images.ts'
import { tongueOf } from '../kit/spoken.ts'
import { iconSizes, iconSvg, icoOf, manifestJson, openSearchXml } from './browser-files.ts'

const forADay = { 'cache-control': 'public, max-age=86400' }

/** Mounts `/opensearch.xml` and `/manifest.webmanifest`, also below each language, `/favicon.ico` and the icons (contract.md §17). */
export function registerBrowserFiles(app: FastifyInstance, platform: Platform, images: Images): void {
  const { documents } = platform
  const texts = {
    '/opensearch.xml': { contentType: 'application/opensearchdescription+xml; charset=utf-8', text: openSearchXml },
    '/manifest.webmanifest': { contentType: 'application/manifest+json; charset=utf-8', text: manifestJson },
  }
  for (const [path, { contentType, text }] of Object.entries(texts))
    app.get(path, (request, reply) => {
      const { site } = request
      const key = `${site.id} ${path} ${tongueOf(site).tag}`
      return sendDocument(
        request,
        reply,
        documents.lasting(key, () => file(text(site), contentType)),
      )
    })

  const icon = (path: string, size: number, contentType: string, formOf: (png: Buffer) => Buffer) =>
    app.get(path, async (request: FastifyRequest, reply) => {
      const { site } = request
      const key = `${site.id} ${path}`
      const kept = documents.kept(key)
      if (kept) return sendDocument(request, reply, kept)
      const body = formOf(await images.draw(iconSvg(site, size)))
      return sendDocument(
        request,
        reply,
        documents.lasting(key, () => file(body, contentType)),
      )
    })
  icon('/favicon.ico', iconSizes.favicon, 'image/vnd.microsoft.icon', png => icoOf(png, iconSizes.favicon))
  icon('/apple-touch-icon.png', iconSizes.touch, 'image/png', png => png)
  for (const size of iconSizes.manifest) icon(`/icon-${size}.png`, size, 'image/png', png => png)
}

function file(body: string | Buffer, contentType: string): Draft {
  const headers = { 'content-type': contentType, 'x-content-type-options': 'nosniff', ...forADay }
  return { body, headers, dated: true }
}
