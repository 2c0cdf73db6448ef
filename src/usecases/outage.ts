// What a failure comes to for callers and for the log; a database that cannot be used is one line now and then, not one a request.
import { Problem } from '../contract/problem.ts'
import { type Hindrance, StoreUnavailable } from '../store/database/unavailable.ts'
import type { Log, Platform } from './platform.ts'
import { internalProblem } from './problem-body.ts'

/** How often the log says that the database still cannot be used. */
const everyMs = 30_000

type Answer = { detail: string; retryAfterSeconds: number }

const answers: Record<Hindrance, Answer> = {
  away: { detail: 'The database does not answer.', retryAfterSeconds: 5 },
  unwritable: { detail: 'The database cannot be written to for now.', retryAfterSeconds: 5 },
  locked: { detail: 'Another request keeps what this one needs for too long.', retryAfterSeconds: 1 },
}

/** Tells the log of an outage: at once, then every 30 seconds while it lasts, with how many failures were not told. */
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

/** Writes a failure to the log: an outage as such, anything else with its stack and these fields. */
export function logFailure({ log, tellOutage }: Platform, error: unknown, fields: object, message: string): void {
  if (error instanceof StoreUnavailable) tellOutage(error)
  else log.error({ err: error, ...fields }, message)
}

/** The problem that a failure is answered with: one that is raised as it is, an outage as `overloaded`, else `internal`. */
export function problemOf(platform: Platform, error: unknown, fields: object, message: string): Problem {
  if (error instanceof Problem) return error
  logFailure(platform, error, fields, message)
  if (!(error instanceof StoreUnavailable)) return internalProblem()
  const { detail, retryAfterSeconds } = answers[error.hindrance]
  const known = error.maybeStored
    ? ' Whether the request took effect is known by repeating it with its Idempotency-Key.'
    : ' Nothing was stored or charged.'
  return new Problem('overloaded', detail + known, { headers: { 'retry-after': String(retryAfterSeconds) } })
}
