// The reference: every operation of the OpenAPI document in words, with its effects on the caller.

import type { AgenticAccess } from '../../../contract/operations/agentic-access.ts'
import { type ProblemCode, problems } from '../../../contract/problems/problems.ts'
import type { Json } from '../../../documents/openapi/components.ts'
import { openApiDocument } from '../../../documents/openapi/document.ts'
import { fenced } from './developers-page.ts'
import type { Setting } from './quickstart/setting.ts'

type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Json; example?: unknown }
type Example = { value: unknown }
type Content = Record<string, { schema?: Json; examples?: Record<string, Example> }>
type Answer = { description: string; content?: Content }
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  'x-agentic-access': AgenticAccess
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Answer>
}
type Document = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

export function referenceMarkdown({ site, baseUrl }: Setting): string {
  const whole = openApiDocument(site, baseUrl)
  const { tags, paths } = whole as unknown as Document
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  )
  const ofTag = (tag: string) => all.filter(({ operation }) => operation.tags.includes(tag))
  const resolve = <T>(value: T): T => withoutReferences(whole, value) as T
  const sections = tags
    .filter(({ name }) => ofTag(name).length > 0)
    .flatMap(({ name, description }) => [
      `## ${name} {#${name}}`,
      description,
      ...ofTag(name).flatMap(({ method, path, operation }) =>
        operationParts(method.toUpperCase(), path, operation, { baseUrl, resolve }),
      ),
    ])
  const contents = all.map(
    ({ method, path, operation: { operationId: id } }) => `- [${id}](#${id}): \`${method.toUpperCase()} ${path}\``,
  )
  return `${[
    '# Reference',
    `Every operation, made from [/openapi.yml](${baseUrl}/openapi.yml). A key is sent as \`Authorization: Bearer\`. Money is in micros, millionths of the currency. [Problems](${baseUrl}/problems/) explains every error code; the [quickstart](${baseUrl}/developers/#quickstart) shows the operations together.`,
    contents.join('\n'),
    ...sections,
  ].join('\n\n')}\n`
}

type Context = { baseUrl: string; resolve<T>(value: T): T }

function operationParts(method: string, path: string, operation: Operation, context: Context): string[] {
  const { operationId: id, summary, description, security, parameters = [], requestBody, responses } = operation
  const { baseUrl, resolve } = context
  const given = parameters.map(resolve)
  const body = requestBody?.content['application/json']
  const answers = Object.entries(responses).map(([status, answer]) => [status, resolve(answer)] as const)
  const fine = answers.filter(
    ([, { content = {} }]) => !('application/problem+json' in content) || 'application/json' in content,
  )
  const members = body?.schema ? membersOf(body.schema, resolve) : []
  const codes = answers.flatMap(([status, { content = {} }]) =>
    Object.keys(content['application/problem+json']?.examples ?? {}).map(code => ({
      status,
      code: code as ProblemCode,
    })),
  )
  return [
    `### ${id} {#${id}}`,
    `\`${method} ${path}\` – ${summary}`,
    description,
    `**What it does to you:** ${accessWords(operation['x-agentic-access'])} ${keyWords(security)}`,
    ...titledList(
      'Parameters',
      given.map(
        ({ name, in: place, required, description: about, schema }) =>
          `\`${name}\` (${place}, ${typeWords(schema, resolve)}${required ? ', needed' : ''})${about ? `: ${about}` : ''}`,
      ),
    ),
    ...titledList('Body', members),
    ...titledList(
      'Answers',
      fine.map(([status, answer]) => `${status}: ${answer.description.split('\n\nAs a problem:')[0]}`),
    ),
    ...titledList(
      'Errors',
      codes.map(({ status, code }) => `${status} [${code}](${baseUrl}/problems/#${code}): ${problems[code].title}`),
    ),
    '**Example**',
    fenced('sh', curlOf(method, path, { given, body, security, context })),
    ...fine.slice(0, 1).flatMap(([, { content = {} }]) => {
      const example = firstExample(content['application/json'], resolve)
      return example === undefined ? [] : [fenced('json', JSON.stringify(example, null, 2))]
    }),
  ]
}

const titledList = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`**${title}**`, lines.map(line => `- ${line.replace(/\s+/g, ' ')}`).join('\n')]

const consequences: Record<AgenticAccess['consequence'], string> = {
  read: 'It reads and changes nothing.',
  write: 'It changes something.',
  financial: 'It can cost money.',
  irreversible: 'It ends something for good.',
}
const owners: Record<AgenticAccess['human-in-the-loop'], string> = {
  none: 'The owner need not be asked.',
  recommended: 'The owner should agree first.',
  required: 'The owner has to agree or act.',
}

