// Renders a page once, keeps it until a publication or for a second, and answers conditional requests for it.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Platform } from '../../../usecases/platform.ts'

type Encoding = 'br' | 'gzip'

/** A document as it is sent: its bytes, what names them, and since when they have been these. */
export type Document = {
  body: Buffer
  hash: string
  /** Epoch milliseconds, whole seconds. */
  modifiedAt: number
  /** The same bytes, compressed on first demand. */
  encoded: Map<Encoding, Promise<Buffer>>
}

// Other processes publish too, and events end without anybody's doing: a page is looked at again after this.
const freshMs = 1_000
const smallestToCompress = 1_000

type Entry = { document: Document; checkedAt: number; generation: number }

export type PageCache = {
  /** The document of a key, at most a second old and never older than a publication of this process. */
  get(key: string, render: () => Promise<string>): Promise<Document>
}

/** A cache over what `platform` publishes. A render that throws leaves nothing behind. */
export function pageCache(platform: Pick<Platform, 'now' | 'onSignal'>): PageCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: 32_000_000,
    sizeCalculation: ({ document }) => document.body.length * 2 + 500,
  })
  const rendering = new Map<string, Promise<Document>>()
  let generation = 0
  platform.onSignal('publications', () => generation++)

  const renderAgain = async (key: string, render: () => Promise<string>): Promise<Document> => {
    const started = { generation, checkedAt: platform.now() }
    const body = Buffer.from(await render())
    const before = entries.get(key)?.document
    const document = before?.body.equals(body) ? before : documentOf(body, started.checkedAt, before)
    entries.set(key, { document, ...started })
    return document
  }
  return {
    get(key, render) {
      const entry = entries.get(key)
      const age = entry ? platform.now() - entry.checkedAt : Infinity
      if (entry && entry.generation === generation && age >= 0 && age < freshMs) return Promise.resolve(entry.document)
      // Callers that come while a page is being rendered share it, unless something was published since it began.
      const flight = `${generation} ${key}`
      const running = rendering.get(flight) ?? renderAgain(key, render).finally(() => rendering.delete(flight))
      rendering.set(flight, running)
      return running
    },
  }
}

/** Names bytes that were first seen at `now`. A change always moves the second that Last-Modified tells. */
export function documentOf(body: Buffer, now: number, before?: Document): Document {
  const second = Math.floor(now / 1000) * 1000
  return {
    body,
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    modifiedAt: before ? Math.max(second, before.modifiedAt + 1000) : second,
    encoded: new Map(),
  }
}

/** Answers with a document or with 304, in the best encoding that the client takes. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
  headers: Record<string, string>,
): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'], document)
  reply.headers({
    'cache-control': 'public, max-age=0, must-revalidate',
    ...headers,
    etag: `"${document.hash}${encoding ? `-${encoding}` : ''}"`,
    'last-modified': new Date(document.modifiedAt).toUTCString(),
    vary: 'Accept-Encoding',
  })
  if (isUnchanged(request.headers, document)) return reply.code(304).send()
  if (!encoding) return reply.send(document.body)
  return reply.header('content-encoding', encoding).send(await encode(document, encoding))
}

/** Whether the client holds this document (RFC 9110 §13): If-None-Match decides, If-Modified-Since only without it. */
export function isUnchanged(
  headers: { 'if-none-match'?: string | undefined; 'if-modified-since'?: string | undefined },
  document: Pick<Document, 'hash' | 'modifiedAt'>,
): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.trim() === '*' || tagsIn(tags).some(tag => tag === document.hash)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return since >= document.modifiedAt
}

// The compressed forms have tags of their own, and stand for the same document.
function tagsIn(list: string): string[] {
  return [...list.matchAll(/(?:W\/)?"([^"]*)"/g)].map(([, tag]) => tag!.replace(/-(?:br|gzip)$/, ''))
}

function encodingFor(accepted: string | undefined, document: Document): Encoding | null {
  if (!accepted || document.body.length < smallestToCompress) return null
  const refused = /;\s*q\s*=\s*0(?:\.0*)?\s*$/
  const names = accepted.split(',').filter(part => !refused.test(part))
  const takes = (encoding: Encoding) => names.some(part => part.split(';')[0]!.trim().toLowerCase() === encoding)
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

function encode(document: Document, encoding: Encoding): Promise<Buffer> {
  const known = document.encoded.get(encoding)
  if (known) return known
  const made = encoding === 'br' ? brotli(document.body) : promisify(gzip)(document.body)
  document.encoded.set(encoding, made)
  return made
}

function brotli(body: Buffer): Promise<Buffer> {
  // Level 5 is where brotli beats gzip and takes no longer; 11 would take a hundred times as long.
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}
