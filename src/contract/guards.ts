// What a submitted text meets before anything is stored or charged, in the order in which it is looked at (contract.md §6).
import type { ProblemCode } from './problems.ts'

/**
 * `key`: the Idempotency-Key. `post`: the post that an edit is for. `dry-run`: how often a dry run is free. `caller`: the standing of
 * the account, and where the key may post. `change`: how often a post is changed for free. `price`: what the caller allows. `text`:
 * what the text is refused for, free of charge. `waiting`: how many texts wait for the owner. `money`: what the budget of the key or
 * the balance does not cover.
 *
 * A text that is certain abuse meets neither `text` nor `money`: it is charged at once. A text of a key that asks first costs nothing
 * until its owner approves it: it meets no `money` before that, and as certain abuse it is refused for free.
 */
export type GuardKind = 'key' | 'post' | 'dry-run' | 'caller' | 'change' | 'price' | 'text' | 'waiting' | 'money'

/** The guards of a new post and of an edit, first to last: submit, edit and dry run look at them in this order. */
export const submissionGuards = [
  { code: 'idempotency_in_progress', kind: 'key' },
  { code: 'idempotency_key_reused', kind: 'key' },
  { code: 'not_found', kind: 'post' },
  { code: 'gone', kind: 'post' },
  { code: 'not_editable', kind: 'post' },
  { code: 'rate_limited', kind: 'dry-run' },
  { code: 'banned', kind: 'caller' },
  { code: 'suspended', kind: 'caller' },
  { code: 'insufficient_scope', kind: 'caller' },
  { code: 'verify_email', kind: 'caller' },
  { code: 'rate_limited', kind: 'change' },
  { code: 'price_too_high', kind: 'price' },
  { code: 'prompt-injection', kind: 'text' },
  { code: 'low_quality', kind: 'text' },
  { code: 'contact-details', kind: 'text' },
  { code: 'duplicate', kind: 'text' },
  { code: 'rate_limited', kind: 'waiting' },
  { code: 'budget_exhausted', kind: 'money' },
  { code: 'needs_card', kind: 'money' },
  { code: 'insufficient_balance', kind: 'money' },
] as const satisfies readonly { code: ProblemCode; kind: GuardKind }[]

export type GuardCode = (typeof submissionGuards)[number]['code']

/** The codes of the guards that a new post meets, or an edit, in their order. */
export function guardCodes(of: 'post' | 'edit'): GuardCode[] {
  const ofEdits: GuardKind[] = ['post', 'change']
  const met = submissionGuards.filter(({ kind }) => of === 'edit' || !ofEdits.includes(kind))
  return [...new Set(met.map(({ code }) => code))]
}
