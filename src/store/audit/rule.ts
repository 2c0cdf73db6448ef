// The type of a rule of the audit, which finds rows that break it.
import type { RawBuilder } from 'kysely'
import type { Dialect } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'

export type RuleContext = { now: number; dialect: Dialect }

/** A breach: the row that breaks a rule, and how. */
export type BrokenRow = { subject: string; detail: string }

/** A rule selects its breaches with a query, or finds them in a walk where no query can. `now` is epoch ms. */
export type Rule =
  | { rule: string; query(context: RuleContext): RawBuilder<BrokenRow> }
  | { rule: string; walk(db: Db): AsyncIterable<BrokenRow> }
