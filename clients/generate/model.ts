// The one API behind the documents of all sites: its schemas, those that differ from site to site, and its operations.
import { pricedSite } from '../../src/contract/sites/priced-site.ts'
import { type SiteId, siteIds } from '../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../src/contract/sites.ts'
import type { Json } from '../../src/documents/openapi/components.ts'
import { openApiDocument } from '../../src/documents/openapi/document.ts'

export type { Json, SiteId }
export { siteIds }

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Json
}

export type Operation = {
  id: string
  method: string
  path: string
  summary: string
  parameters: Parameter[]
  /** The schema of the body, by site: null where the operation takes none. */
  body: Json | null
  /** The schemas of the successes, without repetition. */
  answers: Json[]
}

export type Model = {
  /** The schemas that are alike on all sites that have them, by name, in order of name. */
  schemas: Map<string, Json>
  /** The name of the schema of each site, for each name whose schema differs from site to site. */
  varying: Map<string, Record<SiteId, string>>
  /** The names that differ, and those whose schemas lead to them. */
  ofSite: ReadonlySet<string>
  operations: Operation[]
  /** The kinds of webhook deliveries: the names of their schemas. */
  events: string[]
}

const documents = Object.fromEntries(
  siteIds.map(id => [id, openApiDocument(pricedSite(siteRow(id)), `https://${id}.example`)]),
) as unknown as Record<SiteId, Json>

export function readModel(): Model {
  const { schemas, varying } = readSchemas()
  const { operations, events } = readOperations()
  return { schemas, varying, ofSite: leadingTo(schemas, varying), operations, events }
}

function readSchemas(): Pick<Model, 'schemas' | 'varying'> {
  const named = siteIds.map(id => [id, (documents[id].components as Json).schemas as Record<string, Json>] as const)
  const names = [...new Set(named.flatMap(([, schemas]) => Object.keys(schemas)))].sort()
  const found = new Map(
    names.map(name => [name, named.filter(([, each]) => name in each).map(([id, each]) => [id, each[name]!] as const)]),
  )
  const schemas = new Map<string, Json>()
  for (const [name, each] of found) if (distinct(each.map(([, schema]) => schema)) === 1) schemas.set(name, each[0]![1])
  const nameOf = new Map([...schemas].map(([name, schema]) => [JSON.stringify(schema), name]))
  const varying: Model['varying'] = new Map()
  for (const [name, each] of found) {
    if (schemas.has(name)) continue
    const bySite = each.map(([id, schema]) => {
      const own = nameOf.get(JSON.stringify(schema)) ?? `${name}Of${id.charAt(0).toUpperCase()}${id.slice(1)}`
      schemas.set(own, schema)
      return [id, own]
    })
    varying.set(name, Object.fromEntries(bySite))
  }
  return { schemas: new Map([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))), varying }
}

const distinct = (values: readonly unknown[]) => new Set(values.map(value => JSON.stringify(value))).size

/** The names of schemas inside a value. */
function referencesIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!)
}

function leadingTo(schemas: Model['schemas'], varying: Model['varying']): Set<string> {
  const found = new Set(varying.keys())
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const [name, schema] of schemas) if (referencesIn(schema).some(each => found.has(each))) found.add(name)
  }
  return found
}

function readOperations(): Pick<Model, 'operations' | 'events'> {
  const operations = new Map<string, Operation>()
  for (const site of siteIds) {
    const document = documents[site]
    for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Json>>))
      for (const [method, row] of Object.entries(methods)) {
        const id = row.operationId as string
        const parameters = ((row.parameters ?? []) as Json[]).map(each => resolved(document, each) as Parameter)
        const known = operations.get(id) ?? operationOf(id, method, path, row, document)
        const added = parameters.filter(({ name }) => !known.parameters.some(each => each.name === name))
        operations.set(id, { ...known, parameters: [...known.parameters, ...added] })
      }
  }
  const events = Object.values(documents[siteIds[0]!].webhooks as Record<string, { post: Json }>)
  return { operations: [...operations.values()], events: events.flatMap(({ post }) => referencesIn(post.requestBody)) }
}

function operationOf(id: string, method: string, path: string, row: Json, document: Json): Operation {
  const responses = Object.entries(row.responses as Json).filter(([status]) => status.startsWith('2'))
  const answers = responses.flatMap(([, answer]) => {
    const schema = jsonIn(resolved(document, answer as Json))
    return schema ? [schema] : []
  })
  return {
    ...{ id, method: method.toUpperCase(), path, summary: row.summary as string, parameters: [] },
    body: jsonIn((row.requestBody ?? {}) as Json),
    answers: [...new Map(answers.map(schema => [JSON.stringify(schema), schema])).values()],
  }
}

function jsonIn({ content = {} }: Json): Json | null {
  const media = (content as Record<string, Json>)['application/json']
  return (media?.schema as Json | undefined) ?? null
}

function resolved(document: Json, value: Json): Json {
  if (typeof value.$ref !== 'string') return value
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((at: Json, name) => at[name] as Json, document)
}
