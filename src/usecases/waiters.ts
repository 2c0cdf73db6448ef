// The callers that wait for an outcome of their account. Nobody asks the database for each of them: the actions of this process
// say which accounts have an outcome, and one query a second finds those of other processes. Where the database tells whether another
// connection has committed, it is asked that first.
import { limits } from '../contract/limits.ts'
import type { Dialect } from '../store/database/dialect.ts'
import type { Db } from '../store/database/schema.ts'
import { lastEvent, recentEvents } from '../store/delivery/events.ts'
import type { Signals } from './signals.ts'

export type Watch = {
  /** True once there was an outcome since the last call; false at `until`, in milliseconds of `performance.now()`. */
  changed(until: number): Promise<boolean>
  /** Ends the watch. A call that waits gets false. */
  end(): void
}

export type Waiters = {
  /** Watches an account from now on; null when too many callers wait already. */
  watch(accountId: string): Watch | null
  /** How many callers wait. */
  count(): number
  /** Lets every caller go, and takes no more. Resolves once every watch has ended. */
  close(): Promise<void>
}

type Waiter = { missed: boolean; wake: ((changed: boolean) => void) | null }

/** The waiting callers of a process. */
export function createWaiters(db: Db, dialect: Dialect, { onSignal }: Pick<Signals, 'onSignal'>): Waiters {
  const waiting = new Map<string, Set<Waiter>>()
  let count = 0
  let closed = false
  let drained: (() => void) | undefined
  const tell = (waiter: Waiter) => {
    if (waiter.wake) waiter.wake(true)
    else waiter.missed = true
  }
  const tellAccount = (accountId: string) => {
    for (const waiter of waiting.get(accountId) ?? []) tell(waiter)
  }
  const tellAll = () => {
    for (const accountId of waiting.keys()) tellAccount(accountId)
  }
  onSignal('outcomes', touched => {
    if (touched === null) tellAll()
    else for (const accountId of new Set(touched)) tellAccount(accountId)
  })
  const poll = followEvents(db, dialect, tellAccount, tellAll)
  const end = (accountId: string, waiter: Waiter) => {
    const here = waiting.get(accountId)
    if (!here?.delete(waiter)) return
    if (here.size === 0) waiting.delete(accountId)
    waiter.wake?.(false)
    if (--count > 0) return
    poll.stop()
    drained?.()
  }
  return {
    watch(accountId) {
      const here = waiting.get(accountId) ?? new Set()
      if (closed || count >= limits.waitersPerProcess || here.size >= limits.waitersPerAccount) return null
      const waiter: Waiter = { missed: false, wake: null }
      waiting.set(accountId, here.add(waiter))
      if (++count === 1) poll.start()
      const changed = (until: number) => (closed ? Promise.resolve(false) : change(waiter, until))
      return { changed, end: () => end(accountId, waiter) }
    },
    count: () => count,
    close() {
      closed = true
      for (const here of waiting.values()) for (const waiter of here) waiter.wake?.(false)
      return new Promise(resolve => {
        if (count === 0) resolve()
        else drained = resolve
      })
    },
  }
}

function change(waiter: Waiter, until: number): Promise<boolean> {
  if (waiter.missed) {
    waiter.missed = false
    return Promise.resolve(true)
  }
  return new Promise(resolve => {
    const settle = (changed: boolean) => {
      clearTimeout(timer)
      waiter.wake = null
      resolve(changed)
    }
    const timer = setTimeout(settle, Math.max(0, until - performance.now()), false)
    waiter.wake = settle
  })
}

/** Outcomes of different accounts may be committed out of their order, so the query looks back so many of them. */
const lookBack = 500

/** Looks for the outcomes of every process, once a second between `start` and `stop`. */
function followEvents(db: Db, dialect: Dialect, tellAccount: (accountId: string) => void, tellAll: () => void) {
  let timer: NodeJS.Timeout | undefined
  let seen = new Set<number>()
  let last: number | null = null
  let commits: number | undefined
  const look = async () => {
    const commitsNow = await dialect.commitsSeen?.(db)
    if (last === null) {
      last = await lastEvent(db)
      seen = new Set((await recentEvents(db, last - lookBack, lookBack)).map(({ seq }) => seq))
      commits = commitsNow
      // What was committed between the first read of a caller and here has told nobody.
      return tellAll()
    }
    if (commitsNow !== undefined && commitsNow === commits) return
    const found = await recentEvents(db, last - lookBack, 2 * lookBack)
    for (const { seq, account_id: accountId } of found) if (!seen.has(seq)) tellAccount(accountId)
    seen = new Set(found.map(({ seq }) => seq))
    last = Math.max(last, ...seen)
    commits = commitsNow
    if (found.length === 2 * lookBack) tellAll()
  }
  const again = () => {
    timer = setTimeout(() => {
      // An outage must not end the watch: the next look may find the database again.
      void look()
        .catch(() => {})
        .then(() => timer && again())
    }, limits.waitPollMs)
    timer.unref()
  }
  return {
    start() {
      last = null
      again()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
