// Keeps public documents as bytes: lists, posts, pages, feeds, cards. A document is kept for a second, or until a publication; while
// the database does not answer, for two minutes.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Signal, Touched } from '../actions/scope.ts'
import { StoreUnavailable } from '../store/database/unavailable.ts'
import type { Meters } from './meters.ts'
import type { Signals } from './signals.ts'

/** The content of a document before it is kept. */
export type Draft = {
  body: string | Buffer
  /** Headers of the document itself: content-type, cache-control, link. The edge adds request ids and CORS headers. */
  headers: Readonly<Record<string, string>>
  /** The request headers that the answer depends on, besides Accept-Encoding. */
  vary?: string
  /** Whether clients may revalidate by date alone. Nodes agree on the ETag of a document, but not on its date. */
  dated?: boolean
  /** For a post: the key that created it, which gets another view. */
  ownerKeyId?: string
  /** The source of an expensive body, which is not made again while the source is the same. */
  madeOf?: string
}

/** A document ready to send. It stays the same object as long as its bytes are the same. */
export type Document = Omit<Draft, 'body' | 'dated'> & {
  body: Buffer
  /** The key that it is kept under. */
  key: string
  /** The hash for its ETag. */
  hash: string
  /** When its bytes last changed: epoch milliseconds, whole seconds. Null if only its ETag counts. */
  modifiedAt: number | null
  /** Forms derived on first use, by name: as sent, compressed, as the answer of a tool. */
  forms: Map<string, unknown>
}

export type Documents = {
  /**
   * The document under a key, at once if it is kept. It is at most a second old, and never older than a publication of this process.
   * While the database does not answer it is at most two minutes old, and may lack new posts, but shows nothing that this process has
   * changed or taken from view. `make` gets the previous document and may return it. `subjects` are the subjects of the document
   * (domain/posts/subjects.ts): only their publications make it stale, or every publication when left out.
   */
  get(
    key: string,
    make: (before?: Document) => Promise<Draft>,
    subjects?: readonly string[],
  ): Document | Promise<Document>
  /** The document that `get` would return at once; undefined if it has to be made. */
  kept(key: string): Document | undefined
  /** Whether `get` or `lasting` would return this document at once. */
  isFresh(document: Document): boolean
  /** A document that stays the same while the process runs, until `forget` or until prices change. */
  lasting(key: string, make: () => Draft): Document
  /** Forgets every document, after a change that no publication brings about. */
  forget(): void
}

// Other processes publish too, and events end by themselves: a document is checked again after this time.
export const freshMs = 1_000
// How old a document may be while the database does not answer: a standby has taken over by then.
export const outdatedMs = 120_000
const maxBytes = 64_000_000

// The most subjects whose last publication is remembered. Past it the memory is cleared, and every subject counts as touched.
const maxSubjects = 20_000

type Entry = { document: Document; checkedAt: number; generation: number; changes: number; subjects: Subjects }
type Subjects = readonly string[] | undefined
type Flight = { generation: number; made: Promise<Document> }

/** `turns`: the instants, in epoch milliseconds, at which prices change, which any document can name. */
type Options = Signals & { meters?: Meters; turns?: readonly number[] }

/** The documents of a platform. A `make` that throws leaves nothing behind. */
export function createDocuments({ now, onSignal, meters, turns = [] }: Options): Documents {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    // Count room for the forms of a document too.
    sizeCalculation: ({ document }) => document.body.length * 6 + 1_000,
  })
  const lasting = new Map<string, Document>()
  const underway = new Map<string, Flight>()
  const publications = countTouches(onSignal, ['publications', 'additions'])
  const changes = countTouches(onSignal, ['publications'])
  let [since, until] = [-Infinity, -Infinity]
  /** Forgets lasting documents once prices have changed. Returns the instant of the last change, in epoch milliseconds. */
  const turned = () => {
    const at = now()
    if (at >= since && at < until) return since
    lasting.clear()
    since = turns.findLast(turn => turn <= at) ?? -Infinity
    until = turns.find(turn => turn > at) ?? Infinity
    return since
  }
  const makeAgain = async (
    key: string,
    make: (before?: Document) => Promise<Draft>,
    subjects: Subjects,
  ): Promise<Document> => {
    const started = { generation: publications.soFar(), changes: changes.soFar(), checkedAt: now(), subjects }
    const before = entries.get(key)?.document
    const draft = await make(before)
    const document = before && draft === before ? before : documentOf(key, draft, started.checkedAt, before)
    entries.set(key, { document, ...started })
    return document
  }
  const isYounger = ({ checkedAt }: Entry, ms: number) => now() >= checkedAt && now() - checkedAt < ms
  const kept = (key: string) => {
    const entry = entries.get(key)
    if (!entry || publications.touchedSince(entry.generation, entry.subjects)) return undefined
    if (entry.checkedAt < turned()) return undefined
    return isYounger(entry, freshMs) ? entry.document : undefined
  }
  /** The document to show while the database does not answer. */
  const lately = (key: string) => {
    const entry = entries.get(key)
    if (!entry || changes.touchedSince(entry.changes, entry.subjects)) return undefined
    return isYounger(entry, outdatedMs) ? entry.document : undefined
  }
  /** The document that is being made; the one before if the database does not answer. */
  const madeOrBefore = (key: string, making: Promise<Document>): Promise<Document> =>
    making.catch(error => {
      const before = error instanceof StoreUnavailable && error.hindrance === 'away' && lately(key)
      if (!before) throw error
      return before
    })
  return {
    kept,
    isFresh(document) {
      turned()
      return kept(document.key) === document || lasting.get(document.key) === document
    },
    get(key, make, subjects) {
      const document = kept(key)
      if (document) {
        meters?.found()
        return document
      }
      // Requests share a document that is being made, unless one of its subjects was published since the making began.
      const running = underway.get(key)
      if (running && !publications.touchedSince(running.generation, subjects)) return madeOrBefore(key, running.made)
      meters?.made()
      const made = makeAgain(key, make, subjects).finally(() => {
        if (underway.get(key)?.made === made) underway.delete(key)
      })
      underway.set(key, { generation: publications.soFar(), made })
      return madeOrBefore(key, made)
    },
    lasting(key, make) {
      turned()
      const known = lasting.get(key) ?? documentOf(key, make(), now())
      lasting.set(key, known)
      return known
    },
    forget() {
      lasting.clear()
      entries.clear()
    },
  }
}

/** Counts what these signals tell, and which of it touched a subject last. */
function countTouches(onSignal: Signals['onSignal'], signals: readonly Signal[]) {
  let generation = 0
  // The generation in which a subject, or everything, was last touched.
  const touchedAt = new Map<string, number>()
  let everything = 0
  const count = (touched: Touched) => {
    generation++
    for (const subject of touched ?? []) touchedAt.set(subject, generation)
    if (touched && touchedAt.size <= maxSubjects) return
    touchedAt.clear()
    everything = generation
  }
  for (const signal of signals) onSignal(signal, count)
  return {
    soFar: () => generation,
    /** Whether anything since a generation has touched one of these subjects; everything touches undefined ones. */
    touchedSince: (since: number, subjects: Subjects) =>
      since < everything ||
      (subjects ? subjects.some(subject => (touchedAt.get(subject) ?? 0) > since) : since < generation),
  }
}

/** A document seen at `now`. Every change moves Last-Modified by at least a second. */
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
