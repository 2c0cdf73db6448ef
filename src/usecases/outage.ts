// Turns failures into problems for callers and lines of the log. A database outage is logged now and then, not for every request.
import { Problem } from '../contract/problems/problem.ts'
import { type Hindrance, StoreUnavailable } from '../store/database/unavailable.ts'
import type { Log, Platform } from './platform.ts'
import { internalProblem } from './problem-body.ts'

/** How often the log repeats that the database cannot be used. */
const everyMs = 30_000

type Answer = { detail: string; retryAfterSeconds: number }

const answers: Record<Hindrance, Answer> = {
  away: { detail: 'The database does not answer.', retryAfterSeconds: 5 },
  unwritable: { detail: 'The database cannot be written to at present.', retryAfterSeconds: 5 },
  locked: { detail: 'Another request holds a lock for too long.', retryAfterSeconds: 1 },
}

/** Logs an outage at once, then every 30 seconds while it lasts, with the number of failures that were not logged. */
export function createOutageLog(log: Log, now: () => number): (outage: StoreUnavailable) => void {
  const told = new Map<Hindrance, { at: number; untold: number }>()
  return ({ hindrance, message }) => {
    const last = told.get(hindrance)
    if (last && Math.abs(now() - last.at) < everyMs) {
      last.untold++
      return
    }
    log.error({ reason: message, untold: last?.untold ?? 0 }, 'the database cannot be used for now')
    told.set(hindrance, { at: now(), untold: 0 })
  }
}

/** Logs a failure: an outage by its reason, any other error with its stack and these fields. */
export function logFailure({ log, tellOutage }: Platform, error: unknown, fields: object, message: string): void {
  if (error instanceof StoreUnavailable) tellOutage(error)
  else log.error({ err: error, ...fields }, message)
}

/** The problem for a failure: a thrown Problem unchanged, an outage as `overloaded`, any other error as `internal`. */
export function problemOf(platform: Platform, error: unknown, fields: object, message: string): Problem {
  if (error instanceof Problem) return error
  logFailure(platform, error, fields, message)
  if (!(error instanceof StoreUnavailable)) return internalProblem()
  const { detail, retryAfterSeconds } = answers[error.hindrance]
  const known = error.maybeStored
    ? ' The request may have taken effect: repeat it with its Idempotency-Key to find out.'
    : ' Nothing was stored or charged.'
  return new Problem('overloaded', detail + known, { headers: { 'retry-after': String(retryAfterSeconds) } })
}
