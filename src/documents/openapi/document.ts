// The OpenAPI document of a site, made from the operation table (contract.md §17).

import { type TObject, Type } from 'typebox'
import { takingNulls } from '../../contract/nullable.ts'
import { oauthPaths, scopeMeanings } from '../../contract/oauth.ts'
import { AgenticAccessSchema } from '../../contract/operations/agentic-access.ts'
import { onSite } from '../../contract/operations/tool.ts'
import { type OperationRow, operations } from '../../contract/operations.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'
import { ownersCookie } from '../../contract/sites/site-context.ts'
import { version } from '../../contract/version.ts'
import { answersOf, examplesOf } from './answers.ts'
import { type Components, collectComponents, type Json, shareRepeated } from './components.ts'
import { webhooksOf } from './webhooks.ts'
import { introduction, summaryOf, tagDescriptions } from './words.ts'

export type OpenApiDocument = Json & { paths: Record<string, Record<string, Json>>; components: Json }

/** The document of a site at its base URL. Pure: the same arguments give the same document, member by member. */
export function openApiDocument(site: PricedSite, baseUrl: string, table = wholeTable): OpenApiDocument {
  const components = collectComponents()
  const rows = offered(site, table)
  const paths: OpenApiDocument['paths'] = {}
  for (const [id, row] of rows) {
    const path = row.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [row.method]: operationOf(id, row, { site, baseUrl, components }) }
  }
  shareRepetitions(paths, components)
  const webhooks = webhooksOf(site, baseUrl, components)
  return {
    openapi: '3.1.1',
    info: {
      title: `Handbill: ${site.title}`,
      summary: summaryOf(site),
      description: introduction(site),
      version,
      termsOfService: `${baseUrl}/terms/`,
      contact: { name: site.title, url: baseUrl },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { description: 'Every problem: what it means and what to do.', url: `${baseUrl}/problems/` },
    servers: [{ url: baseUrl, description: site.title }],
    tags: [...new Set<OperationRow['tag']>([...rows.map(([, row]) => row.tag), 'webhooks'])].map(name => ({
      name,
      description: tagDescriptions[name],
    })),
    paths,
    webhooks,
    'x-agentic-access-schema': components.schema(AgenticAccessSchema),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'ak_ and 38 letters and digits',
          description:
            'The key that createAccount answers with, once. The owner makes further ones on the account page.',
        },
        oauth: oauthScheme(baseUrl),
        accountLink: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Account-Link',
          description:
            'The token of a session of the owner that was opened from a link in the inbox; never an account_url.',
        },
        accountSession: {
          type: 'apiKey',
          in: 'cookie',
          name: ownersCookie(baseUrl, 'account'),
          description: 'The same session in the browser of the owner.',
        },
      },
      ...components.sections(),
    },
  }
}

const wholeTable: Record<string, OperationRow> = operations

/** The rows that a site offers, in the order of the table. */
export function offered(site: PricedSite, table = wholeTable): [string, OperationRow][] {
  return Object.entries(table).filter(([, row]) => !row.offeredOn || row.offeredOn(site))
}

/** The token of an app goes in the header of the key. The flow has the issuer of the site (contract.md §16). */
const oauthScheme = (baseUrl: string) => ({
  type: 'oauth2',
  description: 'The access token (`at_…`) of an app that an owner has connected, as bearer.',
  flows: {
    authorizationCode: {
      authorizationUrl: `${baseUrl}${oauthPaths.authorize}`,
      tokenUrl: `${baseUrl}${oauthPaths.token}`,
      refreshUrl: `${baseUrl}${oauthPaths.token}`,
      scopes: scopeMeanings,
    },
  },
})

/** Who may call an operation. A token needs the scope of the operation; without one, a token of any scope will do. */
function securityOf({ auth, scope }: OperationRow): Record<string, readonly string[]>[] {
  if (auth === 'none') return []
  if (auth === 'owner') return [{ accountLink: [] }, { accountSession: [] }]
  const callers = [{ apiKey: [] }, { oauth: scope ? [scope] : [] }]
  return auth === 'optional' ? [{}, ...callers] : callers
}

type Context = { site: PricedSite; baseUrl: string; components: Components }

