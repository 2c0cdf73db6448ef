// Public answers as bytes, kept until a publication touches them: nothing is read or written twice for equal requests.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Platform } from '../platform.ts'
import type { Answer, OperationRequest } from './handler.ts'

/** Another process may publish, and ended events leave lists: nothing is served for longer than this without a look. */
const freshMs = 1_000
const maxBytes = 64 * 1024 * 1024

type Entry = { body: Buffer; etag: string; headers: Record<string, string>; readAt: number }
type Fresh = { body: string; headers: Record<string, string> }

/** `publications` counts what has been published and withdrawn: what was read before the last of them is not kept. */
type Cache = { entries: LRUCache<string, Entry>; publications: number }

const caches = new WeakMap<Platform, Cache>()

function cacheOf(platform: Platform): Cache {
  let cache = caches.get(platform)
  if (!cache) {
    const entries = new LRUCache<string, Entry>({
      maxSize: maxBytes,
      sizeCalculation: entry => entry.body.length + 500,
    })
    const made: Cache = { entries, publications: 0 }
    platform.onSignal('publications', () => {
      made.publications++
      entries.clear()
    })
    caches.set(platform, made)
    cache = made
  }
  return cache
}

/** Answers from the cache or from `read`, with an ETag; 304 when the caller has these bytes already. */
export async function cachedAnswer(
  platform: Platform,
  request: OperationRequest,
  read: () => Promise<Fresh>,
): Promise<Answer> {
  const cache = cacheOf(platform)
  const key = `${request.site.id} ${request.url}`
  const now = platform.now()
  let entry = cache.entries.get(key)
  if (!entry || now - entry.readAt >= freshMs || now < entry.readAt) {
    const { publications } = cache
    const fresh = await read()
    const body = Buffer.from(fresh.body)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const headers = {
      ...fresh.headers,
      etag,
      vary: 'authorization',
      'cache-control': 'public, max-age=0, must-revalidate',
    }
    entry = { body, etag, headers, readAt: now }
    if (cache.publications === publications) cache.entries.set(key, entry)
  }
  const same = request.ifNoneMatch !== undefined && matches(request.ifNoneMatch, entry.etag)
  return same ? { status: 304, headers: entry.headers } : { headers: entry.headers, body: entry.body }
}

function matches(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some(part => part.trim().replace(/^W\//, '') === etag)
}
