// The arguments of a tool: one table says where each goes in the operation, and arguments are checked and sorted by it.
import { type TObject, type TSchema, Type } from 'typebox'
import type { OperationRow } from '../contract/operations.ts'
import { invalid } from '../contract/problem.ts'
import type { SiteRow } from '../contract/sites.ts'
import { extraArguments, type Tool } from '../contract/tools.ts'
import { bodyShape, nearestOf } from '../domain/shape.ts'
import { storableText } from '../domain/text.ts'

type Members = Record<string, unknown>

/** Where an argument stands in the same call over REST. */
type Place = 'path' | 'query' | 'body' | 'header'

/** What a call comes to once its arguments are checked and sorted. */
export type ToolCall = {
  params: Record<string, string>
  query: Members
  body: unknown
  idempotencyKey?: string | undefined
  maxPriceMicros?: number | undefined
}

export type ToolArguments = {
  /** One closed object of all arguments. */
  schema: TObject
  /** Checks arguments and sorts them. Throws `invalid` with every fault. */
  read(args: Members): ToolCall
}

/** The arguments of a tool on a site: the members of its row, without those that the tool sets itself. */
export function toolArguments(site: SiteRow, row: OperationRow, tool: Tool): ToolArguments {
  const body = row.body?.(site)
  const query = row.query?.(site)
  const table = argumentTable({
    path: row.params,
    query: without(query, tool.fixed),
    body: without(body, tool.fixed),
    header: Type.Object(
      Object.fromEntries((tool.extra ?? []).map(name => [name, Type.Optional(extraArguments[name])])),
    ),
  })
  const schema = objectOf(table, (body as { description?: string } | undefined)?.description)
  const fixed = sortedBy(Object.entries(tool.fixed ?? {}), name =>
    query && name in query.properties ? 'query' : 'body',
  )
  const check = row.bodyCheckedByAction ? checkBesideBody(table, schema) : checkAll(schema)
  return {
    schema,
    read(args) {
      // An argument that is not in the table has passed the check: it is a member of a body that its operation checks.
      const given = sortedBy(Object.entries(check(args)), name => table.get(name)?.place ?? 'body')
      const { idempotency_key: idempotencyKey, max_price_micros: maxPriceMicros } = given.header
      return {
        params: Object.fromEntries(Object.entries(given.path).map(([name, value]) => [name, String(value)])),
        query: { ...given.query, ...fixed.query },
        body: body && { ...given.body, ...fixed.body },
        idempotencyKey: idempotencyKey as string | undefined,
        maxPriceMicros: maxPriceMicros as number | undefined,
      }
    },
  }
}

type Argument = { place: Place; schema: TSchema; required: boolean }
type ArgumentTable = ReadonlyMap<string, Argument>

/** Throws when a name stands in two places: then the row needs other names. */
function argumentTable(places: Record<Place, TObject | undefined>): ArgumentTable {
  const table = new Map<string, Argument>()
  for (const [place, object] of Object.entries(places) as [Place, TObject | undefined][])
    for (const [name, schema] of Object.entries(object?.properties ?? {})) {
      if (table.has(name)) throw new Error(`the argument ${name} would stand for two things`)
      table.set(name, { place, schema, required: object?.required?.includes(name) ?? false })
    }
  return table
}

function without(object: TObject | undefined, fixed: Members = {}): TObject | undefined {
  if (!object) return undefined
  const open = Object.entries(object.properties).filter(([name]) => !(name in fixed))
  return { ...object, properties: Object.fromEntries(open) }
}

function objectOf(table: Iterable<[string, Argument]>, description?: string): TObject {
  const all = [...table]
  const required = all.filter(([, argument]) => argument.required).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...(description !== undefined && { description }),
  } as unknown as TObject
}

type Check = (args: Members) => Members

function checkAll(schema: TObject): Check {
  const shape = bodyShape(schema)
  return args => {
    const { value, errors } = storableText(args)
    const faults = [...errors, ...shape(value)]
    if (faults.length > 0) throw invalid(faults)
    return value as Members
  }
}

/**
 * A body with rules that a schema cannot hold is checked by its operation, which names its faults better. Here only what
 * stands beside it is checked, misspelt names included; where that is faulty, the faults of the body are named as well.
 */
function checkBesideBody(table: ArgumentTable, schema: TObject): Check {
  const beside = [...table].filter(([, { place }]) => place !== 'body')
  const names = beside.map(([name]) => name)
  const checkBeside = checkAll(objectOf(beside))
  const checkWhole = checkAll(schema)
  const isBeside = (name: string) => (table.has(name) ? names.includes(name) : nearestOf(name, names) !== undefined)
  return args => {
    const [given, body] = split(args, isBeside)
    try {
      return { ...body, ...checkBeside(given) }
    } catch (problem) {
      checkWhole(args)
      throw problem
    }
  }
}

/** Members whose name is chosen, and the others; a name such as __proto__ stays a name. */
function split(members: Members, chosen: (name: string) => boolean): [Members, Members] {
  const all = Object.entries(members)
  return [
    Object.fromEntries(all.filter(([name]) => chosen(name))),
    Object.fromEntries(all.filter(([name]) => !chosen(name))),
  ]
}

function sortedBy(members: [string, unknown][], placeOf: (name: string) => Place): Record<Place, Members> {
  const at = (place: Place) => Object.fromEntries(members.filter(([name]) => placeOf(name) === place))
  return { path: at('path'), query: at('query'), body: at('body'), header: at('header') }
}
