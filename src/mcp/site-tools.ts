// The tools of a site, made from the rows of the operation table: names, schemas, and the way from arguments to an operation.
import { type TObject, type TSchema, Type } from 'typebox'
import { extraArguments, onSite, type Tool, toolsOf } from '../contract/operations/tool.ts'
import type { OperationId, OperationRow } from '../contract/operations.ts'
import { invalid } from '../contract/problem.ts'
import { ProblemSchema } from '../contract/problem-schema.ts'
import type { SiteRow } from '../contract/sites.ts'
import { bodyShape, nearestOf, type Shape } from '../domain/shape.ts'
import { storableText } from '../domain/text.ts'
import { type Operation, operations } from '../usecases/handlers/handlers.ts'

/** What a call comes to once its arguments are checked and sorted. */
export type ToolCall = {
  params: Record<string, string>
  query: Record<string, unknown>
  body: unknown
  url: string
  idempotencyKey: string | undefined
  maxPriceMicros: number | undefined
}

export type SiteTool = {
  name: string
  tool: Tool
  row: Operation
  /** As tools/list shows it. */
  definition: ToolDefinition
  /** Checks arguments and sorts them into parameters, query and body. Throws `invalid` with every error. */
  read(args: Record<string, unknown>): ToolCall
}

export type ToolDefinition = {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  annotations: Record<string, boolean | string>
  _meta: { operationId: OperationId }
}

export type ObjectSchema = { type: 'object' } & Record<string, unknown>

/** Every tool of a site, in the order of the operation table; always the same. */
export function siteTools(site: SiteRow): SiteTool[] {
  const offered = operations.filter(row => row.offeredOn?.(site) ?? true)
  return offered.flatMap(row => toolsOf(row).map(tool => siteTool(site, row, tool)))
}

function siteTool(site: SiteRow, row: Operation, tool: Tool): SiteTool {
  const parts = argumentParts(site, row, tool)
  const { readOnly, destructive, idempotent, openWorld } = tool.hints
  const title = onSite(tool.title, site)
  const definition: ToolDefinition = {
    name: onSite(tool.name, site),
    title,
    description: onSite(tool.description, site),
    inputSchema: plain(flat(parts)),
    outputSchema: answerOrProblem(answerSchema(site, row, tool)),
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
    _meta: { operationId: row.id },
  }
  return {
    name: definition.name,
    tool,
    row,
    definition,
    read: reader(row, tool, parts),
  }
}

type Part = 'params' | 'query' | 'extra' | 'body'
type Parts = Record<Part, TObject> & { freeBody: boolean }

function argumentParts(site: SiteRow, row: OperationRow, tool: Tool): Parts {
  const body = row.body?.(site)
  const open = (schema: TObject | undefined) => without(schema ?? Type.Object({}), Object.keys(tool.fixed ?? {}))
  return {
    params: row.params ?? Type.Object({}),
    query: open(row.query?.(site)),
    extra: Type.Object(Object.fromEntries((tool.extra ?? []).map(name => [name, Type.Optional(extraArguments[name])]))),
    body: open(body),
    // What has rules that a schema cannot hold is checked by the operation.
    freeBody: row.bodyCheckedByAction === true,
  }
}

function without(schema: TObject, names: readonly string[]): TObject {
  const kept = Object.entries(schema.properties).filter(([name]) => !names.includes(name))
  const required = (schema.required ?? []).filter(name => !names.includes(name))
  return { ...schema, properties: Object.fromEntries(kept), required } as unknown as TObject
}

/** One closed object of all parts. Throws when a name stands in two of them: then the row needs other names. */
function flat(parts: Parts): TObject {
  const all = [parts.params, parts.query, parts.body, parts.extra]
  const properties: Record<string, TSchema> = {}
  for (const part of all)
    for (const [name, schema] of Object.entries(part.properties)) {
      if (name in properties) throw new Error(`the argument ${name} would stand for two things`)
      properties[name] = schema
    }
  const required = all.flatMap(part => part.required ?? [])
  const description = (parts.body as { description?: string }).description
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...(description !== undefined && { description }),
  } as unknown as TObject
}

function reader(row: OperationRow, tool: Tool, parts: Parts): SiteTool['read'] {
  const fixed = tool.fixed ?? {}
  const beside = { ...parts, body: Type.Object({}) }
  const shape: Shape = bodyShape(parts.freeBody ? flat(beside) : flat(parts))
  const whole: Shape = parts.freeBody ? bodyShape(flat(parts)) : shape
  const outside = new Set(Object.keys(flat(beside).properties))
  const known = new Set(Object.keys(flat(parts).properties))
  const meantOutside = (name: string) => !known.has(name) && nearestOf(name, [...outside]) !== undefined
  const queryNames = new Set(Object.keys(parts.query.properties))
  const paramNames = Object.keys(parts.params.properties)
  const fixedInBody = row.body !== undefined && !parts.freeBody
  return args => {
    const given = parts.freeBody ? pick(args, name => outside.has(name) || meantOutside(name)) : args
    const text = storableText(given)
    const errors = [...text.errors, ...shape(text.value)]
    if (errors.length > 0) throw invalid(parts.freeBody ? faultsOf(whole, args) : errors)
    const checked = text.value as Record<string, unknown>
    const params = Object.fromEntries(paramNames.map(name => [name, String(checked[name])]))
    const query = { ...pick(checked, name => queryNames.has(name)), ...(fixedInBody ? {} : fixed) }
    const body = parts.freeBody
      ? pick(args, name => !outside.has(name))
      : row.body && { ...pick(checked, name => !outside.has(name)), ...(fixedInBody ? fixed : {}) }
    return {
      params,
      query,
      body,
      url: urlOf(row.path, params, query),
      idempotencyKey: checked.idempotency_key as string | undefined,
      maxPriceMicros: checked.max_price_micros as number | undefined,
    }
  }
}

/** Every fault of the arguments as they came, those of the body as well. */
function faultsOf(shape: Shape, args: Record<string, unknown>): string[] {
  const { value, errors } = storableText(args)
  return [...errors, ...shape(value)]
}

/** Members whose name is kept; a name such as __proto__ stays a name. */
function pick(from: Record<string, unknown>, kept: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => kept(name)))
}

function urlOf(path: string, params: Record<string, string>, query: Record<string, unknown>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return search ? `${filled}?${search}` : filled
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

/** Clients in the field check structured content against this schema even when the result is an error. */
function answerOrProblem(answer: TSchema): ObjectSchema {
  const branches = [...branchesOf(answer), Problem].map(branch => JSON.stringify(branch))
  return { type: 'object', anyOf: [...new Set(branches)].map(branch => JSON.parse(branch)) }
}

/** The members of a union, also of one inside it. */
function branchesOf(schema: TSchema): TSchema[] {
  return (schema as { anyOf?: TSchema[] }).anyOf?.flatMap(branchesOf) ?? [schema]
}

/** A schema as the JSON that it is. */
function plain(schema: unknown): ObjectSchema {
  return JSON.parse(JSON.stringify(schema)) as ObjectSchema
}
