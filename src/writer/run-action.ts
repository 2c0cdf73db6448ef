// Runs one action inside an open transaction, and turns its outcome into plain data.
import type { Call, PlatformFacts, Scope, Signal, Touched } from '../actions/scope.ts'
import { Problem, type ProblemExtras } from '../contract/problems/problem.ts'
import type { ProblemCode } from '../contract/problems/problems.ts'
import { idSource } from '../domain/ids.ts'
import type { Dialect } from '../store/database/dialect.ts'
import type { Db } from '../store/database/schema.ts'
import { deferChanges } from '../store/database/search-index.ts'
import { StoreUnavailable } from '../store/database/unavailable.ts'
import { type ActionName, actions } from './registry.ts'

export type Signalled = [signal: Signal, touched: Touched][]

export type ActionMessage = { id: number; name: ActionName; call: Call; input: unknown }

/** Whether an action may begin; false if its caller has cancelled it. Asked again when the action runs again. */
export type MayBegin = (message: ActionMessage) => boolean

export type ActionOutcome =
  | ({ ok: true } & Done)
  | { ok: false; problem: { code: ProblemCode; detail: string; extras: ProblemExtras } }
  | { ok: false; unavailable: Pick<StoreUnavailable, 'hindrance' | 'reason' | 'maybeStored'> }
  | { ok: false; error: { message: string; stack: string | undefined; code: string | undefined } }

/** What a successful action returns and signals, when it began in its transaction (epoch), and how long it took there: milliseconds. */
export type Done = { value: unknown; signals: Signalled; at: number; ms: number }

/** Runs an action. Throws its errors: then the transaction around it has to be rolled back. */
export async function runAction(
  db: Db,
  dialect: Dialect,
  facts: PlatformFacts,
  message: Omit<ActionMessage, 'id'>,
): Promise<Done> {
  const begun = performance.now()
  const signals = new Map<Signal, Touched>()
  const deferred = deferChanges(dialect.searchIndex)
  const scope: Scope = {
    db,
    dialect: { ...dialect, searchIndex: deferred.index },
    facts,
    now: message.call.now,
    by: message.call.by ?? null,
    trace: message.call.trace ?? null,
    ids: idSource(message.call.seed, message.call.now),
    append: (rows, row) => rows(scope, [row]),
    signal(signal, touched) {
      const before = signals.has(signal) ? signals.get(signal) : []
      signals.set(signal, before && touched ? [...before, ...touched] : null)
    },
  }
  const run = actions[message.name] as (scope: Scope, input: unknown) => Promise<unknown>
  const value = await run(scope, message.input)
  await deferred.apply()
  return { value, signals: [...signals], at: performance.timeOrigin + begun, ms: performance.now() - begun }
}

/** A thrown error as plain data. */
export function failure(thrown: unknown): ActionOutcome {
  if (thrown instanceof Problem)
    return { ok: false, problem: { code: thrown.code, detail: thrown.message, extras: thrown.extras } }
  if (thrown instanceof StoreUnavailable) {
    const { hindrance, reason, maybeStored } = thrown
    return { ok: false, unavailable: { hindrance, reason, maybeStored } }
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  return { ok: false, error: { message: error.message, stack: error.stack, code: (error as { code?: string }).code } }
}

/** The value of an outcome. Throws the error of a failed outcome. */
export function unwrap(outcome: ActionOutcome): Done {
  if (outcome.ok) return outcome
  if ('problem' in outcome) throw new Problem(outcome.problem.code, outcome.problem.detail, outcome.problem.extras)
  if ('unavailable' in outcome) {
    const { hindrance, reason, maybeStored } = outcome.unavailable
    throw new StoreUnavailable(hindrance, reason, maybeStored)
  }
  const error = new Error(outcome.error.message)
  if (outcome.error.stack) error.stack = outcome.error.stack
  throw Object.assign(error, { code: outcome.error.code })
}