function operationOf(id: string, row: OperationRow, context: Context): Json {
  const { site, baseUrl, components } = context
  const name = id.charAt(0).toUpperCase() + id.slice(1)
  const body = row.body?.(site)
  const parameters = parametersOf(row, context)
  return {
    operationId: id,
    summary: onSite(row.summary, site),
    ...(row.deprecated && { deprecated: true }),
    description: onSite(row.description, site),
    tags: [row.tag],
    'x-agentic-access': row.agenticAccess,
    ...(row.scope && { 'x-scope': row.scope }),
    security: securityOf(row),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: components.namedSchema(bodySchema(row, body, site), `${name}Request`),
            ...examplesOf(row.examples(site, baseUrl).body ?? {}),
          },
        },
      },
    }),
    responses: answersOf(id, row, name, context),
  }
}

function bodySchema({ nullIsAbsence, bodyNeeds }: OperationRow, body: TObject, site: PricedSite): Json {
  const needs = bodyNeeds?.(site) ?? []
  return {
    ...(nullIsAbsence ? takingNulls(body) : body),
    // A list of conditions beside the members: generators of types leave such a list out, and a union would hide the members from them.
    ...(needs.length > 0 && { allOf: needs.map(either => ({ anyOf: either.map(required => ({ required })) })) }),
  }
}

const conditionalHeader = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ description: 'The ETag of an answer that you hold; 304 when it is still the same.' }),
  ),
})

function parametersOf(row: OperationRow, { site, baseUrl, components }: Context): Json[] {
  const examples = row.examples(site, baseUrl).parameters ?? {}
  const groups = [
    ['path', row.params],
    ['query', row.query?.(site)],
    ['header', row.headers],
    ['header', row.conditional && conditionalHeader],
  ] as const
  return groups.flatMap(([place, group]) =>
    Object.entries(group?.properties ?? {}).map(([member, schema]) => {
      const { description, ...rest } = components.schema(schema)
      const name = place === 'header' ? headerName(member) : member
      const example = examples[member]
      return {
        name,
        in: place,
        ...(description !== undefined && { description }),
        required: place === 'path' || ((group?.required ?? []) as readonly string[]).includes(member),
        schema: rest,
        ...(example !== undefined && { example }),
      }
    }),
  )
}

function headerName(name: string): string {
  return name.replace(/(^|-)[a-z]/g, letter => letter.toUpperCase())
}

type Operation = Json & {
  parameters?: Json[]
  responses: Record<string, Json & { content?: Record<string, { examples?: Record<string, Json> }> }>
}

function shareRepetitions(paths: OpenApiDocument['paths'], components: Components): void {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).map(operation => ({ path, ...(operation as Operation) })),
  )
  const contents = all.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ content = {} }) => Object.values(content)),
  )
  const examples = contents.flatMap(({ examples: holder = {} }) =>
    Object.keys(holder).map(name => ({ holder, at: name, name })),
  )
  shareRepeated(components, 'examples', examples)
  const parameters = all.flatMap(({ path, parameters: holder = [] }) =>
    holder.map((value, at) => ({ holder, at, name: parameterName(path, value) })),
  )
  shareRepeated(components, 'parameters', parameters)
  const answers = all.flatMap(({ responses: holder }) =>
    Object.entries(holder).map(([at, value]) => ({ holder, at, name: answerName(at, value) })),
  )
  shareRepeated(components, 'responses', answers)
}

/** A parameter of a path is named after the segment before it: posts.id, webhooks.id. */
function parameterName(path: string, { name, in: place }: Json): string {
  const before = place === 'path' && new RegExp(`([^/]+)/\\{${String(name)}\\}`).exec(path)?.[1]
  return before ? `${before}.${String(name)}` : String(name)
}

/** A shared answer is named after the codes that it can carry. */
function answerName(status: string, answer: Json): string {
  const content = (answer.content ?? {}) as Record<string, { examples?: Json }>
  const codes = Object.keys(content['application/problem+json']?.examples ?? {})
  if (codes.length === 0) return status === '304' ? 'NotModified' : `Answer${status}`
  return codes.map(part => part.replace(/(^|[-_])[a-z]/g, match => match.slice(-1).toUpperCase())).join('Or')
}
