// A rule of the audit: what the database holds has to be possible.
import type { RawBuilder } from 'kysely'
import type { Dialect } from '../database/dialect.ts'

export type RuleContext = { now: number; dialect: Dialect }

/** The query selects the breaches of the rule: subject and detail. `now` is epoch ms. */
export type Rule = { rule: string; query(context: RuleContext): RawBuilder<{ subject: string; detail: string }> }