/** The members of `x-agentic-access` in sentences. */
function accessWords(access: AgenticAccess): string {
  const { consequence, reversible } = access
  return [
    ...(access['action-class'] === 'connected' ? ['It reaches a person or a system outside the service.'] : []),
    consequences[consequence],
    ...(consequence === 'read' ? [] : [reversible ? 'It can be taken back.' : 'It cannot be taken back.']),
    owners[access['human-in-the-loop']],
    access.notes,
  ].join(' ')
}

function keyWords(security: readonly Record<string, unknown>[]): string {
  const takesNone = security.length === 0 || security.some(way => Object.keys(way).length === 0)
  if (!security.some(way => 'apiKey' in way)) return takesNone ? 'No key.' : 'For the owner alone: it takes no API key.'
  return takesNone ? 'A key is optional.' : 'It needs a key.'
}

/** The members of an object; nested members have their path as name. */
function membersOf(schema: Json, resolve: Context['resolve'], before = ''): string[] {
  const { properties = {}, required = [] } = resolve(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).flatMap(([name, member]) => {
    const inner = withType(member, resolve)
    const path = `${before}${name}`
    const about = (member.description ?? inner.description) as string | undefined
    const items = inner.type === 'array' ? withType(inner.items as Json, resolve) : null
    const line = `\`${path}\` (${typeWords(member, resolve)}${required.includes(name) ? ', needed' : ''})${about ? `: ${about}` : ''}`
    if (inner.properties) return [line, ...membersOf(inner, resolve, `${path}.`)]
    return items?.properties ? [line, ...membersOf(items, resolve, `${path}[].`)] : [line]
  })
}

/** A schema, or of a nullable schema the choice beside null. */
function withType(schema: Json, resolve: Context['resolve']): Json {
  const found = resolve(schema)
  const choices = ((found.anyOf ?? []) as Json[]).map(resolve).filter(({ type }) => type !== 'null')
  return choices.length === 1 ? choices[0]! : found
}

/** "text of 3 to 120 characters", "one of good, fair", "list of text", "whole number from 0". */
function typeWords(schema: Json, resolve: Context['resolve']): string {
  const found = resolve(schema)
  const { type, const: only, enum: allowed, anyOf, allOf, items, format } = found
  if (only !== undefined) return `always ${JSON.stringify(only)}`
  if (Array.isArray(allowed)) return `one of ${allowed.join(', ')}`
  const choices = (anyOf ?? allOf) as Json[] | undefined
  if (choices) return [...new Set(choices.map(choice => typeWords(choice, resolve)))].join(' or ')
  const least = (found.minLength ?? found.minItems ?? found.minimum) as number | undefined
  const most = (found.maxLength ?? found.maxItems ?? found.maximum) as number | undefined
  const range = [
    ...(least === undefined || least === 0 ? [] : [`from ${least}`]),
    ...(most === undefined || most >= Number.MAX_SAFE_INTEGER ? [] : [`up to ${most}`]),
  ].join(' ')
  const sized = (word: string, unit: string) => (range ? `${word}, ${range} ${unit}`.trim() : word)
  if (type === 'string') return sized(typeof format === 'string' ? format : 'text', 'characters')
  if (type === 'array') return sized(`list of ${typeWords(items as Json, resolve)}`, 'of them')
  if (type === 'boolean') return 'true or false'
  if (type === 'integer') return sized('whole number', '')
  return type === undefined ? 'any value' : sized(String(type), '')
}

function firstExample(content: Content[string] | undefined, resolve: Context['resolve']): unknown {
  const example = Object.values(content?.examples ?? {})[0]
  return example && resolve(example).value
}

type Asked = {
  given: readonly Parameter[]
  body: Content[string] | undefined
  security: Operation['security']
  context: Context
}

function curlOf(method: string, path: string, { given, body, security, context }: Asked): string {
  const { baseUrl, resolve } = context
  const exampleOf = (name: string) => String(given.find(one => one.name === name)?.example ?? `{${name}}`)
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => exampleOf(name))
  const query = given
    .filter(one => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=${encodeURIComponent(exampleOf(name))}`)
    .join('&')
  const key = security.length > 0 && security.every(way => 'apiKey' in way || 'oauth' in way)
  const example = firstExample(body, resolve)
  const idempotent = given.some(({ name }) => name === 'Idempotency-Key')
  return [
    `curl -sS ${method === 'GET' || (method === 'POST' && example !== undefined) ? '' : `-X ${method} `}'${baseUrl}${filled}${query && `?${query}`}'`,
    ...(key ? ['-H "Authorization: Bearer $HANDBILL_KEY"'] : []),
    ...(idempotent ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(example === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(example).replaceAll("'", `'\\''`)}'`]),
  ].join(' \\\n  ')
}

/** A value of the document with its `$ref` resolved. */
function withoutReferences(document: object, value: unknown): unknown {
  const reference = (value as { $ref?: string } | undefined)?.$ref
  if (reference === undefined) return value
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document)
  const { $ref: _, ...beside } = value as Json
  return { ...(withoutReferences(document, found) as Json), ...beside }
}
