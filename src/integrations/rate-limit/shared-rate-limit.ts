// The rate limit that nodes share: a token bucket in a Redis, and a bucket in this process for while the Redis is away.
import { Redis } from 'ioredis'
import { tokenBucket } from '../../domain/token-bucket.ts'
import type { RateLimit, RateLimitOptions } from './rate-limit.ts'

type Log = { warn(fields: object, message: string): void; info(fields: object, message: string): void }

export type SharedRateLimitOptions = RateLimitOptions & {
  url: string
  /** How long a request waits for the Redis before this process counts it by itself; 50 ms when it is left out. */
  answerWithinMs?: number
  log: Log
}

/** How often a Redis that does not answer is tried again; no request waits for that. */
const tryAgainMs = 500
const key = 'handbill:rate-limit'

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
redis.call('HSET', KEYS[1], 'tokens', string.format('%.0f', tokens), 'at', string.format('%.0f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate / 1000) + 1000)
return taken`

/**
 * A rate limit that nodes share through a Redis. While the Redis is slow or away each process counts by itself: a request is
 * neither lost nor held up. It comes back by itself; both turns are logged once.
 */
export function sharedRateLimit({
  rate,
  burst,
  now,
  url,
  log,
  answerWithinMs = 50,
}: SharedRateLimitOptions): RateLimit {
  const own = tokenBucket(rate, burst, now)
  const redis = connect(url)
  const commands = redis as unknown as { takeToken(key: string, rate: number, burst: number): Promise<number> }
  const link = watch(redis, answerWithinMs, log)
  return {
    async take() {
      // Counted here as well, so that no process lets through more than the limit when the Redis goes away.
      const passes = own.take()
      const taken = link.isAway() ? undefined : await link.ask(commands.takeToken(key, rate, burst))
      return taken === undefined ? passes : taken === 1
    },
    async state() {
      await link.probe()
      return link.isAway() ? 'degraded' : 'shared'
    },
    close() {
      link.close()
      redis.disconnect()
    },
  }
}

function connect(url: string): Redis {
  const redis = new Redis(url, {
    connectTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: times => Math.min(times * 50, 1_000),
  })
  redis.defineCommand('takeToken', { numberOfKeys: 1, lua: takeToken })
  // Each failure to connect is told by the command that fails for it.
  redis.on('error', () => {})
  return redis
}

/** Knows whether a Redis answers: by what it is asked, and by a probe every half second while it does not. */
function watch(redis: Redis, answerWithinMs: number, log: Log) {
  const opened = new Promise<void>(resolve => {
    redis.once('ready', resolve)
    redis.once('close', resolve)
  })
  // Until the Redis has answered for the first time, no request waits for it.
  let away = true
  let told = false
  let asked = 0
  let answered = 0
  let closed = false
  let attempt: NodeJS.Timeout | undefined

  /** What the Redis answers; undefined when it does not. */
  const ask = async <T>(answer: Promise<T>): Promise<T | undefined> => {
    const question = ++asked
    try {
      const value = await within(answerWithinMs, answer)
      answered = Math.max(answered, question)
      return value
    } catch (error) {
      // A question that was asked before another was answered says nothing about now.
      if (!closed && question > answered) lost(error)
      return undefined
    }
  }
  const lost = (error: unknown) => {
    away = true
    const reason = reasonOf(error)
    if (!told) log.warn({ reason }, 'the Redis of the rate limit does not answer; this process counts by itself')
    told = true
    tryLater()
  }
  const probe = async () => {
    await opened
    if ((await ask(redis.ping())) === undefined) return
    if (told) log.info({}, 'the Redis of the rate limit answers again')
    told = false
    away = false
  }
  const tryLater = () => {
    attempt ??= setTimeout(() => {
      attempt = undefined
      void probe()
    }, tryAgainMs).unref()
  }
  redis.on('ready', () => void probe())
  tryLater()
  const close = () => {
    closed = true
    clearTimeout(attempt)
  }
  return { isAway: () => away, ask, probe, close }
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
