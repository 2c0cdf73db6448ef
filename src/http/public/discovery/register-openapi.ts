// Serves the OpenAPI document of a site, as YAML and as JSON (contract.md §17).
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '../../../contract/openapi/document.ts'
import { yamlText } from '../../../contract/openapi/yaml.ts'
import { siteRow } from '../../../contract/sites.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Platform } from '../../../usecases/platform.ts'

const forms = {
  // RFC 9512; YAML is always UTF-8 there, so that no charset is named.
  '/openapi.yml': { contentType: 'application/yaml', write: yamlText },
  '/openapi.json': {
    contentType: 'application/json; charset=utf-8',
    write: (value: unknown) => JSON.stringify(value, null, 2),
  },
} as const

/** Mounts `/openapi.yml` and `/openapi.json`. A document is written on first demand and stays while the process runs. */
export function registerOpenApi(app: FastifyInstance, { documents }: Platform): void {
  for (const [path, { contentType, write }] of Object.entries(forms)) {
    const headers = {
      'content-type': contentType,
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    }
    app.get(path, (request, reply) => {
      const { id, baseUrl } = request.site
      const body = () => write(openApiDocument(siteRow(id), baseUrl))
      return sendDocument(
        request,
        reply,
        documents.lasting(`${id} ${path}`, () => ({ body: body(), headers, dated: true })),
      )
    })
  }
}
