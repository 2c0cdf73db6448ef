// Mounts the operation table as REST routes: row → authenticate → validate → action → view (contract.md §6).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../actions/platform.ts'
import { invalid } from '../../actions/prepare-post.ts'
import type { OperationId, OperationRow } from '../../contract/operations.ts'
import { operations } from '../../contract/operations.ts'
import { Problem } from '../../contract/problems.ts'
import { siteRow } from '../../contract/sites.ts'
import { bodyShape, queryShape, type Shape } from '../../domain/shape.ts'
import { storableText } from '../../domain/text.ts'
import { authenticate, unauthorized } from '../edge.ts'
import type { Answer, Handler } from './handler.ts'
import { handlers } from './handlers.ts'

/** Adds a route for every row of the operation table. */
export function mountRest(app: FastifyInstance, platform: Platform): void {
  for (const [id, row] of Object.entries(operations) as [OperationId, OperationRow][]) {
    const handler = handlers[id]
    const check = requestCheck(row)
    app.route({
      method: row.method.toUpperCase() as 'GET',
      url: row.path,
      onRequest: (request, _, done) => {
        const repeated = repeatedHeader(request)
        if (repeated) return done(repeated)
        if (row.offeredOn && !row.offeredOn(siteRow(request.site.id)))
          return done(new Problem('not_found', `This site has no ${request.url.split('?', 1)[0]}.`))
        if (request.headers.authorization === undefined)
          return done(row.auth === 'key' ? unauthorized('This operation needs an API key.') : undefined)
        authenticate(platform, request).then(() => done(), done)
      },
      handler: async (request, reply) => {
        const input = check(request)
        return send(reply, await run(handler, { platform, request, ...input }), row.status)
      },
    })
  }
}

async function run(handler: Handler, input: Parameters<Handler>[0]): Promise<Answer> {
  return handler(input)
}

function send(reply: FastifyReply, answer: Answer, status: number): FastifyReply {
  const { headers = {}, value, body } = answer
  reply.code(answer.status ?? status)
  reply.header('content-type', 'application/json; charset=utf-8')
  if (!('cache-control' in headers)) reply.header('cache-control', 'no-store')
  reply.headers(headers)
  if (answer.status === 304) return reply.send()
  const text = body ?? JSON.stringify(value)
  return reply.send(typeof text === 'string' ? Buffer.from(text) : text)
}

type Input = { query: Record<string, unknown>; body: unknown }

/** Checks parameters and body of a row; the shape of a post itself is checked with its own rules, in prepare-post.ts. */
function requestCheck(row: OperationRow): (request: FastifyRequest) => Input {
  const shapes = new Map<string, { query: Shape; body: Shape | null }>()
  return request => {
    const site = siteRow(request.site.id)
    let shape = shapes.get(site.id)
    if (!shape) {
      const query = row.query?.(site)
      const body = row.body?.(site)
      shape = {
        query: queryShape(query ?? emptyQuery),
        body: body && body !== site.body ? bodyShape(body) : null,
      }
      shapes.set(site.id, shape)
    }
    const query = request.query as Record<string, unknown>
    const idFaults = idErrors(request)
    if (idFaults) throw idFaults
    const errors = [...Object.entries(query).flatMap(([name, value]) => textErrors(name, value)), ...shape.query(query)]
    if (errors.length > 0) throw invalid(errors)
    if (!row.body) return { query, body: undefined }
    if (
      request.body === undefined ||
      request.body === null ||
      typeof request.body !== 'object' ||
      Array.isArray(request.body)
    )
      throw new Problem('invalid_json', 'The body has to be one JSON object.')
    if (!shape.body) return { query, body: request.body }
    const text = storableText(request.body)
    const faults = [...text.errors, ...shape.body(text.value)]
    if (faults.length > 0) throw invalid(faults)
    return { query, body: text.value }
  }
}

const emptyQuery = { type: 'object', properties: {}, additionalProperties: false }

/** An id that cannot be one names nothing: that is 404, as any other id that is not there. */
function idErrors(request: FastifyRequest): Problem | null {
  const ids = Object.values((request.params as Record<string, string> | null) ?? {})
  return ids.every(id => /^[0-9A-Za-z_]{1,60}$/.test(id))
    ? null
    : new Problem('not_found', 'There is nothing with this id.')
}

function textErrors(name: string, value: unknown): string[] {
  return storableText(value).errors.map(error => `/${name}${error.startsWith('/:') ? error.slice(1) : error}`)
}

const once = new Set(['host', 'authorization', 'idempotency-key', 'content-type', 'content-length'])

function repeatedHeader(request: FastifyRequest): Problem | undefined {
  const seen = new Set<string>()
  const raw = request.raw.rawHeaders
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase()
    if (!once.has(name)) continue
    if (seen.has(name)) return invalid([`/headers/${name}: was sent more than once; it takes one`])
    seen.add(name)
  }
  return undefined
}
