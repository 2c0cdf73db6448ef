// Serves the OpenAPI document of a site, as YAML and as JSON, whole or the part of one tag, and its summary (contract.md §17).
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { invalid } from '../../../contract/problems/problem.ts'
import { summaryPath } from '../../../documents/guide/documents.ts'
import { openApiDocument } from '../../../documents/openapi/document.ts'
import { partOf } from '../../../documents/openapi/part.ts'
import { openApiSummary } from '../../../documents/openapi/summary.ts'
import { tagDescriptions } from '../../../documents/openapi/words.ts'
import { yamlText } from '../../../documents/openapi/yaml.ts'
import { queryShape } from '../../../domain/shape.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Platform } from '../../../usecases/platform.ts'

const forms = {
  // RFC 9512: YAML is always UTF-8, so the type has no charset.
  '/openapi.yml': { contentType: 'application/yaml', write: yamlText },
  '/openapi.json': {
    contentType: 'application/json; charset=utf-8',
    write: (value: unknown) => JSON.stringify(value, null, 2),
  },
} as const

const common = { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' }

const faultsOf = queryShape(
  Type.Object({ tag: Type.Optional(Type.Enum(Object.keys(tagDescriptions))) }, { additionalProperties: false }),
)

/** Mounts `/openapi.yml`, `/openapi.json` and the summary. Each is written on first demand and kept while the process runs. */
export function registerOpenApi(app: FastifyInstance, { documents, site }: Platform): void {
  for (const [path, { contentType, write }] of Object.entries(forms))
    app.get(path, (request, reply) => {
      const { id, baseUrl } = request.site
      const query = request.query as { tag?: string }
      const faults = faultsOf(query)
      if (faults.length > 0) throw invalid(faults)
      const { tag } = query
      const made = () => {
        const whole = openApiDocument(site(id), baseUrl)
        const body = write(tag === undefined ? whole : partOf(whole, tag))
        return { body, headers: { ...common, 'content-type': contentType }, dated: true }
      }
      return sendDocument(request, reply, documents.lasting(`${id} ${path} ${tag ?? ''}`, made))
    })
  app.get(summaryPath, (request, reply) => {
    const { id, baseUrl } = request.site
    const made = () => ({
      body: openApiSummary(site(id), baseUrl),
      headers: { ...common, 'content-type': 'text/markdown; charset=utf-8' },
      dated: true,
    })
    return sendDocument(request, reply, documents.lasting(`${id} ${summaryPath}`, made))
  })
}
