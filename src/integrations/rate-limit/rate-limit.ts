// The platform ceiling: so many requests a second for all nodes together, counted in this process or in a Redis that they share.
import { Redis } from 'ioredis'
import { tokenBucket } from '../../domain/token-bucket.ts'

/** Where it counts: in this process, in the shared Redis, or in this process because the Redis does not answer. */
export type CeilingState = 'process' | 'shared' | 'degraded'

export type Ceiling = {
  /** Takes one request; false past the ceiling. Never throws, and waits for a Redis a moment at most. */
  take(): boolean | Promise<boolean>
  /** Asks the Redis, if there is one; what it finds is what `take` goes by from then on. */
  state(): Promise<CeilingState>
  close(): void
}

export type CeilingOptions = {
  /** Requests a second. */
  rate: number
  /** Requests at once above the rate. */
  burst: number
  /** Epoch milliseconds, for counting in this process; the Redis goes by its own clock. */
  now: () => number
}

export type SharedCeilingOptions = CeilingOptions & {
  url: string
  /** How long a request waits for the Redis before this process counts it by itself; 50 ms when it is left out. */
  answerWithinMs?: number
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
}

/** How often a Redis that does not answer is tried again; no request waits for that. */
const tryAgainMs = 500
const key = 'handbill:ceiling'

/**
 * Takes a token from the bucket KEYS[1] of ARGV[1] tokens a second and ARGV[2] at most; 1 when there was one. Counts in
 * millionths, which a second fills at the rate of tokens a microsecond, so that every number is whole.
 */
const takeToken = `
local rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000000
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, at = tonumber(bucket[1] or burst), tonumber(bucket[2] or now)
local idle = math.min(math.max(0, now - at), math.ceil(burst / rate))
tokens = math.min(burst, tokens + idle * rate)
local taken = 0
if tokens >= 1000000 then
  tokens = tokens - 1000000
  taken = 1
end
redis.call('HSET', KEYS[1], 'tokens', string.format('%.0f', tokens), 'at', string.format('%.0f', math.max(now, at)))
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate / 1000) + 1000)
return taken`

/** A ceiling of this process alone. */
export function processCeiling({ rate, burst, now }: CeilingOptions): Ceiling {
  const bucket = tokenBucket(rate, burst, now)
  return { take: () => bucket.take(), state: async () => 'process', close() {} }
}

/**
 * A ceiling that nodes share through a Redis. While the Redis is slow or away each process counts by itself: a request is
 * neither lost nor held up. It comes back by itself; both turns are logged once.
 */
export function sharedCeiling({ rate, burst, now, url, log, answerWithinMs = 50 }: SharedCeilingOptions): Ceiling {
  const own = tokenBucket(rate, burst, now)
  const redis = new Redis(url, {
    connectTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: times => Math.min(times * 50, 1_000),
  })
  redis.defineCommand('takeToken', { numberOfKeys: 1, lua: takeToken })
  const commands = redis as unknown as { takeToken(key: string, rate: number, burst: number): Promise<number> }
  // Each failure to connect is told by the command that fails for it.
  redis.on('error', () => {})

  const opened = new Promise<void>(resolve => {
    redis.once('ready', resolve)
    redis.once('close', resolve)
  })
  // Until the Redis has answered for the first time, no request waits for it.
  let away = true
  let told = false
  let closed = false
  let asked = 0
  let answered = 0
  let attempt: NodeJS.Timeout | undefined
  const tryLater = () => {
    attempt ??= setTimeout(() => {
      attempt = undefined
      void probe()
    }, tryAgainMs).unref()
  }
  const lost = (error: unknown, question: number) => {
    // A question that was asked before another was answered says nothing about now.
    if (closed || question < answered) return
    away = true
    const reason = reasonOf(error)
    if (!told) log.warn({ reason }, 'the Redis of the platform ceiling does not answer; this process counts by itself')
    told = true
    tryLater()
  }
  const probe = async () => {
    await opened
    const question = ++asked
    try {
      await within(answerWithinMs, redis.ping())
      answered = Math.max(answered, question)
      if (told) log.info({}, 'the Redis of the platform ceiling answers again')
      told = false
      away = false
    } catch (error) {
      lost(error, question)
    }
  }
  redis.on('ready', () => void probe())
  tryLater()
  return {
    async take() {
      // Counted here as well, so that no process lets through more than the ceiling when the Redis goes away.
      const passes = own.take()
      if (away) return passes
      const question = ++asked
      try {
        const taken = await within(answerWithinMs, commands.takeToken(key, rate, burst))
        answered = Math.max(answered, question)
        return taken === 1
      } catch (error) {
        lost(error, question)
        return passes
      }
    },
    async state() {
      await probe()
      return away ? 'degraded' : 'shared'
    },
    close() {
      closed = true
      clearTimeout(attempt)
      redis.disconnect()
    },
  }
}

/** The answer, unless it takes too long. */
function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // What has arrived while this process was busy is read before it counts as late.
    const late = () => setImmediate(() => reject(new Error(`no answer within ${ms} ms`)))
    const timer = setTimeout(late, ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** What went wrong, without the address and the password that the URL holds. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? 'unknown'
}
