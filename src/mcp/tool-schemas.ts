// The schemas of a tool as tools/list shows them: what it takes, what it answers, and the problem it may answer instead. A model reads
// all of them before it does anything, so that they hold what changes a decision; the service checks by the whole schemas.
import type { TSchema } from 'typebox'
import { type Json, withType } from '../contract/openapi/components.ts'
import type { Tool } from '../contract/operations/tool.ts'
import type { OperationRow } from '../contract/operations.ts'
import type { PricedSite } from '../contract/priced-site.ts'

export type ObjectSchema = { type: 'object' } & Record<string, unknown>

/** A schema of arguments without what goes without saying. */
export function inputSchema(schema: TSchema): ObjectSchema {
  const shown = lean(schema as unknown as Json) as ObjectSchema
  return { ...shown, additionalProperties: false }
}

/** No caller comes near a limit like this by a number that means anything. */
const largest = 2 ** 31 - 1

function lean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lean)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(typesApart(withType(value as Json))).filter(
    ([name, each]) =>
      !(name === 'title' && typeof each === 'string') &&
      !(name === 'additionalProperties' && each === false) &&
      !(name === 'minLength' && each === 1) &&
      !(name === 'maximum' && typeof each === 'number' && each >= largest),
  )
  return Object.fromEntries(members.map(([name, each]) => [name, lean(each)]))
}

/** Some clients know one type a schema: several are a union. */
function typesApart({ type, ...rest }: Json): Json {
  if (Array.isArray(type)) return { ...rest, anyOf: type.map(each => ({ type: each })) }
  return type === undefined ? rest : { type, ...rest }
}

/** The answer of a tool, or the problem: clients in the field check structured content against it even when the result is an error. */
export function outputSchema(site: PricedSite, row: OperationRow, tool: Tool): ObjectSchema {
  const answers = branchesOf(answerSchema(site, row, tool)).map(branch => outline(branch as unknown as Json, 2))
  const branches = [...answers, problem].map(branch => JSON.stringify(branch))
  return { type: 'object', anyOf: [...new Set(branches)].map(branch => JSON.parse(branch)) }
}

/** Where examples would lead; only schemas are read here. */
const anyAddress = 'https://example.org'

function answerSchema(site: PricedSite, row: OperationRow, { answerStatus, structured }: Tool): TSchema {
  const others = row.moreAnswers?.(site, anyAddress) ?? []
  if (structured) return structured.schema(row.response(site))
  if (answerStatus === 'any') return { anyOf: [row.response(site), ...others.map(answer => answer.schema)] } as TSchema
  return others.find(answer => answer.status === answerStatus)?.schema ?? row.response(site)
}

/** What every problem has; what else there is stands in its text. */
const problem = { title: 'Problem', properties: { code: { type: 'string' } }, required: ['code', 'detail'] }

/** The members of a union, also of one inside it. */
function branchesOf(schema: TSchema): TSchema[] {
  return (schema as { anyOf?: TSchema[] }).anyOf?.flatMap(branchesOf) ?? [schema]
}

/** Objects that the line of every answer says in words. */
const inWords: ReadonlySet<string> = new Set(['KeyLimits', 'Approval', 'Appeal'])

/** Names and types of a schema, so many levels deep; a post of the site is told the same way wherever it stands. */
function outline(schema: Json, levels: number): Json {
  const { type, const: only, anyOf, items, properties, required, title } = withType(schema)
  if (only !== undefined) return { const: only }
  if (Array.isArray(anyOf)) {
    const branches = [...new Set(anyOf.map(branch => JSON.stringify(outline(branch, levels))))]
    return branches.length === 1 ? JSON.parse(branches[0]!) : { anyOf: branches.map(branch => JSON.parse(branch)) }
  }
  if (type === 'array') return { type, items: outline(items as Json, levels) }
  if (type !== 'object' || levels === 0 || (levels < 2 && inWords.has(title as string))) return { type }
  const inside = title === 'Post' ? 0 : levels - 1
  const told = Object.entries(properties as Record<string, Json>).map(([name, member]) => [
    name,
    // Told where posts are what the tool answers; around its own post the caller knows it.
    title === 'OwnPost' && name === 'post' ? { type: 'object' } : outline(member, inside),
  ])
  return {
    ...(title !== undefined && levels === 2 && { title }),
    type,
    ...(told.length > 0 && { properties: Object.fromEntries(told) }),
    ...(levels === 2 && { required }),
  }
}
