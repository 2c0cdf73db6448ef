// Serves what a stranger reads first: the index of the API, /llms.txt and /robots.txt (contract.md §17).
import type { FastifyInstance } from 'fastify'
import { apiIndex } from '../../../contract/guide/api-index.ts'
import { guideLinks } from '../../../contract/guide/documents.ts'
import { llmsText, robotsText } from '../../../contract/guide/llms-text.ts'
import type { PricedSite } from '../../../contract/priced-site.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Platform } from '../../../usecases/platform.ts'

type Guide = { contentType: string; write(site: PricedSite, baseUrl: string): string }

const index: Guide = {
  contentType: 'application/json; charset=utf-8',
  write: (site, baseUrl) => JSON.stringify(apiIndex(site, baseUrl), null, 2),
}

const guides: Record<string, Guide> = {
  '/v1': index,
  '/v1/': index,
  // The format is Markdown; crawlers ask for a text file.
  '/llms.txt': { contentType: 'text/plain; charset=utf-8', write: llmsText },
  '/robots.txt': { contentType: 'text/plain; charset=utf-8', write: () => robotsText },
}

/** Mounts `/v1`, `/v1/`, `/llms.txt` and `/robots.txt`. Each is written on first demand and stays while the process runs. */
export function registerGuide(app: FastifyInstance, { documents, site }: Platform): void {
  for (const [path, { contentType, write }] of Object.entries(guides))
    app.get(path, (request, reply) => {
      const { id, baseUrl } = request.site
      const headers = {
        'content-type': contentType,
        'cache-control': 'public, max-age=300',
        'x-content-type-options': 'nosniff',
        link: guideLinks,
      }
      const made = () => ({ body: write(site(id), baseUrl), headers, dated: true })
      return sendDocument(request, reply, documents.lasting(`${id} ${path}`, made))
    })
}
