// Gathers the rows that several posts append in one transaction, so that each table gets those of all posts in a few statements.
import { together } from '../../store/database/prepared.ts'
import type { Append, Scope } from '../scope.ts'

type Gathered = { rows: Append<never>; row: unknown }

/** A scope whose appended rows wait for `appendAll`. */
type GatheringScope = { scope: Scope; gathered: readonly Gathered[] }

/** The same scope, but its appended rows wait. */
export function gathering(scope: Scope): GatheringScope {
  const gathered: Gathered[] = []
  const append = async (rows: Append<never>, row: unknown) => {
    gathered.push({ rows, row })
  }
  return { scope: { ...scope, append: append as Scope['append'] }, gathered }
}

/** Appends the rows that were gathered: those of the first scope first, whichever gathered its rows first. */
export async function appendAll(scope: Scope, scopes: readonly GatheringScope[]): Promise<void> {
  const kinds = Map.groupBy(
    scopes.flatMap(({ gathered }) => gathered),
    ({ rows }) => rows,
  )
  await together(...[...kinds].map(([append, of]) => append(scope, of.map(({ row }) => row) as never[])))
}
