// Sends a public document: conditional requests, compression, and every header in one write.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Document } from '../usecases/documents.ts'
import { bodyToSend, writeAnswer } from './write-answer.ts'

type Encoding = 'br' | 'gzip'

/** A document in one encoding: its body, and names and values of its headers in turn. */
export type DocumentForm = { body: Buffer | string; headers: string[]; headersOfUnchanged: string[] }

const smallestToCompress = 1_000

/** A shared cache may serve a page for a second, and for one more while it revalidates; browsers revalidate each time. */
const pageCaching = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'

/** Answers with a document or with 304, in the best encoding that the client accepts; synchronously unless it compresses first. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document): void | Promise<void> {
  const form = formFor(request.headers['accept-encoding'], document)
  if (form instanceof Promise) return form.then(made => write(request, reply, document, made))
  write(request, reply, document, form)
}

function write(request: FastifyRequest, reply: FastifyReply, document: Document, form: DocumentForm): void {
  if (isUnchanged(request.headers, document)) writeAnswer(request, reply, 304, form.headersOfUnchanged)
  else writeAnswer(request, reply, 200, form.headers, form.body)
  request.server.keptAnswers.keep(request, document, form)
}

/** Whether the client holds this document (RFC 9110 §13): If-None-Match decides, If-Modified-Since only without it. */
export function isUnchanged(
  headers: { 'if-none-match'?: string | undefined; 'if-modified-since'?: string | undefined },
  { hash, modifiedAt }: Pick<Document, 'hash' | 'modifiedAt'>,
): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.trim() === '*' || tagsIn(tags).includes(hash)
  const since = headers['if-modified-since']
  return since !== undefined && modifiedAt !== null && Date.parse(since) >= modifiedAt
}

/** The hashes of documents in a list of tags: the tag of a compressed form ends with its encoding. */
function tagsIn(list: string): string[] {
  return [...list.matchAll(/(?:W\/)?"([^"]*)"/g)].map(([, tag]) => tag!.replace(/-(?:br|gzip)$/, ''))
}

function formFor(accepted: string | undefined, document: Document): DocumentForm | Promise<DocumentForm> {
  const isCompressible =
    document.body.length >= smallestToCompress && !document.headers['content-type']?.startsWith('image/png')
  const encoding = accepted !== undefined && isCompressible ? encodingIn(accepted) : null
  const name = encoding ?? 'identity'
  const known = document.forms.get(name) as DocumentForm | Promise<DocumentForm> | undefined
  if (known) return known
  const keep = (form: DocumentForm) => {
    document.forms.set(name, form)
    return form
  }
  if (encoding === null) return keep(formOf(document, document.body))
  const made = compress[encoding](document.body).then(bytes => keep(formOf(document, bytes, encoding)))
  // Requests during the compression wait for the same bytes.
  document.forms.set(name, made)
  return made
}

/** The best of two encodings. It runs in every answer, and the choice is too small for a negotiation of all forms. */
function encodingIn(accepted: string): Encoding | null {
  const refused = /;\s*q\s*=\s*0(?:\.0*)?\s*$/
  const names = accepted.split(',').filter(part => !refused.test(part))
  const takes = (encoding: Encoding) => names.some(part => part.split(';')[0]!.trim().toLowerCase() === encoding)
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  // At level 5 brotli compresses better than gzip in the same time; level 11 takes a hundred times as long.
  br: bytes => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: bytes => promisify(gzip)(bytes),
}

function formOf({ headers, hash, modifiedAt, vary }: Document, bytes: Buffer, encoding?: Encoding): DocumentForm {
  const always = {
    'cache-control': pageCaching,
    ...headers,
    etag: `"${hash}${encoding ? `-${encoding}` : ''}"`,
    ...(modifiedAt !== null && { 'last-modified': new Date(modifiedAt).toUTCString() }),
    vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding',
  }
  const whole = { ...always, ...(encoding && { 'content-encoding': encoding }), 'content-length': String(bytes.length) }
  return {
    body: bodyToSend(bytes),
    headers: Object.entries(whole).flat(),
    headersOfUnchanged: Object.entries(always).flat(),
  }
}
