// Writes the schemas and operations of the API as types of TypeScript.
import { type Json, type Model, type Operation, siteIds } from './model.ts'

const head = '// Made from the OpenAPI documents of the sites by `node clients/generate.ts`. Do not edit it.\n'

/** types.ts: one type a schema. A type that differs from site to site takes the site, and is a union without one. */
export function typescriptTypes(model: Model): string {
  const { schemas, varying, ofSite, events } = model
  const parameter = (name: string) => (ofSite.has(name) ? '<Site extends SiteId = SiteId>' : '')
  const plain = [...schemas].map(
    ([name, schema]) =>
      `${comment(schema.description)}export type ${name}${parameter(name)} = ${typeOf(schema, model)}\n`,
  )
  const bySite = [...varying].map(([name, sites]) => {
    const members = Object.entries(sites).map(
      ([site, own]) => `  ${site}: ${own}${ofSite.has(own) ? `<'${site}'>` : ''}`,
    )
    return `export type ${name}<Site extends SiteId = SiteId> = {\n${members.join('\n')}\n}[Site]\n`
  })
  const siteId = `/** A site of a platform. */\nexport type SiteId = ${siteIds.map(id => `'${id}'`).join(' | ')}\n`
  const event = `/** The body of a delivery to a webhook. */\nexport type WebhookEvent<Site extends SiteId = SiteId> =\n${events.map(name => `  | ${reference(name, model)}`).join('\n')}\n`
  return [head, siteId, ...plain, ...bySite, event].join('\n')
}

/** operations.ts: method and path of each operation, and what it takes and answers. */
export function typescriptOperations(model: Model): string {
  const { operations } = model
  const used = new Set<string>()
  const noting = { ...model, used }
  const types = operations.map(each => operationType(each, noting))
  const rows = operations.map(({ id, method, path, parameters }) => {
    const keyed = parameters.some(({ name }) => name === 'Idempotency-Key')
    return `  ${id}: { method: '${method}', path: '${path}', keyed: ${keyed} },`
  })
  return [
    head.trimEnd(),
    `import type {\n${[...used, 'SiteId']
      .sort()
      .map(name => `  ${name},`)
      .join('\n')}\n} from './types.ts'\n`,
    '/** Method and path of each operation; `keyed`: it takes an Idempotency-Key. */',
    `export const operations = {\n${rows.join('\n')}\n} as const\n`,
    '/** What each operation takes and answers. */',
    `export type Operations<Site extends SiteId = SiteId> = {\n${types.join('\n')}\n}\n`,
  ].join('\n')
}

type Noting = Model & { used?: Set<string> }

function operationType({ id, summary, parameters, body, answers }: Operation, model: Noting): string {
  const group = (place: string) => {
    const members = parameters.filter(each => each.in === place)
    const properties = Object.fromEntries(
      members.map(({ name, description, schema }) => [
        place === 'header' ? name.toLowerCase() : name,
        { ...schema, ...(description && { description }) },
      ]),
    )
    const required = members.filter(each => each.required).map(({ name }) => name)
    return members.length === 0 ? '{}' : typeOf({ type: 'object', properties, required }, model, 2)
  }
  const answer = answers.map(each => typeOf(each, model, 2)).join(' | ')
  const members = [
    `    path: ${group('path')}`,
    `    query: ${group('query')}`,
    `    headers: ${group('header')}`,
    `    body: ${body ? typeOf(body, model, 2) : 'undefined'}`,
    `    answer: ${answer || 'undefined'}`,
  ]
  return `${comment(summary, 1)}  ${id}: {\n${members.join('\n')}\n  }`
}

function reference(name: string, { ofSite, used }: Noting): string {
  used?.add(name)
  return `${name}${ofSite.has(name) ? '<Site>' : ''}`
}

function typeOf(schema: Json, model: Noting, depth = 0): string {
  const { $ref, const: only, enum: choices, anyOf, oneOf, type, items, properties, additionalProperties } = schema
  if (typeof $ref === 'string') return reference($ref.split('/').at(-1)!, model)
  if (only !== undefined) return literal(only)
  if (Array.isArray(choices)) return choices.map(literal).join(' | ')
  const either = (anyOf ?? oneOf) as Json[] | undefined
  if (either) return [...new Set(either.map(each => typeOf(each, model, depth)))].join(' | ')
  if (Array.isArray(type)) return type.map(each => typeOf({ ...schema, type: each }, model, depth)).join(' | ')
  if (type === 'array') return `Array<${typeOf((items ?? {}) as Json, model, depth)}>`
  if (type === 'object' && Object.keys((properties ?? {}) as Json).length > 0) return objectType(schema, model, depth)
  if (type === 'object')
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties as Json, model, depth) : 'unknown'}>`
  return type === 'integer' ? 'number' : ((type as string | undefined) ?? 'unknown')
}

function objectType({ properties, required = [] }: Json, model: Noting, depth: number): string {
  const members = Object.entries(properties as Record<string, Json>).map(([name, each]) => {
    const mark = (required as string[]).includes(name) ? '' : '?'
    const shown = /^\w+$/.test(name) ? name : `'${name}'`
    const text = each.description
    return `${comment(text, depth + 1)}${indent(depth + 1)}${shown}${mark}: ${typeOf(each, model, depth + 1)}\n`
  })
  return `{\n${members.join('')}${indent(depth)}}`
}

const indent = (depth: number) => '  '.repeat(depth)

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : JSON.stringify(value)

function comment(text: unknown, depth = 0): string {
  if (typeof text !== 'string') return ''
  return `${indent(depth)}/** ${text.replace(/\s*\n\s*/g, ' ').replace(/\*\//g, '* /')} */\n`
}
