// Shortens the schemas of a tool for tools/list. A model reads all of them before its first call, so they keep only what changes
// a decision. The service checks by the whole schemas.
import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import type { Tool } from '../contract/operations/tool.ts'
import type { OperationRow } from '../contract/operations.ts'
import type { PricedSite } from '../contract/sites/priced-site.ts'
import { type Json, withType } from '../documents/openapi/components.ts'
import { outlines } from '../documents/openapi/outline.ts'
import { isObject } from '../domain/is-object.ts'

export type ObjectSchema = { type: 'object' } & Record<string, unknown>

/** The schema of the arguments without its obvious members; with `described`, without what that tool says of them too. */
export function inputSchema(schema: TSchema, described?: { by: string; schema: TSchema }): ObjectSchema {
  const shown = lean(schema as unknown as Json) as ObjectSchema
  if (!described) return shown
  const known = lean(described.schema as unknown as Json) as ObjectSchema
  const description = `The rest is as in ${described.by}.`
  return { ...(beside(shown, known) as ObjectSchema), description }
}

/** A limit of text that its writer has to mind, in code points. */
const longText = 100

/** Values that a schema names; a longer list stands in a document that the description names. */
const longList = 20

/** A maximum from here on is left out: no meaningful number comes near it. */
const largest = 2 ** 31 - 1

function lean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lean)
  if (!isObject(value)) return value
  const members = Object.entries(splitTypes(withType(value as Json))).filter(
    ([name, each]) =>
      !(name === 'title' && typeof each === 'string') &&
      !(name === 'additionalProperties' && each === false) &&
      !(name === 'minLength' && each === 1) &&
      // A description says what a short text takes, and a fault names it.
      !(name === 'pattern' && 'description' in value) &&
      !(name.endsWith('Length') && (each as number) < longText) &&
      // A list without these limits reads the same, and the service names a list that is too long.
      !(name === 'uniqueItems' || (name === 'minItems' && each === 1)) &&
      !(name === 'enum' && (each as unknown[]).length > longList) &&
      !(name === 'minimum' && (each === 0 || each === 1)) &&
      !(name === 'maximum' && typeof each === 'number' && each >= largest),
  )
  return Object.fromEntries(members.map(([name, each]) => [name, lean(name === 'items' ? entryOf(value, each) : each)]))
}

/** Keywords without which a caller cannot form a value. */
const forming: ReadonlySet<string> = new Set(['type', 'const', 'anyOf', 'required', 'properties', 'items'])

/** A schema without the keywords that `known` has with the same value. */
function beside(schema: unknown, known: unknown): unknown {
  if (!isObject(schema) || !isObject(known)) return schema
  const told = (name: string) => !forming.has(name) && isDeepStrictEqual(schema[name], known[name])
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !told(name))
      .map(([name, each]) => [name, ['properties', 'items'].includes(name) ? insideOf(name, each, known[name]) : each]),
  )
}

function insideOf(name: string, each: unknown, known: unknown): unknown {
  if (name === 'items' || !isObject(each) || !isObject(known)) return beside(each, known)
  return Object.fromEntries(Object.entries(each).map(([member, schema]) => [member, beside(schema, known[member])]))
}

/** The schema of the entries of a list. The description of the list is about its entries too. */
function entryOf(list: Json, entry: unknown): unknown {
  if (list.description === undefined || !isObject(entry)) return entry
  const { description: _, ...rest } = entry
  return rest
}

/** Writes a schema with several types as a union: some clients know only one type for each schema. */
function splitTypes({ type, ...rest }: Json): Json {
  if (Array.isArray(type)) return { ...rest, anyOf: type.map(each => ({ type: each })) }
  return type === undefined ? rest : { type, ...rest }
}

/**
 * The schema of the answer of a tool, or of a problem: some clients check structured content even when the result is an error.
 */
export function outputSchema(site: PricedSite, row: OperationRow, tool: Tool): ObjectSchema {
  const branches = [...outlines(answerSchema(site, row, tool), 2), problem].map(branch => JSON.stringify(branch))
  return { type: 'object', anyOf: [...new Set(branches)].map(branch => JSON.parse(branch)) }
}

/** A base URL for examples, which are not used here. */
const anyAddress = 'https://example.org'

function answerSchema(site: PricedSite, row: OperationRow, { answerStatus, structured }: Tool): TSchema {
  // Abuse is answered like a problem: with a code and a detail.
  const others = (row.moreAnswers?.(site, anyAddress) ?? []).filter(({ status }) => status < 400)
  if (structured) return structured.schema(row.response(site))
  if (answerStatus === 'any') return { anyOf: [row.response(site), ...others.map(answer => answer.schema)] } as TSchema
  return others.find(answer => answer.status === answerStatus)?.schema ?? row.response(site)
}

/** The members of every problem. Its text holds the others. */
const problem = { title: 'Problem', properties: { code: { type: 'string' } }, required: ['code', 'detail'] }
