// The answers of an operation: its successes, and its problems by HTTP status with the codes that can occur.
import { type AnswerHeader, type AnswerHeaders, answerHeaders } from '../../contract/headers.ts'
import { refusesPaused } from '../../contract/operations/row.ts'
import type { OperationRow } from '../../contract/operations.ts'
import { ProblemSchema } from '../../contract/problems/problem-schema.ts'
import { type ProblemCode, problemCodes, problemRow, problems } from '../../contract/problems/problems.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'
import type { Components, Json } from './components.ts'
import { problemExample } from './problem-examples.ts'

type Context = { site: PricedSite; baseUrl: string; components: Components }

const everywhere: AnswerHeaders = { 'Request-Id': 'always', 'Cache-Control': 'always' }

/** The Responses Object of an operation. `name` is its id with a capital. */
export function answersOf(id: string, row: OperationRow, name: string, context: Context): Record<string, Json> {
  const { site, baseUrl } = context
  const more = row.moreAnswers?.(site, baseUrl) ?? []
  const answers: Record<string, Json> = {}
  const first = {
    status: row.status,
    description: row.answer,
    schema: row.response(site),
    headers: { ...(row.conditional && ({ ETag: 'always' } as const)), ...row.answerHeaders },
    examples: row.examples(site, baseUrl).response,
  }
  for (const [index, { status, description, schema, headers = {}, examples }] of [first, ...more].entries())
    answers[status] = {
      description,
      headers: headersOf({ ...everywhere, ...headers }, context),
      content: {
        'application/json': {
          schema: context.components.namedSchema(schema, index === 0 ? `${name}Response` : `${name}Response${status}`),
          ...examplesOf(examples),
        },
      },
    }
  if (row.conditional)
    answers[304] = {
      description: 'The document is unchanged: it has the ETag of If-None-Match.',
      headers: headersOf({ ...everywhere, ...first.headers }, context),
    }
  for (const [status, codes] of problemsOf(id, row)) {
    const problem = problemAnswer(status, codes, context)
    const own = answers[status]
    answers[status] = own
      ? {
          description: `${own.description as string}\n\nAs a problem: ${problem.description as string}`,
          headers: { ...(own.headers as Json), ...(problem.headers as Json) },
          content: { ...(own.content as Json), ...(problem.content as Json) },
        }
      : problem
  }
  return answers
}

/** The problems that an operation has beside those that every operation has, first those of its path and guards. */
export function ownProblems(id: string, row: OperationRow): ProblemCode[] {
  const named = problemCodes.filter(code => problemRow(code).answers?.includes(id))
  return [
    ...new Set([
      ...(row.params || row.offeredOn ? ['not_found' as const] : []),
      ...(refusesPaused(row) ? ['key_paused' as const] : []),
      ...(row.guards ?? []),
      ...named,
    ]),
  ]
}

/** The codes that an operation can answer with, by status, including those of the guards that every operation has (contract.md §6). */
export function problemsOf(id: string, row: OperationRow): Map<number, ProblemCode[]> {
  const takesBody = row.method !== 'get'
  const codes: ProblemCode[] = [
    'unknown_site',
    'unauthorized',
    ...(takesBody ? (['too_large', 'unsupported_media_type', 'invalid_json'] as const) : []),
    'invalid',
    ...ownProblems(id, row),
    'overloaded',
    'internal',
  ]
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of new Set(codes)) {
    const { status } = problems[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return byStatus
}

/**
 * The status that the rate limit of the platform shares with problems. Its text is no content of the document, which names it in
 * the introduction: a generated client would take every problem of an operation for a text too.
 */
const rateLimitStatus = 429

function problemAnswer(status: number, codes: readonly ProblemCode[], context: Context): Json {
  const { components, site, baseUrl } = context
  const example = (code: ProblemCode) => components.share('examples', code, problemExample(code, site, baseUrl))
  const rateLimited = status === rateLimitStatus
  return {
    description: [
      ...codes.map(code => `\`${code}\`: ${problems[code].title}.`),
      ...(rateLimited ? ['In plain text: the rate limit of the whole platform.'] : []),
    ].join('\n'),
    headers: headersOf(headersOfProblems(codes, rateLimited), context),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            components.schema(ProblemSchema),
            {
              type: 'object',
              properties: { status: { const: status }, code: { type: 'string', enum: [...codes] } },
            },
          ],
        },
        examples: Object.fromEntries(codes.map(code => [code, example(code)])),
      },
    },
  }
}

/** A header is always there when every code of the status always has it. */
function headersOfProblems(codes: readonly ProblemCode[], rateLimited: boolean): AnswerHeaders {
  const kinds: AnswerHeaders[] = [
    ...codes.map(code => ({ ...everywhere, ...problemRow(code).headers })),
    ...(rateLimited ? [{ 'Request-Id': 'always', 'Retry-After': 'always' } as const] : []),
  ]
  const names = [...new Set(kinds.flatMap(kind => Object.keys(kind) as AnswerHeader[]))]
  return Object.fromEntries(
    names.map(name => [name, kinds.every(kind => kind[name] === 'always') ? 'always' : 'sometimes']),
  )
}

function headersOf(headers: AnswerHeaders, { components }: Context): Json {
  const entries = Object.entries(headers) as [AnswerHeader, 'always' | 'sometimes'][]
  return Object.fromEntries(
    entries.map(([name, when]) => {
      const { description, schema } = answerHeaders[name]
      const required = when === 'always'
      const value = { description, required, schema: components.schema(schema) }
      return [name, components.share('headers', required ? name : `${name}.optional`, value)]
    }),
  )
}

/** The examples as a member of the document. */
export function examplesOf(examples: Record<string, unknown>): Json {
  const entries = Object.entries(examples)
  return entries.length > 0 ? { examples: Object.fromEntries(entries.map(([name, value]) => [name, { value }])) } : {}
}
