// The type of a rule of the audit, which finds rows that break it.
import type { RawBuilder } from 'kysely'
import type { LogEnd, LogKey } from '../../domain/review/log-key.ts'
import type { Dialect } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'

/**
 * What the log of decisions is compared with: its key, null while it has none, `unreadable` when no secret opens it; and ends that were
 * kept elsewhere.
 */
export type LogCheck = { key: LogKey | null | 'unreadable'; ends: readonly LogEnd[] }

/** `now` is epoch ms. Without `log` the seals of the log are not compared. */
export type RuleContext = { now: number; dialect: Dialect; log?: LogCheck }

/** A breach: the row that breaks a rule, and how. */
export type BrokenRow = { subject: string; detail: string }

/** A rule selects its breaches with a query, or finds them in a walk where no query can. `now` is epoch ms. */
export type Rule =
  | { rule: string; query(context: RuleContext): RawBuilder<BrokenRow> }
  | { rule: string; walk(db: Db, context: RuleContext): AsyncIterable<BrokenRow> }
