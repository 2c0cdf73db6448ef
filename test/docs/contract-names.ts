// The names on which callers depend, read from the OpenAPI documents of all sites: operations, what they take and answer, problem codes.
import { problemCodes } from '../../src/contract/problems/problems.ts'
import { pricedSite } from '../../src/contract/sites/priced-site.ts'
import { siteIds } from '../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../src/contract/sites.ts'
import { openApiDocument } from '../../src/documents/openapi/document.ts'

type Json = Record<string, any>

/** Every name by what has it: an operation by its id, webhooks by `webhook KIND`, the codes of problems under `problems`. Sorted. */
export function contractNames(): Record<string, string[]> {
  const names = new Map<string, Set<string>>([['problems', new Set(problemCodes)]])
  for (const id of siteIds) {
    const document: Json = openApiDocument(pricedSite(siteRow(id)), `https://${id}.test`)
    const calls: [string, string, Json][] = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods)
        .filter(([, call]) => call.operationId)
        .map(([method, call]): [string, string, Json] => [call.operationId, `${method.toUpperCase()} ${path}`, call]),
    )
    const kinds = Object.entries<Json>(document.webhooks ?? {}).map(([kind, { post }]): [string, string, Json] => [
      `webhook ${kind}`,
      `POST ${kind}`,
      post,
    ])
    for (const [name, called, call] of [...calls, ...kinds]) {
      const found = names.get(name) ?? new Set()
      names.set(name, found.add(called))
      for (const each of namesOf(call, document)) found.add(each)
    }
  }
  return Object.fromEntries([...names].sort().map(([name, found]) => [name, [...found].sort()]))
}

function* namesOf(call: Json, document: Json): Generator<string> {
  for (const given of call.parameters ?? []) {
    const parameter = resolved(given, document)
    yield `${parameter.in} ${parameter.name}`
  }
  yield* membersOf(resolved(call.requestBody ?? {}, document), 'body', document)
  for (const [status, answer] of Object.entries<Json>(call.responses ?? {}))
    if (status.startsWith('2')) yield* membersOf(resolved(answer, document), status, document)
}

function* membersOf(holder: Json, from: string, document: Json): Generator<string> {
  for (const { schema } of Object.values<Json>(holder.content ?? {}))
    if (schema) yield* membersOfSchema(schema, from, document, [])
}

function* membersOfSchema(given: Json, from: string, document: Json, above: readonly Json[]): Generator<string> {
  const schema = resolved(given, document)
  if (above.includes(schema)) return
  const inside = [...above, schema]
  for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    yield* membersOfSchema(part, from, document, inside)
  if (schema.items) yield* membersOfSchema(schema.items, `${from}[]`, document, inside)
  for (const [member, its] of Object.entries<Json>(schema.properties ?? {})) {
    yield `${from}.${member}`
    yield* membersOfSchema(its, `${from}.${member}`, document, inside)
  }
}

function resolved(given: Json, document: Json): Json {
  if (typeof given.$ref !== 'string') return given
  const found = given.$ref
    .slice(2)
    .split('/')
    .reduce((at: Json, step: string) => at[step], document)
  return resolved(found, document)
}
