// Runs actions on a database in memory, one after the other, on the thread of the caller.
import type { Call, PlatformFacts } from '../actions/scope.ts'
import type { Connection, Dialect } from '../store/database/dialect.ts'
import { groupCommitter } from './commit-group.ts'
import type { ActionInput, ActionName, ActionOutput } from './registry.ts'
import { type Signalled, unwrap } from './run-action.ts'

export type MemoryWriter = <N extends ActionName>(
  name: N,
  input: ActionInput<N>,
  call: Call,
) => Promise<ActionOutput<N>>

/** A writer for a database that nobody else writes. Throws the problems of the action. */
export function memoryWriter(
  connection: Connection,
  { dialect, facts, onSignals }: { dialect: Dialect; facts: PlatformFacts; onSignals(signals: Signalled): void },
): MemoryWriter {
  const commit = groupCommitter(connection, dialect, facts)
  let last: Promise<unknown> = Promise.resolve()
  return async <N extends ActionName>(name: N, input: ActionInput<N>, call: Call) => {
    // Copied as for the writer thread: an action must not change what its caller goes on using.
    const run = last.then(() => commit([{ id: 0, name, call, input: structuredClone(input) }]))
    last = run
    const [[, outcome]] = (await run) as [[number, Parameters<typeof unwrap>[0]]]
    const { value, signals } = unwrap(outcome)
    onSignals(signals)
    return value as ActionOutput<N>
  }
}
