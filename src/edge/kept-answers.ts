// Answers a request past the framework where the same one was just answered with a public document that still stands.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimit } from '../integrations/rate-limit/rate-limit.ts'
import { type Document, freshMs } from '../usecases/documents.ts'
import type { Platform } from '../usecases/platform.ts'
import { isMetered } from './guards.ts'
import { requestId } from './request-ids.ts'
import { logAnswer } from './request-log.ts'
import { type Form, isUnchanged } from './send-document.ts'
import { withEdgeHeaders } from './write-answer.ts'

export type KeptAnswers = {
  /** Remembers for a second which document a request was answered with. What passed the guards then passes them now. */
  keep(request: FastifyRequest, document: Document, form: Form): void
  /** Answers a request as the same one was; false where it has to go the whole way. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
}

/** Headers by name and value in turn; the request id is put in behind the first. */
type Kept = {
  form: Form
  document: Document
  headers: string[]
  headersOfUnchanged: string[]
  route: () => string | null
  metered: boolean
}

/** What an answer depends on beside the address; a header that was sent twice leads the whole way. */
type Asked = { key: string; conditions: { 'if-none-match'?: string; 'if-modified-since'?: string } }

const mostKept = 10_000

/**
 * Headers on which no document depends and no guard looks at, in the two spellings that clients use. Any other leads the whole way:
 * a body, an expectation, a key in its place or in a wrong one.
 */
const passed: ReadonlySet<string> = new Set(
  `Accept-Language Cache-Control Connection Cookie DNT Forwarded Keep-Alive Origin Pragma Priority Referer Sec-Fetch-Dest Sec-Fetch-Mode
  Sec-Fetch-Site Sec-Fetch-User Sec-GPC Upgrade-Insecure-Requests User-Agent Via X-Forwarded-For X-Forwarded-Host X-Forwarded-Port
  X-Forwarded-Proto X-Real-IP`
    .split(/\s+/)
    .flatMap(name => [name, name.toLowerCase()]),
)

/** The answers of a platform that were just given. */
export function createKeptAnswers(
  { now, documents, log }: Pick<Platform, 'now' | 'documents' | 'log'>,
  rateLimit: RateLimit | null,
): KeptAnswers {
  const answers = new Map<string, Kept>()
  let since = now()
  const find = (key: string): Kept | undefined => {
    const age = now() - since
    if (age >= 0 && age < freshMs) return answers.get(key)
    answers.clear()
    since = now()
  }
  return {
    keep(request, document, form) {
      const asked = askedOf(request.raw)
      // What the framework made another address of is left to it.
      if (!asked || request.originalUrl !== request.url || find(asked.key)?.form === form) return
      if (answers.size >= mostKept) answers.clear()
      const route = request.routeOptions.url ?? null
      const written = (headers: readonly string[]) => ['request-id', '', ...withEdgeHeaders(request, headers)]
      answers.set(asked.key, {
        document,
        form,
        headers: written(form.headers),
        headersOfUnchanged: written(form.headersOfUnchanged),
        route: () => route,
        metered: isMetered(request.path),
      })
    },
    answer(request, response) {
      const asked = askedOf(request)
      const kept = asked && find(asked.key)
      if (!kept || !documents.stands(kept.document)) return false
      // Refusing is left to the guard, which then finds none left either.
      if (kept.metered && rateLimit && !rateLimit.takeAtOnce?.()) return false
      const id = requestId()
      logAnswer(log, response, id, 'GET', kept.route)
      const unchanged = isUnchanged(asked.conditions, kept.document)
      const headers = unchanged ? kept.headersOfUnchanged : kept.headers
      headers[1] = id
      response.writeHead(unchanged ? 304 : 200, headers)
      response.end(unchanged ? undefined : kept.form.body, 'latin1')
      return true
    },
  }
}

/** Has a server ask what was just answered before the framework, until it closes. */
export function answerKeptFirst(app: FastifyInstance): void {
  const [whole] = app.server.listeners('request') as RequestListener[]
  let open = true
  app.addHook('preClose', done => {
    open = false
    done()
  })
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (!open || !app.keptAnswers.answer(request, response)) whole!(request, response)
  })
}

/** What a request asks for, where it is one of those that are kept: a GET without a body, a key or anything out of the ordinary. */
function askedOf({ method, httpVersion, url, rawHeaders }: IncomingMessage): Asked | null {
  if (method !== 'GET' || httpVersion !== '1.1') return null
  let host: string | undefined
  let accept: string | undefined
  let encoding: string | undefined
  const conditions: Asked['conditions'] = {}
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    const value = rawHeaders[i + 1]!
    switch (name) {
      case 'Host':
      case 'host':
        if (host !== undefined) return null
        host = value
        break
      case 'Accept':
      case 'accept':
        if (accept !== undefined) return null
        accept = value
        break
      case 'Accept-Encoding':
      case 'accept-encoding':
        if (encoding !== undefined) return null
        encoding = value
        break
      case 'If-None-Match':
      case 'if-none-match':
      case 'If-Modified-Since':
      case 'if-modified-since': {
        const condition = name.toLowerCase() as keyof Asked['conditions']
        if (conditions[condition] !== undefined) return null
        conditions[condition] = value
        break
      }
      default:
        if (!passed.has(name)) return null
    }
  }
  if (host === undefined) return null
  return { key: `${url}\n${host}\n${accept ?? ''}\n${encoding ?? ''}`, conditions }
}
