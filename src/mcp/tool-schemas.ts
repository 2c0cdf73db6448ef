// Shortens the schemas of a tool for tools/list. A model reads all of them before its first call, so they keep only what changes
// a decision. The service checks by the whole schemas.
import type { TSchema } from 'typebox'
import type { Tool } from '../contract/operations/tool.ts'
import type { OperationRow } from '../contract/operations.ts'
import type { PricedSite } from '../contract/sites/priced-site.ts'
import { type Json, withType } from '../documents/openapi/components.ts'

export type ObjectSchema = { type: 'object' } & Record<string, unknown>

/** The schema of the arguments without its obvious members. */
export function inputSchema(schema: TSchema): ObjectSchema {
  const shown = lean(schema as unknown as Json) as ObjectSchema
  return { ...shown, additionalProperties: false }
}

/** A maximum from here on is left out: no meaningful number comes near it. */
const largest = 2 ** 31 - 1

function lean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lean)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(splitTypes(withType(value as Json))).filter(
    ([name, each]) =>
      !(name === 'title' && typeof each === 'string') &&
      !(name === 'additionalProperties' && each === false) &&
      !(name === 'minLength' && each === 1) &&
      !(name === 'maximum' && typeof each === 'number' && each >= largest),
  )
  return Object.fromEntries(members.map(([name, each]) => [name, lean(each)]))
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
  const answers = branchesOf(answerSchema(site, row, tool)).map(branch => outline(branch as unknown as Json, 2))
  const branches = [...answers, problem].map(branch => JSON.stringify(branch))
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

/** The branches of a union, nested unions included. */
function branchesOf(schema: TSchema): TSchema[] {
  return (schema as { anyOf?: TSchema[] }).anyOf?.flatMap(branchesOf) ?? [schema]
}

/** Objects that the text of an answer describes. */
const describedInText: ReadonlySet<string> = new Set(['KeyLimits', 'Approval', 'Appeal', 'Blocking', 'Edit'])

/** The names and types of a schema, down to `levels` levels. A post has the same outline everywhere. */
function outline(schema: Json, levels: number): Json {
  const { type, const: only, anyOf, items, properties, required, title } = withType(schema)
  if (only !== undefined) return { const: only }
  if (Array.isArray(anyOf)) {
    const branches = [...new Set(anyOf.map(branch => JSON.stringify(outline(branch, levels))))]
    return branches.length === 1 ? JSON.parse(branches[0]!) : { anyOf: branches.map(branch => JSON.parse(branch)) }
  }
  if (type === 'array') return { type, items: outline(items as Json, levels) }
  if (type !== 'object' || levels === 0 || (levels < 2 && describedInText.has(title as string))) return { type }
  const inside = title === 'Post' ? 0 : levels - 1
  const outlined = Object.entries(properties as Record<string, Json>).map(([name, member]) => [
    name,
    // A caller knows its own post, so only tools that answer posts outline one.
    title === 'OwnPost' && name === 'post' ? { type: 'object' } : outline(member, inside),
  ])
  return {
    ...(title !== undefined && levels === 2 && { title }),
    type,
    ...(outlined.length > 0 && { properties: Object.fromEntries(outlined) }),
    ...(levels === 2 && { required }),
  }
}
