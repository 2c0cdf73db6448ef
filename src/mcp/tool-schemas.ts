// The schemas of a tool as tools/list shows them: what it takes, what it answers, and the problem it may answer instead.
import { type TSchema, Type } from 'typebox'
import type { Tool } from '../contract/operations/tool.ts'
import type { OperationRow } from '../contract/operations.ts'
import { ProblemSchema } from '../contract/problem-schema.ts'
import type { SiteRow } from '../contract/sites.ts'

export type ObjectSchema = { type: 'object' } & Record<string, unknown>

/** A schema as the JSON that it is. */
export function plainSchema(schema: TSchema): ObjectSchema {
  return JSON.parse(JSON.stringify(schema)) as ObjectSchema
}

/** The answer of a tool, or the problem: clients in the field check structured content against it even when the result is an error. */
export function outputSchema(site: SiteRow, row: OperationRow, tool: Tool): ObjectSchema {
  const branches = [...branchesOf(answerSchema(site, row, tool)), Problem].map(branch => JSON.stringify(branch))
  return { type: 'object', anyOf: [...new Set(branches)].map(branch => JSON.parse(branch)) }
}

/** Where examples would lead; only schemas are read here. */
const anyAddress = 'https://example.org'

function answerSchema(site: SiteRow, row: OperationRow, { answerStatus }: Tool): TSchema {
  const others = row.moreAnswers?.(site, anyAddress) ?? []
  if (answerStatus === 'any') return Type.Union([row.response(site), ...others.map(answer => answer.schema)])
  return others.find(answer => answer.status === answerStatus)?.schema ?? row.response(site)
}

/** The problem object without its list of codes and without most of its words, which every tool would repeat. */
const Problem = withoutWords(
  Type.Object(
    { ...ProblemSchema.properties, code: Type.String(), error: Type.Object({}) },
    { additionalProperties: false },
  ),
  'Problem',
)

function withoutWords(schema: TSchema, title: string): TSchema {
  const words = new Set(['description', 'title'])
  const bare = JSON.parse(JSON.stringify(schema), (name, value) =>
    words.has(name) && typeof value === 'string' ? undefined : value,
  )
  return { ...bare, title }
}

/** The members of a union, also of one inside it. */
function branchesOf(schema: TSchema): TSchema[] {
  return (schema as { anyOf?: TSchema[] }).anyOf?.flatMap(branchesOf) ?? [schema]
}
