// The OpenAPI document of one operation, without references, in less than 3,000 tokens: for a caller with little room (contract.md §17).
import type { OperationRow } from '../../contract/operations.ts'
import { problems } from '../../contract/problems/problems.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'
import { version } from '../../contract/version.ts'
import { problemsOf } from './answers.ts'
import type { Json } from './components.ts'
import { type OpenApiDocument, offered, openApiDocument } from './document.ts'
import { outlines } from './outline.ts'

/** The document of an operation of the site: what it takes in full, with one example, and what it answers in outline. */
export function oneOperation(site: PricedSite, baseUrl: string, id: string): OpenApiDocument {
  const row = offered(site).find(([each]) => each === id)![1]
  // That null is absence stands in the description: with it in every schema the document would be a quarter longer.
  const { paths, components, servers } = openApiDocument(site, baseUrl, { [id]: withoutNulls(row) })
  const [[path, item] = ['', {}]] = Object.entries(paths)
  const {
    responses: _,
    'x-scope': _scope,
    requestBody,
    ...operation
  } = resolved(item[row.method], components as Sections) as Json
  return {
    openapi: '3.1.1',
    info: {
      title: `${id} of ${site.title}`,
      version,
      description: `One operation of ${baseUrl}/openapi.json. A problem is application/problem+json: \`code\` says which, \`fix\` what to do, \`docs\` where more about it is.`,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers,
    paths: {
      [path]: {
        [row.method]: {
          ...operation,
          ...(requestBody !== undefined && { requestBody: withOneExample(requestBody as Body) }),
          responses: { ...successesOf(row, site, baseUrl), ...failuresOf(id, row) },
        },
      },
    },
    components: { securitySchemes: usedSchemes(operation.security as Json[], components as Sections) },
  }
}

type Sections = Record<string, Record<string, unknown>>
type Body = { content: Record<string, { schema: Json; examples?: Json }> }

function withoutNulls({ nullIsAbsence: _, ...row }: OperationRow): OperationRow {
  return row
}

/** The ways to authenticate that an operation knows, in short: the whole document describes bearers, and says what each scope means. */
function usedSchemes(security: Json[], { securitySchemes = {} }: Sections): Json {
  const ways = security.flatMap(way => Object.entries(way as Record<string, string[]>))
  return Object.fromEntries(ways.map(([name, scopes]) => [name, inShort(securitySchemes[name] as Scheme, scopes)]))
}

type Scheme = Json & { flows?: { authorizationCode: Json } }

function inShort({ description, flows, ...scheme }: Scheme, named: readonly string[]): Json {
  if (!flows) return scheme.type === 'http' ? scheme : { ...scheme, description }
  const { refreshUrl: _, ...flow } = flows.authorizationCode
  const scopes = Object.fromEntries(named.map(scope => [scope, '']))
  return { ...scheme, flows: { authorizationCode: { ...flow, scopes } } }
}

/** A value with what its references point to in their place. */
function resolved(value: unknown, sections: Sections): unknown {
  if (Array.isArray(value)) return value.map(each => resolved(each, sections))
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value as { $ref?: string }
  if ($ref !== undefined) {
    const [section = '', name = ''] = $ref.split('/').slice(2)
    return resolved(sections[section]?.[name], sections)
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, sections)]))
}

function withOneExample({ content, ...body }: Body): Json {
  const slim = Object.entries(content).map(([type, { schema, examples = {} }]) => {
    const [first] = Object.values(examples) as { value: unknown }[]
    return [type, { schema, ...(first && { example: first.value }) }]
  })
  return { ...body, content: Object.fromEntries(slim) }
}

/** An example of an answer that is longer is left out, in characters. */
const longExample = 1_000

function successesOf(row: OperationRow, site: PricedSite, baseUrl: string): Json {
  const more = (row.moreAnswers?.(site, baseUrl) ?? []).filter(({ status }) => status < 400)
  const first = { status: row.status, description: row.answer, schema: row.response(site) }
  const example = Object.values(row.examples(site, baseUrl).response ?? {})[0]
  const isShort = JSON.stringify(example).length <= longExample
  const shownAt = new Map<string, number>()
  const shown = (branch: Json, status: number): Json => {
    const text = JSON.stringify(branch)
    const before = shownAt.get(text)
    shownAt.set(text, before ?? status)
    return before === undefined ? branch : { type: 'object', description: `As at ${before}.` }
  }
  const answers = [first, ...more].map(({ status, description, schema }, index) => {
    const branches = outlines(schema, 1).map(branch => shown(branch, status))
    const json = {
      schema: branches.length > 1 ? { anyOf: branches } : branches[0],
      ...(index === 0 && isShort && { example }),
    }
    return [status, { description, content: { 'application/json': json } }]
  })
  return Object.fromEntries(answers)
}

function failuresOf(id: string, row: OperationRow): Json {
  const told = [...problemsOf(id, row)].filter(([, codes]) => codes.length > 0)
  return Object.fromEntries(
    told.map(([status, codes]) => [
      status,
      { description: codes.map(code => `\`${code}\`: ${problems[code].title}.`).join(' ') },
    ]),
  )
}
