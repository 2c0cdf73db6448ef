// Accepts JSON bodies only: checks media type, charset and encoding, then the JSON (contract.md §6).
import type { FastifyInstance } from 'fastify'
import { Problem } from '../contract/problems/problem.ts'
import { sentences } from '../contract/sentences.ts'
import { fencedBody, readJson } from './json-body.ts'

/** Replaces the body parsers of a server. Fastify refuses a body that is too large before a parser gets it. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers
    if (encoding.toLowerCase() !== 'identity')
      return done(new Problem('unsupported_media_type', 'The body has to be sent without a content-encoding.'))
    if (!/^(?:utf-?8)?$/i.test(/;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1] ?? ''))
      return done(new Problem('unsupported_media_type', 'JSON is UTF-8; the content-type names another charset.'))
    try {
      done(null, readJson(body as Buffer))
    } catch (error) {
      const { proposes } = request.routeOptions.config
      const fenced = proposes && isDryRun(request.query) ? fencedBody(body as Buffer) : null
      if (fenced === null) done(error as Problem)
      else done(null, fenced)
    }
  })
  // The body is read before its media type is refused, so that a body that is too large is always answered as too large.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    done(new Problem('unsupported_media_type', sentences.notJson))
  })
}

const isDryRun = (query: unknown) => (query as { dry_run?: unknown }).dry_run === 'true'
