// A rule of the audit: what the database holds has to be possible.
import type { Kysely, RawBuilder } from 'kysely'
import type { Dialect } from '../database/dialect.ts'
import type { Database } from '../database/schema.ts'

export type RuleContext = { now: number; dialect: Dialect }

/** What breaks a rule, and how. */
export type Found = { subject: string; detail: string }

/** The query selects the breaches of the rule. `now` is epoch ms. What no query can tell is found by a walk. */
export type Rule =
  | { rule: string; query(context: RuleContext): RawBuilder<Found> }
  | { rule: string; walk(db: Kysely<Database>): AsyncIterable<Found> }
