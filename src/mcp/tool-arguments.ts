// The arguments of a tool: one table says where each goes in the operation, and arguments are checked and sorted by it.
import { type TObject, type TSchema, Type } from 'typebox'
import { extraArguments, type Tool } from '../contract/operations/tool.ts'
import type { OperationRow } from '../contract/operations.ts'
import { invalid } from '../contract/problem.ts'
import type { SiteRow } from '../contract/sites.ts'
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
  const check = row.bodyCheckedByAction ? checkBesideBody(table, schema) : checkAll(schema)
  const namesAt = (place: Place) => [...table].filter(([, argument]) => argument.place === place).map(([name]) => name)
  const [inPath, inQuery, inHeader] = [namesAt('path'), namesAt('query'), namesAt('header')]
  const beside = new Set([...inPath, ...inQuery, ...inHeader])
  const fixedInQuery = pick(tool.fixed ?? {}, Object.keys(query?.properties ?? {}))
  const fixedInBody = others(tool.fixed ?? {}, name => name in fixedInQuery)
  return {
    schema,
    read(args) {
      const given = check(args)
      const { idempotency_key: idempotencyKey, max_price_micros: maxPriceMicros } = pick(given, inHeader)
      return {
        params: pick(given, inPath) as Record<string, string>,
        query: { ...pick(given, inQuery), ...fixedInQuery },
        // What stands nowhere else and has passed the check is a member of a body that its operation checks.
        body: body && { ...others(given, name => beside.has(name)), ...fixedInBody },
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
    try {
      return { ...others(args, isBeside), ...checkBeside(others(args, name => !isBeside(name))) }
    } catch (problem) {
      checkWhole(args)
      throw problem
    }
  }
}

function pick(members: Members, names: readonly string[]): Members {
  const picked: Members = {}
  for (const name of names) if (Object.hasOwn(members, name)) picked[name] = members[name]
  return picked
}

/** All members but these; a name such as __proto__ stays a name. */
function others(members: Members, left: (name: string) => boolean): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !left(name)))
}
