// The error that carries a code of the catalogue up to the edge.
import { type ProblemCode, problems } from './problems.ts'

/** Members a problem can carry besides type, title, status, detail, code and request_id (contract.md §13). */
export type ProblemExtras = {
  errors?: string[]
  refusal?: { category: string; reason: string; rule: string }
  account_url?: string
  for_human?: true
  charged?: number
  /** Answer headers: Allow, Retry-After, WWW-Authenticate, rate-limit headers. */
  headers?: Record<string, string>
}

/** A refusal with a catalogued code. Raised anywhere below the edge, turned into application/problem+json at the edge. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly extras: ProblemExtras
  constructor(code: ProblemCode, detail: string, extras: ProblemExtras = {}) {
    super(detail)
    this.code = code
    this.extras = extras
  }
  get status(): number {
    return problems[this.code].status
  }
}

/** The problem of a request that breaks rules: every error, and the first in the detail. */
export function invalid(errors: readonly string[]): Problem {
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return new Problem('invalid', `${errors[0] ?? 'The request is not valid.'}${more}`, { errors: [...errors] })
}
