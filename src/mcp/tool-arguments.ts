// Checks the arguments of a tool and sorts them into path, query, body and header, by one table.
import { type TObject, type TSchema, Type } from 'typebox'
import { extraArguments, type Tool } from '../contract/operations/tool.ts'
import type { OperationRow } from '../contract/operations.ts'
import { invalid } from '../contract/problems/problem.ts'
import type { SiteRow } from '../contract/sites.ts'
import { isObject } from '../domain/is-object.ts'
import { bodyShape, nearestOf } from '../domain/shape.ts'
import { storableText } from '../domain/text/text.ts'
import { withoutNulls } from '../domain/without-nulls.ts'

type Members = Record<string, unknown>

/** The place of an argument in the same call over REST. */
type Place = 'path' | 'query' | 'body' | 'header' | 'cleared'

/** The checked and sorted arguments of a call. */
export type ToolCall = {
  params: Record<string, string>
  query: Members
  body: unknown
  idempotencyKey?: string | undefined
}

export type ToolArguments = {
  /** One closed object of all arguments. */
  schema: TObject
  /** Checks arguments and sorts them. Throws `invalid` with every fault. */
  read(args: Members): ToolCall
}

/** The arguments of a tool on a site: the members of its row, without those that the tool sets itself or leaves out. */
export function toolArguments(site: SiteRow, row: OperationRow, tool: Tool): ToolArguments {
  const body = tool.clears ? notNullable(row.body?.(site)) : row.body?.(site)
  const clearable = tool.clears ? optionalIn(site.body) : []
  const query = row.query?.(site)
  const table = argumentTable({
    path: row.params,
    query: without(query, { ...extraArguments, ...tool.fixed }),
    body: without(body, { ...tool.fixed, ...Object.fromEntries((tool.leavesOut ?? []).map(name => [name, null])) }),
    header: Type.Object(
      Object.fromEntries((tool.extra ?? []).map(name => [name, Type.Optional(extraArguments[name])])),
    ),
    cleared: tool.clears && Type.Object({ clear: Type.Optional(clearList(clearable)) }),
  })
  const { description } = (row.body?.(site) ?? {}) as { description?: string }
  const schema = objectOf(table, tool.clears ? undefined : description)
  const check = row.bodyCheckedByAction ? checkBesideBody(table, schema) : checkAll(schema)
  const namesAt = (place: Place) => [...table].filter(([, argument]) => argument.place === place).map(([name]) => name)
  const [inPath, inQuery, inHeader] = [namesAt('path'), namesAt('query'), namesAt('header')]
  const beside = new Set([...inPath, ...inQuery, ...inHeader, ...namesAt('cleared')])
  const fixedInQuery = pick(tool.fixed ?? {}, Object.keys(query?.properties ?? {}))
  const fixedInBody = others(tool.fixed ?? {}, name => name in fixedInQuery)
  return {
    schema,
    read(args) {
      const given = check(withoutNulls(args, schema) as Members)
      const { idempotency_key: idempotencyKey, ...limit } = pick(given, inHeader)
      return {
        params: pick(given, inPath) as Record<string, string>,
        query: { ...pick(given, inQuery), ...fixedInQuery, ...limit },
        // Every other argument is a member of the body, which the operation checks.
        body:
          body &&
          applyClear({ ...others(given, name => beside.has(name)), ...fixedInBody }, (given.clear as string[]) ?? []),
        idempotencyKey: idempotencyKey as string | undefined,
      }
    },
  }
}

type Argument = { place: Place; schema: TSchema; required: boolean }
type ArgumentTable = ReadonlyMap<string, Argument>

/** Throws when two places use one name: then the row needs other names. */
function argumentTable(places: Record<Place, TObject | undefined>): ArgumentTable {
  const table = new Map<string, Argument>()
  for (const [place, object] of Object.entries(places) as [Place, TObject | undefined][])
    for (const [name, schema] of Object.entries(object?.properties ?? {})) {
      if (table.has(name)) throw new Error(`two places of the call have the argument ${name}`)
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
 * Checks the arguments outside the body, misspelt names included. Some rules of the body fit no schema, so the operation
 * checks the body. When an argument outside is at fault, the faults of the body are named as well.
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

/** The schema of a merge patch without null, which removes a member over REST. */
function notNullable<T extends TSchema | undefined>(patch: T): T {
  if (!patch) return patch
  const { anyOf, properties, description, ...rest } = patch as Members & {
    anyOf?: TSchema[]
    properties?: Record<string, TSchema>
  }
  const given = anyOf?.find(branch => !Type.IsNull(branch))
  if (given) return { ...notNullable(given), ...(description !== undefined && { description }) } as T
  const plain = { ...rest, ...(description !== undefined && { description }) }
  if (!properties) return plain as unknown as T
  const members = Object.entries(properties).map(([name, schema]) => [name, notNullable(schema)])
  return { ...plain, properties: Object.fromEntries(members) } as unknown as T
}

/** The optional members of a post, with members of an object as object.member. */
function optionalIn(object: TObject, inside?: string): string[] {
  return Object.entries(object.properties).flatMap(([name, schema]) => [
    ...(object.required?.includes(name) ? [] : [inside ? `${inside}.${name}` : name]),
    ...(Type.IsObject(schema) && !inside ? optionalIn(schema, name) : []),
  ])
}

const clearList = (names: readonly string[]) =>
  Type.Array(Type.Enum(names), { uniqueItems: true, description: 'Members to remove.' })

/** Adds the named members to a merge patch as null. Throws `invalid` for a member that is both given and named. */
function applyClear(patch: Members, names: readonly string[]): Members {
  const faults: string[] = []
  // An object sorts before its members, and clearing it removes its members too.
  for (const name of names.toSorted()) {
    const [outer, inner] = name.split('.') as [string, string?]
    if (inner === undefined) {
      if (Object.hasOwn(patch, outer)) faults.push(`/clear: ${name} is given as well; give it or clear it`)
      patch[outer] = null
    } else if (patch[outer] === undefined || isObject(patch[outer])) {
      const holder: Members = { ...patch[outer] }
      if (Object.hasOwn(holder, inner)) faults.push(`/clear: ${name} is given as well; give it or clear it`)
      patch[outer] = { ...holder, [inner]: null }
    }
  }
  if (faults.length > 0) throw invalid(faults)
  return patch
}

function pick(members: Members, names: readonly string[]): Members {
  const picked: Members = {}
  for (const name of names) if (Object.hasOwn(members, name)) picked[name] = members[name]
  return picked
}

/** All members but the excluded ones. A name such as __proto__ stays a plain name. */
function others(members: Members, excluded: (name: string) => boolean): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !excluded(name)))
}
