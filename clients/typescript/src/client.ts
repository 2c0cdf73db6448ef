// The client of a site: calls of every operation, with repeats, lists as iterators, and waiting for a decision.
import type { CallAnswer, CallInput, OperationId, PagedId, PagedItem, PagedQuery } from './call.ts'
import { HandbillError } from './error.ts'
import { operations } from './operations.ts'
import { Outcomes, type OutcomesOptions } from './outcomes.ts'
import { type Answer, type Fetch, pause, type Sending, send } from './send.ts'
import type {
  CreatePostRequest,
  DryRun,
  EditPostRequest,
  ListOutcomesResponse,
  OwnPost,
  Post,
  SiteId,
} from './types.ts'

/** The settings of a client; times in milliseconds. */
export type HandbillOptions = {
  /** The address of the site, such as https://events.example.org. */
  baseUrl: string
  /** The key of the account, `ak_…` or `ak_test_…`; reading needs none. */
  apiKey?: string | undefined
  /** How many times a request is sent again at most; 4 when left out. */
  retries?: number
  /** The pause before the first repeat, which grows with each one; half a second when left out. */
  firstPauseMs?: number
  /** The longest pause before a repeat; a minute when left out. */
  longestPauseMs?: number
  /** How long one answer may take; 30 seconds when left out. */
  timeoutMs?: number
  /** Sends requests in place of the global `fetch`. */
  fetch?: Fetch
}

export type PaidOptions = {
  /** Names the request: a repeat with the same key is not a second post. A new key when left out. */
  idempotencyKey?: string
  /** A post that costs more micros is refused. */
  maxPriceMicros?: number
  signal?: AbortSignal | undefined
}

export type WaitOptions = {
  /** How long to wait at most; 30 minutes when left out. */
  timeoutMs?: number
  /** Waits also while a person has to decide (`review`, `awaiting_owner`), which can take days. */
  people?: boolean
  /** The pause before the second question, which grows up to what the service asks for; a second when left out. */
  firstPauseMs?: number
  signal?: AbortSignal | undefined
}

/** What `call` takes for any operation. */
type AnyInput = {
  path?: Record<string, string>
  query?: Record<string, unknown>
  headers?: Record<string, string | undefined>
  body?: unknown
  signal?: AbortSignal | undefined
}

/** For how many seconds the service waits with its answer at most, where it can. */
const longestWaitSeconds = 30

/**
 * A client of one site. Every method throws `HandbillError`. `Site` is the kind of the site, for the types of its posts:
 * `new Handbill<'events'>({ baseUrl, apiKey })`.
 */
export class Handbill<Site extends SiteId = SiteId> {
  readonly #baseUrl: string
  readonly #apiKey: string | undefined
  readonly #sending: Sending
  /** Whether the service takes `wait`; older ones refuse it as an unknown parameter. */
  #waits = true

  constructor(options: HandbillOptions) {
    const { baseUrl, apiKey, retries = 4, firstPauseMs = 500, longestPauseMs = 60_000, timeoutMs = 30_000 } = options
    const { fetch = (url, init) => globalThis.fetch(url, init) } = options
    if (!/^https?:$/.test(new URL(baseUrl).protocol)) throw new TypeError(`baseUrl: ${baseUrl} is no http or https URL`)
    this.#baseUrl = baseUrl.replace(/\/+$/, '')
    this.#apiKey = apiKey
    this.#sending = { fetch, retries, firstPauseMs, longestPauseMs, timeoutMs }
  }

