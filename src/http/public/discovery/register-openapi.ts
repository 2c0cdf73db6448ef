// Serves the OpenAPI document of a site, as YAML and as JSON (contract.md §17).
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '../../../contract/openapi/document.ts'
import { yamlText } from '../../../contract/openapi/yaml.ts'
import { siteRow } from '../../../contract/sites.ts'
import type { SiteContext } from '../../../edge/site-context.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { type Document, documentOf, sendDocument } from '../kit/page-cache.ts'

const forms = {
  // RFC 9512; YAML is always UTF-8 there, so that no charset is named.
  '/openapi.yml': { contentType: 'application/yaml', write: yamlText },
  '/openapi.json': {
    contentType: 'application/json; charset=utf-8',
    write: (value: unknown) => JSON.stringify(value, null, 2),
  },
} as const

/** Mounts `/openapi.yml` and `/openapi.json`. A document is written on first demand and stays while the process runs. */
export function registerOpenApi(app: FastifyInstance, platform: Platform): void {
  const startedAt = platform.now()
  for (const [path, { contentType, write }] of Object.entries(forms)) {
    const written = new Map<string, Document>()
    const documentAt = ({ id, baseUrl }: SiteContext) => {
      const made = written.get(id) ?? documentOf(Buffer.from(write(openApiDocument(siteRow(id), baseUrl))), startedAt)
      written.set(id, made)
      return made
    }
    app.get(path, (request, reply) =>
      sendDocument(request, reply, documentAt(request.site), {
        'content-type': contentType,
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      }),
    )
  }
}
