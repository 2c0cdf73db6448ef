// The error of every call that does not succeed: the problem of the service, or what stood in the way of an answer.
import type { AbusiveText, Blocking, Problem, ProblemCode } from './types.ts'

/**
 * `abuse`: a fixed rule found abuse, and `post` is the rejected post. `no_answer`: the service could not be reached, or answered too
 * late. `unexpected_answer`: the answer is none of the service's, such as that of a proxy.
 */
export type ErrorCode = ProblemCode | 'abuse' | 'no_answer' | 'unexpected_answer'

export type ErrorFacts = {
  code: ErrorCode
  detail: string
  status?: number
  retryable?: boolean
  retryAfterSeconds?: number | null
  problem?: Problem | null
  post?: AbusiveText | null
  cause?: unknown
}

/** Decide by `code`; `message` is for people. */
export class HandbillError extends Error {
  override readonly name = 'HandbillError'
  readonly code: ErrorCode
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  /** What went wrong this time. */
  readonly detail: string
  /** Every fault of an invalid request, each beginning with a JSON pointer. */
  readonly errors: readonly string[]
  /** What to do about it; null if the service has not said. */
  readonly fix: string | null
  /** Whether the same request may succeed when it is sent again. */
  readonly retryable: boolean
  /** The seconds after which to try again, if the service has named them. */
  readonly retryAfterSeconds: number | null
  /** What only the owner of the account can clear away, with the link for it; null if the owner need not act. */
  readonly blocking: Blocking | null
  /** One sentence for the owner, to be forwarded as it is; null if the owner need not act. */
  readonly messageForOwner: string | null
  /** The id of the request, which the operator of the service can look up. */
  readonly requestId: string | null
  /** The whole problem, with `proposal`, `candidates` and what else the service adds. */
  readonly problem: Problem | null
  /** The post that a fixed rule found to be abuse: it is rejected and charged. */
  readonly post: AbusiveText | null

  constructor({
    code,
    detail,
    status = 0,
    retryable,
    retryAfterSeconds,
    problem = null,
    post = null,
    cause,
  }: ErrorFacts) {
    super(`${code}: ${problem?.errors?.join('\n') ?? detail}`, cause === undefined ? {} : { cause })
    this.code = code
    this.detail = detail
    this.status = status
    this.errors = problem?.errors ?? []
    this.fix = problem?.fix ?? null
    this.retryable = retryable ?? problem?.retryable ?? false
    this.retryAfterSeconds = retryAfterSeconds ?? null
    this.blocking = problem?.for_human ? blockingOf(problem) : null
    this.messageForOwner = problem?.message_for_owner ?? null
    this.requestId = problem?.request_id ?? null
    this.problem = problem
    this.post = post
  }
}

function blockingOf({ code, detail, account_url, for_human, message_for_owner, contact }: Problem): Blocking {
  return {
    code,
    message: detail,
    ...(account_url !== undefined && { account_url }),
    ...(for_human !== undefined && { for_human }),
    ...(message_for_owner !== undefined && { message_for_owner }),
    ...(contact !== undefined && { contact }),
  }
}

/** The error of an answer with a status of 400 or more. */
export function errorOf(status: number, body: unknown, retryAfterSeconds: number | null): HandbillError {
  const { code, detail } = (body ?? {}) as { code?: unknown; detail?: unknown }
  const facts = { status, retryAfterSeconds }
  if (typeof code === 'string' && typeof detail === 'string')
    return code === 'abuse'
      ? new HandbillError({ ...facts, code, detail, retryable: false, post: body as AbusiveText })
      : new HandbillError({ ...facts, code: code as ErrorCode, detail, problem: body as Problem })
  // The rate limit of the platform answers in plain text.
  if (status === 429)
    return new HandbillError({ ...facts, code: 'rate_limited', detail: 'Too many requests at once.', retryable: true })
  const detailOfStatus = `The answer has the status ${status} and is no problem of the service.`
  return new HandbillError({ ...facts, code: 'unexpected_answer', detail: detailOfStatus, retryable: status >= 502 })
}
