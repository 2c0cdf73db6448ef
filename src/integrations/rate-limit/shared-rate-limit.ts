// The rate limit that nodes share: a token bucket in Redis, and a bucket in this process while Redis does not answer.
import { Redis } from 'ioredis'
import { tokenBucket } from '../../domain/token-bucket.ts'
import type { RateLimit, RateLimitOptions } from './rate-limit.ts'

type Log = { warn(fields: object, message: string): void; info(fields: object, message: string): void }

export type SharedRateLimitOptions = RateLimitOptions & {
  url: string
  /** How long a request waits for Redis before this process counts it by itself; 50 ms when it is left out. */
  answerWithinMs?: number
  log: Log
}

/** The time between probes while Redis does not answer; no request waits for a probe. */
const probeEveryMs = 500
const key = 'handbill:rate-limit'

/**
 * Takes a token from the bucket KEYS[1], which gains ARGV[1] tokens a second and holds ARGV[2]; returns 1 when there was one. It
 * counts in millionths of a token, so that every number is whole: the bucket gains ARGV[1] millionths a microsecond.
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
 * A rate limit that nodes share through Redis. While Redis is slow or down, each process counts by itself, so that no request
 * fails or waits. Redis is used again once it answers; both changes are logged once.
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
      // Counted in this process too, so that no process exceeds the limit when Redis goes down.
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
  // Failing commands report the error; without a listener the event would end the process.
  redis.on('error', () => {})
  return redis
}

/** Watches whether Redis answers: by its commands, and by a probe every half second while it does not. */
function watch(redis: Redis, answerWithinMs: number, log: Log) {
  const opened = new Promise<void>(resolve => {
    redis.once('ready', resolve)
    redis.once('close', resolve)
  })
  // Until Redis has answered for the first time, no request waits for it.
  let away = true
  let warned = false
  let asked = 0
  let answered = 0
  let closed = false
  let attempt: NodeJS.Timeout | undefined

  /** The answer of Redis; undefined when there is none in time. */
  const ask = async <T>(answer: Promise<T>): Promise<T | undefined> => {
    const question = ++asked
    try {
      const value = await within(answerWithinMs, answer)
      answered = Math.max(answered, question)
      return value
    } catch (error) {
      // The failure of a question says nothing when Redis has answered a later one.
      if (!closed && question > answered) lost(error)
      return undefined
    }
  }
  const lost = (error: unknown) => {
    away = true
    const reason = reasonOf(error)
    if (!warned) log.warn({ reason }, 'the Redis of the rate limit does not answer; this process counts by itself')
    warned = true
    probeLater()
  }
  const probe = async () => {
    await opened
    if ((await ask(redis.ping())) === undefined) return
    if (warned) log.info({}, 'the Redis of the rate limit answers again')
    warned = false
    away = false
  }
  const probeLater = () => {
    attempt ??= setTimeout(() => {
      attempt = undefined
      void probe()
    }, probeEveryMs).unref()
  }
  redis.on('ready', () => void probe())
  probeLater()
  const close = () => {
    closed = true
    clearTimeout(attempt)
  }
  return { isAway: () => away, ask, probe, close }
}

/** Resolves with an answer; rejects when it takes longer than `ms`. */
function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // An answer that arrived while this process was busy is read before the time-out counts.
    const late = () => setImmediate(() => reject(new Error(`no answer within ${ms} ms`)))
    const timer = setTimeout(late, ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** The reason of an error, without the address and the password in the URL. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? 'unknown'
}
