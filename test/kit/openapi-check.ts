// Checks an answer against the OpenAPI document of its site. The harness does so for every answer that a test gets.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { pricedSite } from '../../src/contract/sites/priced-site.ts'
import type { SiteContext } from '../../src/contract/sites/site-context.ts'
import { siteRow } from '../../src/contract/sites.ts'
import { type OpenApiDocument, openApiDocument } from '../../src/documents/openapi/document.ts'

type Json = Record<string, any>

export type Sent = { method: string; path: string; body?: unknown }
export type Got = { status: number; headers: Headers; text: string }

export type DocumentCheck = {
  document: OpenApiDocument
  /** How an answer contradicts the document; empty when it does not, or when the path is outside /v1. */
  faults(sent: Sent, got: Got): string[]
  /** The operation that serves a request; undefined when there is none. */
  operationAt(method: string, path: string): Operation | undefined
  /** Follows a reference inside the document. */
  resolved(value: Json): Json
  /** A validator for a schema of the document. */
  validator(schema: Json): ValidateFunction
}

export type Operation = { id: string; method: string; path: string; operation: Json }

const checks = new Map<string, DocumentCheck>()

/** The check of a site. Its document and validators are made once in a process, when first needed. */
export function documentCheck({ id, baseUrl }: SiteContext): DocumentCheck {
  const name = `${id} ${baseUrl}`
  const made = checks.get(name) ?? createCheck(openApiDocument(pricedSite(siteRow(id)), baseUrl))
  checks.set(name, made)
  return made
}

/** Fails with what is wrong when an answer contradicts the document of its site. */
export function assertDocumented(site: SiteContext, sent: Sent, got: Got): void {
  const faults = documentCheck(site).faults(sent, got)
  if (faults.length > 0)
    throw new Error(`not as documented: ${faults.join('; ')}\n${sent.method} ${sent.path}\n${got.text.slice(0, 2_000)}`)
}

/** Problem codes of requests that no operation serves. */
const outside = new Set(['not_found', 'method_not_allowed', 'unknown_site'])

function createCheck(document: OpenApiDocument): DocumentCheck {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true })
  ajv.addKeyword('components')
  addFormats.default(ajv)
  const components = { schemas: (document.components as Json).schemas }
  // All validators refer to one schema, so that each component is compiled once.
  const whole = 'document'
  const referring = (schema: Json): Json =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', `"${whole}#/components/`))
  ajv.addSchema(referring({ $id: whole, components }))
  const validators = new Map<Json, ValidateFunction>()

  const validator = (schema: Json) => {
    const made = validators.get(schema) ?? ajv.compile(referring(schema))
    validators.set(schema, made)
    return made
  }
  const resolved = (value: Json): Json => {
    if (typeof value.$ref !== 'string') return value
    const target = value.$ref
      .slice(2)
      .split('/')
      .reduce((at: Json, part: string) => at[part], document)
    return resolved(target)
  }
  const operations = Object.entries(document.paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        id: operation.operationId as string,
        method: method.toUpperCase(),
        path,
        operation: operation as Json,
        pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
      })),
    )
    // A path without parameters is matched before a path with them.
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  const operationAt = (method: string, path: string) => {
    const wanted = method === 'HEAD' ? 'GET' : method
    const bare = path.split(/[?#]/)[0]!
    return operations.find(each => each.method === wanted && each.pattern.test(bare))
  }

  const bodyFaults = (schema: Json, value: unknown): string[] => {
    const validate = validator(schema)
    return validate(value)
      ? []
      : (validate.errors ?? []).map(
          error => `${error.instancePath || '/'} ${error.message} ${JSON.stringify(error.params)}`,
        )
  }

  const headerFaults = (answer: Json, got: Headers): string[] => {
    const documented = Object.entries((answer.headers ?? {}) as Json)
    const known = new Set(documented.map(([name]) => name.toLowerCase()))
    const missingOrWrong = documented.flatMap(([name, reference]) => {
      const { required, schema } = resolved(reference)
      const value = got.get(name)
      if (value === null) return required ? [`the header ${name} is missing`] : []
      return bodyFaults(schema, schema.type === 'integer' ? Number(value) : value).map(
        fault => `the header ${name} is ${JSON.stringify(value)}: ${fault}`,
      )
    })
    const extra = promised.filter(name => got.has(name) && !known.has(name.toLowerCase()))
    return [...missingOrWrong, ...extra.map(name => `the header ${name} is not documented`)]
  }

  const acceptedFaults = ({ operation }: Operation, { path, body }: Sent): string[] => {
    const parameters = ((operation.parameters ?? []) as Json[]).map(resolved)
    const names = new Set(parameters.filter(each => each.in === 'query').map(each => each.name))
    const unknown = [...new URL(path, 'http://any').searchParams.keys()].filter(name => !names.has(name))
    const taken = operation.requestBody?.content['application/json'].schema
    const json = typeof body === 'string' ? parsed(body) : body
    const wrong = taken && body !== undefined ? bodyFaults(taken, json) : []
    return [
      ...unknown.map(name => `the parameter ${name} was taken and is not documented`),
      ...wrong.map(fault => `a body was taken that is not as documented: ${fault}`),
    ]
  }

  const faults: DocumentCheck['faults'] = (sent, got) => {
    const { method, path } = sent
    // RFC 6749 and 7591 say what the endpoints of OAuth take and answer, and RFC 8414 where they are.
    if (!/^\/v1\/(?!oauth\/)[^?]/.test(path) || method === 'OPTIONS') return []
    const found = operationAt(method, path)
    const type = (got.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
    const value = parsed(got.text)
    // The rate limit of the platform, which the document describes in its introduction.
    if (type === 'text/plain' && got.status === 429 && got.text === 'Too Many Requests') return []
    if (!found) {
      const { code } = (value ?? {}) as { code?: string }
      if (!outside.has(String(code)))
        return [`no operation takes ${method} ${path}, and yet the answer is ${got.status}`]
      return bodyFaults(components.schemas.Problem, value)
    }
    const where = `${found.id} ${got.status}`
    const entry = found.operation.responses[got.status]
    if (!entry) return [`${where}: this status is not documented`]
    const answer = resolved(entry)
    const said = headerFaults(answer, got.headers)
    const content = (answer.content ?? {}) as Json
    if (method === 'HEAD' || got.status === 304)
      return [...said, ...(got.text === '' ? [] : ['there is a body'])].map(fault => `${where}: ${fault}`)
    const media = content[type]
    if (!media) return [`${where}: the content type ${type || '(none)'} is not documented`]
    return [...said, ...bodyFaults(media.schema, value), ...(got.status < 300 ? acceptedFaults(found, sent) : [])].map(
      fault => `${where}: ${fault}`,
    )
  }
  return { document, faults, operationAt, resolved, validator }
}

/** Headers that an answer may carry only where the document declares them. */
const promised = ['ETag', 'Link', 'Location', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed']

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
