// Repeats the last answer to a request without the framework, if the answer was a public document that is still current.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimit } from '../integrations/rate-limit/rate-limit.ts'
import type { KeyHolder } from '../store/accounts/keys.ts'
import { type Document, freshMs } from '../usecases/documents.ts'
import type { Platform } from '../usecases/platform.ts'
import { bearerOf } from './authenticate.ts'
import type { Guard } from './guards.ts'
import { isMetered } from './metered.ts'
import { placeIn } from './place-cookie.ts'
import { requestId } from './request-ids.ts'
import { logAnswer } from './request-log.ts'
import { type DocumentForm, isUnchanged } from './send-document.ts'
import { edgeHeaders } from './write-answer.ts'

export type KeptAnswers = {
  /**
   * Remembers for one second which document answered a request. An equal request may skip the guards: they read nothing but the
   * URL and the headers in the key. One with an API key skips them as long as the key has the same holder.
   */
  keep(request: FastifyRequest, document: Document, form: DocumentForm): void
  /** Answers a request with the document that answered the same one; false when the framework has to answer. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
}

/** Headers are names and values in turn. The first is the request id, whose value each answer sets. */
type Kept = {
  form: DocumentForm
  document: Document
  headers: string[]
  headersOfUnchanged: string[]
  route: () => string | null
  metered: boolean
  caller: KeyHolder | null
}

/** All that an answer depends on. `conditions` choose between 200 and 304. */
type Asked = {
  key: string
  authorization: string | undefined
  conditions: { 'if-none-match'?: string; 'if-modified-since'?: string }
}

const mostKept = 10_000

/**
 * Headers that browsers, proxies and traced clients add without being asked. The framework answers a request with any header that is
 * neither here nor in the key: a body, an expectation, an API key in any other header.
 */
const addedHeaders =
  `Accept-Language Baggage Cache-Control Connection Cookie DNT Forwarded Keep-Alive Origin Pragma Priority Referer Sec-Fetch-Dest
  Sec-Fetch-Mode Sec-Fetch-Site Sec-Fetch-User Sec-GPC Traceparent Tracestate Upgrade-Insecure-Requests User-Agent Via X-Forwarded-For
  X-Forwarded-Host X-Forwarded-Port X-Forwarded-Proto X-Real-IP`.split(/\s+/)

/** The added headers that no guard reads, in the two spellings that clients use: two requests that differ in these are equal. */
export function unreadHeaders(guards: readonly Guard[]): ReadonlySet<string> {
  const read = (name: string) =>
    guards.some(({ reads }) => reads.some(each => (typeof each === 'string' ? each === name : each.test(name))))
  return new Set(addedHeaders.filter(name => !read(name.toLowerCase())).flatMap(name => [name, name.toLowerCase()]))
}

/** A store of the latest answers of a platform, which begins empty. */
export function createKeptAnswers(
  platform: Pick<Platform, 'now' | 'documents' | 'keyHolders' | 'languages' | 'log' | 'meters'>,
  rateLimit: RateLimit | null,
  guards: readonly Guard[],
): KeptAnswers {
  const { now, documents, keyHolders, languages, meters } = platform
  const unread = unreadHeaders(guards)
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
      const { raw, originalUrl, url } = request
      const asked = askedOf(raw, originalUrl, unread)
      if (!asked) return
      const caller = asked.authorization === undefined ? null : request.caller
      const known = find(asked.key)
      if (known?.form === form && known.caller === caller) return
      // Where a key is not checked, nothing says that it still counts.
      if (asked.authorization !== undefined && !caller) return
      // The framework answers an address that it has rewritten but for the language, and a document that depends on a header outside
      // the key.
      if (originalUrl !== url && languages.withoutLanguage(originalUrl) !== url) return
      if (document.vary?.split(/, */).some(name => unread.has(name))) return
      if (answers.size >= mostKept) answers.clear()
      const route = request.routeOptions.url ?? null
      const written = (headers: readonly string[]) => [...edgeHeaders('', request), ...headers]
      answers.set(asked.key, {
        document,
        form,
        headers: written(form.headers),
        headersOfUnchanged: written(form.headersOfUnchanged),
        route: () => route,
        metered: isMetered(request.path),
        caller,
      })
    },
    answer(request, response) {
      const asked = askedOf(request, request.url, unread)
      const kept = asked && find(asked.key)
      if (!kept || !documents.isFresh(kept.document)) return false
      // A key that was revoked, paused or replaced has another holder or none.
      if (kept.caller && keyHolders.remembered(bearerOf(asked.authorization) ?? '') !== kept.caller) return false
      // The guard writes the refusal: it finds no token left either.
      if (kept.metered && rateLimit && !rateLimit.takeAtOnce?.()) return false
      const id = requestId()
      logAnswer(platform, response, id, 'GET', kept.route)
      meters.found()
      const unchanged = isUnchanged(asked.conditions, kept.document)
      const headers = unchanged ? kept.headersOfUnchanged : kept.headers
      headers[1] = id
      response.writeHead(unchanged ? 304 : 200, headers)
      response.end(unchanged ? undefined : kept.form.body, 'latin1')
      return true
    },
  }
}

/** Makes a server try its kept answers before the framework, until it closes. */
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

/** The key and conditions of a request whose answer may be kept: a GET without body or unusual header; else null. */
function askedOf(
  { method, httpVersion, rawHeaders }: IncomingMessage,
  url: string | undefined,
  unread: ReadonlySet<string>,
): Asked | null {
  if (method !== 'GET' || httpVersion !== '1.1') return null
  let host: string | undefined
  let accept: string | undefined
  let encoding: string | undefined
  let authorization: string | undefined
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
      case 'Authorization':
      case 'authorization':
        if (authorization !== undefined) return null
        authorization = value
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
      case 'Cookie':
      case 'cookie':
        // The home page alone depends on a cookie (edge/place-cookie.ts).
        if (!unread.has(name) || (isHome(url) && placeIn(value) !== undefined)) return null
        break
      default:
        if (!unread.has(name)) return null
    }
  }
  if (host === undefined) return null
  const key = `${url}\n${host}\n${accept ?? ''}\n${encoding ?? ''}\n${authorization ?? ''}`
  return { key, authorization, conditions }
}

/** Whether a target is that of the home page, in any language. */
const isHome = (url = '') => /^\/(?:[A-Za-z-]{2,14}\/)?(?:\?|$)/.test(url)
