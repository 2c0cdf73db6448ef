// The guards that a submitted text passes before anything is stored or charged, in their order (contract.md §6).
import type { ProblemCode } from '../problems/problems.ts'

/**
 * `key`: the Idempotency-Key. `post`: the post of an edit. `dry-run`: the limit of free dry runs. `standing`: bans and suspensions.
 * `caller`: whether the key is paused, its sites, and whether the address is verified. `change`: the limit of free changes of a post. `price`: the
 * highest price that the caller allows. `text`: refusals of the text, free of charge. `waiting`: the limit of texts that wait for
 * the owner. `money`: the budget of the key and the balance.
 *
 * Certain abuse skips `text` and `money`: it is charged at once. A text of a key that asks first skips `money` until its owner
 * approves it; if such a text is certain abuse, it is refused for free.
 */
export type GuardKind =
  | 'key'
  | 'post'
  | 'dry-run'
  | 'standing'
  | 'caller'
  | 'change'
  | 'price'
  | 'text'
  | 'waiting'
  | 'money'

/** The guards of a new post and of an edit, first to last: submit, edit and dry run check them in this order. */
export const submissionGuards = [
  { code: 'idempotency_in_progress', kind: 'key' },
  { code: 'idempotency_key_reused', kind: 'key' },
  { code: 'not_found', kind: 'post' },
  { code: 'gone', kind: 'post' },
  { code: 'not_editable', kind: 'post' },
  { code: 'rate_limited', kind: 'dry-run' },
  { code: 'banned', kind: 'standing' },
  { code: 'suspended', kind: 'standing' },
  { code: 'key_paused', kind: 'caller' },
  { code: 'insufficient_scope', kind: 'caller' },
  { code: 'verify_email', kind: 'caller' },
  { code: 'rate_limited', kind: 'change' },
  { code: 'price_too_high', kind: 'price' },
  { code: 'prompt-injection', kind: 'text' },
  { code: 'low_quality', kind: 'text' },
  { code: 'contact-details', kind: 'text' },
  { code: 'listed', kind: 'text' },
  { code: 'duplicate', kind: 'text' },
  { code: 'rate_limited', kind: 'waiting' },
  { code: 'budget_exhausted', kind: 'money' },
  { code: 'needs_card', kind: 'money' },
  { code: 'insufficient_balance', kind: 'money' },
] as const satisfies readonly { code: ProblemCode; kind: GuardKind }[]

type Guard = (typeof submissionGuards)[number]
export type GuardCode = Guard['code']
export type GuardCodeOf<Kind extends GuardKind> = Extract<Guard, { kind: Kind }>['code']

/** The codes of the guards that also apply to messages to authors: those of the account, and of its key on a site. */
export const callerCodes = submissionGuards.flatMap(({ code, kind }) =>
  kind === 'standing' || kind === 'caller' ? [code] : [],
)

/** The codes of the guards of a new post or of an edit, in their order. */
export function guardCodes(of: 'post' | 'edit'): GuardCode[] {
  const ofEditsOnly: GuardKind[] = ['post', 'change']
  const guards = submissionGuards.filter(({ kind }) => of === 'edit' || !ofEditsOnly.includes(kind))
  return [...new Set(guards.map(({ code }) => code))]
}
