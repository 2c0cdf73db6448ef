// The error that carries a code of the catalogue up to the edge.
import type { Location, PostStatus } from '../posts.ts'
import { type ProblemCode, problems } from './problems.ts'
import type { Proposed } from './proposal.ts'

/** Members a problem can carry besides type, title, status, detail, code and request_id (contract.md §13). */
export type ProblemExtras = Proposed & {
  errors?: string[]
  /** Locations that a wrong one may stand for. */
  candidates?: Location[]
  refusal?: { category: string; reason: string; rule: string }
  /** The caller's own post with the same text. */
  existing_post?: { id: string; status: PostStatus; url?: string }
  charged?: number
  /** Where the row of the code says no, but the same request may succeed later all the same. */
  retryable?: true
  /** What the owner is asked to do, for `message_for_owner` (contract/for-owner.ts). */
  ask?: string
  /** The scopes of OAuth that the token of an app lacks, between spaces. */
  scope?: string
  /** Answer headers: Allow, Retry-After, WWW-Authenticate, rate-limit headers. */
  headers?: Record<string, string>
}

/** An error with a code of the catalogue. Raised anywhere below the edge, turned into application/problem+json at the edge. */
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

/** The problem of a missing or bad key; `error` is the code of RFC 6750 §3.1, left out when no key was sent (contract.md §6). */
export function unauthorized(detail: string, error?: 'invalid_token'): Problem {
  const attributes = error ? `, error="${error}", error_description="${detail}"` : ''
  return new Problem('unauthorized', detail, {
    headers: { 'www-authenticate': `Bearer realm="handbill"${attributes}` },
  })
}

/** The problem of an access token without scopes that the request needs: all of them are named at once (RFC 6750 §3.1). */
export function insufficientScope(missing: readonly string[]): Problem {
  const scope = missing.join(' ')
  const detail = `The owner has not given this app the scope ${missing.join(', ')}. Ask the owner for it, by a new authorization request.`
  return new Problem('insufficient_scope', detail, {
    scope,
    headers: {
      'www-authenticate': `Bearer realm="handbill", error="insufficient_scope", error_description="${detail}", scope="${scope}"`,
    },
  })
}

/** The problem of a key that its owner has paused. */
export function keyPaused(): Problem {
  return new Problem('key_paused', 'The owner has paused this key: it can read what is free, and nothing else.')
}

/** The problem of an invalid request. `candidates` are possible locations, `proposed` what a dry run adds. */
export function invalid(errors: readonly string[], candidates: Location[] = [], proposed: Proposed = {}): Problem {
  return new Problem('invalid', faultsInShort(errors), {
    errors: [...errors],
    ...(candidates.length > 0 && { candidates }),
    ...proposed,
  })
}

/** The pointers that a detail names. */
const pointersShown = 5

/** A single fault as it is; of several, which stand in `errors`, only where they are. */
function faultsInShort(errors: readonly string[]): string {
  const [first = 'The request is not valid.', second] = errors
  if (second === undefined) return first
  const places = [...new Set(errors.map(error => error.split(': ', 1)[0]!))]
  const more = places.length > pointersShown ? ` and ${places.length - pointersShown} more` : ''
  return `${errors.length} faults, at ${places.slice(0, pointersShown).join(', ')}${more}; errors has each.`
}

/** The problem of a body that is no JSON object. */
export function notAnObject(body: unknown, extras: ProblemExtras = {}): Problem {
  const is = Array.isArray(body)
    ? ' It is a list: send each entry as a request of its own.'
    : typeof body === 'string'
      ? ' It is text: send the object itself, without quotation marks or a code fence.'
      : ''
  return new Problem('invalid_json', `The body has to be one JSON object.${is}`, extras)
}