  /** Calls an operation by its id in the OpenAPI document. One that takes an Idempotency-Key gets a new one, unless it has one. */
  async call<Id extends OperationId>(id: Id, input?: CallInput<Id, Site>): Promise<CallAnswer<Id, Site>> {
    return (await this.#answer(id, (input ?? {}) as AnyInput)).json as CallAnswer<Id, Site>
  }

  /** Submits a post. It is charged at once and then judged: see `waitForDecision`. */
  async createPost(body: CreatePostRequest<Site>, options: PaidOptions = {}): Promise<OwnPost<Site>> {
    return (await this.#answer('createPost', { body, ...paid(options) })).json as OwnPost<Site>
  }

  /** Says what `createPost` would do, free of charge: faults, price, and what would stop the post. */
  async checkPost(body: CreatePostRequest<Site>, options: Omit<PaidOptions, 'idempotencyKey'> = {}): Promise<DryRun> {
    return (await this.#answer('createPost', { body, ...paid(options, true) })).json as DryRun
  }

  /** Changes a post. An edit of words is charged and judged; the post stays as it was until then. */
  async editPost(id: string, body: EditPostRequest<Site>, options: PaidOptions = {}): Promise<OwnPost<Site>> {
    return (await this.#answer('editPost', { path: { id }, body, ...paid(options) })).json as OwnPost<Site>
  }

  /** The post of this key as its owner sees it, or a public post. */
  getPost(id: string, signal?: AbortSignal): Promise<OwnPost<Site> | Post<Site>> {
    return this.call('getPost', { path: { id }, signal } as CallInput<'getPost', Site>) as Promise<
      OwnPost<Site> | Post<Site>
    >
  }

  /**
   * Waits until the post of this key and its latest edit are decided, and resolves with the post: look at `status`, or at
   * `edit.status`. At the end of `timeoutMs` it resolves with the post as it is then.
   */
  async waitForDecision(id: string, options: WaitOptions = {}): Promise<OwnPost<Site>> {
    const { timeoutMs = 30 * 60_000, people = false, firstPauseMs = 1_000, signal } = options
    const endsAt = Date.now() + timeoutMs
    for (let asked = 0; ; asked++) {
      const askedAt = Date.now()
      // The service waits for people too: without them a longer wait would hold back the news that a person decides.
      const wait = Math.min(people ? longestWaitSeconds : 2 ** asked, (endsAt - askedAt) / 1000)
      const { json, retryAfterSeconds } = await this.#waiting('getPost', { path: { id }, signal }, wait)
      const post = json as OwnPost<Site>
      if (!('status' in post)) throw new HandbillError({ code: 'not_found', detail: `${id} is no post of this key.` })
      if (!isWaiting(post, people) || Date.now() >= endsAt) return post
      const longest = (retryAfterSeconds ?? 60) * 1000
      const pauseMs = Math.min(firstPauseMs * 2 ** asked, longest) - (Date.now() - askedAt)
      await pause(Math.max(0, Math.min(pauseMs, endsAt - Date.now())), signal)
    }
  }

  /** Every item of a list, page after page: `client.each('listDeliveries', { path: { id } })`. */
  async *each<Id extends PagedId>(id: Id, input?: CallInput<Id, Site>): AsyncGenerator<PagedItem<Id, Site>, void> {
    const { query, ...rest } = (input ?? {}) as AnyInput
    for (let cursor: unknown = query?.cursor; ; ) {
      const { json } = await this.#answer(id, { ...rest, query: { ...query, cursor } })
      const page = json as { items: PagedItem<Id, Site>[]; next_cursor?: string }
      yield* page.items
      if (page.next_cursor === undefined) return
      cursor = page.next_cursor
    }
  }

  /** Lists of posts as iterators, which read a page when it is needed. */
  readonly posts = {
    /** The public posts of the site, the newest first unless `order` says otherwise. */
    list: (query: Omit<PagedQuery<'listPosts'>, 'mine' | 'status'> = {}): AsyncGenerator<Post<Site>, void> =>
      this.each('listPosts', { query } as CallInput<'listPosts', Site>) as AsyncGenerator<Post<Site>, void>,
    /** The posts of this key, as their owner sees them. */
    mine: (query: Omit<PagedQuery<'listPosts'>, 'mine'> = {}): AsyncGenerator<OwnPost<Site>, void> =>
      this.each('listPosts', { query: { ...query, mine: true } } as unknown as CallInput<
        'listPosts',
        Site
      >) as AsyncGenerator<OwnPost<Site>, void>,
    /** The posts that a search finds. */
    search: (query: PagedQuery<'search'>): AsyncGenerator<Post<Site>, void> =>
      this.each('search', { query } as CallInput<'search', Site>) as AsyncGenerator<Post<Site>, void>,
  }

  /** What became of the posts of this key, oldest first. */
  outcomes(options: OutcomesOptions = {}): Outcomes<Site> {
    const { limit, signal } = options
    return new Outcomes<Site>(async (after, waiting) => {
      const input = { query: { after, limit }, signal }
      const { json } = await (waiting ? this.#waiting('listOutcomes', input) : this.#answer('listOutcomes', input))
      return json as ListOutcomesResponse<Site>
    }, options)
  }

  /** As `#answer`, and lets the service wait with its answer where it can. */
  async #waiting(id: OperationId, input: AnyInput, seconds = longestWaitSeconds): Promise<Answer> {
    const wait = Math.floor(Math.min(seconds, longestWaitSeconds))
    if (!this.#waits || wait < 1) return this.#answer(id, input)
    try {
      return await this.#answer(id, { ...input, query: { ...input.query, wait } }, wait * 1000)
    } catch (error) {
      const { code, errors } = error as HandbillError
      if (code !== 'invalid' || !errors.some(each => each.startsWith('/wait'))) throw error
      this.#waits = false
      return this.#answer(id, input)
    }
  }

  #answer(
    id: OperationId,
    { path = {}, query = {}, headers = {}, body, signal }: AnyInput,
    waitMs = 0,
  ): Promise<Answer> {
    const { method, path: template, keyed } = operations[id]
    const at = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
    const asked = new URLSearchParams(given(query)).toString()
    const sent: Record<string, string> = {
      accept: 'application/json, application/problem+json',
      ...(this.#apiKey !== undefined && { authorization: `Bearer ${this.#apiKey}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(keyed && !query.dry_run && { 'idempotency-key': globalThis.crypto.randomUUID() }),
      ...given(headers),
    }
    return send(
      {
        ...{ method, headers: sent, signal: signal ?? null },
        url: `${this.#baseUrl}${at}${asked && `?${asked}`}`,
        body: body === undefined ? null : JSON.stringify(body),
        repeatable: method !== 'POST' || keyed,
        timeoutMs: this.#sending.timeoutMs + waitMs,
      },
      this.#sending,
    )
  }
}

/** The query and headers of a post or an edit. */
function paid({ idempotencyKey, maxPriceMicros, signal }: PaidOptions, dryRun = false): AnyInput {
  return {
    query: { dry_run: dryRun || undefined, max_price_micros: maxPriceMicros },
    headers: { 'idempotency-key': idempotencyKey },
    signal,
  }
}

/** The members that have a value, as texts. */
function given(members: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

function isWaiting({ status, edit }: OwnPost, people: boolean): boolean {
  const waiting: readonly string[] = people ? ['queued', 'review', 'awaiting_owner'] : ['queued']
  return waiting.includes(status) || (edit !== undefined && waiting.includes(edit.status))
}
