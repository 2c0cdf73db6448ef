// The stream of outcomes: the events of the posts of a key and of its account, in order, from a cursor on.
import { pause } from './send.ts'
import type { ListOutcomesResponse, SiteId } from './types.ts'

export type Outcome<Site extends SiteId = SiteId> = ListOutcomesResponse<Site>['items'][number]

export type OutcomesOptions = {
  /** The cursor to go on from; without it the oldest outcome that is kept comes first. */
  after?: string | undefined
  /** Waits for further outcomes instead of ending with the last one. */
  follow?: boolean
  /** The longest pause between two questions while nothing happens, in milliseconds; 5 seconds when left out. */
  pauseMs?: number
  /** How many outcomes a page has at most. */
  limit?: number
  signal?: AbortSignal | undefined
}

/** Reads a page after a cursor; `waiting`: the service may wait with its answer until there is an outcome. */
type ReadPage<Site extends SiteId> = (
  after: string | undefined,
  waiting: boolean,
) => Promise<ListOutcomesResponse<Site>>

/**
 * Iterates over outcomes, once. Keep `cursor` and give it as `after` the next time: it moves on when every outcome of a page was
 * taken, so that after a crash an outcome may come twice, and none is lost.
 */
export class Outcomes<Site extends SiteId = SiteId> implements AsyncIterable<Outcome<Site>> {
  cursor: string | undefined
  readonly #read: ReadPage<Site>
  readonly #options: OutcomesOptions

  constructor(read: ReadPage<Site>, options: OutcomesOptions) {
    this.cursor = options.after
    this.#read = read
    this.#options = options
  }

  /** Moves the cursor behind the last outcome that there is. */
  async skip(): Promise<void> {
    for (let more = true; more; ) {
      const page = await this.#read(this.cursor, false)
      this.cursor = page.cursor
      more = page.has_more
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Outcome<Site>, void> {
    const { follow = false, pauseMs = 5_000, signal } = this.#options
    for (let idle = false; ; ) {
      const askedAt = Date.now()
      const page = await this.#read(this.cursor, follow && idle)
      yield* page.items
      this.cursor = page.cursor
      if (page.has_more) continue
      if (!follow) return
      // A service that waits with its answer has made the pause already.
      if (idle && page.items.length === 0) await pause(Math.max(0, pauseMs - (Date.now() - askedAt)), signal)
      idle = page.items.length === 0
    }
  }
}
