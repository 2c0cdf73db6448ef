// Public documents as bytes: lists, posts, pages, feeds, cards. Each is made once and kept until a publication or for a second.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Signals } from './signals.ts'

/** What a document is made of. */
export type Draft = {
  body: string | Buffer
  /** Of this document itself: content-type, cache-control, link. Request ids and CORS headers are the edge's. */
  headers: Readonly<Record<string, string>>
  /** What the answer depends on beside Accept-Encoding. */
  vary?: string
  /** True where clients may ask by date alone: nodes agree on the ETag of a document, not on when they first saw it. */
  dated?: boolean
  /** Of a post: the key that created it, which gets another view of it. */
  ownerKeyId?: string
  /** What the body was made of, where making it costs so much that it is not made again of the same. */
  madeOf?: string
}

/** A document as it is sent. It stays the same object as long as it has the same bytes. */
export type Document = Omit<Draft, 'body' | 'dated'> & {
  body: Buffer
  /** What it is kept under. */
  key: string
  /** What its ETag is made of. */
  hash: string
  /** Since when it has had these bytes: epoch milliseconds, whole seconds. Null where only its ETag counts. */
  modifiedAt: number | null
  /** What is derived from it on first demand, by name: as it is sent, compressed, as the answer of a tool. */
  forms: Map<string, unknown>
}

export type Documents = {
  /**
   * The document under a key, at most a second old and never older than a publication of this process: at once where it is kept.
   * `make` gets the one that was there before, and may give it back. `of` says what it is made of (domain/subjects.ts), so that
   * publications of other things leave it; everything when left out.
   */
  get(key: string, make: (before?: Document) => Promise<Draft>, of?: readonly string[]): Document | Promise<Document>
  /** The document under a key as `get` would have it at once; undefined where it has to be made. */
  kept(key: string): Document | undefined
  /** Whether a document is what `get` or `lasting` would give at once. */
  stands(document: Document): boolean
  /** The document under a key that stays as it is while the process runs. */
  lasting(key: string, make: () => Draft): Document
}

// Other processes publish too, and events end without anybody's doing: a document is looked at again after this.
export const freshMs = 1_000
const maxBytes = 64_000_000

// Past so many subjects the memory of which publication touched them last is given up, and everything counts as touched.
const maxSubjects = 20_000

type Entry = { document: Document; checkedAt: number; generation: number; of: Of }
type Of = readonly string[] | undefined
type Flight = { generation: number; made: Promise<Document> }

/** The documents of a platform. A `make` that throws leaves nothing behind. */
export function createDocuments({ now, onSignal }: Signals): Documents {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    // With room for its forms: as it is sent, compressed, and as the answer of a tool.
    sizeCalculation: ({ document }) => document.body.length * 6 + 1_000,
  })
  const lasting = new Map<string, Document>()
  const underway = new Map<string, Flight>()
  /** How many publications there were; when each subject was touched last, and when everything was. */
  let generation = 0
  let everything = 0
  const touchedAt = new Map<string, number>()
  onSignal('publications', touched => {
    generation++
    for (const subject of touched ?? []) touchedAt.set(subject, generation)
    if (touched && touchedAt.size <= maxSubjects) return
    touchedAt.clear()
    everything = generation
  })
  const isCurrent = (since: number, of: Of) =>
    since >= everything && (of ? of.every(subject => (touchedAt.get(subject) ?? 0) <= since) : since === generation)

  const makeAgain = async (key: string, make: (before?: Document) => Promise<Draft>, of: Of): Promise<Document> => {
    const started = { generation, checkedAt: now(), of }
    const before = entries.get(key)?.document
    const draft = await make(before)
    const document = before && draft === before ? before : documentOf(key, draft, started.checkedAt, before)
    entries.set(key, { document, ...started })
    return document
  }
  const kept = (key: string) => {
    const entry = entries.get(key)
    if (!entry || !isCurrent(entry.generation, entry.of)) return undefined
    const age = now() - entry.checkedAt
    return age >= 0 && age < freshMs ? entry.document : undefined
  }
  return {
    kept,
    stands: document => kept(document.key) === document || lasting.get(document.key) === document,
    get(key, make, of) {
      const document = kept(key)
      if (document) return document
      // Requests that come while a document is being made share it, unless what it is made of was published since it began.
      const running = underway.get(key)
      if (running && isCurrent(running.generation, of)) return running.made
      const made = makeAgain(key, make, of).finally(() => {
        if (underway.get(key)?.made === made) underway.delete(key)
      })
      underway.set(key, { generation, made })
      return made
    },
    lasting(key, make) {
      const known = lasting.get(key) ?? documentOf(key, make(), now())
      lasting.set(key, known)
      return known
    },
  }
}

/** A document seen at `now`. A change always moves the second that Last-Modified tells. */
function documentOf(key: string, { body: text, dated, ...rest }: Draft, now: number, before?: Document): Document {
  const body = typeof text === 'string' ? Buffer.from(text) : text
  if (before?.body.equals(body)) return before
  const second = Math.floor(now / 1000) * 1000
  return {
    ...rest,
    key,
    body,
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    modifiedAt: dated ? Math.max(second, (before?.modifiedAt ?? -Infinity) + 1000) : null,
    forms: new Map(),
  }
}
