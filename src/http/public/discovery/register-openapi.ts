// Serves the OpenAPI document of a site, as YAML and as JSON, whole or the part of one tag, and its summary (contract.md §17).
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { invalid } from '../../../contract/problems/problem.ts'
import type { PricedSite } from '../../../contract/sites/priced-site.ts'
import { summaryPath } from '../../../documents/guide/documents.ts'
import { type OpenApiDocument, offered, openApiDocument } from '../../../documents/openapi/document.ts'
import { oneOperation } from '../../../documents/openapi/one-operation.ts'
import { partOf } from '../../../documents/openapi/part.ts'
import { openApiSummary } from '../../../documents/openapi/summary.ts'
import { tagDescriptions } from '../../../documents/openapi/words.ts'
import { yamlText } from '../../../documents/openapi/yaml.ts'
import { queryShape, show } from '../../../domain/shape.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Platform } from '../../../usecases/platform.ts'

const forms = {
  // RFC 9512: YAML is always UTF-8, so the type has no charset.
  '/openapi.yml': { contentType: 'application/yaml', write: yamlText },
  '/openapi.json': {
    contentType: 'application/json; charset=utf-8',
    write: (value: OpenApiDocument, { operation }: Query) => JSON.stringify(value, null, operation ? 0 : 2),
  },
} as const

const common = { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' }

const faultsOf = queryShape(
  Type.Object(
    {
      tag: Type.Optional(Type.Enum(Object.keys(tagDescriptions))),
      operation: Type.Optional(Type.String({ maxLength: 60 })),
    },
    { additionalProperties: false },
  ),
)

/** The whole document, the part of a tag, or the document of one operation. */
function chosen(site: PricedSite, baseUrl: string, { tag, operation }: Query): OpenApiDocument {
  if (operation !== undefined) return oneOperation(site, baseUrl, operation)
  const whole = openApiDocument(site, baseUrl)
  return tag === undefined ? whole : partOf(whole, tag)
}

type Query = { tag?: string; operation?: string }

/** Throws `invalid` for an unknown tag or operation, and for both together. */
function checkQuery(query: Query, site: PricedSite): void {
  const faults = faultsOf(query)
  const { tag, operation } = query
  if (faults.length === 0 && operation !== undefined) {
    const ids = offered(site).map(([id]) => id)
    if (tag !== undefined) faults.push('/operation: does not go with tag; give one of the two')
    else if (!ids.includes(operation))
      faults.push(`/operation: got ${show(operation)}; it takes the name of an operation: ${ids.join(', ')}`)
  }
  if (faults.length > 0) throw invalid(faults)
}

/** Mounts `/openapi.yml`, `/openapi.json` and the summary. Each is written on first demand and kept while the process runs. */
export function registerOpenApi(app: FastifyInstance, { documents, site }: Platform): void {
  for (const [path, { contentType, write }] of Object.entries(forms))
    app.get(path, (request, reply) => {
      const { id, baseUrl } = request.site
      const query = request.query as Query
      checkQuery(query, site(id))
      const made = () => {
        const body = write(chosen(site(id), baseUrl, query), query)
        return { body, headers: { ...common, 'content-type': contentType }, dated: true }
      }
      const { tag = '', operation = '' } = query
      return sendDocument(request, reply, documents.lasting(`${id} ${path} ${tag} ${operation}`, made))
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
